"""Paths of a site: safe, and different from one another on every file system."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath


def portable_key(path: str) -> str:
    """What a file system that ignores case and Unicode form takes `path` for."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def is_safe(path: str) -> bool:
    """Whether `path` is a plain relative path: no empty, ``.`` or ``..`` part, no NUL, no backslash."""
    parts = path.split("/")
    return all(part not in ("", ".", "..") for part in parts) and "\0" not in path and "\\" not in path


def collisions(paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Pairs of paths that cannot both exist everywhere: equal but for case or form, or a file that is a folder too."""
    seen: dict[str, str] = {}
    ordered = sorted(paths)
    for path in ordered:
        other = seen.setdefault(portable_key(path), path)
        if other != path:
            yield other, path
    for path in ordered:
        for parent in PurePosixPath(portable_key(path)).parents:
            if str(parent) in seen:
                yield seen[str(parent)], path
