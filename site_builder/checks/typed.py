"""Numbers typed by hand where one is computed: what the page, the model or a fact sheet has is asked for, not copied.

Left alone are numbers of a sentence or a table that cites a source; years; round sizes; code; formulas; and whatever
is no figure of memory, work or time and has too few digits to be told from any other number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from site_builder.document.inline import CiteReference, Inline, Prose, Token
from site_builder.document.resolved import ResolvedLesson
from site_builder.engine.formula import FormulaError
from site_builder.engine.model import Model
from site_builder.engine.quantities import QUANTITIES
from site_builder.engine.quantity import BoundQuantity, QuantityError
from site_builder.engine.reach import NoCrossing
from site_builder.engine.sheet import Sheet
from site_builder.engine.units import other_unit
from site_builder.expression.names import Names, fact_quantity
from site_builder.expression.reader import compute
from site_builder.problems import Problems, SourcePosition, Written

RULE = "number-is-computed"
_UNIT = r"(?:[KMGTPE]i?B|[KMGTPE]?FLOPs?|[nµμ]s|ms)(?:/s|/token)?"
_NUMBER = re.compile(
    rf"(?<![\w.,/\-−–~≈×^])(?<!\d[:：])(\d[\d,]*(?:\.\d+)?)(?:[ \u00a0]?({_UNIT}|%)(?![A-Za-z]))?"
    r"(?![\d\-]|[.,:/]\d|\s?×)"
)
_SENTENCE = re.compile(r"(?<=[。！？!?])|(?<=\.)\s|\n")
_HOLE = "\ufffc"
"""Stands for what is no text: a role, a formula, code."""
_LEAST = 1000
"""A smaller plain number stands for too many things."""
_LONGEST = 60
"""Characters of a number that could be one of ours."""


@dataclass(frozen=True, slots=True)
class _Typed:
    """A number as it stands in a sentence: what was written, its unit or nothing, its place."""

    number: str
    unit: str
    position: SourcePosition

    @property
    def written(self) -> str:
        return f"{self.number} {self.unit}".strip().replace(" %", "%")


def check_typed(lesson: ResolvedLesson, names: Names, problems: Problems) -> None:
    """Warn of every number that an expression would print, and of every figure of memory, work or time without one."""
    known: Mapping[str, str] | None = None
    for typed in _typed_numbers(lesson):
        known = _printed_somewhere(lesson, names) if known is None else known
        call = known.get(_plain(typed.written))
        if call:
            message = f"{typed.written} is typed by hand, and would stay if the facts change"
            problems.warning(typed.position, RULE, message, f"write {{eval}}`{call}`")
        elif typed.unit not in ("", "%"):
            message = f"no quantity or fact of this page comes to {typed.written}"
            hint = f"write it as an expression, {{eval}}`{_product(typed)}`, or cite its source in the sentence"
            problems.warning(typed.position, RULE, message, hint)


def _product(typed: _Typed) -> str:
    """The expression that prints the number as it was typed: ``show(16*GB, unit="GB")``."""
    unit = typed.unit.replace("FLOPs", "FLOP").replace("µs", "us").replace("μs", "us")
    return f'show({typed.number.replace(",", "")}*{unit}, unit="{unit}")'


def _texts(bound: BoundQuantity, call: str) -> dict[str, str]:
    """Its printed forms, the other unit of bytes among them, with the expression for each."""
    text = bound.text()
    other = "" if bound.about() else other_unit(bound.value(), bound.style, str(bound.unit))
    other = other.rpartition("= ")[2]
    unit = other.rpartition(" ")[2]
    return ({_plain(other): f'show({call}, unit="{unit}")'} if unit[-1:] == "B" else {}) | {_plain(text): call}


def _plain(written: str) -> str:
    return re.sub(r"[,\s]", "", written)


# --- what was typed -----------------------------------------------------------------------------


def _typed_numbers(lesson: ResolvedLesson) -> Iterator[_Typed]:
    """The numbers of sentences that cite no source, in reading order."""
    blocks = (node for node in lesson.records if isinstance(node, (Prose, Inline)))
    for block in blocks:
        tables = _cited_tables(block.tokens)
        for index, token in enumerate(block.tokens):
            run = token.children if token.type == "inline" else None
            if run and index not in tables:
                yield from _in_run(run)


def _cited_tables(tokens: Sequence[Token]) -> set[int]:
    """The cells of every table that cites a source in a cell, or in the paragraph just before or behind it."""
    cells: set[int] = set()
    start = -1
    for index, token in enumerate(tokens):
        if token.type == "table_open":
            start = index
        elif token.type == "table_close":
            around = (*range(max(start - 3, 0), start), *range(index + 1, min(index + 4, len(tokens))))
            if any(_cites(tokens[each].children) for each in (*range(start, index), *around)):
                cells |= set(range(start, index))
    return cells


def _cites(run: Sequence[Token] | None) -> bool:
    return any(isinstance(token.meta.get("reference"), CiteReference) for token in run or ())


def _in_run(run: Sequence[Token]) -> Iterator[_Typed]:
    text, places, cites = "", list[tuple[int, SourcePosition]](), list[int]()
    for token in run:
        if token.type == "text":
            places += ((len(text) + start, position) for start, position in token.meta.get("places", ()))
            text += token.content
        elif token.type in ("softbreak", "hardbreak"):
            text += " "
        elif token.nesting == 0:
            cites += [len(text)] if isinstance(token.meta.get("reference"), CiteReference) else []
            text += _HOLE
    start = 0
    for part in _SENTENCE.split(text):
        end = start + len(part)
        if not any(start <= cite <= end for cite in cites):
            yield from _in_sentence(part, start, places)
        start = end + (text[end : end + 1].isspace() and not part.endswith(text[end : end + 1]))


def _in_sentence(sentence: str, start: int, places: Sequence[tuple[int, SourcePosition]]) -> Iterator[_Typed]:
    for found in _NUMBER.finditer(sentence):
        number, unit = found[1], found[2] or ""
        place = next(((at, position) for at, position in reversed(places) if at <= start + found.start()), None)
        if place and not _is_innocent(number, unit):
            at, position = place
            column = position.column + start + found.start() - at
            yield _Typed(number, unit, SourcePosition(position.path, position.line, column))


def _is_innocent(number: str, unit: str) -> bool:
    """Whether a number says nothing that could be computed: one of a unit, a year, a round size, a small count."""
    if len(number) > _LONGEST:
        return True
    if unit:
        return _plain(number) == "1"
    if "." in number:
        return len(number.replace(".", "").lstrip("0")) < 3
    value = int(number.replace(",", ""))
    is_year = "," not in number and 1900 <= value <= 2100
    return value < _LEAST or is_year or value in (1000, 1024)


# --- what could have been written ---------------------------------------------------------------


def _printed_somewhere(lesson: ResolvedLesson, names: Names) -> dict[str, str]:
    """What is printed → the expression that prints it: on this page, of the model, of the fact sheets."""
    bounds = [(value.bound, value.call) for value in reversed(lesson.values) if value.bound and value.inputs]
    found = {text: call for bound, asked in bounds for text, call in _texts(bound, asked).items()}
    own = dict[str, str]()
    for name, quantity in names.quantities.items():
        if quantity is not None and not hasattr(quantity, "bind"):
            own |= _of_course(name, names)
    assert names.model.model is not None
    sheets = [(names.model, ""), *((sheet, f"{sheet.id}.") for sheet in names.sheets.values())]
    facts = [pair for sheet, prefix in sheets for pair in _facts(sheet, prefix)]
    return own | dict(_quantities(names.model.model)) | dict(reversed(facts)) | found


def _of_course(name: str, names: Names) -> dict[str, str]:
    bound = compute(Written(name, SourcePosition("")), names, Problems())
    return _texts(bound, name) if bound and not bound.free else {}


def _facts(sheet: Sheet, prefix: str) -> Iterator[tuple[str, str]]:
    for name in sheet.facts:
        if fact := fact_quantity(sheet, name, prefix):
            yield from _texts(fact, f"{prefix}{name}").items()


@lru_cache(maxsize=64)
def _quantities(model: Model) -> tuple[tuple[str, str], ...]:
    """Those that need no argument."""
    found = list[tuple[str, str]]()
    for quantity in reversed(QUANTITIES):
        try:
            bound = quantity.bind(model)
            if not bound.free and bound.inputs:
                found += _texts(bound, quantity.id).items()
        except (NoCrossing, QuantityError, FormulaError):
            continue
    return tuple(found)
