"""Ids of headings: made from the heading's own words, so that they stay when other headings come and go."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from markdown_it.token import Token

from site_builder.problems import Problems

_OF_THE_PAGE = re.compile(
    r"(?:main|promises|terms|sources|numbers)|.*-title|"
    r"(?:calculator|contents|footnote|number|numbers|owed|paid|promise|claim|source|term)-.*|"
    r"(?:figure|table|equation|experiment|exercise)-.*"
)
"""Ids that the templates give to parts of the page; no heading may take one."""

_SELECTORS = re.compile("[\ufe00-\ufe0f\u200d\U000e0100-\U000e01ef]")
"""Characters that only choose how the one before looks."""


def check_headings(tokens: Sequence[Token], problems: Problems) -> None:
    """Report headings by accident, and a second title.

    A page's only first-level heading is its title; one in the text counts as second level.
    """
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and not tokens[index + 1].content:
            message = "this heading has no words"
            problems.warning(token.meta["position"], "heading-is-written-right", message, "write some, or delete it")
        if token.type == "heading_open" and token.markup in ("-", "="):
            problems.warning(
                token.meta["position"],
                "heading-is-written-right",
                f"the line of {token.markup} below makes this a heading",
                "write ## before it, or put an empty line between",
            )
        elif token.type == "heading_open" and token.tag == "h1":
            problems.warning(
                token.meta["position"],
                "heading-is-below-the-title",
                "the title is in the front matter; headings in the text begin at ##",
                "write ##",
            )
        if token.tag == "h1":
            token.tag = "h2"
    _report_skipped([token for token in tokens if token.type == "heading_open"], problems)


def _report_skipped(headings: Sequence[Token], problems: Problems) -> None:
    """A heading may be at most one level below the one before it; the first may be of any level."""
    for before, token in pairwise(headings):
        if int(token.tag[1:]) > int(before.tag[1:]) + 1:
            message = f"this heading skips a level: {token.markup} below {before.markup}"
            hint = f"write {'#' * (int(before.tag[1:]) + 1)}"
            problems.warning(token.meta["position"], "heading-is-written-right", message, hint)


def slug(words: str) -> str:
    """The words of a heading as an id: letters and digits of any script, joined by hyphens, lower case.

    A heading without letters or digits is named by its code points; one named like a part of the page, as
    ``## Sources``, is a section of that name.
    """
    lowered = _SELECTORS.sub("", unicodedata.normalize("NFC", words).lower())
    kept = "".join(char if char.isalnum() or unicodedata.category(char)[0] == "M" else " " for char in lowered)
    joined = "-".join(kept.split())
    if _OF_THE_PAGE.fullmatch(joined):
        return f"section-{joined}"
    return joined or "-".join(["u", *(f"{ord(char):x}" for char in re.sub(r"\s", "", lowered))])[:60].rstrip("-")


def unique_ids(slugs: Iterable[str], reserved: Iterable[str] = ()) -> list[str]:
    """One id for each slug: the first of its kind keeps it, later ones are numbered from 2.

    A number never takes what another heading is called, so a literal 小结-2 keeps its id.
    """
    slugs = list(slugs)
    taken = {*slugs, *reserved}
    seen: Counter[str] = Counter(reserved)
    ids = []
    for name in slugs:
        seen[name] += 1
        if seen[name] == 1:
            ids.append(name)
            continue
        while f"{name}-{seen[name]}" in taken:
            seen[name] += 1
        ids.append(f"{name}-{seen[name]}")
        taken.add(ids[-1])
    return ids
