"""The list of files the builder made, kept in the site: it alone says what may be deleted."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

MANIFEST = ".site-builder.json"
ABOUT = "The files site-builder made in this folder. It deletes only these; all others are yours."


class DamagedManifest(ValueError):
    """A manifest that cannot be read: nothing in its folder can be told apart, so nothing is touched."""


def manifest_bytes(paths: Iterable[str]) -> bytes:
    """The manifest of a site of `paths`: one path a line, sorted, so that it diffs well."""
    return (json.dumps({"about": ABOUT, "files": sorted(paths)}, ensure_ascii=False, indent=1) + "\n").encode()


def read_manifest(site: Path) -> frozenset[str]:
    """The paths the builder made in `site`, its manifest among them; empty where there is no manifest.

    Raises DamagedManifest, OSError.
    """
    try:
        text = (site / MANIFEST).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return frozenset()
    except UnicodeDecodeError as error:
        raise DamagedManifest(site / MANIFEST) from error
    try:
        files = json.loads(text)["files"]
        if not all(isinstance(path, str) for path in files):
            raise TypeError(files)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise DamagedManifest(site / MANIFEST) from error
    return frozenset(files) | {MANIFEST}
