"""The numbers of one page: which are printed otherwise, and what moved them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from site_builder.compare.causes import Found, Sites, change_of, expression_root, find_cause, percent, ratio
from site_builder.compare.report import Change, CurveChange, NumberChange, Root
from site_builder.compare.site import Record
from site_builder.compare.words import MARK, opcodes

Sections: TypeAlias = Iterable[tuple[Record | None, Record | None]]
Moved: TypeAlias = tuple[Found, NumberChange | CurveChange]
_Printed: TypeAlias = tuple[str, int, str]
"""The id of a number, its place in its section, what is printed there."""


def number_changes(old: Record, new: Record, sections: Sections, sites: Sites) -> Iterator[Moved | Change]:
    """Numbers with another value or text, then those that a sentence prints in place of another, or no longer."""
    before, after = ({number["id"]: number for number in page["numbers"]} for page in (old, new))
    for name, number in after.items():
        if name in before and _texts(before[name]) != _texts(number):
            yield find_cause(before[name], number, old, new, sites), _change(new["url"], before[name], number)
    for left, right in sections:
        yield from _replaced(_printed(old, left), _printed(new, right), before, after, new["url"])


def _texts(number: Record) -> tuple[str, list[str]]:
    return number["value"], sorted({text for _, _, text in number["places"]})


def _change(page: str, old: Record, new: Record, path: tuple[str, ...] = ()) -> NumberChange:
    texts = [each["places"][0][2] if each["places"] else each["text"] for each in (old, new)]
    places = tuple((section, ordinal) for section, ordinal, _ in new["places"])
    moved = ratio(old["value"], new["value"])
    return NumberChange(page, new["id"], new["call"], new["title"], texts[0], texts[1], moved, places, path)


def _printed(page: Record, section: Record | None) -> list[_Printed]:
    """What a section prints, in order."""
    if section is None:
        return []
    found = [
        (number["id"], ordinal, text)
        for number in page["numbers"]
        for name, ordinal, text in number["places"]
        if name == section["id"]
    ]
    return sorted(found, key=lambda printed: printed[1])


def _replaced(
    old: list[_Printed], new: list[_Printed], before: dict[str, Record], after: dict[str, Record], page: str
) -> Iterator[Moved | Change]:
    names = [[name for name, _, _ in side] for side in (old, new)]
    for kind, first, last, start, end in opcodes(*names):
        if kind == "equal":
            continue
        pairs = min(last - first, end - start)
        for gone, come in zip(old[first : first + pairs], new[start : start + pairs], strict=True):
            left, right = before[gone[0]], after[come[0]]
            place = next((section, n) for section, n, _ in right["places"] if n == come[1])
            moved = ratio(left["value"], right["value"])
            change = NumberChange(
                page, right["id"], right["call"], right["title"], gone[2], come[2], moved, (place,), ()
            )
            yield Found((expression_root(left, right),), ()), change
        for name, _, text in old[first + pairs : last]:
            yield Change("number", f"{text} ({before[name]['call']})", "")
        for name, _, text in new[start + pairs : end]:
            yield Change("number", "", f"{text} ({after[name]['call']})")


# --- figures ------------------------------------------------------------------------------------


def figure_changes(old: Record, new: Record, sites: Sites) -> Iterator[Moved | Change]:
    """Curves by name, and the words of every other computed figure."""
    before, after = _figures(old), _figures(new)
    for key in [*after, *(key for key in before if key not in after)]:
        left, right = before.get(key), after.get(key)
        title = (right or left or {}).get("title") or " ".join(filter(None, key[:2]))
        if left is None or right is None:
            yield Change("figure", title if left else "", title if right else "", (right or left or {})["section"])
        elif "curves" in right and "curves" in left:
            yield from _curves(title, left, right, (old, new), sites)
        else:
            yield from _words(title, left, right)


def _figures(page: Record) -> dict[tuple[str, str, int], Record]:
    """Figures by kind, name, and how many of that name came before."""
    found: dict[tuple[str, str, int], Record] = {}
    for figure in page["figures"]:
        count = sum(key[:2] == (figure["kind"], figure["name"]) for key in found)
        found[figure["kind"], figure["name"], count] = figure
    return found


def _curves(
    title: str, old: Record, new: Record, pages: tuple[Record, Record], sites: Sites
) -> Iterator[Moved | Change]:
    before, after = ({curve["id"]: curve for curve in figure["curves"]} for figure in (old, new))
    roots: dict[Root, None] = {}
    for name, curve in after.items():
        old_curve = before.get(name)
        if old_curve is None:
            yield Change("curve", "", f"{title}: {curve['label']} ({curve['call']})", new["section"])
        elif old_curve["samples"] != curve["samples"] and old_curve["call"] != curve["call"]:
            yield Found((expression_root(old_curve, curve),), ()), _curve(title, old_curve, curve, pages[1]["url"])
        elif old_curve["samples"] != curve["samples"] and (known := _known(old_curve, curve)):
            found = find_cause(known[0], known[1], *pages, sites)
            roots |= dict.fromkeys(found.roots)
            yield found, _curve(title, old_curve, curve, pages[1]["url"])
        elif old_curve["label"] != curve["label"]:
            yield Change("curve", f"{title}: {old_curve['label']}", f"{title}: {curve['label']}", new["section"])
    for name in before:
        if name not in after:
            yield Change("curve", f"{title}: {before[name]['label']}", "", old["section"])
    if old["crossing"] != new["crossing"] and roots and old["crossing"] and new["crossing"]:
        said = f"{old['crossing'][2]} → {new['crossing'][2]}"
        yield Found(tuple(sorted(roots)), ()), CurveChange(pages[1]["url"], title, new["crossing"][0], said, "")
    elif old["crossing"] != new["crossing"]:
        yield Change("figure", f"{title}: {_crossing(old)}", f"{title}: {_crossing(new)}", new["section"])
    for part in ("variable", "bounds", "presets"):
        if old[part] != new[part]:
            was, now = (f"{title}: {part} {_listed(each[part])}" for each in (old, new))
            yield Change("figure", was, now, new["section"])


def _known(old: Record, new: Record) -> tuple[Record, Record] | None:
    """Both curves, where the points they share are not the same: a longer axis alone moves no curve."""
    was, now = dict(old["samples"]), dict(new["samples"])
    return (old, new) if any(now[at] != was[at] for at in now if at in was) else None


def _listed(part: Any) -> str:
    return part if isinstance(part, str) else " ".join(part)


def _crossing(figure: Record) -> str:
    """The label and the place of the crossing, as they are printed."""
    return " ".join(figure["crossing"][::2]) if figure["crossing"] else "no crossing"


def _curve(title: str, old: Record, new: Record, page: str) -> CurveChange:
    """The largest relative change among the points that both curves have, and at which of them."""
    was = dict(old["samples"])
    changes = {at: change_of(was[at], value) for at, value in new["samples"] if at in was}
    known = {at: change for at, change in changes.items() if change is not None}
    if not known:
        return CurveChange(page, title, new["label"], "", "")
    at = max(known, key=lambda point: abs(known[point]))
    everywhere = len(set(known.values())) == 1 and len(known) == len(changes)
    return CurveChange(page, title, new["label"], percent(known[at]), "" if everywhere else at)


def _words(title: str, old: Record, new: Record) -> Iterator[Change]:
    """Words that a figure had and has no more, with those in their place; its numbers have causes of their own."""
    sides = [[MARK.sub("\u27e8\u27e9", word) for word in figure.get("words", ())] for figure in (old, new)]
    moved = [
        (" ".join(sides[0][first:last]), " ".join(sides[1][start:end]))
        for kind, first, last, start, end in opcodes(*sides)
        if kind != "equal"
    ]
    if moved:
        gone, come = ("; ".join(each[side] for each in moved[:3]).replace("\u27e8\u27e9", "#") for side in (0, 1))
        yield Change("figure", f"{title}: {gone}", f"{title}: {come}", new["section"])
