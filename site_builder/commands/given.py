"""A model as it is named at the command line: an anchor by its id or its file, or a config.json read on the fly."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from site_builder.facts.anchor import anchor_path
from site_builder.importing.given import Given
from site_builder.importing.safetensors import (
    LONGEST_HEADER,
    PREFIX_BYTES,
    StoredTensors,
    header_length,
    read_header,
)  # fmt: skip
from site_builder.problems import Problems, SourcePosition
from site_builder.source.folder import read_given
from site_builder.source.paths import printable
from site_builder.source.snapshot import FILE_LIMIT, Files
from site_builder.source.text import SourceText

STANDARD_INPUT = Path("-")
STREAM = "standard input"
CONFIG, INDEX, QUANTIZATION = "config.json", "model.safetensors.index.json", "hf_quant_config.json"
WEIGHTS, PARTS = "model.safetensors", "model-*-of-*.safetensors"
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


def given_config(
    given: Path, problems: Problems, ignore: Sequence[str] = (), files: Sequence[Path] = ()
) -> Given | None:
    """A config with what lies beside it or is named in `files`; a file, a folder with a config.json, or ``-``."""
    if given == STANDARD_INPUT:
        text = _standard_input(problems)
        return None if text is None else _with_files(Given(text, ignore=tuple(ignore)), files, problems)
    file = given / CONFIG if _is_folder(given) else given
    text = read_given(file, problems)
    if text is None:
        return None
    beside = _beside(file) if file.name == CONFIG else []
    return _with_files(Given(text, ignore=tuple(ignore)), [*beside, *files], problems)


def _beside(config: Path) -> list[Path]:
    """The files beside a config.json that say how the weights are stored; beside any other lie anybody's.

    Weights are read where no index says their bytes: one file, or all the parts of one.
    """
    found = [config.with_name(name) for name in (INDEX, QUANTIZATION) if config.with_name(name).is_file()]
    if config.with_name(INDEX) in found:
        return found
    whole, parts = config.with_name(WEIGHTS), sorted(config.parent.glob(PARTS))
    if whole.is_file():
        return [*found, whole]
    return [*found, *parts] if parts and parts[0].name == f"model-00001-of-{len(parts):05}.safetensors" else found


def _with_files(given: Given, files: Sequence[Path], problems: Problems) -> Given | None:
    """`given` with each of the files as what its name says it is; None, with every problem reported."""
    mark = problems.mark
    for file in files:
        if file.suffix == ".safetensors":
            header = _header(file, problems)
            given = given if header is None else replace(given, stored=(*given.stored, header))
        elif file.name.endswith(".index.json"):
            given = replace(given, index=read_given(file, problems))
        elif "hf_quant" in file.name:
            given = replace(given, quantization=read_given(file, problems))
        else:
            message = f"{file.name!r} is no file that says how weights are stored"
            hint = f"{INDEX}, {QUANTIZATION} or a .safetensors file"
            problems.error(SourcePosition(printable(str(file))[1:-1]), "file-is-present", message, hint)
    return None if problems.has_errors_since(mark) else given


def _header(file: Path, problems: Problems) -> StoredTensors | None:
    """The header of a safetensors file; the weights behind it are not read."""
    path = printable(str(file))[1:-1]
    try:
        with open(file, "rb") as stream:
            start = stream.read(PREFIX_BYTES)
            start += stream.read(min(header_length(start), LONGEST_HEADER))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        problems.error(SourcePosition(path), "file-is-present", f"{path} cannot be read: {reason}")
        return None
    return read_header(path, start, problems)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


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
