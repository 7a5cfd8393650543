"""The space between Chinese and half-width words where a sentence of the locale is filled in.

On screen ``text-autospace`` would part them; a description that is only read aloud, and a text whose lines must not
move, have the space in them, as the locale's own words do.
"""

from __future__ import annotations

import re

_WIDE, _NARROW = r"[\u3400-\u9fff]", r"[0-9A-Za-z%²³]"
_SEAM = re.compile(f"(?<={_WIDE})(?={_NARROW})|(?<={_NARROW})(?={_WIDE})")


def spaced(text: str) -> str:
    """`text` with a space at every place where a half-width word stands directly beside a Chinese one."""
    return _SEAM.sub(" ", text)
