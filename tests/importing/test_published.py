"""Published config.json files beside the project, whole and untouched: imported, or refused with what is missing."""

from pathlib import Path

import pytest

from site_builder.facts.anchor import read_anchor
from site_builder.importing.given import Given
from site_builder.importing.importer import import_config
from site_builder.problems import Problems
from site_builder.source.text import SourceText
from tests.scratch import REPOSITORY

PUBLISHED = REPOSITORY.parent / "shared" / "configs"
LEAST = 0.88

pytestmark = pytest.mark.skipif(not PUBLISHED.is_dir(), reason="no published configs lie beside the project")


def text(path: Path) -> SourceText | None:
    return SourceText(path.name, path.read_text(encoding="utf-8")) if path.is_file() else None


def imported(path: Path) -> tuple[str | None, Problems]:
    problems = Problems()
    config = SourceText(path.name, path.read_text(encoding="utf-8"))
    beside = text(path.with_name(f"{path.stem}_hf_quant.json"))
    return import_config(Given(config, quantization=beside), problems), problems


def test_most_are_imported_and_the_others_say_what_is_missing():
    configs = [path for path in sorted(PUBLISHED.rglob("*.json")) if not path.stem.endswith("_hf_quant")]
    outcomes = {path.name: imported(path) for path in configs}
    refused = {name: problems.errors for name, (written, problems) in outcomes.items() if written is None}
    assert len(configs) - len(refused) >= LEAST * len(configs), sorted(refused)
    for name, errors in refused.items():
        assert [(error.rule, error.hint != "") for error in errors] == [("architecture-is-known", True)], name
    for name, (written, _) in outcomes.items():
        problems = Problems()
        assert written is None or read_anchor(SourceText(name, written), problems), problems
