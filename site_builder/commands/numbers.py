"""``numbers``: every quantity of an anchor, as text or JSON."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from site_builder.commands.arguments import ANCHOR, ROOT, Argument
from site_builder.commands.given import given_anchor
from site_builder.commands.report import CLEAN, USAGE, report
from site_builder.course.head import COURSE, read_citations, read_course
from site_builder.engine.components import cached_mixers
from site_builder.engine.formula import Number
from site_builder.engine.mixers import FullAttention
from site_builder.engine.notation import to_text
from site_builder.engine.quantity import Argument as QuantityArgument
from site_builder.engine.quantity import ArgumentValue, BoundQuantity, QuantityError
from site_builder.engine.sheet import Sheet
from site_builder.engine.table import Row, argument_names, table
from site_builder.engine.units import printed_unit
from site_builder.expression.names import fact_quantity
from site_builder.expression.own import OwnArgument
from site_builder.facts.anchor import Anchor, load_anchor, read_anchor
from site_builder.facts.given import load_given
from site_builder.problems import Problems, nearest
from site_builder.source.folder import read_folder
from site_builder.source.snapshot import Files

_GROUPED = re.compile(r"(?<=\d)[,_](?=\d{3}(?!\d))")
_THOUSANDS = re.compile(r"(\d{1,9})([kKmMgG])[bB]?")

ARGUMENTS = (
    Argument(
        ("model",), "a config.json to read on the fly, the folder it lies in, - for standard input, or an anchor",
        {"nargs": "?", "type": Path, "default": None, "metavar": "MODEL"},
    ),
    ROOT,
    ANCHOR,
    Argument(
        ("--set",), "an argument for every quantity that takes it, N=131072, or for one, kv_cache.layers=1",
        {"action": "append", "default": [], "metavar": "NAME=VALUE", "dest": "settings"},
    ),
    Argument(
        ("--format",), "text for people, json for programs",
        {"choices": ("text", "json"), "default": "text", "dest": "form"},
    ),
)  # fmt: skip


def run(root: Path, model: Path | None, anchor: Path | None, settings: Sequence[str], form: str) -> int:
    """Print the table; exit code 1 on problems of the anchor, 2 for a setting that nothing takes."""
    if model is not None and anchor is not None:
        print("site-builder numbers: MODEL and --anchor both name a model", file=sys.stderr)
        return USAGE
    anchor = anchor or model
    try:
        given = _given(settings)
    except ValueError as error:
        return _usage(str(error))
    problems = Problems()
    files = read_folder(root)
    known = anchor is None or files.has(COURSE)
    course = read_course(files, problems) if known else None
    chosen = _anchor(files, anchor, course[0].anchor if course else "", problems)
    if chosen is None:
        return report(problems.errors)
    own = load_given(files, chosen.sheet, read_citations(files, problems) if known else {}, problems)
    if problems.errors:
        return report(problems.errors)
    if anchor is not None:
        report(problems)
    try:
        rows = table(chosen.model, {name: given[name] for name in given if name not in own.only_theirs})
    except QuantityError as error:
        return _usage(f"{_as_set(str(error))}{_hint(given)}")
    FORMATS[form](chosen, (*rows, *own.table(chosen.sheet, given)), own.sheets)
    return CLEAN


def _usage(message: str) -> int:
    print(f"site-builder numbers: --set: {message}", file=sys.stderr)
    return USAGE


def _as_set(message: str) -> str:
    """A message about arguments with their values as --set takes them: without quotes."""
    return re.sub(r'(?<==)"([^"]*)"', r"\1", message)


def _hint(given: Mapping[str, ArgumentValue]) -> str:
    """The names there are, where one given is none of them."""
    plain = [name for name in argument_names() if "." not in name]
    unknown = next((name for name in given if name not in argument_names()), None)
    if unknown is None:
        return ""
    return f" ({nearest(unknown, argument_names(), 'known: ' + ', '.join(plain))})"


def _given(settings: Sequence[str]) -> dict[str, ArgumentValue]:
    """The settings by name.  ValueError for one that cannot be read, and for a name given twice."""
    given: dict[str, ArgumentValue] = {}
    for written in settings:
        name, value = _setting(written)
        if name in given:
            raise ValueError(f"{name} is given twice")
        given[name] = value
    return given


def _setting(written: str) -> tuple[str, ArgumentValue]:
    """``N=131072`` → ("N", 131072).  ValueError without a name or a value."""
    name, equals, value = written.partition("=")
    if not (name.strip() and equals and value.strip()):
        raise ValueError(f"{written!r} is not NAME=VALUE")
    value = value.strip()
    if found := _THOUSANDS.fullmatch(value):
        number, power = int(found[1]), "kmg".index(found[2].lower()) + 1
        either = f"{number * 1024**power} or {number * 1000**power}"
        raise ValueError(f"{name.strip()}={value} may be two numbers: write {either}")
    plain = _GROUPED.sub("", value)
    digits = plain.removeprefix("-")
    whole = digits.isascii() and digits.isdecimal() and len(digits) <= 40
    return name.strip(), int(plain) if whole else value


def _anchor(files: Files, file: Path | None, own: str, problems: Problems) -> Anchor | None:
    """The anchor in `file`, or the course's `own`."""
    if file is not None:
        read = given_anchor(files, file, problems)
        return None if read is None else read_anchor(read, problems)
    return load_anchor(files, own, problems) if own else None


# --- text ---------------------------------------------------------------------------------------


def _print_text(anchor: Anchor, rows: Sequence[Row], sheets: Mapping[str, Sheet]) -> None:
    print(f"{anchor.title} ({anchor.id}, {anchor.digest})")
    if anchor.model.not_counted:
        print(f"not counted: {', '.join(anchor.model.not_counted)}")
    width = max(len(row.quantity.id) for row in rows)
    for row in rows:
        print(f"{row.quantity.id:{width}}  {_line(anchor, row)}")
    for sheet in sheets.values():
        print(f"facts of {sheet.id}, {sheet.title}:")
        for name in sheet.facts:
            if fact := fact_quantity(sheet, name, f"{sheet.id}."):
                print(f"{fact.id:{width}}  {fact.text()}")
    print("fields of the anchor:")
    for name, field in anchor.fields.items():
        if type(field.value) is int:
            print(f"{name:{width}}  {field.value:,}")


def _line(anchor: Anchor, row: Row) -> str:
    if row.bound is None:
        return f"none: {row.reason}"
    counted = str(row.bound.unit)
    unit = f" {counted}" if counted and not printed_unit(row.bound.style, counted) else ""
    unit += "s" if unit.islower() and row.bound.value() != 1 else ""
    notes = [*_numbers_taken(row), *_conventions(row.bound), *_beyond(anchor, row.bound), *_windowed(anchor, row.bound)]
    said = f"  [{'; '.join(notes)}]" if notes else ""
    return f"{row.bound.substituted()}{unit}{said}"


def _numbers_taken(row: Row) -> list[str]:
    """The arguments that are numbers: a lesson gives them by name."""
    names = [argument.name for argument in row.quantity.arguments if not _is_chosen(argument)]
    return [f"takes {', '.join(names)}"] if names else []


def _is_chosen(argument: QuantityArgument | OwnArgument) -> bool:
    return bool(argument.choices or (isinstance(argument, OwnArgument) and argument.sheets))


def _conventions(bound: BoundQuantity) -> list[str]:
    """How the number was counted: the arguments that are a choice, and the types they came to."""
    chosen = [f"{name}: {value}" for name, value in bound.arguments if isinstance(value, str)]
    return chosen + list(dict.fromkeys(given.origin for given in bound.inputs if " = " in given.origin))


def _beyond(anchor: Anchor, bound: BoundQuantity) -> list[str]:
    """Said of a context that the model does not have."""
    native = anchor.model.native_context
    return [f"beyond native_context = {native:,}"] if str(bound.unit) == "token" and bound.value() > native else []


def _windowed(anchor: Anchor, bound: BoundQuantity) -> list[str]:
    """Said of what a token adds where some layers keep only so many."""
    if bound.id != "kv_per_token":
        return []
    mixers = (mixer for mixer, _ in cached_mixers(anchor.model) if isinstance(mixer, FullAttention))
    windows = sorted(mixer.window for mixer in mixers if mixer.window is not None)
    return [f"until a window of {windows[0]:,} tokens is full"] if windows else []


# --- JSON ---------------------------------------------------------------------------------------


def _print_json(anchor: Anchor, rows: Sequence[Row], sheets: Mapping[str, Sheet]) -> None:
    document = {
        "anchor": {
            "id": anchor.id,
            "title": anchor.title,
            "digest": anchor.digest,
            "not_counted": list(anchor.model.not_counted),
            "fields": {name: {"value": field.value, "source": field.source} for name, field in anchor.fields.items()},
        },
        "quantities": {row.quantity.id: _record(row) for row in rows},
        "facts": {sheet.id: _facts(sheet) for sheet in sheets.values()},
    }
    print(json.dumps(document, ensure_ascii=False, indent=2))


def _facts(sheet: Sheet) -> Mapping[str, object]:
    found = ((fact, fact_quantity(sheet, name)) for name, fact in sheet.facts.items())
    return {
        fact.name: {
            "value": _exact(bound.value()),
            "unit": str(bound.unit),
            "text": bound.text(),
            "source": fact.source,
        }
        for fact, bound in found
        if bound
    }


def _record(row: Row) -> Mapping[str, object]:
    quantity, bound = row.quantity, row.bound
    named = {"title": quantity.title, "symbol": quantity.symbol, "unit": str(quantity.unit)}
    if bound is None:
        return named | {"value": None, "text": "none", "reason": row.reason, "formula": "none", "inputs": {}}
    return named | {
        "value": _exact(bound.value()),
        "text": bound.text(),
        "formula": to_text(bound.expression, {}),
        "substituted": bound.substituted(),
        "inputs": {given.symbol: {"value": _exact(given.value), "origin": given.origin} for given in bound.inputs},
        "arguments": dict(bound.arguments),
        "sources": list(bound.sources),
    }


def _exact(value: Number) -> int | str:
    """A whole number as it is, any other as ``p/q``."""
    return value if isinstance(value, int) else str(value)


FORMATS = {"text": _print_text, "json": _print_json}
