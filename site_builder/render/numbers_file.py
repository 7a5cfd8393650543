"""``numbers.json``: every number of the site with its formula, its facts and its places, for programs and `diff`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from site_builder.document.page import Page, Site, remembered
from site_builder.document.plain import plain
from site_builder.engine.sheet import Fact, Sheet
from site_builder.engine.units import format_value, style_of
from site_builder.problems import Problems
from site_builder.render.json_block import json_lines
from site_builder.render.writer import Writer

VERSION = 1
"""Raised where a program that reads the file has to be changed."""


def numbers_file(site: Site, _writer: Writer, _problems: Problems) -> str:
    """The file, one record a line, so that a diff of its lines shows which changed."""
    pages = [page for page in site.pages if page.record]
    parts = {
        "version": json_lines(VERSION, 0),
        "title": json_lines(plain(site.course.title), 0),
        "quantities": json_lines({name: dict(said) for name, said in site.quantities.items()}, 1),
        "facts": json_lines({sheet.id: _facts(sheet) for sheet in _used(site, pages)}, 2),
        "pages": "[" + ",".join(f"\n{_page_text(page, site)}" for page in pages) + ("\n]" if pages else "]"),
    }
    return "{\n" + ",\n".join(f'"{name}": {text}' for name, text in parts.items()) + "\n}\n"


def _page_text(page: Page, site: Site) -> str:
    around: dict[str, Any] = {"chapter": site.course.lesson_of[page.id].chapter, "model": page.model}
    made_from = (*around.values(), page.record)
    return str(remembered(site.live, f"{page.id} numbers", made_from, lambda: json_lines({**around, **page.record}, 2)))


def _used(site: Site, pages: Iterable[Page]) -> Iterator[Sheet]:
    """The sheets that some number of the pages came from, and the model of each."""
    names = {page.model for page in pages} | {name for page in pages for name in _sheets(page)}
    found = ((name, site.sheets.get(name)) for name in sorted(names))
    return (sheet for _, sheet in found if sheet is not None)


def _sheets(page: Page) -> Iterator[str]:
    curves = (curve for figure in page.record["figures"] for curve in figure.get("curves", ()))
    for step in (*page.record["numbers"], *page.record["behind"].values(), *curves):
        yield from (origin.rpartition(".")[0] for _, _, origin in step["inputs"] if "." in origin)


def _facts(sheet: Sheet) -> dict[str, Any]:
    return {name: _fact(fact) for name, fact in sheet.facts.items()}


def _fact(fact: Fact) -> dict[str, Any]:
    said = {"value": _exact(fact.value), "text": _text(fact), "symbol": fact.symbol, "at": fact.at}
    return said | {"source": fact.source} | ({"of": fact.of} if fact.of else {})


def _exact(value: Any) -> Any:
    if isinstance(value, bool | str):
        return value
    return [_exact(each) for each in value] if isinstance(value, tuple) else str(value)


def _text(fact: Fact) -> str:
    """The fact as a page would print it."""
    value = fact.value
    if isinstance(value, tuple):
        return ", ".join(str(each) for each in value)
    if isinstance(value, bool | str):
        return str(value).lower() if isinstance(value, bool) else value
    return format_value(value, style_of(fact.unit), str(fact.unit))
