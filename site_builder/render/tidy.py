"""Lines that a reviewer can read: one block element a line, flush left, none empty, but where space is content."""

from __future__ import annotations

import re
from collections.abc import Iterator

BLOCKS = (
    "address|article|aside|blockquote|caption|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|h[1-6]|header|hr|"
    "legend|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul"
)
_BETWEEN = re.compile(rf"(?<=>)[ \t]*(?=<(?:{BLOCKS})[ >])")


def tidy(html: str) -> str:
    """`html` with one block element a line, flush left.  What stands in ``<pre>`` is left as it is.

    A block that follows another tag begins a line, so that no template has to care how its own lines end.
    """
    return "\n".join(_tidied(_BETWEEN.sub("\n", html))) + "\n"


def _tidied(html: str) -> Iterator[str]:
    inside = False
    for line in html.split("\n"):
        begins_inside, inside = inside, _ends_inside_pre(line, inside)
        if not begins_inside:
            line = line.lstrip(" \t")
        if not inside and "</pre>" not in line:
            line = line.rstrip(" \t")
        if line or begins_inside:
            yield line


def _ends_inside_pre(line: str, inside: bool) -> bool:
    opened, closed = line.rfind("<pre"), line.rfind("</pre>")
    return opened > closed if max(opened, closed) >= 0 else inside
