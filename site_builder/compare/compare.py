"""Two sites side by side, page by page in reading order: what changed, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from site_builder.compare.causes import Found, Sites, without_place
from site_builder.compare.numbers import figure_changes, number_changes
from site_builder.compare.pages import gone_ids, moved_pages, other_changes, paired_sections, text_edits
from site_builder.compare.report import Cause, Change, CurveChange, NumberChange, PageChange, Report, Root, Status
from site_builder.compare.site import NUMBERS, Record, SiteRecord, read_site
from site_builder.compare.stale import stale_facts, stale_words

_DIGITS = re.compile(r"[\d.,]+|[KMGTPEZY]i?B")
Moved = tuple[Found, NumberChange | CurveChange]
_OWN = (".css", ".js", ".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".ico", ".woff2")
"""Files of a site that are made of no lesson, but for those in `_MADE`."""
_MADE = "assets/search/"
"""What the search looks through, which follows every word."""


def compare(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> Report:
    """What differs between two sites, each as path → bytes.  Refused for one without a ``numbers.json`` to read."""
    sites = Sites(read_site(old.get(NUMBERS)), read_site(new.get(NUMBERS)))
    moved, pages = list[Moved](), list[PageChange]()
    elsewhere = moved_pages(sites.old.pages, sites.new.pages)
    for name in _in_reading_order(sites.old, sites.new):
        before, after = sites.old.pages.get(name), sites.new.pages.get(name)
        if before and after:
            found, page = _both(before, after, name in elsewhere, sites)
            moved += found
            pages += [page] if page else []
        else:
            pages.append(_one(before, after))
    causes = _grouped(moved)
    silent = tuple(_silent(causes, sites))
    return Report(
        causes, tuple(pages), tuple(stale_facts(sites)),
        tuple(dict.fromkeys(stale_words(causes, sites.new.pages.values()))),
        silent, tuple(_files(old, new, bool(causes or pages or silent))),
    )  # fmt: skip


def _in_reading_order(old: SiteRecord, new: SiteRecord) -> list[str]:
    """The new pages in their order, each removed one behind the page it followed."""
    order = list(new.pages)
    before = ""
    for name in old.pages:
        if name not in new.pages:
            order.insert(order.index(before) + 1 if before in order else 0, name)
        before = name
    return order


def _one(old: Record | None, new: Record | None) -> PageChange:
    page = new or old
    assert page is not None
    status: Status = "added" if new else "removed"
    return PageChange(page["id"], page["title"], status, old["url"] if old else "", new["url"] if new else "")


def _both(old: Record, new: Record, is_moved: bool, sites: Sites) -> tuple[list[Moved], PageChange | None]:
    """What moved the page's numbers and curves, and its other changes, if there are any."""
    sections = paired_sections(old, new)
    found = [*number_changes(old, new, sections, sites), *figure_changes(old, new, sites)]
    moved = [each for each in found if not isinstance(each, Change)]
    changes = [each for each in found if isinstance(each, Change)]
    drawn = [change for change in changes if moved and _is_redrawn(change)]
    moved += [(moved[0][0], CurveChange(new["url"], *_redrawn(change), "")) for change in drawn]
    others = (*other_changes(old, new), *(change for change in changes if change not in drawn))
    page = PageChange(
        new["id"], new["title"], "moved" if is_moved else "changed", old["url"], new["url"],
        tuple(text_edits(sections)), others, gone_ids(old, new),
    )  # fmt: skip
    return moved, page if is_moved or page.edits or page.changes or page.gone else None


def _is_redrawn(change: Change) -> bool:
    """Whether a figure has the same words with other numbers in them."""
    sides = [_DIGITS.sub("", side) for side in (change.old, change.new)]
    return change.what == "figure" and sides[0] == sides[1]


def _redrawn(change: Change) -> tuple[str, str, str]:
    """The figure, no curve of it, and the numbers it had and has."""
    (figure, _, old), (_, _, new) = change.old.partition(": "), change.new.partition(": ")
    return figure, "", f"{old} → {new}"


def _grouped(moved: Iterable[Moved]) -> tuple[Cause, ...]:
    """Each set of roots once, with all it moved; the one that moved most first."""
    groups: dict[tuple[Root, ...], list[tuple[Found, NumberChange | CurveChange]]] = {}
    for found, change in moved:
        groups.setdefault(tuple(map(without_place, found.roots)), []).append((found, change))
    causes = [_cause(group) for group in groups.values()]
    return tuple(sorted(causes, key=lambda cause: -len(cause.numbers)))


def _cause(group: list[Moved]) -> Cause:
    changes = [replace(change, path=found.path if found.path != (_name(change),) else ()) for found, change in group]
    numbers = tuple(each for each in changes if isinstance(each, NumberChange))
    return Cause(group[0][0].roots, numbers, tuple(each for each in changes if isinstance(each, CurveChange)))


def _name(change: NumberChange | CurveChange) -> str:
    """What a number that is a fact itself is called, which needs no way back to it."""
    return change.call if isinstance(change, NumberChange) else ""


def _silent(causes: Iterable[Cause], sites: Sites) -> Iterator[Root]:
    """Facts and formulas that changed and moved nothing, and facts that are said to come from elsewhere."""
    told = {without_place(root) for cause in causes for root in cause.roots}
    changed = [*sites.changed_facts.values(), *sites.changed_formulas.values()]
    counted = {root.at for cause in causes for root in cause.roots}  # the layers of a pattern are one fact with it
    yield from (root for root in changed if without_place(root) not in told and root.at not in counted)
    for sheet, facts in sites.old.facts.items():
        for name, fact in facts.items():
            now = sites.new.facts.get(sheet, {}).get(name)
            if now and now["value"] == fact["value"] and now["source"] != fact["source"]:
                yield Root("source", name, fact["source"], now["source"], sheet, now["at"])


def _files(old: Mapping[str, bytes], new: Mapping[str, bytes], is_told: bool) -> Iterator[Change]:
    """Images, styles and scripts that differ; where nothing else does, pages too."""
    for path in sorted({*old, *new}):
        is_own = (path.endswith(_OWN) and not path.startswith(_MADE)) or (not is_told and path.endswith(".html"))
        if is_own and old.get(path) != new.get(path):
            yield Change("file", path if path in old else "", path if path in new else "")
