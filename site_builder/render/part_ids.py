"""An id for every titled part of a page that has none, made of the words of its title: search leads there."""

from __future__ import annotations

import re

from site_builder.parse.headings import slug, unique_ids
from site_builder.render.words import title_of, worded

_PART = re.compile(
    r"<(section|details)((?: [\w-]+(?:=\"[^\"]*\")?)*)>\s*<(h[2-4]|summary)( [^>]*)?>(.*?)</\3>", re.DOTALL
)
_ID = re.compile(r'\sid="([^"]*)"')


def with_part_ids(html: str) -> str:
    """`html` in which each section or fold that begins with a title has an id, as its title has none."""
    parts = [part for part in _PART.finditer(html) if not _ID.search(part[2]) and not _ID.search(part[4] or "")]
    ids = unique_ids([f"part-{slug(title_of(worded(part[5])))}" for part in parts], _ID.findall(html))
    pieces: list[str] = []
    done = 0
    for part, name in zip(parts, ids, strict=True):
        end = part.end(2)
        pieces += (html[done:end], f' id="{name}"')
        done = end
    return "".join((*pieces, html[done:]))
