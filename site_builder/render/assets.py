"""Styles and scripts joined in a fixed order, and the files that go beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rjsmin import jsmin

STYLES = tuple(
    f"css/{name}.css" for name in ("tokens", "base", "layout", "page", "marks", "blocks", "foot", "map", "figure")
)
"""The styles before the components' own, in order; print.css comes after them."""
PRINT = "css/print.css"
FIRST_SCRIPTS = ("js/lesson.js",)
"""Scripts that others build on; the rest of js/ follows by name, then the components."""
ALONE = ("js/first_paint.js", "js/explore.js")
"""Scripts that are files of their own: first_paint.js runs before the first paint, explore.js comes with Plotly."""


_COMMENT = re.compile(rb""" ("(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*') | /\*.*?\*/ """, re.DOTALL | re.VERBOSE)


@dataclass(frozen=True, slots=True)
class Assets:
    """`files` by path in the site; `plotly` is the bundle's path in the site, or empty where there is none."""

    files: Mapping[str, bytes]
    plotly: str


def make_assets(static: Mapping[str, bytes], library: Mapping[str, bytes]) -> Assets:
    """The site's ``assets/`` from the theme's ``static/``.  Same input, same bytes.

    `library` is the one file of the chart library, or nothing for a site without charts.
    """
    files = {
        "assets/site.css": _joined_styles(static),
        "assets/site.js": _joined_scripts(static),
        "assets/first_paint.js": jsmin(static["js/first_paint.js"]) + b"\n",
    }
    for path, data in sorted([*static.items(), *library.items()]):
        if not path.startswith(("css/", "js/", "components/")):
            files[f"assets/{path}"] = data
    if library:
        files["assets/explore.js"] = jsmin(static["js/explore.js"]) + b"\n"
    return Assets(files, next((f"assets/{path}" for path in library), ""))


def _joined_styles(static: Mapping[str, bytes]) -> bytes:
    components = _components(static, ".css")
    return b"\n".join(_slim(static[path]) for path in (*STYLES, *components, PRINT)) + b"\n"


def _slim(styles: bytes) -> bytes:
    """The style sheet without comments, indentation and empty lines; what stands in quotes stays."""
    bare = _COMMENT.sub(lambda found: found[1] or b"", styles)
    return b"\n".join(line.strip() for line in bare.splitlines() if line.strip())


def _joined_scripts(static: Mapping[str, bytes]) -> bytes:
    rest = sorted(path for path in static if path.startswith("js/") and path not in FIRST_SCRIPTS + ALONE)
    paths = (*FIRST_SCRIPTS, *rest, *_components(static, ".js"))
    return b'"use strict";\n' + b"\n".join(_guarded(path, static[path]) for path in paths) + b"\n"


def _guarded(path: str, script: bytes) -> bytes:
    """A script in its own scope and its own try: a throw at its top level stops no other file."""
    return b"try { (function () {\n%s\n})(); } catch (error) { console.error(%s, error); }" % (
        jsmin(script),
        f'"{path}"'.encode(),
    )


def _components(static: Mapping[str, bytes], suffix: str) -> Iterable[str]:
    return sorted(path for path in static if path.startswith("components/") and path.endswith(suffix))
