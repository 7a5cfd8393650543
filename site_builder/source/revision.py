"""The files of a course as a revision of Git has them, without a work tree."""

from __future__ import annotations

import posixpath
import subprocess
from pathlib import Path

from site_builder.problems import Mistake, Refused
from site_builder.source.snapshot import Files, files_of

FOLDERS = ("content", "templates", "static")
"""What of a repository a course is made of."""


def read_revision(root: Path, revision: str) -> Files:
    """The course in the folder `root` as it was at `revision` (``HEAD~1``).

    A link is followed to a file of the course.  Refused, in Git's own words, where there is no such revision.
    """
    commit = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    listed = _git(root, "ls-tree", "-r", "-z", commit.decode().strip(), "--", *FOLDERS)
    entries = [entry.split(b"\t", 1) for entry in listed.split(b"\0") if entry]
    found = {path.decode(errors="surrogateescape"): about.split()[::2] for about, path in entries}
    data = _blobs(root, [blob for _, blob in found.values()])
    files = {path: data[blob] for path, (_, blob) in found.items() if blob in data}
    links = {path: files[path] for path, (mode, _) in found.items() if mode == b"120000" and path in files}
    for path, target in links.items():
        leads_to = posixpath.normpath(posixpath.join(posixpath.dirname(path), target.decode(errors="replace")))
        files.pop(path)
        files |= {path: files[leads_to]} if leads_to in files else {}
    return files_of(dict(sorted(files.items())))


def _blobs(root: Path, names: list[bytes]) -> dict[bytes, bytes]:
    """The contents of all blobs from one process."""
    answer = _git(root, "cat-file", "--batch", given=b"".join(name + b"\n" for name in names))
    found: dict[bytes, bytes] = {}
    start = 0
    while start < len(answer):
        end = answer.index(b"\n", start)
        name, kind, *size = answer[start:end].split()
        length = int(size[0]) if kind == b"blob" else 0
        if kind == b"blob":
            found[name] = answer[end + 1 : end + 1 + length]
        start = end + 1 + (length + 1 if kind == b"blob" else 0)
    return found


def _git(root: Path, *arguments: str, given: bytes = b"") -> bytes:
    try:
        done = subprocess.run(["git", "-C", str(root), *arguments], input=given, capture_output=True, check=False)
    except FileNotFoundError:
        raise Refused(Mistake("file-is-present", "there is no git on this machine", "name two built sites")) from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().partition("\n")[0].removeprefix("fatal: ")
        raise Refused(Mistake("file-is-present", said or "no such revision"))
    return done.stdout
