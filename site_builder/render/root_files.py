"""Files that a course puts at the root of its site: ``CNAME``, ``robots.txt``, ``.well-known/``."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.problems import Problems, SourcePosition
from site_builder.source.snapshot import Files

ROOT_FOLDER = "static/root"


def with_root_files(site: Mapping[str, bytes], files: Files, problems: Problems) -> dict[str, bytes]:
    """The site and, over it, what `ROOT_FOLDER` holds; no page, and nothing that pages need, may be replaced so."""
    whole = dict(site)
    for source in files.names(ROOT_FOLDER, deep=True):
        path = source.removeprefix(f"{ROOT_FOLDER}/")
        if path in site and (path.endswith("index.html") or path.startswith("assets/") or path == "numbers.json"):
            message = f"the builder makes {path} itself"
            problems.error(SourcePosition(source), "output-is-unique", message, "rename it, or change a template")
        elif (data := files.data(source, problems)) is not None:
            whole[path] = data
    return whole
