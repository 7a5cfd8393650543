"""Punctuation stays on the line of the formula, letter or button it follows or opens.

A browser may break a line between text and a formula or a button, whatever the text begins with: a
line would begin with a comma.  Such a run becomes one ``<span class="together">``.
"""

from __future__ import annotations

import re

OPENING, CLOSING = "（《「『“‘([", "，。；：、！？）》」』”’…,.;:!?)]"
_FORMULA = r"<math\b.*?</math>"
_SOLID = rf'{_FORMULA}|<span class="dimension"[^>]*>{_FORMULA}</span>|<button\b[^>]*>.*?</button>'
_OPENING = f"[{re.escape(OPENING)}]"
_RUN = re.compile(rf"(?<!{_OPENING})({_OPENING}*)({_SOLID})([{re.escape(CLOSING)}]*)", re.DOTALL)
"""Looked for at the first of a run of opening marks only: a run of thousands is read once, not once a mark."""
_UNIT = re.compile(
    r"(?<=\d) (?=(?:[KMGTPE]i?B|B|[KMGTP]?FLOPs?|[fpnµμm]?s|min|h|d|[kcmµμn]?m|[kmµμ]?g|[kMGT]?Hz|[kMGT]?W|°C|%)"
    r"(?:/[A-Za-z]+)?(?![A-Za-z\d]))"
)
"""The space between a number and its unit."""


def unit_kept(text: str) -> str:
    """`text` with its numbers tied to their units: no line ends between 208 and µs."""
    return _UNIT.sub("\N{NO-BREAK SPACE}", text)


def kept_together(html: str) -> str:
    """The HTML of a run of text, each solid thing in one span with the punctuation beside it."""
    return _RUN.sub(_one, html)


def _one(run: re.Match[str]) -> str:
    before, _, after = run.groups()
    return f'<span class="together">{run.group()}</span>' if before or after else run.group()
