"""The words of a page's HTML as a reader reads them: formulas in their plain form, a line a block."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html import unescape

from site_builder.render.fold import folded
from site_builder.render.tidy import BLOCKS

TEX = "\t"
"""What a line of TeX begins with: that of the formulas in the line before it."""

_APART = tuple(
    re.compile(pattern, re.DOTALL)
    for pattern in (
        r"<(script|style|svg|template|nav|text)\b.*?</\1>",
        r'<button\b(?![^>]*class="set").*?</button>',
        r'<a class="(?:back|cite|permalink)".*?</a>',
        r'<span [^>]*aria-hidden="true"[^>]*>[^<]*</span>',
    )
)
"""What is no word of the text: drawings, controls, marks."""
_FORMULA = re.compile(r'<math alttext="([^"]*)".*?<annotation[^>]*>(.*?)</annotation>.*?</math>', re.DOTALL)
_CELL = re.compile(r"</t[dh]>")
_BLOCK = re.compile(rf"</?(?:{BLOCKS}|br|option)\b[^>]*>".replace("td|", "").replace("th|", ""))
_TAG = re.compile(r"<[^>]*>")
_TEX = re.compile("\x1f([^\x1f]*)\x1f")
_NO_LETTER = re.compile(r"[\W\d_]+")
_FEW = 8
"""A line has more than one letter in so many characters; another is a row of figures out of a table."""


def worded(html: str) -> str:
    """`html` without what is no text, each formula as its plain form and, where that folds differently, its TeX."""
    for part in _APART:
        html = part.sub("", html)
    return _FORMULA.sub(_with_tex, html.replace("\n", " "))


def title_of(html: str) -> str:
    """The words of a run of `worded` HTML on one line."""
    return " ".join(_TEX.sub("", _bare(html)).split())


def lines_of(html: str) -> Iterator[str]:
    """The words of `worded` HTML, a line for each block; behind `TEX`, the TeX of its formulas."""
    for block in _bare(_BLOCK.sub("\n", _CELL.sub(" ", html))).split("\n"):
        line = " ".join(_TEX.sub("", block).split())
        if len(_NO_LETTER.sub("", line)) * _FEW >= len(line) > 0:
            yield line
            if tex := " ".join(dict.fromkeys(_TEX.findall(block))):
                yield TEX + " ".join(tex.split())


def _with_tex(formula: re.Match[str]) -> str:
    plain, tex = formula[1], formula[2]
    return plain if _folded(unescape(tex)) == _folded(unescape(plain)) else f"{plain}\x1f{tex}\x1f"


def _bare(html: str) -> str:
    return unescape(_TAG.sub("", html)).replace("\u2060", "")


_folded = lru_cache(maxsize=4096)(folded)
