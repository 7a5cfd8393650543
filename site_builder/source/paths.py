"""From a path as an author wrote it to one inside the root, or a problem."""

from __future__ import annotations

import posixpath
import re

from site_builder.problems import Problems, SourcePosition

_DRIVE = re.compile(r"[A-Za-z]:")


def root_relative(path: str, base: str, problems: Problems, at: SourcePosition) -> str | None:
    """`path`, written relative to the folder `base`, as a path relative to the root; None with a problem.

    Forward slashes only; ``..`` only at the front, and never above the root.
    """
    reason = _refusal(path)
    if not reason:
        joined = posixpath.normpath(posixpath.join(base, path))
        if joined != ".." and not joined.startswith("../"):
            return joined
        reason = "leaves the course's folder"
    problems.error(at, "file-is-inside-root", f"the path {printable(path)} {reason}")
    return None


def _refusal(path: str) -> str:
    """Why `path` cannot name a file of the course, or nothing."""
    if not path.strip():
        return "is empty"
    if "\\" in path:
        return "has a backslash; folders are separated by /"
    if path.startswith("/") or _DRIVE.match(path):
        return "is absolute; write it relative to the file it stands in"
    if any(ord(char) < 32 or 0xD800 <= ord(char) <= 0xDFFF for char in path):
        return "has a character no file name may have"
    parts = path.split("/")
    climbs = next((index for index, part in enumerate(parts) if part not in ("..", ".")), len(parts))
    if ".." in parts[climbs:]:
        return "has .. after a name; write the path without the detour"
    return ""


def printable(text: str) -> str:
    """`text` in quotes, with whatever no terminal could show written as an escape, and of bounded length."""
    shown = text if len(text) <= 120 else text[:117] + "…"
    return repr(shown)
