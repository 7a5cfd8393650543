"""Published config.json files beside the project, whole and untouched: imported, or refused with what is missing.

They lie in ``../shared/configs`` or where PUBLISHED_CONFIGS says; without them there is nothing to test.
"""

import os
from pathlib import Path

import pytest

from site_builder.facts.anchor import read_anchor
from site_builder.importing.given import Given
from site_builder.importing.importer import import_config
from site_builder.problems import Problems
from site_builder.source.text import SourceText
from tests.importing.test_importer import number
from tests.scratch import REPOSITORY

PUBLISHED = Path(os.environ.get("PUBLISHED_CONFIGS", REPOSITORY.parent / "shared" / "configs"))
LEAST = 0.88
# `safetensors.total` of the published repositories, of quantised ones that of the model they were made from
KNOWN = {
    "Qwen--Qwen3-VL-4B-Instruct": 4_437_815_808,
    "Qwen--Qwen3-VL-8B-Instruct": 8_767_123_696,
    "Qwen--Qwen3-VL-30B-A3B-Instruct": 31_070_754_032,
    "Qwen--Qwen3.5-122B-A10B": 125_086_497_008,
    "mistralai--Mixtral-8x22B-v0.1": 140_620_634_112,
    "moonshotai--Kimi-K2-Instruct": 1_026_408_232_448,
    "nvidia--Llama-3_3-Nemotron-Super-49B-v1": 49_867_145_216,
    "openai--gpt-oss-20b": 20_914_757_184,
    "meta-llama--Meta-Llama-3.1-405B": 405_853_388_800,
}

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


@pytest.mark.parametrize("name", KNOWN)
def test_a_published_count_is_right_to_the_last_digit(name):
    path = PUBLISHED / "real" / f"{name}.json"
    if not path.is_file():
        pytest.skip("this file is not among those beside the project")
    written, _ = imported(path)
    anchor = read_anchor(SourceText(name, written or ""), Problems())
    assert number(anchor, "parameters") == KNOWN[name]
