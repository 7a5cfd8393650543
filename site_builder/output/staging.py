"""A complete new site beside the old one, made of new files and of hard links to old ones."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from site_builder.output.manifest import MANIFEST

_NO_LINKS_HERE = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EXDEV, errno.EMLINK}


class Seen(NamedTuple):
    """A file as it was found; `size` is -1 for what is no ordinary file."""

    inode: int
    modified_ns: int
    size: int

    def is_copy_of(self, other: Seen) -> bool:
        """Whether this is the same file, or a copy where there are no hard links."""
        return self[1:] == other[1:]


@dataclass(frozen=True, slots=True)
class Entries:
    """What a folder holds, by relative path: its files, and its folders."""

    files: Mapping[str, Seen]
    folders: frozenset[str]

    def without(self, made: Collection[str]) -> Entries:
        """What is the user's: every file not `made` by us, and folders that are not there for ours alone."""
        ours = _folders_of(made)
        files = {path: found for path, found in self.files.items() if path not in made}
        return Entries(files, frozenset(self.folders - ours) | _folders_of(files))


def scan(folder: Path) -> Entries:
    """Everything in `folder`, links not followed; nothing where it does not exist.  Raises OSError."""
    files: dict[str, Seen] = {}
    folders: set[str] = set()
    if folder.is_dir():
        _scan(folder, "", os.stat(folder).st_dev, files, folders)
    return Entries(files, frozenset(folders))


def _scan(folder: Path, prefix: str, device: int, files: dict[str, Seen], folders: set[str]) -> None:
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            path = prefix + entry.name
            if not entry.is_dir(follow_symlinks=False):
                files[path] = _seen(entry.stat(follow_symlinks=False))
                continue
            if entry.stat(follow_symlinks=False).st_dev != device:
                raise OSError(errno.EXDEV, "another file system is mounted here", entry.path)
            folders.add(path)
            _scan(Path(entry.path), path + "/", device, files, folders)


def seen(path: Path) -> Seen:
    """A file as it is now, links not followed.  Raises OSError."""
    return _seen(path.lstat())


def _seen(status: os.stat_result) -> Seen:
    size = status.st_size if stat.S_ISREG(status.st_mode) else -1
    return Seen(status.st_ino, status.st_mtime_ns, size)


def clash(old: Entries, made: Collection[str], files: Collection[str]) -> str:
    """The first of the user's files or folders that stands where one of `files` must go, or nothing."""
    users = old.without(made)
    needed = _folders_of(files)
    for path in sorted(users.files):
        if path in files or path in needed:
            return path
    return next((path for path in sorted(users.folders) if path in files), "")


def stage(files: Mapping[str, bytes], changed: Collection[str], tree: Path, site: Path, users: Entries) -> None:
    """Make `tree` the whole new site.  Raises OSError that names the file."""
    tree.mkdir(parents=True)
    _write(tree / MANIFEST, files[MANIFEST])
    for folder in sorted(_folders_of(files) | users.folders):
        (tree / folder).mkdir(exist_ok=True)
    for path in sorted(files.keys() - {MANIFEST}):
        if path in changed:
            _write(tree / path, files[path])
        else:
            _carry(site / path, tree / path)
    for path in users.files:
        _carry(site / path, tree / path)
    for folder in ["", *sorted(users.folders)]:
        if (site / folder).is_dir():
            shutil.copymode(site / folder, tree / folder)


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _carry(old: Path, new: Path) -> None:
    """The same file at a second place: a hard link, or a copy where there are none."""
    try:
        os.link(old, new, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_LINKS_HERE or not (old.is_file() or old.is_symlink()):
            raise
        shutil.copy2(old, new, follow_symlinks=False)


def _folders_of(paths: Iterable[str]) -> frozenset[str]:
    """Every folder that some of `paths` lie in."""
    return frozenset(str(parent) for path in paths for parent in PurePosixPath(path).parents if str(parent) != ".")
