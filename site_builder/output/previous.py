"""The site as the last build and its owner left it: what is ours, what was changed since, what is theirs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from site_builder.output.manifest import MANIFEST, Manifest, read_manifest
from site_builder.output.staging import Entries, clash, scan
from site_builder.problems import Problems, SourcePosition

RULE = "output-is-writable"


@dataclass(frozen=True, slots=True)
class Previous:
    """The folder `out`: what its manifest says and what lies there."""

    out: Path
    manifest: Manifest
    entries: Entries

    @classmethod
    def of(cls, out: Path) -> Previous:
        """Raises DamagedManifest, OSError."""
        return cls(out, read_manifest(out), scan(out))

    def has(self, path: str, data: bytes) -> bool:
        """Whether the file at `path` holds `data`."""
        found = self.entries.files.get(path)
        return found is not None and found.size == len(data) and (self.out / path).read_bytes() == data

    def unchanged(self, files: Mapping[str, bytes]) -> set[str]:
        """The files of ours that need not be written again."""
        return {path for path, data in files.items() if path in self.manifest.files and self.has(path, data)}

    def edited(self, unchanged: set[str]) -> set[str]:
        """The files of ours that someone has changed since: they are no longer what we wrote."""
        ours = (self.manifest.files.keys() & self.entries.files.keys()) - unchanged - {MANIFEST}
        return {path for path in ours if not self._is_as_written(path)}

    def _is_as_written(self, path: str) -> bool:
        return self.entries.files[path].size >= 0 and self.manifest.wrote(path, (self.out / path).read_bytes())

    def users(self, kept: set[str]) -> Entries:
        """What the new site takes over: the user's own files, and those of ours that became theirs."""
        return self.entries.without(self.manifest.made - kept)

    def refuse(self, new: Manifest, edited: set[str], problems: Problems) -> bool:
        """Tell, and answer, whether `new` may not replace this site: it would lose a file of the user's."""
        if not self.manifest.is_of(new):
            message = f"this folder holds the site of another course, {self.manifest.course!r}"
            problems.error(SourcePosition(str(self.out)), RULE, message, "choose another with --out, or delete it")
            return True
        for path in sorted(edited & new.files.keys()):
            message = "this page was changed after it was built, and a build would undo that"
            problems.error(SourcePosition(str(self.out / path)), RULE, message, "move it away, or delete it")
        kept = edited - new.files.keys()
        taken = clash(self.entries, self.manifest.made - kept, {MANIFEST, *new.files})
        if taken:
            message = "a file of yours is where a page must go"
            problems.error(SourcePosition(str(self.out / taken)), RULE, message, "move it away")
        return bool(problems.errors)
