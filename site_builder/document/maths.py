"""TeX to MathML: the one door, used by `parse` to check a formula and by `render` to print it.

The work is math_core's.  What is done here to its output: no `style` attribute (the page's policy forbids
them; tables keep their alignment and rules as classes), no entity that only HTML knows, the author's TeX kept
as annotation, colours and the letters of the dimension key marked with their class.  What a page could not show, a
comment, a stroke, is refused rather than dropped.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from xml.etree import ElementTree

from math_core import LatexError, LatexToMathML

from site_builder.document.tex import Piece, refused
from site_builder.document.tex_hints import HINTS, OF_ONES_OWN
from site_builder.document.tex_rewrites import QUOTE, TINTS, WIDE, known_tex
from site_builder.problems import Refused

DIMENSION_LETTERS = {"N": "dim dim-N", "d_k": "dim dim-d_k"}
"""Formula letters that may be coloured, with their classes; a letter is an identifier with at most one subscript."""
DIMENSIONS = frozenset(DIMENSION_LETTERS)

_CONVERTER = LatexToMathML(ignore_unknown_commands=False)
_ENTITY = re.compile(r"&(?!amp;|lt;|gt;|quot;|apos;|#)(\w+);")
_TERMINAL = re.compile(r"\x1b\[[\d;]*m")
_TEXT_ARGUMENT = re.compile(r"(\\text\{)((?:[^{}\\]|\\.|\{[^{}]*\})*)\}")
_COMMENT = re.compile(r"(?<!\\)(?:\\\\)*%")
_COLOUR = re.compile(r"(?:^|;)\s*color:(#\w+)")
_CLASSES = {
    "text-align: right": "maths-right",
    "text-align: left": "maths-left",
    "border-right:": "maths-rule-right",
    "border-left:": "maths-rule-left",
    "border-top:": "maths-rule-above",
    "border-bottom:": "maths-rule-below",
    "width: 100%": "maths-wide",
    "width: 50%": "maths-half",
}
"""What a declaration of math_core's styles becomes."""


@lru_cache(maxsize=4096)
def to_mathml(tex: str, display: bool = False, dimensions: frozenset[str] = frozenset()) -> str:
    """`tex` as a ``<math>`` element on one line, the letters of `dimensions` marked.

    Refused says what is wrong and where.
    """
    if comment := _COMMENT.search(tex):
        raise refused(r"% begins a comment, so what follows would vanish (write \% for the sign)", comment.end() - 1)
    pieces = known_tex(tex)
    written = _plain_text_arguments("".join(piece.text for piece in pieces))
    try:
        converted = _CONVERTER.convert_with_local_state(written, displaystyle=display)
    except LatexError as error:
        raise _as_refused(error, written, pieces) from error
    converted = _ENTITY.sub(lambda entity: html.unescape(entity[0]), converted.replace(QUOTE, '"'))
    try:
        math = ElementTree.fromstring(converted)
    except ElementTree.ParseError as error:
        raise refused("a character that no formula can hold") from error
    _widen_tildes(math)
    _without_styles(math)
    _sized_by_mstyle(math)
    _separate_powers(math, dimensions)
    for element in list(_letters(math, dimensions)):
        element.set("class", DIMENSION_LETTERS[_letter(element)])
    written = ElementTree.tostring(_annotated(math, tex), encoding="unicode", short_empty_elements=False)
    return written.replace("\n", "&#10;")


def _plain_text_arguments(tex: str) -> str:
    """Braces and # inside ``\\text{…}`` are ordinary text there: math_core wants them escaped."""

    def escaped(argument: re.Match[str]) -> str:
        inner = argument[2]
        if "{" not in inner and "#" not in inner:
            return argument[0]
        return argument[1] + re.sub(r"(?<!\\)[{}]", "", inner).replace(r"\#", "#").replace("#", r"\#") + "}"

    return _TEXT_ARGUMENT.sub(escaped, tex)


def _as_refused(error: LatexError, written: str, pieces: Sequence[Piece]) -> Refused:
    """The converter's own sentence, at the piece of the author's formula that it complains of."""
    lines = [line.strip() for line in _TERMINAL.sub("", str(error)).splitlines() if line.strip()]
    place = re.search(r"input:(\d+):(\d+)", " ".join(lines))
    message = lines[0].removeprefix("Error: ").rstrip(".") if lines else "not a formula"
    named = re.search(r"(Unknown command )?\"?(\\[A-Za-z]+)", message)
    hint = (HINTS.get(named[2], OF_ONES_OWN if named[1] else "")) if named else ""
    if place is None:
        return refused(message, hint=hint)
    before = written.split("\n")[: int(place[1]) - 1]
    offset = sum(len(line) + 1 for line in before) + int(place[2]) - 1
    starts = list(accumulate((len(piece.text) for piece in pieces), initial=0))
    index = bisect_right(starts, offset) - 1
    behind = pieces[-1].offset + 1 if pieces else 0
    if index < len(pieces):
        hint = hint or HINTS.get(pieces[index].text, "")
    return refused(message, pieces[index].offset if index < len(pieces) else behind, hint)


def _widen_tildes(math: ElementTree.Element) -> None:
    """Let the tilde over a marked base stretch, and take the mark out."""
    for mover in list(math.iter("mover")):
        marks = [part for part in mover[0] if part.text == WIDE]
        for mark in marks:
            mover[0].remove(mark)
            mover[1].set("stretchy", "true")


def _without_styles(math: ElementTree.Element) -> None:
    for element in math.iter():
        style = element.attrib.pop("style", "")
        if element.tag == "menclose" and element.get("notation") != "box":
            raise refused("a stroke through a formula does not show in every browser", hint=HINTS[r"\cancel"])
        names = [name for declaration, name in _CLASSES.items() if declaration in style]
        if colour := _COLOUR.search(style):
            names += ["tint", TINTS[colour[1]]]
        if names:
            element.set("class", " ".join(names))


def _sized_by_mstyle(math: ElementTree.Element) -> None:
    """Sizes stand on an ``mstyle`` around their element: HTML checkers know them nowhere else.

    But a table's own ``displaystyle`` is valid, and has to stay: browsers start tables in text style.
    """
    for parent in list(math.iter()):
        for place, element in enumerate(parent):
            names = {"mstyle": (), "mtable": ("scriptlevel",)}.get(element.tag, ("displaystyle", "scriptlevel"))
            sizes = {name: element.attrib.pop(name) for name in names if name in element.attrib}
            if sizes:
                parent[place] = ElementTree.Element("mstyle", sizes)
                parent[place].append(element)


def _separate_powers(math: ElementTree.Element, dimensions: frozenset[str]) -> None:
    """``d_k^2`` as the power of the letter d_k, so that the letter can be marked."""
    for element in list(math.iter("msubsup")):
        base, subscript, power = element
        letter = ElementTree.Element("msub")
        letter.extend([base, subscript])
        if _letter(letter) in dimensions:
            element.tag = "msup"
            element[:] = [letter, power]


def _letters(element: ElementTree.Element, dimensions: frozenset[str]) -> Iterator[ElementTree.Element]:
    """The outermost elements that write one of the letters."""
    if _letter(element) in dimensions:
        yield element
    elif element.tag in ("msub", "msubsup") and len(element) and not len(element[0]):
        for script in element[1:]:  # the base belongs to its subscript: the N of N_layers is no dimension
            yield from _letters(script, dimensions)
    else:
        for child in element:
            yield from _letters(child, dimensions)


def _letter(element: ElementTree.Element) -> str:
    if element.tag == "mi":
        return (element.text or "").strip()
    if element.tag == "msub" and all(not len(child) for child in element):
        return "_".join((child.text or "").strip() for child in element)
    return ""


def _annotated(math: ElementTree.Element, tex: str) -> ElementTree.Element:
    """The author's TeX beside the formula, where copying and assistive technology find it."""
    outer = ElementTree.Element("math", math.attrib)
    semantics = ElementTree.SubElement(outer, "semantics")
    row = ElementTree.SubElement(semantics, "mrow")
    row.text = math.text
    row.extend(list(math))
    annotation = ElementTree.SubElement(semantics, "annotation", {"encoding": "application/x-tex"})
    annotation.text = tex
    return outer
