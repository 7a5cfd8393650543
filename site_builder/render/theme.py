"""Templates, styles, scripts and words: those of the package, overridden by the course's own.

Templates, styles and scripts are overridden file by file, words one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from site_builder.course.locale import Words, load_words
from site_builder.problems import Problems, SourcePosition
from site_builder.render.preview import FACES
from site_builder.render.root_files import ROOT_FOLDER
from site_builder.render.tokens import TOKENS, merged
from site_builder.source.folder import CHART_LIBRARY
from site_builder.source.snapshot import Files

VENDOR = "static/vendor"
LIGHT_LIBRARY = f"{VENDOR}/plotly-basic.min.js"
_APART = (f"{VENDOR}/", f"{ROOT_FOLDER}/", f"{FACES}/")
"""What lies in ``static/`` and is no asset of the pages."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Templates by name (``components/note.html``), static files by path (``css/base.css``), words of one language."""

    templates: Mapping[str, str]
    static: Mapping[str, bytes]
    words: Words


def read_theme(
    files: Files, package: Files, lang: str, problems: Problems, at: SourcePosition | None = None
) -> Theme | None:
    """The theme for a course in `lang`; None, with problems reported, where something cannot be read.

    `at` is where the language is written.
    """
    mark = problems.mark
    both = files.over(package)
    for folder in ("templates", "static"):
        both.check_names(folder, problems)
    templates = {
        path.removeprefix("templates/"): text.text
        for path in both.names("templates", ".html", deep=True)
        if (text := both.text(path, problems))
    }
    static = {
        path.removeprefix("static/"): data
        for path in both.names("static", deep=True)
        if not path.startswith(_APART) and (data := both.data(path, problems)) is not None
    }
    if files.has(TOKENS) and package.has(TOKENS) and (ours := package.text(TOKENS, problems)):
        own = files.text(TOKENS, problems)
        static["css/tokens.css"] = merged(ours.text, own.text if own else "").encode()
    words = load_words(files, package, lang, problems, at)
    return None if words is None or problems.has_errors_since(mark) else Theme(templates, static, words)


def library_path(theme: Files) -> str:
    """Where the chart library is: the light one if ``static/vendor/`` holds it, and the full one if not."""
    return LIGHT_LIBRARY if theme.has(LIGHT_LIBRARY) else CHART_LIBRARY


def chart_library(theme: Files, problems: Problems) -> dict[str, bytes]:
    """The chart library by its path in ``static/``."""
    path = library_path(theme)
    data = theme.data(path, problems)
    return {} if data is None else {path.removeprefix("static/"): data}
