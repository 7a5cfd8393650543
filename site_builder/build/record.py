"""A page as plain data, for a store and for another process."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from site_builder.document.page import ClaimRow, Heading, Image, Link, Page, Rows, Words
from site_builder.problems import Problem, SourcePosition


def to_record(page: Page) -> dict[str, Any]:
    """The page as data that JSON can hold."""
    return {
        "id": page.id,
        "url": page.url,
        "html": page.html,
        "charts": page.has_charts,
        "links": [[*_place(link.position), link.href, link.written] for link in page.links],
        "images": [[*_place(image.position), image.path] for image in page.images],
        "headings": [[each.level, each.id, each.title] for each in page.words.headings],
        "sections": [page.words.sections, page.words.weight],
        "problems": [
            [*_place(each.position), each.rule, each.message, each.hint, each.severity] for each in page.problems
        ],
        "read": dict(page.read),
        "model": page.model,
        "record": page.record,
        "rows": asdict(page.rows),
    }


def to_page(record: Any) -> Page:
    """The page of `to_record`.  KeyError, TypeError or ValueError for anything else."""
    return Page(
        id=record["id"],
        url=record["url"],
        html=record["html"],
        has_charts=record["charts"],
        links=tuple(Link(to, said, SourcePosition(*place)) for place, (to, said) in _parted(record["links"])),
        images=tuple(Image(path, SourcePosition(*place)) for place, (path,) in _parted(record["images"])),
        words=Words(tuple(Heading(*each) for each in record["headings"]), *record["sections"]),
        problems=tuple(Problem(SourcePosition(*place), *rest) for place, rest in _parted(record["problems"])),
        read=dict(record["read"]),
        model=record["model"],
        record=record["record"],
        rows=_rows(**record["rows"]),
    )


def _rows(claims: list[Any], promised: list[Any], paid: list[Any], number: list[str], **rest: Any) -> Rows:
    return Rows(
        number=(number[0], number[1]),
        claims=tuple(ClaimRow(**claim) for claim in claims),
        promised=tuple(map(tuple, promised)),
        paid=tuple(map(tuple, paid)),
        terms=tuple(rest.pop("terms")),
        cited=tuple(rest.pop("cited")),
        **rest,
    )


def _place(position: SourcePosition) -> tuple[str, int, int]:
    return (position.path, position.line, position.column)


def _parted(rows: list[list[Any]]) -> list[tuple[list[Any], list[Any]]]:
    """Each row as its place and the rest."""
    return [(row[:3], row[3:]) for row in rows]
