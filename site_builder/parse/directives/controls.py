"""The controls of a calculator as an author writes them: whole numbers, and choices of words, models or sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from site_builder.document.calculator import ChoiceControl, Control, IntegerControl, Scale
from site_builder.parse.directives.spec import Given
from site_builder.parse.directives.values import EXPRESSION
from site_builder.problems import Problems, SourcePosition, Written, nearest
from site_builder.source import patterns
from site_builder.source.fields import Field, Record, given, located, one_of, record
from site_builder.source.kinds import NOTHING, Kind, choice, mapping, sequence, text, written
from site_builder.source.nodes import MappingNode, Node, ScalarNode, SequenceNode

MOST = 4
SCALES: tuple[Scale, ...] = ("log", "linear")
OF = ("choices", "models", "sheets")
SCALE = choice(text(), SCALES, "log or linear")
LABEL = text(change=str.strip)
VALUES = sequence(written(), least=1)
_AXIS_OPTIONS = ("variable", "from", "to", "start", "presets")
"""What describes the one control of a calculator whose body has no ``controls:``."""


def _options(of: str) -> Kind:
    """Two or more words, each with what a reader sees, which a list leaves to the word."""

    def take(node: Node, _: str, problems: Problems) -> Any:
        mark = problems.mark
        found = tuple(dict(_words(node, of, problems)).items())
        if len(found) < 2 and not problems.has_errors_since(mark):
            problems.error(node.position, "field-has-its-type", f"{of} has two words or more to choose from")
        return NOTHING if problems.has_errors_since(mark) else found

    word = {"type": ["string", "number"]}
    named = {"type": "object", "additionalProperties": word, "minProperties": 2}
    return Kind("a list, or words with what a reader sees", take, {"anyOf": [
        {"type": "array", "items": word, "minItems": 2}, named,
    ]})  # fmt: skip


def _words(node: Node, of: str, problems: Problems) -> Iterator[tuple[str, str]]:
    match node:
        case MappingNode(entries=entries):
            pairs = [(ScalarNode(each.key, each.key, each.position), each.value) for each in entries]
        case SequenceNode(items=items):
            pairs = [(item, None) for item in items]  # type: ignore[misc]
        case _:
            problems.error(node.position, "field-has-its-type", f"{of} is a list, or words with what a reader sees")
            return
    for word, said in pairs:
        flag = isinstance(word, ScalarNode) and isinstance(word.value, bool)
        if not isinstance(word, ScalarNode) or flag or not re.fullmatch(r"[\w.-]+", word.written):
            message = "a choice is a word: letters, digits, . _ and -"
            problems.error(word.position, "field-has-its-type", message, "put it in quotes" if flag else "")
        elif said is not None and (not isinstance(said, ScalarNode) or not said.written.strip()):
            message = f"what a reader sees of {word.written} is a text"
            problems.error(said.position, "field-has-its-type", message)
        else:
            yield word.written, said.written.strip() if said else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntegerEntry:
    """A control that is a whole number."""

    position: SourcePosition = located()
    minimum: Written | None = given(written(500), default=None, key="from", doc="its least value, 1 if not given")
    maximum: Written = given(written(500), key="to", doc="its greatest value")
    start: Written = given(written(500), doc="its value at first")
    presets: tuple[Written, ...] = given(VALUES, default=(), doc="values that have buttons")
    scale: Scale = given(SCALE, default="log", doc="how the slider moves along it")
    label: str = given(LABEL, default="", doc="what readers call it")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceEntry:
    """A control that is one of some words, models or sheets, as `of` says."""

    of: str
    options: tuple[tuple[str, str], ...]
    start: Written | None
    label: str
    position: SourcePosition
    over: str = ""

    def check(self, problems: Problems) -> None:
        words = [word for word, _ in self.options]
        if self.start and self.start.source not in words:
            message = f"start is one of {', '.join(words)}, not {self.start.source!r}"
            hint = nearest(self.start.source, words, otherwise=" ").strip()
            problems.error(self.start.position, "field-has-its-type", message, hint)


_DOCS = {
    "choices": "words, each with what a reader sees, or a list of them: handed on, or compared",
    "models": "the ids of anchors",
    "sheets": "the ids of fact sheets, whose facts are read as `card.bandwidth`",
}


def choice_records(*more: Field) -> dict[str, Record]:
    """What a choice may be, by the field that says what of; `more` are fields that it has besides."""
    start = Field("start", written(80), None, "start", doc="the one at first, the first if not given")
    label = Field("label", LABEL, "", "label", doc="what readers call it")
    return {
        of: Record(
            (*more, Field(of, _options(of), name="options", doc=doc), start, label),
            partial(ChoiceEntry, of=of),
            "position",
            ChoiceEntry.check,
        )
        for of, doc in _DOCS.items()
    }


CONTROLS = mapping(one_of(choice_records(), record(IntegerEntry)), text(patterns.VARIABLE))


def as_controls(
    given: Given, entries: Mapping[str, IntegerEntry | ChoiceEntry], axis: Written | None
) -> tuple[tuple[Control, ...], str]:
    """The controls, and the name of the one that is the x axis; every problem is reported."""
    problems = given.services.problems
    if not entries:
        return _from_options(given), given.options["variable"] or "N"
    for name in _AXIS_OPTIONS:
        if given.options[name]:
            message = f"the option {name!r} describes an axis, and controls: does too"
            hint = "leave the option out: N: {from: 1, to: 4096, start: 512}"
            problems.error(_place(given, name), "option-is-known", message, hint)
    if len(entries) > MOST:
        message = f"a calculator has 1 to {MOST} controls, not {len(entries)}"
        problems.error(next(iter(entries.values())).position, "field-has-its-type", message)
    controls = tuple(_control(name, entry) for name, entry in entries.items())
    return controls, _axis(given, controls, axis)


def _from_options(given: Given) -> tuple[Control, ...]:
    missing = [name for name in ("to", "start") if given.options[name] is None]
    for name in missing:
        given.services.problems.error(
            given.position, "option-is-present", f"calculator needs the option {name!r}",
            f"write :{name}: with {EXPRESSION.name}",
        )  # fmt: skip
    if missing:
        return ()
    return (
        IntegerControl(
            given.options["variable"] or "N", given.options["from"] or Written("1", given.position),
            given.expression("to"), given.expression("start"), given.options["presets"] or (), "log", "",
            given.position,
        ),
    )  # fmt: skip


def _place(given: Given, name: str) -> SourcePosition:
    value = given.options[name]
    first = value[0] if isinstance(value, tuple) else value
    return first.position if isinstance(first, Written) else given.position


def _axis(given: Given, controls: Sequence[Control], asked: Written | None) -> str:
    integers = [control.name for control in controls if isinstance(control, IntegerControl)]
    if not integers:
        hint = "add one: N: {from: 1, to: 4096, start: 512}"
        message = "a calculator needs a whole number for its x axis; all its controls are choices"
        given.services.problems.error(controls[0].position, "field-is-present", message, hint)
        return ""
    if asked and asked.source not in integers:
        message = f"axis is one of {', '.join(integers)}, not {asked.source!r}"
        hint = nearest(asked.source, integers, " ").strip()
        given.services.problems.error(asked.position, "field-has-its-type", message, hint)
    return asked.source if asked else integers[0]


def _control(name: str, entry: IntegerEntry | ChoiceEntry) -> Control:
    if isinstance(entry, ChoiceEntry):
        return as_choice(name, entry)
    minimum = entry.minimum or Written("1", entry.position)
    return IntegerControl(
        name, minimum, entry.maximum, entry.start, entry.presets, entry.scale, entry.label, entry.position
    )


def as_choice(name: str, entry: ChoiceEntry) -> ChoiceControl:
    """The choice as a control, which begins with its first word where none is asked for."""
    start = entry.start.source if entry.start else entry.options[0][0]
    return ChoiceControl(name, entry.of, entry.options, start, entry.label, entry.position)
