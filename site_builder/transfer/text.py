"""Running text of another dialect, rewritten by the rows of `rewrites`, with its code and formulas left alone."""

from __future__ import annotations

import re

from site_builder.transfer.context import MADE, Context
from site_builder.transfer.rewrites import FORMULAS, MARKS, ROLES

_KEPT = re.compile(
    r"(?<!`)(`+)(?!`)(?:(?!\n\n).)*?(?<!`)\1(?!`)"
    r"|\$\$(?:(?!\n\n).)+?\$\$"
    r"|(?<![\\$])\$(?=[^\s$])(?:(?!\n\n)[^$\\]|\\.)*?(?<=[^\s])\$(?!\d)"
    r"|<https?://[^<>\s]+>",
    re.DOTALL,
)
_LITERAL = re.compile(r"(?<!`)(`{2,})(?!`)(?:(?!\n\n).)*?(?<!`)\1(?!`)", re.DOTALL)
"""Code between two or more backticks: that of one may belong to a role."""
_PLACE = re.compile("\ue000(\\d+)\ue001")
_HEADING_ID = re.compile(r"^(#{1,6}[ \t].*?)[ \t]*\{[#.:-][^{}\n]*\}[ \t]*$", re.MULTILINE)


def rewritten(text: str, context: Context) -> str:
    """`text`, which holds no block of code, in our dialect."""
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"\ue000{len(kept) - 1}\ue001"

    text = _LITERAL.sub(keep, re.sub("[\ue000-\ue002]", "", text))
    for rewrite in (*ROLES, *FORMULAS):
        text = rewrite.apply(text, context)
    text = _HEADING_ID.sub(r"\1", _KEPT.sub(keep, text))
    for rewrite in MARKS:
        text = rewrite.apply(text, context)
    while _PLACE.search(text):  # a formula may hold code that was kept before it
        text = _PLACE.sub(lambda place: kept[int(place[1])], text)
    return text.replace(MADE, "")
