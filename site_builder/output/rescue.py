"""What a person saved into the old site while it was being replaced goes into the new one."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from site_builder.output.manifest import Manifest, read_manifest
from site_builder.output.staging import Entries, Seen, scan, seen

_RECORD = "replacing.json"


def note(work: Path, site: Path, old: Entries) -> None:
    """Write down, before the exchange, which folder is the old site and what its files were.  Raises OSError."""
    if site.is_dir():
        record = {"site": _identity(site), "files": old.files}
        (work / _RECORD).write_text(json.dumps(record), encoding="utf-8")


def finish(tree: Path, site: Path) -> None:
    """Delete what lies at `tree`: a staged site that was never used, or the old site after the exchange.

    Only from the old site is anything carried over: what appeared or changed since `note`.  A staged site
    holds nothing but second links to files of `site`, and what a person has deleted there must not return.
    Raises OSError.
    """
    dead = tree.with_name("dead")
    shutil.rmtree(dead, ignore_errors=True)
    if not tree.is_dir():
        return
    record = tree.with_name(_RECORD)
    replaced = _read(record)
    if replaced is not None and replaced[0] == _identity(tree):
        _carry_over(tree, site, replaced[1])
    record.unlink(missing_ok=True)  # its number may soon be another folder's
    os.rename(tree, dead)  # deleted under another name: a tree half deleted is not taken for one of the two
    shutil.rmtree(dead)


def _carry_over(tree: Path, site: Path, before: Mapping[str, Seen]) -> None:
    """Move what is not as it was `before`, unless the new site has a still later file there that is not ours."""
    manifest = read_manifest(site)
    for path, now in scan(tree).files.items():
        target = site / path
        if now == before.get(path) or _is_later(target, path, before, manifest):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(tree / path, target)


def _is_later(target: Path, path: str, before: Mapping[str, Seen], manifest: Manifest) -> bool:
    """Whether a person saved `target` after the exchange: it is neither what was staged nor what we wrote."""
    if not os.path.lexists(target):
        return False
    staged = path in before and seen(target).is_copy_of(before[path])
    return not staged and not (target.is_file() and manifest.wrote(path, target.read_bytes()))


def _identity(folder: Path) -> list[int]:
    status = folder.lstat()
    return [status.st_dev, status.st_ino]


def _read(record: Path) -> tuple[list[int], dict[str, Seen]] | None:
    """The record, or None where there is none or a kill cut it off: then the exchange had not begun."""
    try:
        held = json.loads(record.read_text(encoding="utf-8"))
        return held["site"], {path: Seen(*values) for path, values in held["files"].items()}
    except (OSError, ValueError, TypeError, KeyError):
        return None
