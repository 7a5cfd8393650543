"""A page as search knows it: its sections, each with a title, an address and its words."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Sequence

from site_builder.document.page import Heading, Words
from site_builder.render.words import lines_of, title_of, worded

_MAIN = re.compile(r"<main\b[^>]*>(.*)</main>", re.DOTALL)
_APPARATUS = re.compile(r'<section id="(?:promises|terms|sources|numbers)".*?</section>', re.DOTALL)
"""Lists that every page has of what is reported elsewhere."""
_TITLED = re.compile(
    r"<h1[^>]*>(?P<title>.*?)</h1>|"
    r'<h(?P<level>[2-4])[^>]* id="(?P<id>[^"]*)"[^>]*>(?P<heading>.*?)</h\2>|'
    r'<(?:section|details)[^>]* id="(?P<part>part-[^"]*)"[^>]*>\s*'
    r"<(?P<tag>h(?P<depth>[2-4])|summary)\b[^>]*>(?P<name>.*?)</(?P=tag)>",
    re.DOTALL,
)


def words_of_page(html: str) -> Words:
    """The sections of a lesson's page in reading order; the first is the lesson itself."""
    main = _MAIN.search(html)
    body = worded(_APPARATUS.sub("", main[1])) if main else ""
    found = list(_TITLED.finditer(body))
    ends = (*(each.start() for each in found[1:]), len(body))
    texts = ("\n".join(lines_of(body[each.end() : end])) for each, end in zip(found, ends, strict=False))
    return words_of(list(zip(map(_heading, found), texts, strict=True)))


def words_of(sections: Sequence[tuple[Heading, str]]) -> Words:
    """Sections, each with its text, as they are sent."""
    sent = json.dumps(
        [[written(heading), text] for heading, text in sections], ensure_ascii=False, separators=(",", ":")
    )
    return Words(tuple(heading for heading, _ in sections), sent, len(zlib.compress(sent.encode())))


def _heading(found: re.Match[str]) -> Heading:
    if found["title"] is not None:
        return Heading(1, "", title_of(found["title"]))
    if found["id"] is not None:
        return Heading(int(found["level"]), found["id"], title_of(found["heading"]))
    return Heading(int(found["depth"] or 4), found["part"], title_of(found["name"]))


def written(heading: Heading) -> str:
    """``2Title``, and behind a tab its id, of which what follows from the title is left out."""
    begin, rest = ("part-", heading.id[5:]) if heading.id.startswith("part-") else ("", heading.id)
    tail = "" if rest == simple_id(heading.title) else rest
    return f"{heading.level}{heading.title}" + (f"\t{begin}{tail}" if begin or tail else "")


def simple_id(title: str) -> str:
    """What the browser takes for the id of a title, or its end behind ``part-``; its twin: static/search/index.js."""
    return re.sub(r"[^0-9a-z\u4e00-\u9fff]+", "-", title.lower()).strip("-")
