"""The one place that writes: a site replaces the previous one whole, or not at all.

The new site is staged beside the old one, with hard links to what is unchanged and to the user's own
files, and then the two folders change places in one step.  docs/decisions/ says why.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from site_builder.output.lock import locked
from site_builder.output.manifest import MANIFEST, DamagedManifest, manifest_bytes, read_manifest
from site_builder.output.names import collisions, is_safe
from site_builder.output.staging import Entries, clash, clear, scan, stage
from site_builder.output.swap import recover, swap
from site_builder.problems import Problems, SourcePosition

RULE = "output-is-writable"


def write_site(files: Mapping[str, bytes], out: Path, problems: Problems) -> int:
    """Make the folder `out` hold `files` and the user's own files; return how many files changed.

    `out` comes from `check_destination`.  Files of the previous site that are not in `files` go; unchanged
    ones keep their time of modification.  On any problem, and on a kill at any moment, the old site stays
    as it was.
    """
    place = SourcePosition(str(out))
    for path in files:
        if not is_safe(path) or path == MANIFEST:
            problems.error(place, RULE, f"a page cannot have the path {path!r}")
    for one, other in collisions(files):
        problems.error(place, "output-is-unique", f"{one} and {other} are one file on some systems")
    if problems.errors:
        return 0
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with locked(out.parent):
            return _replace(files, out, problems)
    except DamagedManifest as error:
        problems.error(
            SourcePosition(str(error)), RULE, "the list of files we made cannot be read", "delete the folder"
        )
    except OSError as error:
        named = _final_name(error.filename, out)
        problems.error(SourcePosition(named), RULE, f"cannot write {named}: {error.strerror or error}")
    return 0


def _replace(files: Mapping[str, bytes], out: Path, problems: Problems) -> int:
    """Stage, swap, clear.  Raises DamagedManifest, OSError."""
    work = _work_folder(out)
    tree = work / "tree"
    recover(tree, out)
    clear(tree, out)
    made = read_manifest(out)
    old = scan(out)
    whole = {MANIFEST: manifest_bytes(files), **files}
    taken = clash(old, made, whole)
    if taken:
        problems.error(
            SourcePosition(str(out / taken)), RULE, "a file of yours is where a page must go", "move it away"
        )
        return 0
    changed = whole.keys() - _unchanged(whole, out, old, made)
    if not changed and made == whole.keys():
        _remove(work)
        return 0
    try:
        stage(whole, changed, tree, out, old.without(made))
        swap(tree, out)
    finally:
        clear(tree, out)
        _remove(work)
    return len(changed - {MANIFEST})


def _unchanged(files: Mapping[str, bytes], out: Path, old: Entries, made: frozenset[str]) -> set[str]:
    """The files that the previous site has byte for byte."""
    return {
        path
        for path, data in files.items()
        if path in made and old.files.get(path) == len(data) and (out / path).read_bytes() == data
    }


def _work_folder(out: Path) -> Path:
    return out.with_name(f".site-builder-{out.name}")


def _remove(work: Path) -> None:
    shutil.rmtree(work, ignore_errors=True)


def _final_name(name: str | bytes | None, out: Path) -> str:
    """A path in the staging folder as the path that it would have had in the site."""
    path = os.fsdecode(name) if name else str(out)
    work = _work_folder(out)
    return path.replace(str(work / "tree"), str(out), 1).replace(str(work), str(out), 1)
