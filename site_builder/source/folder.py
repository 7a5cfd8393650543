"""Files that lie in a folder of this machine, and those that the package brings.

File names travel as UTF-8 bytes, whatever the machine's locale is.
"""

from __future__ import annotations

import errno
import hashlib
import os
import posixpath
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from site_builder.problems import Mistake, Problems, nearest
from site_builder.source.paths import printable
from site_builder.source.snapshot import FILE_LIMIT, Files, Listing, no_file
from site_builder.source.text import SourceText

_HERE = Path(__file__).resolve().parents[1]
_PACKAGE = _HERE if (_HERE / "templates").is_dir() else _HERE.parent
"""The folder of the package's ``templates/`` and ``static/``: installed inside it, in a checkout beside it."""
OF_SERVERS = (b".well-known", b".nojekyll")
"""Hidden names that are a part of a site."""
CHART_LIBRARY = "static/vendor/plotly.min.js"
"""Where `read_package` has the whole plotly.js, minified, that the installed plotly carries."""


def read_folder(root: Path) -> Files:
    """The files of a course; a link is followed where it leads to something inside `root`."""
    folder = _Folder(os.path.realpath(os.fsencode(root)))
    return Files(folder.read, folder.listing)


@cache
def read_package() -> Files:
    """The package's own templates, styles, scripts and words, and the chart library."""
    own = read_folder(_PACKAGE)
    return own.over(Files(_chart_library, lambda _: Listing()))


@cache
def code_digest() -> str:
    """Equal exactly where the same code makes the same pages: ours, Python's version, the names of the packages."""
    parser = find_spec("markdown_it")
    assert parser is not None
    assert parser.origin is not None
    beside = Path(parser.origin).parents[1]
    digest = hashlib.sha256(f"{sys.version} {sorted(path.name for path in beside.glob('*.dist-info'))}".encode())
    for path in sorted(_HERE.rglob("*.py")):
        digest.update(f"{path.relative_to(_HERE)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def read_site(folder: Path) -> Mapping[str, bytes]:
    """Every file of a built site, by its path in it."""
    files = read_folder(folder)
    found = ((path, files.data(path, Problems())) for path in files.names("", deep=True))
    return {path: data for path, data in found if data is not None}


def read_given(file: Path, problems: Problems) -> SourceText | None:
    """The text of a file that a person names at the command line: any path, links followed.

    Its `path` is as written; None, with every problem reported at that path.
    """
    path, found = printable(str(file))[1:-1], Problems()
    real = file.resolve()
    read = read_folder(real.parent).text(f"./{real.name}", found)
    for problem in found:
        problems.error(replace(problem.position, path=path), problem.rule, problem.message, problem.hint)
    return None if read is None else SourceText(path, read.text)


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder by its real path."""

    root: bytes

    def read(self, path: str) -> bytes | Mistake:
        """The bytes of an ordinary file inside the root, cut off where they become too many."""
        try:
            real = os.path.realpath(os.path.join(self.root, path.encode()), strict=True)
            if real != self.root and not real.startswith(self.root.rstrip(b"/") + b"/"):
                return Mistake("file-is-inside-root", f"{printable(path)} is a link out of the course's folder")
            if not stat.S_ISREG(os.stat(real).st_mode):
                return Mistake("file-is-present", f"{printable(path)} is not an ordinary file")
            with open(real, "rb") as file:
                return file.read(FILE_LIMIT + 1)
        except OSError as error:
            return self._absent(error, path)

    def listing(self, folder: str) -> Listing:
        """What a folder holds, links to folders and hidden files left out."""
        try:
            with os.scandir(os.path.join(self.root, folder.encode())) as entries:
                found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries if not _is_apart(entry)]
        except OSError:
            return Listing()
        names: dict[bool, list[str]] = {True: [], False: []}
        unreadable: list[str] = []
        for raw, is_folder in sorted(found):
            try:
                names[is_folder].append(raw.decode())
            except UnicodeDecodeError:
                unreadable.append(raw.decode(errors="backslashreplace"))
        return Listing(tuple(names[False]), tuple(names[True]), tuple(unreadable))

    def _absent(self, error: OSError, path: str) -> Mistake:
        """Why a file could not be opened, in words that hold no absolute path."""
        if error.errno == errno.ENOENT:
            return no_file(path, self._neighbour(path))
        if error.errno == errno.ELOOP:
            return Mistake("file-is-present", f"{printable(path)} is a link that leads to itself")
        return Mistake("file-is-present", f"{printable(path)} cannot be read: {error.strerror}")

    def _neighbour(self, path: str) -> str:
        """A hint at the file of the same folder whose name is nearest."""
        folder, name = posixpath.split(path)
        try:
            names = os.listdir(os.path.join(self.root, folder.encode()))
        except OSError:
            return ""
        return nearest(name, (entry.decode(errors="replace") for entry in names), otherwise=" ")


def _is_apart(entry: os.DirEntry[bytes]) -> bool:
    """Whether it is hidden, but for what a web server looks for, or a link to a folder."""
    if entry.name.startswith(b".") and entry.name not in OF_SERVERS:
        return True
    try:
        return entry.is_symlink() and entry.is_dir()
    except OSError:
        return False


def _chart_library(path: str) -> bytes | Mistake:
    if path != CHART_LIBRARY:
        return no_file(path, "")
    return _installed("plotly", "plotly/package_data/plotly.min.js").read_bytes()


def _installed(package: str, file: str) -> Path:
    from importlib.metadata import distribution  # here, because only a build asks

    return Path(str(distribution(package).locate_file(file)))
