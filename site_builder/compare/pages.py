"""One page in both sites: its words, links, claims, promises and permalinks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from site_builder.compare.report import Change, Edit
from site_builder.compare.site import Record
from site_builder.compare.words import edits, opcodes, unmarked

Paired: TypeAlias = tuple[tuple[Record | None, Record | None], ...]


def paired_sections(old: Record, new: Record) -> Paired:
    """The sections of both pages side by side: those of one id, and where ids differ, those in one place."""
    before, after = old["sections"], new["sections"]
    names = [[section["id"] for section in sections] for sections in (before, after)]
    pairs: list[tuple[Record | None, Record | None]] = []
    for _, first, last, start, end in opcodes(*names):
        shared = min(last - first, end - start)
        pairs += zip(before[first : first + shared], after[start : start + shared], strict=True)
        pairs += ((section, None) for section in before[first + shared : last])
        pairs += ((None, section) for section in after[start + shared : end])
    return tuple(pairs)


def text_edits(sections: Paired) -> Iterator[Edit]:
    """Words that changed, headings among them, in reading order."""
    for old, new in sections:
        section = (new or old or {})["id"]
        titles = [[each["title"]] if each and each["title"] else [] for each in (old, new)]
        yield from edits(section, *titles)
        yield from edits(section, *(each["text"] if each else [] for each in (old, new)))


def other_changes(old: Record, new: Record) -> Iterator[Change]:
    """The title, links, claims and promises that came, went or changed."""
    if old["title"] != new["title"]:
        yield Change("title", old["title"], new["title"])
    yield from _links(old, new)
    yield from _claims(old, new)
    yield from _promises(old, new)


def _links(old: Record, new: Record) -> Iterator[Change]:
    """By address: words around and on a link are text."""
    before, after = (Counter(address for _, address, _ in page["links"]) for page in (old, new))
    words = {address: (section, said) for page in (old, new) for section, address, said in page["links"]}
    for address in dict.fromkeys([*before, *after]):
        section, said = words[address]
        shown = f"{unmarked(said).strip()} <{address}>".strip()
        if not after[address]:
            yield Change("link", shown, "", section)
        elif not before[address]:
            yield Change("link", "", shown, section)


def _claims(old: Record, new: Record) -> Iterator[Change]:
    before, after = ({claim[0]: claim for claim in page["claims"]} for page in (old, new))
    for text in dict.fromkeys([*before, *after]):
        sides = [_basis(claims[text]) if text in claims else "" for claims in (before, after)]
        if sides[0] != sides[1]:
            said = [f"{text}: {side}" if side else "" for side in sides]
            yield Change("claim", *said)


def _basis(claim: list[str]) -> str:
    _, grade, source, place = claim
    return f"{grade}, {source}" + (f", {place}" if place else "")


def _promises(old: Record, new: Record) -> Iterator[Change]:
    before, after = ({promise[0]: promise for promise in page["promises"]} for page in (old, new))
    for name in dict.fromkeys([*before, *after]):
        sides = [f"{name}: {found[2]} → {found[1]}" if (found := each.get(name)) else "" for each in (before, after)]
        if sides[0] != sides[1]:
            yield Change("promise", *sides)


def gone_ids(old: Record, new: Record) -> tuple[str, ...]:
    """Elements that a link from elsewhere may lead to and that are there no more."""
    there = set(new["ids"])
    return tuple(name for name in old["ids"] if name not in there)


def moved_pages(old: Mapping[str, Record], new: Mapping[str, Record]) -> frozenset[str]:
    """The ids of pages whose address is another, or which stand elsewhere among the pages that both sites have."""
    orders = [[name for name in pages if name in other] for pages, other in ((old, new), (new, old))]
    kept = set[str]()
    for kind, first, last, _, _ in opcodes(*orders):
        kept |= set(orders[0][first:last]) if kind == "equal" else set()
    elsewhere = {name for name in orders[0] if old[name]["url"] != new[name]["url"]}
    return frozenset(elsewhere | set(orders[0]) - kept)
