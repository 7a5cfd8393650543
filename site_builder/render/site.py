"""The last stage before the disk: a resolved course becomes files in memory."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Any

from jinja2 import Environment, TemplateError, TemplateSyntaxError

from site_builder.document.course import Course
from site_builder.document.resolved import ResolvedLesson
from site_builder.problems import Problems, SourcePosition
from site_builder.render.assets import Assets, make_assets
from site_builder.render.course_map import course_map
from site_builder.render.environment import make_environment
from site_builder.render.ledger import ledger
from site_builder.render.theme import chart_library, read_theme
from site_builder.render.tidy import tidy
from site_builder.source.snapshot import Files

_OURS = str(Path(__file__).parents[1])
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        # The hash is that of an empty style element: Plotly makes one and fills it through the CSSOM.
        "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
        "img-src 'self' data:",
        "font-src 'none'",
        # Nothing here connects; without it Lighthouse, which asks from within the page, cannot see a robots.txt.
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)


def render_site(
    course: Course,
    lessons: Sequence[ResolvedLesson],
    own: Files,
    package: Files,
    base_url: str,
    problems: Problems,
) -> dict[str, bytes]:
    """Path in the site → bytes, for every page and asset but images.  Problems tell of what could not be made.

    `own` are the files of the course, which stand before those of the `package`.
    """
    theme = read_theme(own, package, course.lang, problems, course.lang_position)
    if theme is None:
        return {}
    has_charts = any(lesson.calculators for lesson in lessons)
    assets = make_assets(theme.static, chart_library(own, package, problems) if has_charts else {})
    files = dict(assets.files)
    environment = make_environment(theme.templates, theme.words)
    try:
        for path, page in _pages(environment, course, lessons, assets, base_url):
            files[path] = tidy(page).encode()
    except Exception as error:
        if not _is_of_a_template(error):
            raise
        problems.error(_template_position(error), "template-is-well-formed", _fault(error))
    return files


def _pages(
    environment: Environment, course: Course, lessons: Sequence[ResolvedLesson], assets: Assets, base_url: str
) -> Iterator[tuple[str, str]]:
    shared = {"course": course, "policy": POLICY}
    for lesson in lessons:
        template = environment.get_template("lesson.html")
        around = _around(lesson.url, assets.plotly if lesson.calculators else "", base_url)
        yield lesson.url, template.render(shared, **around, page=lesson, ledger=ledger(lesson.values))
    around = _around("index.html", "", base_url)
    yield "index.html", environment.get_template("course.html").render(shared, **around, map=course_map(course))


def _around(url: str, plotly: str, base_url: str) -> Mapping[str, Any]:
    """What a page knows of its surroundings: the way up, the whole address, the chart bundle if it draws charts."""
    up = "../" * url.count("/")
    folder = posixpath.dirname(url)
    whole = f"{base_url.rstrip('/')}/{folder + '/' if folder else ''}" if base_url else ""
    return {"up": up, "canonical": whole, "plotly": up + plotly if plotly else ""}


def _is_of_a_template(error: Exception) -> bool:
    """Whether a template made the mistake, not a function of ours that it called."""
    frames = [frame.filename for frame in extract_tb(error.__traceback__)]
    last = next((name for name in reversed(frames) if name.startswith(("templates/", _OURS))), "")
    return isinstance(error, TemplateError) or last.startswith("templates/")


def _fault(error: Exception) -> str:
    message = " ".join(str(error).split()) or "cannot be rendered"
    return message if isinstance(error, TemplateError) else f"{type(error).__name__}: {message}"


def _template_position(error: Exception) -> SourcePosition:
    """The template and line of a mistake; `error` knows them itself only for a mistake of syntax."""
    if isinstance(error, TemplateSyntaxError):
        return SourcePosition(f"templates/{error.name}", error.lineno)
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename.startswith("templates/")]
    return SourcePosition(frames[-1].filename, frames[-1].lineno or 1) if frames else SourcePosition("templates")
