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
_NAMED = re.compile(r"\\((?:La|Bib|XeLa|Xe)?TeX)\b(?:\{\})?")
_DRESS = re.compile(
    r"\\(?:emph|text(?:bf|it|rm|sc|sf|sl|tt|up|normal)|math(?:bf|it|rm|sf|tt)|url|mbox|hbox"
    r"|bf|em|it|rm|sc|sf|sl|tt|bfseries|itshape|scshape|uppercase|protect)\b[ ]*"
)
"""Commands that change how a word looks."""


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
        named = re.match(r"entry with key (\S+)", str(fault))
        place = SourcePosition(text.path, getattr(fault, "lineno", None) or 1)
        place = places.get(named[1], place) if named else place
        problems.error(place, "bibtex-is-well-formed", _said(fault), "check braces and commas up to here")
    if broken:
        return ()
    made = (_entry(key, entry, places.get(key, SourcePosition(text.path))) for key, entry in read.entries.items())
    return tuple(made)


def _places(text: SourceText) -> Iterator[tuple[str, SourcePosition]]:
    line, at = 1, 0
    for found in _OPENING.finditer(text.text):
        line, at = line + text.text.count("\n", at, found.start(2)), found.start(2)
        if found[1].lower() not in ("string", "comment", "preamble"):
            yield found[2], SourcePosition(text.path, line, at - text.text.rfind("\n", 0, at))


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
    """The words of a title or a name; commands that only dress words leave them bare."""
    from pybtex.richtext import Text

    bare = _DRESS.sub("", _NAMED.sub(r"{\1}", tex))
    return re.sub(r"\s+", " ", str(Text.from_latex(bare))).replace(r"\$", "$")
