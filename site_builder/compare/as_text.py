"""A report for a terminal: causes first, each with the numbers it moved, then each page's words and links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from site_builder.compare.report import Cause, Change, CurveChange, Edit, NumberChange, PageChange, Report, Root

_MOST = 6
"""Names listed in one line; the rest is counted."""


def as_text(report: Report) -> str:
    """The report in lines; empty where nothing changed."""
    lines = [line for cause in report.causes for line in _cause(cause)]
    lines += [f"{root_line(root)}: no printed number moved" for root in report.silent]
    lines += [line for page in report.pages for line in _page(page)]
    lines += [f"file {both(change)}" for change in report.files]
    lines += [f"{stale.where}: {stale.what}, did not move: {stale.said}" for stale in report.facts]
    lines += [f"{stale.where}#{stale.section}: still says {stale.what}: {stale.said}" for stale in report.typed]
    return "".join(f"{line}\n" for line in lines)


def root_line(root: Root) -> str:
    """``content/anchors/gpt2.yaml:12: head_dim 256 → 128 (× 0.5)``."""
    at = f"{root.at}: " if root.at else ""
    moved = f" ({root.ratio})" if root.ratio else ""
    return f"{at}{_NAMES.get(root.kind, '')}{root.what} {root.old} → {root.new}{moved}"


_NAMES = {
    "formula": "formula of ", "expression": "", "printing": "printed otherwise: ", "program": "computed otherwise: ",
    "source": "source of ",
}  # fmt: skip


def count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _cause(cause: Cause) -> Iterator[str]:
    yield f"{'; '.join(map(root_line, cause.roots))}: {extent(cause)}"
    for page in cause.pages:
        yield f"  {page}"
        yield from (f"    {_numbers(group)}" for group in alike(cause, page))
        yield from (f"    {line}" for line in _curves([curve for curve in cause.curves if curve.page == page]))


def extent(cause: Cause) -> str:
    """``16 numbers, 19 places, 3 curves, 1 page``."""
    parts = [count(len(cause.numbers), "number"), count(cause.places, "place")] if cause.numbers else []
    parts += [count(len(cause.curves), "curve")] if cause.curves else []
    return ", ".join([*parts, count(len(cause.pages), "page")])


def alike(cause: Cause, page: str) -> list[list[NumberChange]]:
    """The numbers of a page, those together that are of one quantity and changed alike in one way."""
    groups: dict[tuple[str, ...], list[NumberChange]] = {}
    for number in cause.numbers:
        if number.page == page:
            base = re.split(r" [/*+-] |\uff08", number.title.lstrip("("))[0]
            groups.setdefault((base, number.ratio, *number.path), []).append(number)
    return list(groups.values())


def _numbers(group: list[NumberChange]) -> str:
    first = group[0]
    said = "; ".join(f"{each.call} {each.old} → {each.new}" for each in group)
    moved = f" ({first.ratio})" if first.ratio else ""
    return f"{first.title}: {said}{moved}{path_text(first.path)} at {where(group)}"


def where(group: Sequence[NumberChange]) -> str:
    """``2 × #memory``: how many places, and in which sections."""
    sections = [section for number in group for section, _ in number.places]
    listed = [f"{count_of(sections.count(each))}#{each}" for each in dict.fromkeys(sections)]
    return ", ".join(listed[:_MOST]) + (f" and {len(listed) - _MOST} more" if len(listed) > _MOST else "")


def count_of(times: int) -> str:
    return f"{times} × " if times > 1 else ""


def path_text(path: tuple[str, ...]) -> str:
    """The way back, ``← parameters ← head_dim``."""
    return "".join(f" ← {level}" for level in path)


def _curves(curves: Sequence[CurveChange]) -> Iterator[str]:
    """One line a figure."""
    for figure in dict.fromkeys(curve.figure for curve in curves):
        yield f"{figure}: {'; '.join(_curve(curve) for curve in curves if curve.figure == figure)}"


def _curve(curve: CurveChange) -> str:
    at = f" (at {curve.at})" if curve.at else ""
    return f"{curve.label} {curve.change}".strip() + at


def _page(page: PageChange) -> Iterator[str]:
    url = page.old_url if page.new_url in ("", page.old_url) else page.new_url
    came = f" from {page.old_url}" if page.status == "moved" and page.old_url != page.new_url else ""
    status = "" if page.status == "changed" else f" {page.status}{came}"
    yield f"{url}{status}: {page.title}"
    yield from (f"  {_edit(edit)}" for edit in page.edits)
    yield from (f"  {change.what} {both(change)}" for change in page.changes)
    if page.gone:
        rest = f" and {len(page.gone) - _MOST} more" if len(page.gone) > _MOST else ""
        yield f"  permalinks gone: {', '.join('#' + name for name in page.gone[:_MOST])}{rest}"


def _edit(edit: Edit) -> str:
    old, new = (f"[-{edit.old}-]" if edit.old else ""), (f"{{+{edit.new}+}}" if edit.new else "")
    return f"#{edit.section}: {edit.before}{old}{new}{edit.after}"


def both(change: Change) -> str:
    """What became of it, in words."""
    if change.old and change.new:
        return f"{change.old} → {change.new}" if change.old != change.new else f"changed: {change.new}"
    return f"added: {change.new}" if change.new else f"removed: {change.old}"
