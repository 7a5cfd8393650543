"""Tags of HTML, which are text here."""

from __future__ import annotations

import re
from collections.abc import Iterator

from site_builder.parse.inline_html import RAISED
from site_builder.problems import Mistake

_ELEMENTS = (
    "abbr|address|article|aside|audio|b|bdo|big|blockquote|body|button|canvas|caption|center|cite|code|col|dd|del|details|"
    "dfn|div|dl|dt|em|embed|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|"
    "li|link|main|mark|math|meta|nav|object|ol|p|picture|pre|q|samp|script|section|select|small|source|span|strike|strong|"
    "style|sub|summary|sup|svg|table|tbody|td|textarea|th|thead|tr|tt|u|ul|var|video|wbr|br"
)
_GIVEN = r"(?:=(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>]+))"
_HTML = re.compile(
    rf"(?<!\\)<(/?)(?:({_ELEMENTS})(?:\s+[\w:@.-]+{_GIVEN}?)*\s*/?"
    rf"|([a-z][\w.-]*)(?:(?:\s+[\w:@.-]+{_GIVEN})+(?:\s+[\w:@.-]+)*\s*/?|\s*/))>",
    re.IGNORECASE,
)
"""Tags: an element of HTML, and any name with attributes or a closing stroke.  What models write, ``<s>`` or
``<think>``, is neither."""
_INSTEAD = {
    **dict.fromkeys(("b", "strong"), "write **…**"),
    **dict.fromkeys(("i", "em"), "write *…*"),
    **dict.fromkeys(("del", "strike"), "write ~~…~~"),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), "write `…`"),
    **dict.fromkeys(("table", "tr", "td", "th", "thead", "tbody"), "write a table with |"),
    **dict.fromkeys(("details", "summary"), "write :::{dig} and a title"),
    **dict.fromkeys(("ul", "li"), "write - before each item"),
    **dict.fromkeys(("video", "audio", "iframe", "embed"), "link to it"),
    **{f"h{level}": f"write {'#' * max(level, 2)} before it" for level in range(1, 7)},
    "img": "write ![words](path) on a line of its own",
    "figure": "write :::{figure}",
    "a": "write [words](address)",
    "pre": "write it between lines of ```",
    "ol": "write 1. before each item",
    "hr": "write ---",
    "blockquote": "write > before it",
    "p": "leave a line empty between paragraphs",
    "script": "remove it",
}
"""What to write in place of a tag."""


def html_tags(content: str) -> Iterator[Mistake]:
    """Each tag of `content` but those that are Markdown here."""
    opened: set[str] = set()  # a tag that closes such a one is no second mistake
    for found in _HTML.finditer(content):
        name = (found[2] or found[3]).lower()
        is_own = name == "br" or (RAISED.match(content, found.start()) and not found[1])
        if not is_own and not (found[1] and name in opened):
            message = f"HTML is text here, so <{found[1]}{name}> would be printed"
            instead = _INSTEAD.get(name, "write Markdown, a formula or a directive")
            hint = f"{instead}; put the tag in backticks where it is meant as text"
            yield Mistake("html-is-not-printed", message, hint, "warning", found.start())
        opened.add(name)
