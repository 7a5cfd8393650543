"""The one door through which files of a course come in: bytes, text, and lists of names.

What comes out is UTF-8 text whose lines end at LF and nowhere else, from an ordinary file inside the root.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from site_builder.problems import Problems, SourcePosition
from site_builder.source.decode import decode
from site_builder.source.paths import absent, printable, real_file, root_relative

TEXT_LIMIT = 2**20
"""Bytes of the largest text file that is read."""
FILE_LIMIT = 32 * 2**20
"""Bytes of the largest file of any kind that is read."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A text and where it came from: `path` is relative to the root, with forward slashes."""

    path: str
    text: str


def read_text(
    root: Path, path: str, problems: Problems, *, base: str = "", at: SourcePosition | None = None
) -> SourceText | None:
    """The text of a file of the course; None, with a problem, where there is none to be had.

    `path` is as its author wrote it, relative to the folder `base` of the root; `at` is where it is written,
    for the messages (by default the file itself).
    """
    found = _read(root, path, problems, base, at, TEXT_LIMIT)
    if found is None:
        return None
    relative, data = found
    text = decode(data, relative, problems)
    return None if text is None else SourceText(relative, text)


def read_bytes(
    root: Path, path: str, problems: Problems, *, base: str = "", at: SourcePosition | None = None
) -> bytes | None:
    """The bytes of a file of the course, under the same rules as `read_text`."""
    found = _read(root, path, problems, base, at, FILE_LIMIT)
    return None if found is None else found[1]


def list_files(root: Path, folder: str, suffix: str, problems: Problems, *, recursive: bool = False) -> tuple[str, ...]:
    """The paths, relative to the root and sorted, of the files in `folder` whose names end in `suffix`.

    A folder that does not exist is empty.  Hidden files are left out; links to folders are not followed.
    """
    found: list[str] = []
    pending = [folder.strip("/")]
    while pending:
        current = pending.pop()
        for name, is_folder in _entries(root, current, problems):
            path = f"{current}/{name}" if current else name
            if is_folder and recursive:
                pending.append(path)
            elif not is_folder and name.endswith(suffix):
                found.append(path)
    return tuple(sorted(found))


def _entries(root: Path, folder: str, problems: Problems) -> list[tuple[str, bool]]:
    """(name, whether it is a folder) of what `folder` holds, links to folders and hidden files left out."""
    try:
        with os.scandir(os.path.join(os.fsencode(root), folder.encode())) as entries:
            found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries if not _leads_away(entry)]
    except OSError:
        return []
    names: list[tuple[str, bool]] = []
    for raw, is_folder in sorted(found):
        try:
            names.append((raw.decode(), is_folder))
        except UnicodeDecodeError:
            shown = raw.decode(errors="backslashreplace")
            problems.error(SourcePosition(folder), "source-is-utf-8", f"the file name {shown} is not UTF-8")
    return names


def _leads_away(entry: os.DirEntry[bytes]) -> bool:
    if entry.name.startswith(b"."):
        return True
    try:
        return entry.is_symlink() and entry.is_dir()
    except OSError:
        return False


def _read(
    root: Path, path: str, problems: Problems, base: str, at: SourcePosition | None, limit: int
) -> tuple[str, bytes] | None:
    """(path relative to the root, bytes) of an ordinary file inside the root of at most `limit` bytes."""
    place = at or SourcePosition(printable(path)[1:-1])
    relative = root_relative(path, base, problems, place)
    real = None if relative is None else real_file(root, relative, problems, place)
    if relative is None or real is None:
        return None
    try:
        data = _ordinary_bytes(real, limit)
    except OSError as error:
        absent(error, root, relative, problems, place)
        return None
    if data is None:
        problems.error(place, "file-is-present", f"{printable(relative)} is not an ordinary file")
    elif len(data) > limit:
        problems.error(place, "file-size-is-bounded", f"{printable(relative)} is larger than {limit // 2**20} MiB")
    else:
        return relative, data
    return None


def _ordinary_bytes(real: bytes, limit: int) -> bytes | None:
    """At most ``limit + 1`` bytes of the file, or None where it is a folder, a pipe or a device."""
    if not stat.S_ISREG(os.stat(real).st_mode):
        return None
    with open(real, "rb") as file:
        return file.read(limit + 1)
