"""Classes of characters that Chinese typography asks for, from the Unicode database of this Python."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_HANGUL_NARROW = ((0x1160, 0x11FF), (0xD7B0, 0xD7FB))
_HANGUL = ((0x1100, 0x11FF), (0x302E, 0x302F), (0x3130, 0x318F), (0x3200, 0x321E), (0x3260, 0x327E),
           (0xA960, 0xA97C), (0xAC00, 0xD7FB), (0xFFA0, 0xFFDC))  # fmt: skip
_IDEOGRAPHS = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFD))
_WIDE_SYMBOLS = ((0x2329, 0x232A), (0x2630, 0x2637), (0x268A, 0x268F), (0x1F200, 0x1F200), (0x1F202, 0x1F202),
                 (0x1F210, 0x1F219), (0x1F21B, 0x1F22E), (0x1F230, 0x1F231), (0x1F237, 0x1F237),
                 (0x1F23B, 0x1F23B), (0x1F240, 0x1F248), (0x1F260, 0x1F265))  # fmt: skip
"""Wide characters among the emoji blocks that are no emoji by default."""

_CHINESE_PUNCTUATION = frozenset("‘’“”—―…‥·")
"""Punctuation of ambiguous width, wide in a Chinese sentence."""


@lru_cache(maxsize=4096)
def is_wide(char: str) -> bool:
    """East Asian Width W, F or H (UAX #11); unassigned code points count where ideographs are reserved."""
    if unicodedata.category(char) == "Cn":
        return _within(char, _IDEOGRAPHS)
    return unicodedata.east_asian_width(char) in ("W", "F", "H")


@lru_cache(maxsize=4096)
def is_cjk(char: str) -> bool:
    """A CJK character of the CommonMark CJK-friendly amendments: wide and no emoji by default, or Hangul."""
    if char < "\u1100":
        return False
    return (is_wide(char) and not _is_emoji(char)) or _within(char, _HANGUL_NARROW)


@lru_cache(maxsize=4096)
def is_punctuation(char: str) -> bool:
    """A character of Unicode's categories P or S: what CommonMark calls punctuation since its version 0.31."""
    return unicodedata.category(char)[0] in "PS"


def is_variation_selector(char: str) -> bool:
    """A variation selector other than the one that asks for an emoji."""
    return "\ufe00" <= char <= "\ufe0e"


def is_ideographic_variation_selector(char: str) -> bool:
    return "\U000e0100" <= char <= "\U000e01ef"


def joins_lines(before: str, after: str) -> bool:
    """Whether a line break between two characters vanishes (CSS Text 3, segment break transformation).

    Both are wide and neither is Hangul, which has spaces; Chinese punctuation of ambiguous width goes with
    its wide neighbour.
    """
    if before in _CHINESE_PUNCTUATION or after in _CHINESE_PUNCTUATION:
        return _runs_on(before) and _runs_on(after)
    return _is_unspaced(before) and _is_unspaced(after)


def _runs_on(char: str) -> bool:
    return char in _CHINESE_PUNCTUATION or _is_unspaced(char)


def _is_unspaced(char: str) -> bool:
    return is_wide(char) and not _within(char, _HANGUL)


def _is_emoji(char: str) -> bool:
    """Emoji by default (Emoji_Presentation), given that the character is wide."""
    return (
        ("\u2300" <= char <= "\u2bff" or char >= "\U0001f000")
        and char < "\U00020000"
        and not _within(char, _WIDE_SYMBOLS)
    )


def _within(char: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= ord(char) <= last for first, last in ranges)
