"""Reading a file that a person names at the command line: any path, links followed, told as it was written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from site_builder.problems import Problems
from site_builder.source.paths import printable
from site_builder.source.text import SourceText, read_text


def read_given(file: Path, problems: Problems) -> SourceText | None:
    """The text of `file`, its `path` as written; None, with every problem told at that path."""
    path, found = printable(str(file))[1:-1], Problems()
    real = file.resolve()
    read = read_text(real.parent, f"./{real.name}", found)
    for problem in found:
        problems.error(replace(problem.position, path=path), problem.rule, problem.message, problem.hint)
    return None if read is None else SourceText(path, read.text)
