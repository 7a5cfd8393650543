"""The files of a course as one value: the one door through which they come in, as bytes, text and lists of names.

What comes out is UTF-8 text whose lines end at LF and nowhere else, from an ordinary file inside the root.
"""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from site_builder.problems import Mistake, Problems, SourcePosition, nearest
from site_builder.source.decode import decode
from site_builder.source.paths import printable, root_relative
from site_builder.source.text import SourceText

TEXT_LIMIT = 2**20
"""Bytes of the largest text file that is read."""
FILE_LIMIT = 32 * 2**20
"""Bytes of the largest file of any kind that is read."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What one folder holds, by name and sorted; `unreadable` are names that are not UTF-8, made printable."""

    files: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()


class Files:
    """Files by path, immutable: every file is read and every folder listed at most once, when first asked for.

    Paths are relative to the root of the course, with forward slashes.
    """

    __slots__ = ("_listing", "_read")

    def __init__(self, read: Callable[[str], bytes | Mistake], listing: Callable[[str], Listing]) -> None:
        self._read, self._listing = cache(read), cache(listing)

    def text(
        self, path: str, problems: Problems, *, base: str = "", at: SourcePosition | None = None
    ) -> SourceText | None:
        """The text of a file; None, with a problem, where there is none to be had.

        `path` is as its author wrote it, relative to the folder `base`; `at` is where it is written, for the
        messages (by default the file itself).
        """
        found = self._find(path, problems, base, at, TEXT_LIMIT)
        if found is None:
            return None
        relative, data = found
        text = decode(data, relative, problems)
        return None if text is None else SourceText(relative, text)

    def data(self, path: str, problems: Problems, *, base: str = "", at: SourcePosition | None = None) -> bytes | None:
        """The bytes of a file, under the same rules as `text`."""
        found = self._find(path, problems, base, at, FILE_LIMIT)
        return None if found is None else found[1]

    def has(self, path: str) -> bool:
        """Whether a folder lists the file; its name must be written as it stands there, to the letter."""
        folder, name = posixpath.split(path)
        return name in self._listing(folder).files

    def names(self, folder: str, suffix: str = "", *, deep: bool = False) -> tuple[str, ...]:
        """The paths, sorted, of the files in `folder` whose names end in `suffix`.

        A folder that does not exist is empty.  Hidden files are left out; links to folders are not followed.
        """
        folders = self._folders(folder) if deep else (folder,)
        return tuple(
            sorted(
                posixpath.join(each, name)
                for each in folders
                for name in self._listing(each).files
                if name.endswith(suffix)
            )
        )

    def check_names(self, folder: str, problems: Problems) -> None:
        """Report every name within `folder` that is not UTF-8."""
        for each in self._folders(folder):
            for name in self._listing(each).unreadable:
                problems.error(SourcePosition(each), "source-is-utf-8", f"the file name {name} is not UTF-8")

    def fingerprint(self, path: str) -> str:
        """SHA-256 of a file in hexadecimal; of a file that cannot be had, of why."""
        data = self._read(path)
        return hashlib.sha256(repr(data).encode() if isinstance(data, Mistake) else data).hexdigest()

    def noting(self, read: dict[str, str]) -> Files:
        """These files; whatever is read through the result gets its fingerprint into `read`."""

        def note(path: str) -> bytes | Mistake:
            read[path] = self.fingerprint(path)
            return self._read(path)

        return Files(note, self._listing)

    def over(self, below: Files) -> Files:
        """These files, and those of `below` whose paths are free here."""

        def listing(folder: str) -> Listing:
            upper, lower = self._listing(folder), below._listing(folder)
            return Listing(
                tuple(sorted({*upper.files, *lower.files})),
                tuple(sorted({*upper.folders, *lower.folders})),
                upper.unreadable + lower.unreadable,
            )

        return Files(lambda path: (self if self.has(path) else below)._read(path), listing)

    def with_file(self, path: str, data: bytes) -> Files:
        """These files with one more, or with another in its place."""
        return files_of({path: data}).over(self)

    def _folders(self, top: str) -> tuple[str, ...]:
        """`top` and every folder within it."""
        found = [top]
        for folder in found:
            found += (posixpath.join(folder, name) for name in self._listing(folder).folders)
        return tuple(found)

    def _find(
        self, path: str, problems: Problems, base: str, at: SourcePosition | None, limit: int
    ) -> tuple[str, bytes] | None:
        """(path relative to the root, bytes) of a file of at most `limit` bytes."""
        place = at or SourcePosition(printable(path)[1:-1])
        relative = root_relative(path, base, problems, place)
        if relative is None:
            return None
        data = self._read(relative)
        if isinstance(data, Mistake):
            problems.add(data.at(place))
            return None
        if len(data) > limit:
            problems.error(place, "file-size-is-bounded", f"{printable(relative)} is larger than {limit // 2**20} MiB")
            return None
        return relative, data


def files_of(files: Mapping[str, str | bytes]) -> Files:
    """Files that are given as they are, by path."""
    given = {path: data.encode() if isinstance(data, str) else data for path, data in files.items()}
    listings = _listings(given)

    def read(path: str) -> bytes | Mistake:
        if path in given:
            return given[path]
        if path in listings:
            return Mistake("file-is-present", f"{printable(path)} is not an ordinary file")
        folder, name = posixpath.split(path)
        beside = listings.get(folder, Listing())
        return no_file(path, nearest(name, (*beside.files, *beside.folders), otherwise=" "))

    return Files(read, lambda folder: listings.get(folder, Listing()))


def no_file(path: str, hint: str) -> Mistake:
    """The mistake of a path that leads to no file."""
    return Mistake("file-is-present", f"there is no file {printable(path)}", hint[:200].strip())


def _listings(paths: Mapping[str, bytes]) -> dict[str, Listing]:
    """Folder → what it holds."""
    files: dict[str, set[str]] = {"": set()}
    folders: dict[str, set[str]] = {"": set()}
    for path in paths:
        kind, rest = files, path
        while rest:
            rest, _, name = rest.rpartition("/")
            kind.setdefault(rest, set()).add(name)
            kind = folders
    return {
        folder: Listing(tuple(sorted(files.get(folder, ()))), tuple(sorted(folders.get(folder, ()))))
        for folder in files.keys() | folders.keys()
    }
