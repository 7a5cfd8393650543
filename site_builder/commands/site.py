"""The site that ``build`` writes, ``check`` only makes and ``serve`` shows."""

from __future__ import annotations

import gc
import os
from pathlib import Path

from site_builder.build.pipeline import Built, Options, build_site
from site_builder.build.store import Store
from site_builder.commands.given import given_anchor
from site_builder.commands.progress import Progress
from site_builder.output.store import FolderStore, cache_folder
from site_builder.problems import BuildStopped, Problems
from site_builder.source.folder import code_digest, read_folder, read_package


def site_of(
    root: Path,
    anchor: Path | None,
    problems: Problems,
    *,
    base_url: str = "",
    drafts: bool = False,
    store: Store | None = None,
    is_slow: bool = False,
) -> Built:
    """The site of the course in `root`, in memory, on the `anchor` given.  Raises BuildStopped on any mistake.

    What may be slow says how far it is.
    """
    files = read_folder(root)
    text = given_anchor(files, anchor, problems) if anchor else None
    if anchor and text is None:
        raise BuildStopped
    gc.disable()  # a build makes trees without cycles: looking for some took a fifth of the time of a large one
    progress = Progress() if is_slow else None
    options = Options(text, base_url, drafts, progress) if progress else Options(text, base_url, drafts)
    try:
        return build_site(files, read_package(), options, problems, store)
    finally:
        gc.enable()
        if progress:
            progress.clear()


def store_of(root: Path, no_cache: bool) -> Store | None:
    """The pages that the last build of this course has kept, or nothing where that is asked for."""
    return None if no_cache else FolderStore(cache_folder(), os.path.realpath(root), code_digest())
