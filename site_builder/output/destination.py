"""Where a site may be written, decided before anything is read or made."""

from __future__ import annotations

import os
from pathlib import Path

from site_builder.output.manifest import MANIFEST
from site_builder.problems import Problems, SourcePosition

RULE = "output-is-writable"
_SOURCES = ("content", "templates", "static", ".git")


def check_destination(root: Path, out: Path, problems: Problems) -> Path | None:
    """The absolute path of the site's folder, or None with a problem reported.

    Refused: a folder that holds the course or the home folder, one inside the course's sources, a symbolic
    link, a mount point, anything but a folder, and a folder with files that no manifest of ours names.
    """
    try:
        trouble = _trouble(root.resolve(), out)
    except (OSError, RuntimeError, ValueError) as error:
        trouble = f"cannot be used: {error}"
    if trouble:
        problems.error(SourcePosition(str(out)), RULE, f"the output folder {trouble}", "choose another with --out")
        return None
    return out.parent.resolve() / out.name


def _trouble(root: Path, out: Path) -> str:
    """What forbids writing to `out`, or nothing.  Raises OSError, RuntimeError, ValueError."""
    target = out.resolve()
    sources = [(root / name).resolve() for name in _SOURCES]
    if root.is_relative_to(target):
        return "holds the course itself"
    if Path(os.path.expanduser("~")).resolve().is_relative_to(target):
        return "holds your home folder"
    for name, source in zip(_SOURCES, sources, strict=True):
        if target.is_relative_to(source) or source.is_relative_to(target):
            return f"and the course's {name}/ lie inside each other"
    if out.is_symlink():
        return "is a symbolic link, which would be replaced"
    if not os.path.lexists(target):
        return ""
    if not target.is_dir():
        return "is not a folder"
    if os.path.ismount(target):
        return "is a mount point, which cannot be replaced in one step; a folder inside it can"
    if not (target / MANIFEST).is_file() and any(target.iterdir()):
        return "has files in it and was not made by site-builder"
    return ""
