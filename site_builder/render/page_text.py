"""A written page read once more: its words by section, where it prints numbers, where it links to, what has an id.

The page's own HTML is read, so that every component and template is seen and none has to do anything for it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import unquote

_PIECE = re.compile(r"<(/?)([a-z][a-z0-9-]*)((?:\s[^>]*)?)>|([^<]+)")
_SCRIPT = re.compile(r"<script\b.*?</script>", re.DOTALL)
_MATH = re.compile(r'<math alttext="([^"]*)".*?</math>', re.DOTALL)
_ID = re.compile(r' id="([^"]+)"')
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_VOID = frozenset(("area", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"))
_APPARATUS = '<div class="apparatus">'
_OPEN, _CLOSE = "\u27e8", "\u27e9"
"""Around a computed number in a text: what is printed, a bar, the id of the number."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a page that prints the number with the element id `number`; `section` is the id of a heading."""

    number: str
    section: str
    text: str


@dataclass(slots=True)
class Part:
    """What stands below a heading, as lines; a computed figure has its own words apart in `drawn`."""

    id: str = ""
    title: str = ""
    lines: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Drawn:
    """The words of a computed figure that are not its author's: cells, ticks, readings."""

    kind: str
    name: str
    section: str
    words: list[str] = field(default_factory=list)


@dataclass(slots=True)
class PageText:
    """What was found in a page, in reading order; an href is (section, address, words)."""

    parts: list[Part] = field(default_factory=lambda: [Part()])
    places: list[Place] = field(default_factory=list)
    links: list[tuple[str, str, str]] = field(default_factory=list)
    drawn: list[Drawn] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Element:
    """An open element: where its words begin in the line, the figure around it, whether its words count."""

    tag: str
    attributes: dict[str, str]
    begins: int
    figure: Drawn | None
    silent: bool


def page_text(page: str, computed: Iterable[str], apart: Iterable[str] = ()) -> PageText:
    """The `main` of a page without its neighbours and its apparatus, of which only the ids are read.

    `computed` are the stems of components whose cells are computed; of those in `apart` the links are no text of the
    page either.
    """
    main = page[page.find('<main id="main"') : page.find("</main>")]
    body, _, apparatus = main.partition(_APPARATUS)
    reader = _Reader(frozenset(computed), frozenset(apart))
    for piece in _PIECE.finditer(_MATH.sub(r"\1", _SCRIPT.sub("", body))):
        reader.take(*piece.groups())
    reader.end_line()
    reader.found.ids += [html.unescape(name) for name in _ID.findall(apparatus)]
    return reader.found


class _Reader:
    """Takes a page piece by piece; `found` is what it has seen so far."""

    def __init__(self, computed: frozenset[str], apart: frozenset[str]) -> None:
        self.computed, self.apart, self.found = computed | apart, apart, PageText()
        self.stack = [_Element("main", {}, 0, None, silent=False)]
        self.line: list[str] = []

    def take(self, closing: str | None, tag: str | None, written: str | None, words: str | None) -> None:
        if words is not None:
            self._words(html.unescape(words))
        elif closing:
            self._end(str(tag))
        else:
            self._begin(str(tag), {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(written or "")})
            if tag in _VOID or (written or "").endswith("/"):
                self._end(str(tag))

    def end_line(self) -> None:
        text = " ".join("".join(self.line).split())
        self.line.clear()
        if text:
            figure = self.stack[-1].figure
            (figure.words if figure else self.found.parts[-1].lines).append(text)

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        outer, kind, class_ = self.stack[-1], attributes.get("data-component", ""), attributes.get("class", "")
        is_heading = tag in ("h2", "h3", "h4") and "id" in attributes and not class_
        if kind in self.computed or class_ in ("block-title", "figure-caption") or is_heading:
            self.end_line()
        figure = None if class_ in ("block-title", "figure-caption") else outer.figure
        if kind in self.computed:
            figure = Drawn(kind, attributes.get("data-name", ""), self.found.parts[-1].id)
            self.found.drawn.append(figure)
        silent = outer.silent or tag == "svg" or class_ in ("visually-hidden", "neighbours", "badge")
        silent = silent or (tag == "button" and class_ != "set")
        self.stack.append(_Element(tag, attributes, len(self.line), figure, silent))
        if "id" in attributes and not silent and not attributes["id"].startswith("from-"):
            self.found.ids.append(attributes["id"])
        if is_heading:
            self.found.parts.append(Part(attributes["id"]))

    def _end(self, tag: str) -> None:
        while len(self.stack) > 1:
            element = self.stack[-1]
            self._leave(element)
            self.stack.pop()
            if element.tag == tag:
                return

    def _leave(self, element: _Element) -> None:
        said, part = "".join(self.line[element.begins :]), self.found.parts[-1]
        if element.tag == "a" and not element.silent:
            self._link(element, said)
        elif element.tag in ("h2", "h3", "h4") and element.attributes.get("id") == part.id:
            part.title = " ".join(said.split())
            self.line.clear()
        elif element.figure is not self.stack[-2].figure:
            self.end_line()

    def _link(self, element: _Element, said: str) -> None:
        href, section = element.attributes.get("href", ""), self.found.parts[-1].id
        if element.attributes.get("class") == "number":
            number = unquote(href.removeprefix("#"))
            self.found.places.append(Place(number, section, said))
            self.line[element.begins :] = [f"{_OPEN}{said}|{number}{_CLOSE}"]
        elif href and not (element.figure and element.figure.kind in self.apart):
            self.found.links.append((section, href, said))

    def _words(self, words: str) -> None:
        if self.stack[-1].silent:
            return
        first, *others = words.split("\n")
        self.line.append(first)
        for other in others:
            self.end_line()
            self.line.append(other)
