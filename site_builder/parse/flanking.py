"""Which runs of `*`, `_` and `~` may open or close emphasis: the CommonMark CJK-friendly amendments.

The definitions' names are those of the amendments, https://github.com/tats-u/markdown-cjk-friendly
(specification.md): in CommonMark a run beside punctuation needs white space or punctuation on its other side,
which Chinese, written without spaces, does not have; there a CJK character on the other side does as well.
"""

from __future__ import annotations

from markdown_it.common.utils import isWhiteSpace
from markdown_it.rules_inline.state_inline import Scanned

from site_builder.source.characters import (
    is_cjk,
    is_ideographic_variation_selector,
    is_punctuation,
    is_variation_selector,
)


def scan_run(source: str, start: int, end: int, inside_words: bool) -> Scanned:
    """The run of `source[start]` that begins at `start`: may it open, may it close, and its length.

    `inside_words` is true for `*` and `~`, which may stand inside a word, and false for `_`.
    """
    stop = start
    while stop < end and source[stop] == source[start]:
        stop += 1
    before, selector = _preceding(source, start)
    after = source[stop] if stop < end else " "
    space_before, space_after = isWhiteSpace(ord(before)), isWhiteSpace(ord(after))
    cjk_before = _is_cjk_sequence(before, selector)
    foreign_mark_before = is_punctuation(before) and not cjk_before
    foreign_mark_after = is_punctuation(after) and not is_cjk(after)
    left = not space_after and (not foreign_mark_after or space_before or foreign_mark_before or cjk_before)
    right = not space_before and (not foreign_mark_before or space_after or foreign_mark_after or is_cjk(after))
    can_open = left and (inside_words or not right or is_punctuation(before))
    can_close = right and (inside_words or not left or is_punctuation(after))
    return Scanned(can_open, can_close, stop - start)


def _preceding(source: str, start: int) -> tuple[str, str]:
    """(the character before the run, the variation selector that modifies it or nothing)."""
    if not start:
        return " ", ""
    last = source[start - 1]
    if is_variation_selector(last) and start > 1 and not isWhiteSpace(ord(source[start - 2])):
        return source[start - 2], last
    return last, ""


def _is_cjk_sequence(char: str, selector: str) -> bool:
    """A CJK character, an ideographic variation selector, or a quotation mark asked to be full-width."""
    full_width_quote = selector == "\ufe01" and char in "‘’“”"
    return is_cjk(char) or is_ideographic_variation_selector(char) or full_width_quote
