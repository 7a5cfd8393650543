"""Files that were meant for the course but stand where, or are named as, nothing reads them."""

from __future__ import annotations

from site_builder.problems import Problems, SourcePosition, nearest
from site_builder.source.snapshot import Files

_READ = ("content/course.yaml", "content/sources.yaml", "content/glossary.yaml", "content/quantities.yaml")
_FOLDERS = ("content/anchors", "content/facts")
_BESIDE = (*_READ, *_FOLDERS, "content/lessons")


def check_strays(files: Files, problems: Problems) -> None:
    """Warn of every YAML file of the content that no part of the course is read from, and of those beside it."""
    for path in _BESIDE:
        beside = path.removeprefix("content/")
        if files.names(beside, ".md") or files.names(beside, ".yaml") or files.has(beside):
            message = "the course is read from content/, and this stands beside it"
            problems.warning(SourcePosition(beside), "file-is-read", message, f"move it to {path}")
    for path in files.names("content", deep=True):
        folder, _, name = path.rpartition("/")
        stem, _, suffix = name.rpartition(".")
        is_read = path in _READ or (folder in _FOLDERS and suffix == "yaml")
        if suffix.lower() in ("yaml", "yml") and not is_read:
            hint = nearest(path, (*_READ, *(f"{each}/{stem}.yaml" for each in _FOLDERS)))
            problems.warning(SourcePosition(path), "file-is-read", "no part of the course is read from this file", hint)
