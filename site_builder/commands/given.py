"""An anchor as it is named at the command line: by its id or its file."""

from __future__ import annotations

from pathlib import Path

from site_builder.facts.anchor import anchor_path
from site_builder.problems import Problems
from site_builder.source.folder import read_given
from site_builder.source.snapshot import Files
from site_builder.source.text import SourceText


def given_anchor(files: Files, given: Path, problems: Problems) -> SourceText | None:
    """The anchor named by what is given: the id of one of the course, or a path to any file."""
    own = anchor_path(str(given))
    return files.text(own, problems) if files.has(own) else read_given(given, problems)
