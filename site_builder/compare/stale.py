"""What a change has left behind: facts that are said to follow a changed one, and old values typed in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from site_builder.compare.causes import Sites
from site_builder.compare.report import Cause, Root, Stale
from site_builder.compare.site import Record
from site_builder.compare.words import MARK

_LEAST = 100
"""A smaller whole number stands for too many things to say that it is an old value."""
_CITED = re.compile(r"[^。.!?！？]*\[\d+[\],]")
"""The rest of a sentence that cites a source: its numbers are the source's."""


def stale_facts(sites: Sites) -> Iterator[Stale]:
    """Facts of the same sheet whose place names a changed fact, or says its old value, and that did not change."""
    for (sheet, name), root in sites.changed_facts.items():
        said = [re.compile(rf"\b{re.escape(name)}\b")]
        said += [_standalone(root.old)] if _is_distinctive(root.old) else []
        for other, fact in sites.new.facts[sheet].items():
            place = _place(fact["source"])
            if (sheet, other) not in sites.changed_facts and any(each.search(place) for each in said):
                yield Stale(fact["at"], f"{other} = {fact['text']}", place)


def _place(source: str) -> str:
    """The end of a source, which says where in it the fact stands and what it is said to be."""
    return source.rpartition(", ")[2]


def stale_words(causes: Iterable[Cause], pages: Iterable[Record]) -> Iterator[Stale]:
    """Sentences and code that still have the old value of what changed, typed by hand."""
    olds = {text: new for text, new in _old_values(causes) if _is_distinctive(text)}
    forms = {text: _standalone(text) for text in olds}
    for page in pages:
        for section in page["sections"]:
            for line in section["text"]:
                plain = MARK.sub("\u27e8\u27e9", line)
                for text, form in forms.items():
                    if (found := form.search(plain)) and not _CITED.match(plain, found.end()):
                        yield Stale(page["url"], f"{text}, now {olds[text]}", _around(plain, found), section["id"])


def _old_values(causes: Iterable[Cause]) -> Iterator[tuple[str, str]]:
    for cause in causes:
        yield from ((root.old, root.new) for root in cause.roots if _is_fact(root))
        yield from ((number.old, number.new) for number in cause.numbers if number.old != number.new)


def _is_fact(root: Root) -> bool:
    return root.kind == "fact"


def _is_distinctive(text: str) -> bool:
    """Whether the text is a number that hardly stands for anything else: of three digits, with a unit or a fraction."""
    digits = re.sub(r"[,\s]", "", text)
    return bool(re.match(r"\d", text)) and (not digits.isdecimal() or len(digits) > 40 or int(digits) >= _LEAST)


def _standalone(text: str) -> re.Pattern[str]:
    """The number as a word of its own, with or without commas, its unit parted by any space."""
    written = re.escape(text).replace(",", ",?").replace(r"\ ", r"\s?")
    return re.compile(rf"(?<![\w.,]){written}(?![\w%]|[.,]\d)")


def _around(line: str, found: re.Match[str]) -> str:
    start, end = max(0, found.start() - 24), min(len(line), found.end() + 24)
    return ("…" if start else "") + line[start:end] + ("…" if end < len(line) else "")
