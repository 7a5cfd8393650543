"""A model as it is named at the command line: an anchor by its id or its file, or a config.json read on the fly."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from site_builder.facts.anchor import anchor_path
from site_builder.importing.given import Given
from site_builder.problems import Problems, SourcePosition
from site_builder.source.folder import read_given
from site_builder.source.snapshot import FILE_LIMIT, Files
from site_builder.source.text import SourceText

STANDARD_INPUT = Path("-")
STREAM = "standard input"
CONFIG, INDEX, QUANTIZATION = "config.json", "model.safetensors.index.json", "hf_quant_config.json"
"""The files of a published model that say how large it is."""


def given_anchor(files: Files, given: Path, problems: Problems) -> SourceText | None:
    """The anchor named by what is given: the id of one of the course, a path to any file, or what a config makes."""
    own = anchor_path(str(given))
    if files.has(own):
        return files.text(own, problems)
    if given != STANDARD_INPUT and given.suffix != ".json" and not _is_folder(given):
        return read_given(given, problems)
    from site_builder.importing.importer import import_config  # only a model that is no anchor pays for it

    config = given_config(given, problems)
    written = None if config is None else import_config(config, problems)
    return None if config is None or written is None else SourceText(config.config.path, written)


def given_config(given: Path, problems: Problems, ignore: Sequence[str] = ()) -> Given | None:
    """A config with what lies beside it: a file, a folder that holds a config.json, or standard input (``-``)."""
    if given == STANDARD_INPUT:
        text = _standard_input(problems)
        return None if text is None else Given(text, ignore=tuple(ignore))
    file = given / CONFIG if _is_folder(given) else given
    text = read_given(file, problems)
    if text is None:
        return None
    index, quantization = (_beside(file, name, problems) for name in (INDEX, QUANTIZATION))
    return None if problems.errors else Given(text, index, quantization, tuple(ignore))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _beside(config: Path, name: str, problems: Problems) -> SourceText | None:
    """A file beside a config that is called config.json; any other may be anybody's."""
    file = config.with_name(name)
    return read_given(file, problems) if config.name == CONFIG and file.is_file() else None


def _standard_input(problems: Problems) -> SourceText | None:
    read = sys.stdin.buffer.read(FILE_LIMIT + 1)
    at = SourcePosition(STREAM)
    if len(read) > FILE_LIMIT:
        problems.error(at, "file-is-present", f"standard input is longer than {FILE_LIMIT:,} bytes")
        return None
    try:
        return SourceText(at.path, read.decode("utf-8-sig"))
    except UnicodeDecodeError:
        problems.error(at, "source-is-utf-8", "standard input is not UTF-8")
        return None
