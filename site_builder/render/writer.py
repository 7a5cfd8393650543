"""Pages written through templates."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb
from typing import Any, cast
from urllib.parse import quote, urlsplit

from jinja2 import Environment, TemplateError, TemplateSyntaxError

from site_builder.document.course import Course
from site_builder.document.inline import Inline
from site_builder.document.resolved import ResolvedLesson
from site_builder.problems import Problems, SourcePosition
from site_builder.render.assets import SELDOM
from site_builder.render.ledger import ledger
from site_builder.render.part_ids import with_part_ids
from site_builder.render.preview import NAME
from site_builder.render.returns import with_returns
from site_builder.render.tidy import tidy

NOT_FOUND = "404.html"
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


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes the pages of one course; `library` is the chart library's path in the site.

    Its lessons have `previews` where their address is known and the course brings a face.
    """

    environment: Environment
    course: Course
    library: str
    base_url: str
    previews: bool = False

    @property
    def words(self) -> Mapping[str, Any]:
        """The words of the reader's language."""
        return cast(Mapping[str, Any], self.environment.globals["words"])

    def unlinked(self, content: Inline) -> str:
        """The HTML of inline content with nothing in it to press."""
        return str(cast(Any, self.environment.globals["inline"])(content, links=False))

    def lesson(self, lesson: ResolvedLesson, problems: Problems) -> str:
        """The page of a lesson; empty, with the problem reported, where a template is wrong."""
        library = self.library if lesson.calculators else ""
        stems = {getattr(node, "stem", "") for node in lesson.records}
        return self.page(
            "lesson.html", lesson.url, problems, library, tuple(stem for stem in SELDOM if stem in stems),
            page=lesson, ledger=ledger(lesson.values), preview=NAME if self.previews else "",
        )  # fmt: skip

    def address(self, url: str) -> str:
        """The whole address of a page of the site; empty where the site's is not known."""
        return _whole(url, self.base_url)

    def page(
        self, template: str, url: str, problems: Problems, library: str = "", styles: tuple[str, ...] = (),
        preview: str = "", **values: Any,
    ) -> str:  # fmt: skip
        """The page that a template makes of `values`; empty, with the problem reported, where the template is wrong.

        `styles` are the components in it whose styles are files of their own, `preview` its picture for links to it.
        """
        around = _around(url, library, self.base_url)
        try:
            found = self.environment.get_template(template)
            html = found.render(course=self.course, policy=POLICY, styles=styles, preview=preview, **around, **values)
            return tidy(with_part_ids(with_returns(html)))
        except Exception as error:
            if not _is_of_a_template(error):
                raise
            problems.error(_template_position(error), "template-is-well-formed", _fault(error))
            return ""


def _around(url: str, plotly: str, base_url: str) -> Mapping[str, Any]:
    """What a page knows of its surroundings: the way up, the whole address, the chart bundle if it draws charts."""
    up = "../" * url.count("/")
    if url == NOT_FOUND:  # which is shown at any depth, so that nothing relative leads from it
        up = urlsplit(f"{base_url.rstrip('/')}/").path
        return {"up": up, "canonical": "", "plotly": ""}
    return {"up": up, "canonical": _whole(url, base_url), "plotly": up + plotly if plotly else ""}


def _whole(url: str, base_url: str) -> str:
    folder = posixpath.dirname(url)
    return f"{base_url.rstrip('/')}/{quote(folder) + '/' if folder else ''}" if base_url else ""


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
