"""The cache of built pages: a folder of the user's, one file an entry, small and never trusted.

An entry is the SHA-256 of its JSON and the JSON.  One that is damaged, half-written or not ours is not there; nothing
that goes wrong here stops a build.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

MOST_COURSES = 20
"""Courses whose pages are kept; the one built longest ago goes first."""


def cache_folder() -> Path:
    """The folder for caches of the user, after the custom of the system."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "site-builder"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "site-builder" / "Cache"
    given = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(given) if os.path.isabs(given) else Path.home() / ".cache") / "site-builder"


def _own(path: Path) -> bytes:
    """What the file of this user holds.  Raises OSError for another's: an entry may be code."""
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_uid != os.geteuid():
            raise PermissionError(path)
        return file.read()


class FolderStore:
    """A store for one course and one version of our code.  It holds what the last build used, and nothing older."""

    def __init__(self, base: Path, course: str, code: str) -> None:
        self._base, self._code = base, code
        self._folder = base / hashlib.sha256(os.fsencode(course)).hexdigest()[:16]
        self._used: set[str] = set()
        self.live: dict[str, tuple[tuple[Any, ...], Any]] = {}

    def get(self, key: str) -> Any | None:
        name = self._name(key)
        try:
            data = _own(self._folder / name)
            digest, _, text = data.partition(b"\n")
            if digest.decode() != hashlib.sha256(text).hexdigest():
                return None
            value = json.loads(text)
        except (OSError, ValueError, RecursionError):
            return None
        self._used.add(name)
        return value

    def put(self, key: str, value: Any) -> None:
        text = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
        data = hashlib.sha256(text).hexdigest().encode() + b"\n" + text
        name = self._name(key)
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, path = tempfile.mkstemp(dir=self._folder)
            try:
                with open(handle, "wb") as file:
                    file.write(data)
                os.replace(path, self._folder / name)
            except BaseException:
                os.unlink(path)
                raise
            self._used.add(name)

    def sweep(self) -> None:
        """Remove what this build did not use, and the courses that were built longest ago."""
        with suppress(OSError):
            for entry in os.scandir(self._folder):
                if entry.name not in self._used:
                    os.unlink(entry.path)
            os.utime(self._folder)
            courses = sorted(self._base.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)
            for folder in courses[MOST_COURSES:]:
                shutil.rmtree(folder, ignore_errors=True)
        self._used.clear()

    def _name(self, key: str) -> str:
        return hashlib.sha256(f"{self._code} {key}".encode()).hexdigest()
