"""The picture of a lesson that networks show beside a link to it: its title, and the last number of its lede.

Drawn as SVG and turned into PNG by resvg, in the face that the course brings: faces of the machine are left alone, so
that the same course gives the same bytes everywhere.
"""

from __future__ import annotations

import posixpath
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from site_builder.output.raster import rasteriser
from site_builder.problems import Problems, SourcePosition
from site_builder.render.light_dark import side
from site_builder.render.tokens import own_tokens
from site_builder.source.snapshot import Files

FACES = "static/preview"
"""Where a course keeps the face, called as its family, ``Noto-Sans-SC.ttf``; what lies there is not published."""
NAME = "preview.png"
WIDTH, HEIGHT, EDGE = 1200, 630, 80
_SIZES = ((84, 2), (68, 2), (54, 3))
"""Sizes of a title with the lines there is room for: the first that holds it."""
_LARGE, _SMALL = (92, 72, 56), 34
"""Sizes of the number's clause, the first that holds it in a line, or else the number; and of the course."""
_STAYS = "，。、；：？！）】》”’,.;:?!)]}%"
"""What does not begin a line."""


@dataclass(frozen=True, slots=True)
class Face:
    """A family and the bytes of its face."""

    family: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Preview:
    """What a picture says: the course, the lesson's title, a number and its clause (or nothing)."""

    course: str
    title: str
    number: str
    words: str


def preview_svg(preview: Preview, tokens: str) -> str:
    """The picture in the light colours of a theme's tokens."""
    colours = {name: side(value, 0) for name, value in own_tokens(tokens).items()}
    size, lines = _set(preview.title)
    first = 170 + size
    texts = [(120, _SMALL, "--soft", preview.course)]
    texts += [(first + turn * round(size * 1.3), size, "--ink", line) for turn, line in enumerate(lines)]
    if preview.number:
        clauses = ((preview.words, size) for size in _LARGE if _width(preview.words) * size <= WIDTH - 2 * EDGE)
        said, large = next(clauses, (preview.number, _LARGE[0]))
        texts.append((HEIGHT - 74, large, "--accent", said))
    drawn = "".join(
        f'<text x="{EDGE}" y="{y}" font-size="{size}" fill="{colours[colour]}">{escape(_cut(text, size))}</text>'
        for y, size, colour, text in texts
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="sans-serif" font-weight="700">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colours["--paper"]}"/>'
        f'<rect width="{WIDTH}" height="16" fill="{colours["--accent"]}"/>{drawn}</svg>'
    )


def _set(title: str) -> tuple[int, list[str]]:
    """The size and the lines of a title; what the smallest size does not hold is cut."""
    for size, most in _SIZES:
        room = (WIDTH - 2 * EDGE) / size
        lines = list(_lines(title, room))
        whole = next((turn for turn, line in enumerate(lines) if _width(line) > room), len(lines))
        if whole == len(lines) <= most:
            return size, lines
    last = min(whole, most - 1)
    return size, [*lines[:last], "".join(lines[last:])]


def _lines(text: str, most: float) -> Iterator[str]:
    """Lines of at most so many em: Chinese breaks anywhere but before a closing mark, other words as a whole."""
    line = ""
    for piece in _pieces(text):
        if line and _width(line + piece.rstrip()) > most:
            yield line.rstrip()
            line = ""
        line += piece if line else piece.lstrip()
    yield line.rstrip()


def _pieces(text: str) -> Iterator[str]:
    """What is not parted: a character of full width, or a word, with the marks and the space behind it."""
    piece = ""
    for index, character in enumerate(text):
        before = text[index - 1] if index else ""
        joined = character in _STAYS or character.isspace() or not (_is_wide(character) or _is_wide(before))
        if piece and (not joined or (before.isspace() and not character.isspace() and character not in _STAYS)):
            yield piece
            piece = ""
        piece += character
    yield piece


def _is_wide(character: str) -> bool:
    return bool(character) and unicodedata.east_asian_width(character) in "WF"


def _width(text: str) -> float:
    """About how many em a text takes in a bold face."""
    return sum(1 if _is_wide(character) else 0.62 for character in text)


def _cut(text: str, size: int) -> str:
    most = (WIDTH - 2 * EDGE) / size
    if _width(text) <= most:
        return text
    while _width(text) > most - 1:
        text = text[:-1]
    return f"{text.rstrip()}…"


def face_of(files: Files, problems: Problems) -> Face | None:
    """The course's face, the first by name; None where it has none, or, reported, where that is none."""
    path = next(iter(files.names(FACES)), "")
    data = files.data(path, problems) if path else None
    if data is None:
        return None
    face = Face(posixpath.basename(path).rpartition(".")[0].replace("-", " "), data)
    if not _draws(face):
        message = f"this is no face of the family {face.family!r}, which its name says"
        problems.error(SourcePosition(path), "file-is-present", message, "name it as its family: Noto-Sans-SC.ttf")
        return None
    return face


def _draws(face: Face) -> bool:
    """Whether the bytes are a face of that family: a letter leaves a mark."""
    empty = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" font-family="sans-serif">{}</svg>'
    letter = empty.format('<text y="18" font-size="18">N</text>')
    with rasteriser(face.family, face.data) as draw:
        return draw(letter) != draw(empty.format(""))
