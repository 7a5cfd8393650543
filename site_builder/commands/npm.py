"""One file out of one package of npm's registry, whose hash is known beforehand."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Pin:
    """A package by its version and SHA-512, as npm writes it, and the one file of it by its SHA-256."""

    package: str
    version: str
    integrity: str
    file: str
    sha256: str

    def is_of(self, data: bytes) -> bool:
        return hashlib.sha256(data).hexdigest() == self.sha256


class NotFetched(Exception):
    """The package could not be had: no npm, or npm could not reach its registry."""


class WrongPackage(Exception):
    """What came is not what is pinned."""


def fetched(pin: Pin) -> bytes:
    """The pinned file, checked whatever npm says of it.  Raises NotFetched, WrongPackage.

    Which registry that is, and by what way, is npm's own configuration.
    """
    with tempfile.TemporaryDirectory() as folder:
        archive = _packed(pin, Path(folder))
        found = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if found != pin.integrity:
            raise WrongPackage(f"{pin.package} {pin.version}: integrity is {found}, pinned is {pin.integrity}")
        with tarfile.open(archive) as package:
            member = package.extractfile(f"package/{pin.file}")
            assert member is not None, f"{pin.file} is no ordinary file"
            data = member.read()
    assert pin.is_of(data), "the hashes of a pin are of one package"
    return data


def _packed(pin: Pin, folder: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        raise NotFetched("there is no npm here")
    command = [npm, "pack", f"{pin.package}@{pin.version}", "--pack-destination", str(folder)]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    archives = list(folder.glob("*.tgz"))
    if ran.returncode or len(archives) != 1:
        lines = ran.stderr.strip().splitlines()
        raise NotFetched(f"npm pack failed: {lines[0] if lines else ran.returncode}")
    return archives[0]
