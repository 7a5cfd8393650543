"""Styles and scripts joined in a fixed order, each file what a page needs at one time."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rjsmin import jsmin

from site_builder.render.light_dark import fallback

STYLES = tuple(
    f"css/{name}.css" for name in ("tokens", "base", "layout", "page", "marks", "blocks", "frames", "foot", "figure")
)
"""The styles before the components' own, in order; print.css comes after them."""
SELDOM = ("exercise", "plot", "solution", "tabs")
"""Components whose styles are files of their own, which only a page that holds one asks for."""
COURSE_STYLES = ("css/map.css", "css/course_pages.css")
"""What pages about the whole course have besides."""
PRINT = "css/print.css"
CUSTOM = "css/custom.css"
"""Styles that a course adds to ours, after all of them."""
CORE = tuple(
    f"js/{name}.js"
    for name in (
        "lesson",
        "copying",
        "notes",
        "permalinks",
        "reading",
        "returning",
        "search_box",
        "idle_layout",
        "theme_switch",
    )
)
"""What every page runs, in order, lesson.js first; scripts that a course adds to its js/ follow by name."""
CALCULATOR = (
    "js/approximate.js",
    "js/formula.js",
    "js/units.js",
    "components/calculator-address.js",
    "components/calculator-cards.js",
    "components/calculator-chart.js",
    "components/calculator-controls.js",
    "components/calculator-drawing.js",
    "components/calculator-guess.js",
    "components/calculator-meeting.js",
    "components/calculator-values.js",
    "components/calculator-zoom.js",
    "components/calculator.js",  # after its parts
)
"""What the calculator runs, in order.  Every other component's script is a file of its own."""
SEARCH = tuple(f"search/{name}.js" for name in ("fold", "index", "typos", "rank", "box"))
"""What a search runs, in one scope; it comes when a reader goes to the box, and its style with it."""
NOTICES = "notices.txt"
"""The licences of what a site holds of others: of the chart library, where there is one."""
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
        "assets/course.css": b"\n".join(_slim(static[path]) for path in COURSE_STYLES) + b"\n",
        "assets/first_paint.js": jsmin(static["js/first_paint.js"]) + b"\n",
        "assets/search.css": _slim(static["search/search.css"]) + b"\n",
        "assets/search.js": _guarded("search", b"\n".join(static[path] for path in SEARCH)) + b"\n",
    }
    alone = [f"components/{stem}.css" for stem in SELDOM]
    files |= {f"assets/{path}": _slim(static[path]) + b"\n" for path in alone if path in static}
    files |= {f"assets/{path}": script for path, script in _scripts(static)}
    for path, data in sorted([*static.items(), *library.items()]):
        if not path.startswith(("css/", "js/", "components/", "search/")) and (library or path != NOTICES):
            files[f"assets/{path}"] = data
    if library:
        files["assets/explore.js"] = jsmin(static["js/explore.js"]) + b"\n"
    return Assets(files, next((f"assets/{path}" for path in library), ""))


def _joined_styles(static: Mapping[str, bytes]) -> bytes:
    tokens, *rest = STYLES
    rest += (*_components(static), PRINT, *(path for path in static if path == CUSTOM))
    older = fallback(static[tokens].decode())
    sheets = (static[tokens], older.encode(), *(static[path] for path in rest))
    return b"\n".join(map(_slim, sheets)) + b"\n"


def _slim(styles: bytes) -> bytes:
    """The style sheet without comments, indentation and empty lines; what stands in quotes stays."""
    bare = _COMMENT.sub(lambda found: found[1] or b"", styles)
    return b"\n".join(line.strip() for line in bare.splitlines() if line.strip())


def _scripts(static: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The script of every page, which knows the file of each component, and those files."""
    ours = [path for path in static if path.endswith(".js") and path not in ALONE]
    added = sorted(path for path in ours if path.startswith("js/") and path not in CORE + CALCULATOR)
    alone = sorted(path for path in ours if path.startswith("components/") and path not in CALCULATOR)
    families = {CALCULATOR[-1]: CALCULATOR} | {path: (path,) for path in alone}
    files = {posixpath.basename(path).removesuffix(".js"): path for path in families}
    table = b"lesson.files = %s;" % json.dumps(files, separators=(",", ":")).encode()
    yield "site.js", _joined(static, (*CORE, *added), table)
    for file, paths in families.items():
        yield file, _joined(static, paths)


def _joined(static: Mapping[str, bytes], paths: Iterable[str], *more: bytes) -> bytes:
    parts = (*(_guarded(path, static[path]) for path in paths if path in static), *more)
    return b'"use strict";\n' + b"\n".join(parts) + b"\n"


def _guarded(path: str, script: bytes) -> bytes:
    """A script, comments and indentation left out, in its own scope and try: a throw in one stops no other."""
    return b"try { (function () {\n%s\n})(); } catch (error) { console.error(%s, error); }" % (
        jsmin(script),
        f'"{path}"'.encode(),
    )


def _components(static: Mapping[str, bytes]) -> Iterable[str]:
    alone = {f"components/{stem}.css" for stem in SELDOM}
    return sorted(
        path for path in static if path.startswith("components/") and path.endswith(".css") and path not in alone
    )
