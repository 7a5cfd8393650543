"""Files that were meant for the course but stand where, or are named as, nothing reads them."""

from __future__ import annotations

from pathlib import Path

from site_builder.problems import Problems, SourcePosition, nearest
from site_builder.source.text import list_files

_READ = ("content/course.yaml", "content/sources.yaml", "content/glossary.yaml")
_ANCHORS = "content/anchors"


def check_strays(root: Path, problems: Problems) -> None:
    """Warn of every YAML file of the content that no part of the course is read from."""
    for path in list_files(root, "content", "", problems, recursive=True):
        folder, _, name = path.rpartition("/")
        stem, _, suffix = name.rpartition(".")
        is_anchor = folder == _ANCHORS and suffix == "yaml"
        if suffix.lower() in ("yaml", "yml") and path not in _READ and not is_anchor:
            hint = nearest(path, (*_READ, f"{_ANCHORS}/{stem}.yaml"))
            problems.warning(SourcePosition(path), "file-is-read", "no part of the course is read from this file", hint)
