"""Lines that a reviewer can read: no indentation, no empty lines, except where white space is content."""

from __future__ import annotations

from collections.abc import Iterator


def tidy(html: str) -> str:
    """`html` with one element a line, flush left.  What stands in ``<pre>`` is left as it is."""
    return "\n".join(_tidied(html)) + "\n"


def _tidied(html: str) -> Iterator[str]:
    inside = False
    for line in html.split("\n"):
        if inside or line.strip():
            yield line if inside else line.strip(" \t") if "<pre" not in line else line.lstrip(" \t")
        inside = _ends_inside_pre(line, inside)


def _ends_inside_pre(line: str, inside: bool) -> bool:
    opened, closed = line.rfind("<pre"), line.rfind("</pre>")
    return opened > closed if max(opened, closed) >= 0 else inside
