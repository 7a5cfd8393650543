"""Files that were meant for the course but stand where, or are named as, nothing reads them."""

from __future__ import annotations

from site_builder.problems import Problems, SourcePosition, nearest
from site_builder.source.snapshot import Files

_READ = ("content/course.yaml", "content/sources.yaml", "content/glossary.yaml")
_ANCHORS = "content/anchors"


def check_strays(files: Files, problems: Problems) -> None:
    """Warn of every YAML file of the content that no part of the course is read from."""
    for path in files.names("content", deep=True):
        folder, _, name = path.rpartition("/")
        stem, _, suffix = name.rpartition(".")
        is_anchor = folder == _ANCHORS and suffix == "yaml"
        if suffix.lower() in ("yaml", "yml") and path not in _READ and not is_anchor:
            hint = nearest(path, (*_READ, f"{_ANCHORS}/{stem}.yaml"))
            problems.warning(SourcePosition(path), "file-is-read", "no part of the course is read from this file", hint)
