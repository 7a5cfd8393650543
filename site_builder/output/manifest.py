"""The list of files the builder made, kept in the site: it alone says what may be deleted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

MANIFEST = ".site-builder.json"
ABOUT = "The files site-builder made in this folder, each with a digest. It deletes only these; all others are yours."


class DamagedManifest(ValueError):
    """A manifest that cannot be read: nothing in its folder can be told apart, so nothing is touched."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What the builder made: the title of the course, and path → digest of what was written there.

    The digest is empty in the manifests of earlier versions, which listed paths alone.
    """

    course: str = ""
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def made(self) -> frozenset[str]:
        """Every path that is the builder's, its manifest among them."""
        return frozenset(self.files) | {MANIFEST}

    def wrote(self, path: str, data: bytes) -> bool:
        """Whether `data` is what the builder wrote at `path`, as far as its manifest can say."""
        return path in self.files and self.files[path] in ("", digest(data))

    def is_of(self, other: Manifest) -> bool:
        """Whether two manifests can be of one course: its title or one of its pages is the same.

        A course may be renamed, and its lessons may be; a folder in which neither is known is another's.
        """
        if not self.course or not other.course or self.course == other.course:
            return True
        return bool(_pages(self) & _pages(other))

    def as_bytes(self) -> bytes:
        """One path a line, sorted, so that it diffs well."""
        shown = {"about": ABOUT, "course": self.course, "files": dict(sorted(self.files.items()))}
        return (json.dumps(shown, ensure_ascii=False, indent=1) + "\n").encode()


def digest(data: bytes) -> str:
    """What tells two contents apart, in 32 hexadecimal digits."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def read_manifest(site: Path) -> Manifest:
    """The manifest in the folder `site`; an empty one where there is none.  Raises DamagedManifest, OSError."""
    try:
        text = (site / MANIFEST).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return Manifest()
    except UnicodeDecodeError as error:
        raise DamagedManifest(site / MANIFEST) from error
    try:
        held = json.loads(text)
        files = held["files"] if isinstance(held["files"], dict) else dict.fromkeys(held["files"], "")
        words = [str(held.get("course", "")), *files.keys(), *files.values()]
        if not all(isinstance(word, str) for word in words):
            raise TypeError(files)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise DamagedManifest(site / MANIFEST) from error
    return Manifest(words[0], files)


def _pages(manifest: Manifest) -> set[str]:
    """The pages that lie in a folder of their own: those at the root are called alike in every course."""
    return {path for path in manifest.files if "/" in path and path.endswith(".html")}
