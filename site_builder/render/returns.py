"""The way back from the ledger: a number's first mark in the text has an id, and its entry a link to it."""

from __future__ import annotations

import re

_MARK = re.compile(r'<a class="number" href="#(number-[^"]+)">')
_BACK = re.compile(r' ?<a class="back" href="#from-(number-[^"]+)"[^>]*>[^<]*</a>')


def with_returns(html: str) -> str:
    """`html` with the id ``from-number-…`` on the first mark of each number; a way back to no mark is left out."""
    marked: set[str] = set()

    def named(mark: re.Match[str]) -> str:
        if mark[1] in marked:
            return mark[0]
        marked.add(mark[1])
        return f'<a class="number" id="from-{mark[1]}" href="#{mark[1]}">'

    html = _MARK.sub(named, html)
    return _BACK.sub(lambda back: back[0] if back[1] in marked else "", html)
