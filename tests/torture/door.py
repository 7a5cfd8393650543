"""The Markdown door in one process: a course that has one of everything, a lesson's text in, its page out.

What holds for every text whatever is asserted here, for the fuzzers and for the property tests alike.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

import html5lib

from site_builder.build.page import Shared, page_of
from site_builder.checks.links import check_links
from site_builder.course.course import load_course
from site_builder.facts.anchor import load_anchor
from site_builder.parse.lesson import parse_lesson
from site_builder.problems import Problems
from site_builder.render.environment import make_environment
from site_builder.render.theme import read_theme
from site_builder.render.writer import Writer
from site_builder.resolve.lesson import resolve_lesson
from site_builder.resolve.scope import World
from site_builder.source.folder import read_folder, read_package
from site_builder.source.text import SourceText
from tests.scratch import scratch_course

PATH = "content/lessons/a.md"
FRONT = "---\ntitle: 一课\ntime: 5\n---\n\n"
MARKERS = "鼠牛虎兔龙蛇马羊猴鸡狗猪"
"""Characters that nothing but the text under test holds: where none is missing from the page, none was lost."""

_HREF = re.compile(r"(?:https?://|mailto:|#).*|(?!//|\\\\|[a-z][a-z0-9+.-]*:).*", re.IGNORECASE | re.DOTALL)
_SCRIPTS = re.compile(r'<script(?: type="application/(?:ld\+)?json"[^<>]*| src="(?:\.\./)*assets/\w+\.js"(?: defer)?)>')
OWN_SCRIPTS = 3
"""On a lesson with nothing live in it: the theme, the lesson as data for search engines, the site's script."""
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FORBIDDEN = frozenset(
    [
        "applet", "area", "audio", "base", "bdo", "embed", "form", "frame", "frameset", "iframe", "map", "marquee",
        "noscript", "object", "plaintext", "portal", "slot", "source", "style", "template", "textarea", "track",
        "video", "xmp",
    ]
)  # fmt: skip


class Violation(AssertionError):
    """Something that must hold for every text does not."""


@dataclass(frozen=True)
class Read:
    """What the builder made of a text: `page` is None where it was refused."""

    page: str | None
    problems: Problems

    @property
    def main(self) -> str:
        """The lesson's own part of the page, without its head."""
        return (self.page or "").partition("</header>\n</header>")[2] or (self.page or "").partition("<main")[2]


class Door:
    """A course on disk with sources, terms, promises, an image and a file to include; lesson ``a`` is the one read."""

    def __init__(self, root: Path) -> None:
        course = scratch_course(root)
        course.furnish()
        course.lesson("a")
        course.lesson("b", "## 小结\n")
        problems = Problems()
        files = read_folder(root)
        loaded, anchor = load_course(files, problems), load_anchor(files, "qwen3.8-27b", problems)
        theme = read_theme(files, read_package(), "zh-CN", problems)
        assert None not in (loaded, anchor, theme), list(problems)
        self._files, self._world = files, World(loaded, {anchor.id: anchor})
        self._writer = Writer(make_environment(theme.templates, theme.words), loaded, "assets/vendor/plotly.js", "")

    def read(self, body: str, front: str = FRONT) -> Read:
        """The page of the lesson with this body; asserts what holds for every body."""
        source, problems = front + body, Problems()
        page = self._page(SourceText(PATH, source), problems)
        _assert_problems_have_places(problems, source)
        assert page is not None or problems.errors
        if page is None or problems.errors:
            return Read(None, problems)
        assert_page_is_safe(page)
        assert_nothing_is_lost(body, page)
        return Read(page, problems)

    def _page(self, source: SourceText, problems: Problems) -> str | None:
        lesson = parse_lesson(source, self._files, problems)
        resolved = lesson and resolve_lesson(lesson, self._world, problems)
        if resolved is None or problems.errors:
            return None
        shared = Shared(self._world, self._writer, "")
        page = page_of(resolved, self._world.course.anchor, shared, problems)
        pages = {"c0/b/index.html": b'<h2 id="x">', page.url: page.html.encode()}
        check_links(self._world.course, (page,), pages, problems)
        return page.html


def _assert_problems_have_places(problems: Problems, source: str) -> None:
    lines = source.split("\n")
    for problem in problems:
        told = str(problem)
        told.encode()
        if "\n" in told or any(ord(character) < 32 or 127 <= ord(character) < 160 for character in told):
            raise Violation(f"a problem is not one clean line: {told!r}")
        place = problem.position
        if place.path == PATH and not (
            1 <= place.line <= len(lines) and 1 <= place.column <= len(lines[place.line - 1]) + 1
        ):
            raise Violation(f"a problem has no place in the file: {told}")


def assert_page_is_safe(page: str) -> None:
    """Well-formed, no script but the site's own, no handler, no style, no foreign request, ids once each."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    document = parser.parse(page)
    if parser.errors:
        raise Violation(f"not well formed: {parser.errors[:3]}")
    if page.count("<script") != page.count("</script>") or len(_SCRIPTS.findall(page)) != page.count("<script"):
        raise Violation("a script that is not the site's own")
    ids: Counter[str] = Counter()
    for element in document.iter():
        if not isinstance(element.tag, str):
            continue
        tag = element.tag.rpartition("}")[2].lower()
        if tag in _FORBIDDEN:
            raise Violation(f"an element <{tag}>")
        for name, value in element.attrib.items():
            _assert_attribute_is_safe(tag, str(name).lower(), value)
        if "id" in element.attrib:
            ids[element.attrib["id"]] += 1
    if doubled := [name for name, count in ids.items() if count > 1 or not name or re.search(r"\s", name)]:
        raise Violation(f"ids that are doubled, empty or spaced: {doubled[:5]}")


def _assert_attribute_is_safe(tag: str, name: str, value: str) -> None:
    if name.startswith("on") or name in {"style", "srcdoc", "srcset", "ping", "formaction", "background", "action"}:
        raise Violation(f"an attribute {name}={value!r}")
    if name in {"href", "src", "data", "poster"} and tag != "script" and not _HREF.fullmatch(value):
        raise Violation(f"an address {value!r}")
    if name == "src" and value.startswith(("http:", "https:", "//")):
        raise Violation(f"a request outside the site: {value!r}")
    if name == "href" and tag == "link" and not re.match(r"(?:\.\./)*assets/", value):
        raise Violation(f"a request outside the site: {value!r}")


def assert_nothing_is_lost(body: str, page: str) -> None:
    """Every marker of the source outside comments stands on the page at least as often, as text or in an attribute."""
    shown = Counter(html.unescape(unquote(page)))
    written = Counter(character for character in _COMMENT.sub("", body) if character in MARKERS)
    lost = {character: (count, shown[character]) for character, count in written.items() if shown[character] < count}
    if lost:
        raise Violation(f"lost from a page that was built (character: written, shown): {lost}")
