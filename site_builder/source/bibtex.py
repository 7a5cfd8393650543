"""The one reader of BibTeX: entries with their lines, TeX of names and titles as text; broken ones are reported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from site_builder.problems import Problems, SourcePosition
from site_builder.source.text import SourceText

_OPENING = re.compile(r"^[ \t]*@[ \t]*(\w+)[ \t]*[{(]\s*([^\s,{}()]+)[ \t]*,", re.MULTILINE)
_FORMULA = re.compile(r"(?<!\\)(\$[^$\n]+\$)")
_MARKS = re.compile(r"([\\`*_{}\[\]<>$])")


@dataclass(frozen=True, slots=True)
class BibEntry:
    """One entry: `title` in Markdown, with its formulas, `plain` its words; no year is 0, no address is empty."""

    key: str
    title: str
    plain: str
    surnames: tuple[str, ...]
    year: int
    url: str
    position: SourcePosition


def read_bibtex(text: SourceText, problems: Problems) -> tuple[BibEntry, ...]:
    """The entries of a file in its order; what stands twice is reported, and what cannot be read, which leaves none."""
    from pybtex import errors
    from pybtex.database.input.bibtex import Parser

    places: dict[str, SourcePosition] = {}
    for key, place in _places(text):
        if key in places:
            message, hint = f"the entry {key!r} stands twice; the first is at {places[key]}", "keep one of the two"
            problems.error(place, "id-is-unique", message, hint)
        places.setdefault(key, place)
    with errors.capture() as faults:
        read = Parser().parse_string(text.text)
    broken = [fault for fault in faults if "repeated bibliography entry" not in str(fault)]
    for fault in broken:
        place = SourcePosition(text.path, getattr(fault, "lineno", None) or 1)
        problems.error(place, "bibtex-is-well-formed", _said(fault), "check braces and commas up to here")
    if broken:
        return ()
    made = (_entry(key, entry, places.get(key, SourcePosition(text.path))) for key, entry in read.entries.items())
    return tuple(made)


def _places(text: SourceText) -> Iterator[tuple[str, SourcePosition]]:
    for found in _OPENING.finditer(text.text):
        if found[1].lower() not in ("string", "comment", "preamble"):
            line = text.text.count("\n", 0, found.start(2)) + 1
            yield found[2], SourcePosition(text.path, line, found.start(2) - text.text.rfind("\n", 0, found.start(2)))


def _said(fault: Exception) -> str:
    """What the library says, without the place, which stands before it."""
    return f"this is no BibTeX: {re.sub(r'^syntax error in line [0-9]+: ', '', str(fault))}"


def _entry(key: str, entry: Any, place: SourcePosition) -> BibEntry:
    fields = {name.lower(): value for name, value in entry.fields.items()}
    people = entry.persons.get("author") or entry.persons.get("editor") or ()
    surnames = [" ".join((*person.prelast_names, *person.last_names)) for person in people]
    others = next((fields[name] for name in ("organization", "institution", "publisher") if name in fields), "")
    names = tuple(name for name in map(_plain, surnames or [others]) if name)
    year = re.search(r"[12]\d{3}", fields.get("year") or fields.get("date") or "")
    title = fields.get("title", "")
    return BibEntry(key, _markdown(title), _plain(title), names, int(year[0]) if year else 0, _address(fields), place)


def _address(fields: dict[str, str]) -> str:
    """Where the work is: its own address, or that of its DOI or of its paper in arXiv."""
    if url := fields.get("url", "").replace("\\", ""):
        return url
    if doi := fields.get("doi", ""):
        return doi if doi.startswith("http") else f"https://doi.org/{doi}"
    prefix = (fields.get("archiveprefix") or fields.get("eprinttype") or "arxiv").lower()
    return f"https://arxiv.org/abs/{fields['eprint']}" if fields.get("eprint") and prefix == "arxiv" else ""


def _markdown(tex: str) -> str:
    """A title with its formulas as they are, all else as words: marks of Markdown are none in TeX."""
    parts = _FORMULA.split(tex)
    return "".join(part if index % 2 else _MARKS.sub(r"\\\1", _plain(part)) for index, part in enumerate(parts))


def _plain(tex: str) -> str:
    from pybtex.richtext import Text

    return re.sub(r"\s+", " ", str(Text.from_latex(tex).render_as("text")))
