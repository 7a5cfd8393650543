"""A report in Markdown, as a pull request's summary shows it."""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.compare.as_text import both, extent, path_text, root_line, where
from site_builder.compare.report import Cause, PageChange, Report

_MOST = 40
"""Rows of one table; a summary has an end."""


def as_markdown(report: Report) -> str:
    """The report with one table a cause, and a list of each page's other changes."""
    lines = ["## Numbers and words that changed", ""]
    for cause in report.causes:
        lines += [*_cause(cause), ""]
    lines += [f"- {_escaped(root_line(root))}: no printed number moved" for root in report.silent]
    for page in report.pages:
        lines += [*_page(page), ""]
    lines += [f"- file {_escaped(both(change))}" for change in report.files]
    if report.facts or report.typed:
        lines += ["### Perhaps left behind", ""]
        said = [(each, "did not move") for each in report.facts]
        lines += [f"- `{each.where}` {_escaped(f'{each.what} {how}: {each.said}')}" for each, how in said]
        lines += [f"- `{each.where}` still says {_escaped(f'{each.what}: {each.said}')}" for each in report.typed]
    return "\n".join(lines).rstrip() + "\n"


def _cause(cause: Cause) -> Iterator[str]:
    yield f"### {_escaped('; '.join(map(root_line, cause.roots)))}"
    yield ""
    yield extent(cause)
    yield ""
    yield "| number | old | new | ratio | where | because of |"
    yield "|---|---|---|---|---|---|"
    for number in cause.numbers[:_MOST]:
        call = number.call.replace("|", "\\|")
        cells = (number.old, number.new, number.ratio, where([number]), path_text(number.path).strip())
        yield f"| {_escaped(number.title)} `{call}` | {' | '.join(map(_escaped, cells))} |"
    for curve in cause.curves[:_MOST]:
        drawn = (f"{curve.figure}: {curve.label}", "", curve.change, "", curve.at, path_text(curve.path).strip())
        yield f"| {' | '.join(map(_escaped, drawn))} |"
    if (rest := len(cause.numbers) + len(cause.curves) - 2 * _MOST) > 0:
        yield f"| and {rest} more | | | | | |"


def _page(page: PageChange) -> Iterator[str]:
    status = "" if page.status == "changed" else f" ({page.status})"
    yield f"### {_escaped(page.title)}{status}"
    yield ""
    yield f"`{page.new_url or page.old_url}`"
    yield ""
    for edit in page.edits[:_MOST]:
        old, new = (f"~~{_escaped(edit.old)}~~" if edit.old else ""), (f"**{_escaped(edit.new)}**" if edit.new else "")
        yield f"- {_escaped(edit.before)}{old}{' ' if old and new else ''}{new}{_escaped(edit.after)}"
    yield from (f"- {change.what} {_escaped(both(change))}" for change in page.changes[:_MOST])
    if page.gone:
        yield f"- permalinks gone: {', '.join(f'`#{name}`' for name in page.gone[:_MOST])}"


def _escaped(text: str) -> str:
    """Text in a table's cell: nothing in it is a mark."""
    for mark in "\\|*~<[]`":
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.split())
