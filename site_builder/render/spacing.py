"""Marks between words that are not the author's: spaces between Chinese and half-width words, digits in groups.

On screen ``text-autospace`` would part them; a description that is only read aloud, and a text whose lines must not
move, have the space in them, as the locale's own words do.
"""

from __future__ import annotations

import re

_WIDE, _NARROW = r"[\u3400-\u9fff]", r"[0-9A-Za-z%²³]"
_UNIT = re.compile(r"(?<=\d) (?=[A-Za-z])")
_LONG = re.compile(r"(?<![\d.,])\d{5,}(?!\d)")
_DOT = re.compile(" (?=· )")
_SEAM = re.compile(f"(?<={_WIDE})(?={_NARROW})|(?<={_NARROW})(?={_WIDE})")


def spaced(text: str) -> str:
    """`text`, plain or HTML, with a space wherever a half-width word stands directly beside a Chinese one.

    A dot that parts two of its pieces stays with the first: no line begins with one.
    """
    return type(text)(_DOT.sub("\u00a0", _SEAM.sub(" ", text)))


def legible(text: str) -> str:
    """A formula with its numbers put in, for the eye: digits in groups, every number on the line of its unit.

    `calculator-cards.js` does the same in the browser.
    """
    return _UNIT.sub("\u00a0", _LONG.sub(lambda digits: f"{int(digits[0]):,}", text))
