"""The site that ``build`` writes and ``check`` only makes."""

from __future__ import annotations

from pathlib import Path

from site_builder.commands.given import given_anchor
from site_builder.pipeline import Built, Options, build_site
from site_builder.problems import BuildStopped, Problems
from site_builder.source.folder import read_folder, read_package


def site_of(root: Path, anchor: Path | None, problems: Problems, *, base_url: str = "", drafts: bool = False) -> Built:
    """The site of the course in `root`, in memory, on the `anchor` given.  Raises BuildStopped on any mistake."""
    files = read_folder(root)
    text = given_anchor(files, anchor, problems) if anchor else None
    if anchor and text is None:
        raise BuildStopped
    return build_site(files, read_package(), Options(text, base_url, drafts), problems)
