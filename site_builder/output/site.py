"""The one place that writes: a site replaces the previous one whole, or not at all.

The new site is staged beside the old one, with hard links to what is unchanged and to the user's own
files, and then the two folders change places in one step.  docs/decisions/ says why.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from site_builder.output.lock import locked
from site_builder.output.manifest import MANIFEST, DamagedManifest, Manifest, digest
from site_builder.output.names import collisions, is_safe
from site_builder.output.previous import RULE, Previous
from site_builder.output.rescue import finish, note
from site_builder.output.staging import stage
from site_builder.output.swap import recover, swap
from site_builder.problems import Problems, SourcePosition


@dataclass(frozen=True, slots=True)
class Written:
    """What a build did: how many files it changed, and which it left because a person had changed them."""

    changed: int = 0
    kept: tuple[str, ...] = ()


def write_site(files: Mapping[str, bytes], out: Path, problems: Problems, course: str = "") -> Written:
    """Make the folder `out` hold `files` and the user's own files.

    `out` comes from `check_destination`, `course` is the title by which its site is known.  Files of the
    previous site that are not in `files` go, unless someone has changed them since; unchanged ones keep
    their time of modification.  On any problem, and on a kill at any moment, the old site stays as it was.
    """
    place = SourcePosition(str(out))
    for path in files:
        if not is_safe(path) or path == MANIFEST:
            problems.error(place, RULE, f"a page cannot have the path {path!r}")
    for one, other in collisions(files):
        problems.error(place, "output-is-unique", f"{one} and {other} are one file on some systems")
    if problems.errors:
        return Written()
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with locked(out.parent):
            return _replace(files, out, problems, course)
    except DamagedManifest as error:
        problems.error(
            SourcePosition(str(error)), RULE, "the list of files we made cannot be read", "delete the folder"
        )
    except OSError as error:
        named = _final_name(error.filename, out)
        problems.error(SourcePosition(named), RULE, f"cannot write {named}: {error.strerror or error}")
    return Written()


def _replace(files: Mapping[str, bytes], out: Path, problems: Problems, course: str) -> Written:
    """Stage, swap, clear.  Raises DamagedManifest, OSError."""
    work = _work_folder(out)
    tree = work / "tree"
    recover(tree, out)
    finish(tree, out)
    previous = Previous.of(out)
    unchanged = previous.unchanged(files)
    edited = previous.edited(unchanged)
    kept = edited - files.keys()
    new = Manifest(course, {path: digest(data) for path, data in files.items()})
    if previous.refuse(new, edited, problems):
        return Written()
    whole = {MANIFEST: new.as_bytes(), **files}
    changed = whole.keys() - unchanged
    if changed == {MANIFEST} and previous.has(MANIFEST, whole[MANIFEST]):
        _remove(work)
        return Written(0, tuple(sorted(kept)))
    try:
        stage(whole, changed, tree, out, previous.users(kept))
        note(work, out, previous.entries)
        swap(tree, out)
    finally:
        finish(tree, out)
        _remove(work)
    return Written(len(changed) - 1, tuple(sorted(kept)))


def _work_folder(out: Path) -> Path:
    return out.with_name(f".site-builder-{out.name}")


def _remove(work: Path) -> None:
    shutil.rmtree(work, ignore_errors=True)


def _final_name(name: str | bytes | None, out: Path) -> str:
    """A path in the staging folder as the path that it would have had in the site."""
    path = os.fsdecode(name) if name else str(out)
    work = _work_folder(out)
    return path.replace(str(work / "tree"), str(out), 1).replace(str(work), str(out), 1)
