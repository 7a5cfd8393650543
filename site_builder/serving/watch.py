"""Seeing that a file was saved: by asking for times and sizes, which works on every system and file system."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

FOLDERS = ("content", "templates", "static")
"""The folders of a course that a site is made from."""

_BETWEEN_SAVES, _MOST_WAITS = 0.02, 25
Stamp = tuple[int, int, int]


class Watch:
    """What the folders of a course looked like when last asked."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._seen = self._look()

    def has_changed(self) -> bool:
        """Whether a file was saved, made, renamed or deleted since the last call."""
        before, self._seen = self._seen, self._look()
        return before != self._seen

    def wait_until_quiet(self) -> None:
        """Wait until a save, or a change of branches, is over; not for long, because somebody may never stop saving."""
        for _ in range(_MOST_WAITS):
            time.sleep(_BETWEEN_SAVES)
            if not self.has_changed():
                return

    def _look(self) -> dict[str, Stamp]:
        return {path: stamp for folder in FOLDERS for path, stamp in _stamps(str(self._root / folder))}


def _stamps(folder: str) -> Iterator[tuple[str, Stamp]]:
    """Every file in `folder` with its inode, time and size; what vanishes meanwhile is not there."""
    try:
        with os.scandir(folder) as entries:
            found = [entry for entry in entries if not is_temporary(entry.name)]
    except OSError:
        return
    for entry in found:
        try:
            if entry.is_dir(follow_symlinks=False):
                yield from _stamps(entry.path)
            else:
                status = entry.stat()
                yield entry.path, (status.st_ino, status.st_mtime_ns, status.st_size)
        except OSError:
            continue


def is_temporary(name: str) -> bool:
    """Whether a file of this name is what editors leave for a moment, or hidden."""
    if name in (".well-known", ".nojekyll"):
        return False
    return (
        name.startswith((".", "#")) or name.endswith(("~", ".swp", ".swx", ".tmp", ".bak", ".part")) or name == "4913"
    )
