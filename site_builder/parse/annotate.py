"""From marks to meaning: every token gets its place in the file, roles their references, mistakes are reported."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from markdown_it.token import Token

from site_builder.document.inline import DimReference, EvalReference, Reference, TargetReference
from site_builder.document.maths import to_mathml
from site_builder.document.tex import with_macros
from site_builder.parse.addresses import is_elsewhere
from site_builder.parse.breaks import without_soft_breaks
from site_builder.parse.comments import HINT, without_inline_comments
from site_builder.parse.lint.text import text_mistakes
from site_builder.parse.notation import PLAIN, Notation
from site_builder.parse.places import Places, first_line, places_of_lines
from site_builder.parse.roles import reference
from site_builder.parse.targets import with_numbers
from site_builder.problems import Problems, Refused, SourcePosition
from site_builder.source.decode import character_name, unwanted_character
from site_builder.source.punctuation import report_half_width

_BOX = re.compile(r"\[([ xX])\] (?=\S)")
_WIDTH = re.compile(r"\{[ ]*width=[\"']?([1-9]\d{0,3})(?:px)?[\"']?[ ]*\}")


def annotate(
    token: Token, places: Places, problems: Problems, *, in_text: bool = False, notation: Notation = PLAIN
) -> None:
    """Give the children of an inline token their places and meanings.

    Images may stand `in_text`, which belongs to a block of the lesson; in a title or a text of YAML they are a mistake.
    """
    for found in (*token.meta.pop("mistakes", ()), *text_mistakes(token)):
        problems.add(found.at(places.at(found.offset)))
    numbered = with_numbers(token.children or (), places, problems)
    if not in_text:
        for child in numbered:
            if child.type == "comment":
                at = places.at(child.meta["offset"])
                problems.warning(at, "comment-is-not-printed", "a comment is left out of the page", HINT)
    children = [_annotated(child, places, problems, notation) for child in without_inline_comments(numbered)]
    _read_widths(children)
    for child in children:
        if child.type == "image":
            _report_image(child, problems, in_text=in_text)
    if children and children[0].type == "text":
        children[0].content = _BOX.sub(_drawn_box, children[0].content, count=1)
    _report_links_in_links(children, problems)
    token.children = without_soft_breaks([child for child in children if child.type != "text" or child.content])


def _read_widths(children: Sequence[Token]) -> None:
    """``{width=300}`` right behind an image is its width."""
    for image, behind in pairwise(children):
        if image.type == "image" and behind.type == "text" and (found := _WIDTH.match(behind.content)):
            image.meta["width"] = int(found[1])
            behind.content = behind.content[found.end() :]


def _report_links_in_links(children: Sequence[Token], problems: Problems) -> None:
    """No link may hold what prints a link or a button of its own: a browser would end the outer one there."""
    inside = 0
    for child in children:
        inside += child.nesting if child.type in ("link_open", "link_close") else 0
        held = child.meta.get("reference")
        is_pressed = child.type == "role" and not isinstance(held, (DimReference, TargetReference))
        if inside and (is_pressed or child.type == "footnote_ref"):
            what = f"the role {{{child.info}}}" if is_pressed else "a footnote's mark"
            message = f"{what} is a link of its own, which no other link may hold"
            problems.error(child.meta["position"], "link-is-written-right", message, "put it beside the link")


def _annotated(token: Token, places: Places, problems: Problems, notation: Notation) -> Token:
    offset = token.meta.pop("offset", None)
    token.meta.pop("end", None)
    token.meta.pop("marks", None)
    if token.type == "text" and (unwanted := unwanted_character(token.content)):
        message = f"the text holds {character_name(unwanted)}"
        problems.error(places.at(offset or 0), "source-has-no-control-characters", message, "remove its entity")
    if token.type == "text":
        report_half_width(token.content, lambda index: places.at((offset or 0) + index), problems)
    parts = token.meta.pop("parts", ())
    if token.type == "text" and any(map(str.isdigit, token.content)):
        token.meta["places"] = tuple((start, places.at(written)) for start, written in parts)
    if offset is None or token.type == "text":
        return token
    token.meta["position"] = places.at(offset)
    if token.tag == "math":
        check_formula(token, lambda index: places.at(offset + len(token.markup) + index), problems, notation)
    elif token.type == "role":
        found = _reference(token, places, problems)
        if found is None:
            token.type, token.tag = "code_inline", "code"
        else:
            token.meta["reference"] = found
    elif token.type == "image":
        token.children = [_annotated(child, places, problems, notation) for child in token.children or ()]
    return token


def _reference(token: Token, places: Places, problems: Problems) -> Reference | None:
    """What a role refers to; an expression knows where each of its lines stands."""
    start, (begins, *lines) = token.meta.pop("text_offset"), token.meta.pop("lines")
    found = reference(token.info, token.content, token.meta["position"], places.at(start + begins), problems)
    if lines and isinstance(found, EvalReference):
        more = tuple((line - begins, places.at(start + line)) for line in lines)
        return replace(found, expression=replace(found.expression, lines=more))
    return found


def _drawn_box(box: re.Match[str]) -> str:
    """The box of a task, ticked or not; in the middle of a text the marks stay as they are."""
    return box[0] if box.start() else f"{'☐' if box[1] == ' ' else '☑'} "


def _report_image(image: Token, problems: Problems, *, in_text: bool) -> None:
    path, at = str(image.attrs["src"]), image.meta["position"]
    if is_elsewhere(path):
        message = f"an image from elsewhere is not shown, as pages ask nothing of other sites: {path[:60]!r}"
        problems.error(at, "image-is-a-figure", message, "save it beside the lesson, and give its path")
    elif not in_text:
        message = f"no image can stand here: {path[:60]!r}"
        problems.error(at, "image-is-a-figure", message, "put it into the text of a lesson")
    elif not image.content.strip():
        message = f"nothing says what this image shows: {path[:60]!r}"
        problems.error(at, "image-is-a-figure", message, "write it between the brackets: ![words](path)")


def annotate_display_maths(
    token: Token, lines: Sequence[str], path: str, problems: Problems, notation: Notation
) -> None:
    """Check a formula that stands in lines of its own; its first line may be that of the dollars."""
    first = first_line(token) if lines[first_line(token)].strip() != "$$" else first_line(token) + 1
    places = places_of_lines(token.content, first, lines, path)
    check_formula(token, places.at, problems, notation)


def check_formula(token: Token, place: Callable[[int], SourcePosition], problems: Problems, notation: Notation) -> None:
    """Write out the course's macros, and report where TeX cannot be printed.

    `place` gives the place of an offset in the TeX.  Without macros that are known nothing can be said of it.
    """
    if notation.macros is None:
        return
    token.meta["dimensions"] = notation.dimensions
    expanded = None
    try:
        expanded = with_macros(token.content, notation.macros)
        to_mathml(expanded.tex if expanded else token.content, len(token.markup) == 2)
    except Refused as refusal:
        mistake = replace(refusal.mistake, message=f"this formula cannot be read: {refusal}")
        offset = expanded.offset(mistake.offset) if expanded else mistake.offset
        problems.add(mistake.at(place(min(offset, len(token.content)))))
        return
    if expanded:
        token.content = expanded.tex
