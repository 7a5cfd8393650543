"""From a path as an author wrote it to one real file inside the root, or a problem.

File names travel as UTF-8 bytes, whatever the machine's locale is.
"""

from __future__ import annotations

import errno
import os
import posixpath
import re
from pathlib import Path

from site_builder.problems import Problems, SourcePosition, nearest

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


def real_file(root: Path, relative: str, problems: Problems, at: SourcePosition) -> bytes | None:
    """The real path of ``root/relative`` with every link followed, if it lies inside the root."""
    folder = os.path.realpath(os.fsencode(root))
    try:
        real = os.path.realpath(os.path.join(folder, relative.encode()), strict=True)
    except OSError as error:
        absent(error, root, relative, problems, at)
        return None
    if real != folder and not real.startswith(folder.rstrip(b"/") + b"/"):
        problems.error(at, "file-is-inside-root", f"{printable(relative)} is a link out of the course's folder")
        return None
    return real


def absent(error: OSError, root: Path, relative: str, problems: Problems, at: SourcePosition) -> None:
    """Say why a file could not be opened, in words that hold no absolute path."""
    if error.errno == errno.ENOENT:
        message, hint = f"there is no file {printable(relative)}", _neighbour(root, relative)
    elif error.errno == errno.ELOOP:
        message, hint = f"{printable(relative)} is a link that leads to itself", ""
    else:
        message, hint = f"{printable(relative)} cannot be read: {error.strerror}", ""
    problems.error(at, "file-is-present", message, hint)


def _neighbour(root: Path, relative: str) -> str:
    """A hint at the file of the same folder whose name is nearest."""
    folder, name = posixpath.split(relative)
    try:
        names = os.listdir(os.path.join(os.fsencode(root), folder.encode()))
    except OSError:
        return ""
    return nearest(name, (entry.decode(errors="replace") for entry in names), otherwise=" ")[:200].strip()


def printable(text: str) -> str:
    """`text` in quotes, with whatever no terminal could show written as an escape, and of bounded length."""
    shown = text if len(text) <= 120 else text[:117] + "…"
    return repr(shown)
