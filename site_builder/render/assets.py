"""Styles and scripts joined in a fixed order, and the files that go beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rjsmin import jsmin

from site_builder.render.light_dark import fallback

STYLES = tuple(
    f"css/{name}.css"
    for name in ("tokens", "base", "layout", "page", "marks", "blocks", "frames", "foot", "map", "figure")
)
"""The styles before the components' own, in order; print.css comes after them."""
PRINT = "css/print.css"
SCRIPTS = (
    "js/lesson.js",  # first: the others register with it
    "js/approximate.js",
    "js/formula.js",
    "js/copying.js",
    "js/notes.js",
    "js/permalinks.js",
    "js/reading.js",
    "js/settle.js",
    "js/theme_switch.js",
    "js/units.js",
    "components/attention_figure.js",
    "components/calculator-address.js",
    "components/calculator-cards.js",
    "components/calculator-chart.js",
    "components/calculator-controls.js",
    "components/calculator-guess.js",
    "components/calculator-values.js",
    "components/calculator-zoom.js",
    "components/calculator.js",  # after its parts
    "components/areas.js",  # after the calculator it follows
    "components/predictions.js",
    "components/shape_diagram.js",
    "components/stepper.js",
    "components/steps_figure.js",
)
"""Our scripts in order; those that a course adds follow by name, its js/ first."""
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
    tokens, *rest = (*STYLES, *_components(static), PRINT)
    older = fallback(static[tokens].decode())
    sheets = (static[tokens], older.encode(), *(static[path] for path in rest))
    return b"\n".join(map(_slim, sheets)) + b"\n"


def _slim(styles: bytes) -> bytes:
    """The style sheet without comments, indentation and empty lines; what stands in quotes stays."""
    bare = _COMMENT.sub(lambda found: found[1] or b"", styles)
    return b"\n".join(line.strip() for line in bare.splitlines() if line.strip())


def _joined_scripts(static: Mapping[str, bytes]) -> bytes:
    added = [
        path
        for path in static
        if path.startswith(("js/", "components/")) and path.endswith(".js") and path not in SCRIPTS + ALONE
    ]
    paths = (*(path for path in SCRIPTS if path in static), *sorted(added, key=_js_first))
    return b'"use strict";\n' + b"\n".join(_guarded(path, static[path]) for path in paths) + b"\n"


def _js_first(path: str) -> tuple[bool, str]:
    return not path.startswith("js/"), path


def _guarded(path: str, script: bytes) -> bytes:
    """A script, comments and indentation left out, in its own scope and try: a throw in one stops no other."""
    return b"try { (function () {\n%s\n})(); } catch (error) { console.error(%s, error); }" % (
        jsmin(script),
        f'"{path}"'.encode(),
    )


def _components(static: Mapping[str, bytes]) -> Iterable[str]:
    return sorted(path for path in static if path.startswith("components/") and path.endswith(".css"))
