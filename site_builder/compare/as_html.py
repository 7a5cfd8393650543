"""A report as one page that needs nothing beside it: causes in tables, then changed pages, old and new side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files as resources
from urllib.parse import quote

from site_builder.compare.as_text import both, extent, path_text, root_line
from site_builder.compare.pages import paired_sections
from site_builder.compare.report import Cause, NumberChange, PageChange, Report
from site_builder.compare.site import NUMBERS, Record, read_site
from site_builder.compare.words import opcodes, unmarked, words_of

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""
_TABLE = "<table>\n<thead><tr><th>Number</th><th>Old</th><th>New</th><th>Ratio</th><th>Where</th><th>Because of</th>"
_NO_PAGE: Record = {"sections": [], "url": "", "title": ""}


def as_html(report: Report, old: Mapping[str, bytes], new: Mapping[str, bytes]) -> str:
    """The page."""
    before, after = read_site(old[NUMBERS]).pages, read_site(new[NUMBERS]).pages
    changed = [page.id for page in report.pages]
    moved = {url for cause in report.causes for url in cause.pages}
    ids = [name for name, page in after.items() if page["url"] in moved or name in changed]
    ids += [name for name in changed if name not in after]
    reported = {page.id: page for page in report.pages}
    parts = [line for cause in report.causes for line in _cause(cause)]
    parts += _left(report)
    for name in ids:
        parts += _page(before.get(name, _NO_PAGE), after.get(name, _NO_PAGE), reported.get(name))
    style = (resources("site_builder.compare") / "report.css").read_text(encoding="utf-8")
    return _PAGE.format(title="What changed", style=style, body="\n".join(parts))


def _cause(cause: Cause) -> Iterator[str]:
    yield f'<section class="cause">\n<h2>{escape("; ".join(map(root_line, cause.roots)))}</h2>'
    yield f"<p>{extent(cause)}</p>"
    yield f"{_TABLE}</tr></thead>\n<tbody>"
    for number in cause.numbers:
        yield _row(number)
    for curve in cause.curves:
        at = f" at {curve.at}" if curve.at else ""
        cells = (f"{curve.figure}: {curve.label}", "", curve.change + at, "", "", path_text(curve.path))
        yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
    yield "</tbody>\n</table>\n</section>"


def _row(number: NumberChange) -> str:
    """A number with a link to each of its places."""
    links = " ".join(
        f'<a href="{escape(quote(number.page))}#{escape(quote(section))}">{escape(section or "top")}</a>'
        for section in dict.fromkeys(section for section, _ in number.places)
    )
    cells = [
        f"{escape(number.title)} <code>{escape(number.call)}</code>", f"<del>{escape(number.old)}</del>",
        f"<ins>{escape(number.new)}</ins>", escape(number.ratio), f"{len(number.places)} × {links}",
        escape(path_text(number.path)),
    ]  # fmt: skip
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _left(report: Report) -> Iterator[str]:
    lines = [f"{root_line(root)}: no printed number moved" for root in report.silent]
    lines += [f"{each.where}: {each.what} did not move: {each.said}" for each in report.facts]
    lines += [f"{each.where}#{each.section}: still says {each.what}: {each.said}" for each in report.typed]
    lines += [f"file {both(change)}" for change in report.files]
    if lines:
        yield "<section>\n<h2>Also</h2>\n<ul>"
        yield from (f"<li>{escape(line)}</li>" for line in lines)
        yield "</ul>\n</section>"


# --- pages side by side -------------------------------------------------------------------------


def _page(old: Record, new: Record, page: PageChange | None) -> Iterator[str]:
    status = f" ({page.status})" if page and page.status != "changed" else ""
    yield f'<section class="page">\n<h2>{escape(new["title"] or old["title"])}{status}</h2>'
    yield f'<p class="addresses"><span>{escape(old["url"])}</span><span>{escape(new["url"])}</span></p>'
    if page and (page.changes or page.gone):
        yield "<ul>"
        yield from (f"<li>{escape(change.what)} {escape(both(change))}</li>" for change in page.changes)
        yield from (f"<li>permalink gone: #{escape(name)}</li>" for name in page.gone)
        yield "</ul>"
    for left, right in paired_sections(old, new):
        yield from _section(left or {}, right or {})
    yield "</section>"


def _section(old: Record, new: Record) -> Iterator[str]:
    """A section that changed, line beside line; of one that did not, its heading."""
    title = escape(new.get("title") or old.get("title") or "")
    lines = [[each["title"], *each["text"]] if each else [] for each in (old, new)]
    if lines[0] == lines[1]:
        yield f'<p class="same">{title}</p>' if title else ""
        return
    yield '<div class="sides">'
    for kind, first, last, start, end in opcodes(*lines):
        left, right = lines[0][first:last], lines[1][start:end]
        if kind == "equal":
            yield f'<div class="same">{_lines(left)}</div><div class="same">{_lines(right)}</div>'
            continue
        for index in range(max(len(left), len(right))):
            yield _sides("".join(left[index : index + 1]), "".join(right[index : index + 1]))
    yield "</div>"


def _lines(lines: Sequence[str]) -> str:
    return "".join(f"<p>{escape(unmarked(line))}</p>" for line in lines if line)


def _sides(old: str, new: str) -> str:
    """Two lines, what differs in them marked."""
    words = [[unmarked(word) for word in words_of(line)] for line in (old, new)]
    sides = ["", ""]
    for kind, first, last, start, end in opcodes(*words):
        texts = [escape("".join(part)) for part in (words[0][first:last], words[1][start:end])]
        for side, tag in enumerate(("del", "ins")):
            text = texts[side]
            sides[side] += text if kind == "equal" or not text else f"<{tag}>{text}</{tag}>"
    return f"<div><p>{sides[0]}</p></div><div><p>{sides[1]}</p></div>"
