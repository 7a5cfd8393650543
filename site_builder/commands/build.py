"""``build``: the course's folder in, the site's folder out, whole or not at all."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

from site_builder.commands.arguments import ANCHOR, DRAFTS, NO_CACHE, ROOT, Argument, web_address
from site_builder.commands.report import CLEAN, report
from site_builder.commands.site import site_of, store_of
from site_builder.output.compress import with_compressed
from site_builder.output.destination import check_destination
from site_builder.output.site import write_site
from site_builder.problems import BuildStopped, Problems

ARGUMENTS = (
    ROOT,
    Argument(("-o", "--out"), "the folder to write (default: site, in the root)", {"default": None, "metavar": "DIR"}),
    ANCHOR,
    Argument(
        ("--base-url",),
        "the address the site will have, for the one link that must be whole: the canonical one",
        {"type": web_address, "default": None, "metavar": "URL"},
    ),
    DRAFTS,
    NO_CACHE,
    Argument(
        ("--precompress",),
        "write .gz and .br beside every text, for hosts that send them as they are",
        {"action": "store_true"},
    ),
)


def run(
    root: Path, out: str | None, anchor: Path | None, base_url: str | None, drafts: bool, no_cache: bool,
    precompress: bool,
) -> int:  # fmt: skip
    """Build the site; exit code 1 and the previous site untouched on any problem."""
    problems, begun = Problems(), time.monotonic()
    destination = check_destination(root, root / "site" if out is None else Path(out), problems)
    if destination is None:
        return report(problems)
    try:
        store = store_of(root, no_cache)
        site = site_of(root, anchor, problems, base_url=base_url or "", drafts=drafts, store=store, is_slow=True)
        files = with_compressed(site.files) if precompress else site.files
        written = write_site(files, destination, problems, site.title)
    except BuildStopped:
        return report(problems.errors)
    if problems.errors:
        return report(problems.errors)
    for path in written.kept:
        print(f"kept: {destination / path}, changed after it was built and no longer a page of the course")
    pages = sum(path.endswith(".html") for path in site.files)
    same, seconds = len(files) - written.changed, time.monotonic() - begun
    print(f"{len(files)} files, {written.changed} changed, {same} unchanged; {pages} pages; {seconds:.1f} s")
    print(f"open {destination / 'index.html'}")
    _say_chart_library(site.files)
    if count := len(problems):
        print(f"{count} warning{'s' if count > 1 else ''}; site-builder check shows {'them' if count > 1 else 'it'}")
    return CLEAN


def _say_chart_library(files: Iterable[str]) -> None:
    bundle = next((path for path in files if "/plotly" in path), "")
    if bundle:
        kind = "light" if "basic" in bundle else "the full one; site-builder charts fetches the light one"
        print(f"chart library: {bundle.rpartition('/')[2]} ({kind})")
