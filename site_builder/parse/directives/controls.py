"""The controls of a calculator as an author writes them: whole numbers, and choices of words, models or sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from site_builder.document.calculator import ChoiceControl, Control, IntegerControl, Scale
from site_builder.parse.directives.fields import Fields, mapping
from site_builder.parse.directives.spec import Given
from site_builder.parse.directives.values import EXPRESSION
from site_builder.problems import Problems, SourcePosition, Written, nearest
from site_builder.source.nodes import MappingNode, Node, ScalarNode, SequenceNode

MOST = 4
SCALES: tuple[Scale, ...] = ("log", "linear")
OF = ("choices", "models", "sheets")
_AXIS_OPTIONS = ("variable", "from", "to", "start", "presets")
"""What describes the one control of a calculator whose body has no ``controls:``."""


def read_controls(given: Given, fields: Fields) -> tuple[tuple[Control, ...], str]:
    """The controls, and the name of the one that is the x axis; every problem is reported."""
    node = fields.node_of("controls")
    if node is None:
        return _from_options(given), given.options["variable"] or "N"
    for name in _AXIS_OPTIONS:
        if given.options[name]:
            message = f"the option {name!r} describes an axis, and controls: does too"
            hint = "leave the option out: N: {from: 1, to: 4096, start: 512}"
            fields.problems.error(_place(given, name), "option-is-known", message, hint)
    if not isinstance(node, MappingNode):
        hint = "write N: {from: 1, to: 4096, start: 512}"
        fields.problems.error(node.position, "field-has-its-type", "controls: is a mapping of names", hint)
        return (), ""
    if not 1 <= len(node.entries) <= MOST:
        message = f"a calculator has 1 to {MOST} controls, not {len(node.entries)}"
        fields.problems.error(node.position, "field-has-its-type", message)
    found = [_control(each.key, each.value, each.position, fields) for each in node.entries]
    controls = tuple(control for control in found if control)
    return controls, _axis(fields, controls) if len(controls) == len(node.entries) else ""


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


def _axis(fields: Fields, controls: Sequence[Control]) -> str:
    integers = [control.name for control in controls if isinstance(control, IntegerControl)]
    if not integers:
        hint = "add one: N: {from: 1, to: 4096, start: 512}"
        message = "a calculator needs a whole number for its x axis; all its controls are choices"
        fields.problems.error(fields.position, "field-is-present", message, hint)
        return ""
    return fields.choice("axis", integers, default=integers[0]) or ""


def _control(name: str, node: Node, position: SourcePosition, fields: Fields) -> Control | None:
    problems = fields.problems
    if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII):
        message = f"a control's name is one that an expression can use, not {name!r}"
        problems.error(position, "field-has-its-type", message, "letters, digits and _")
        return None
    inner = mapping(node, problems, "the fields of a control, e.g. {from: 1, to: 4096, start: 512}")
    if inner is None:
        return None
    kinds = [each for each in OF if inner.node_of(each) is not None]
    if not kinds:
        return _integer(name, inner)
    if len(kinds) > 1:
        problems.error(inner.position, "field-is-known", f"{name} has {' and '.join(kinds)}", "keep one of them")
        return None
    return read_choice(name, kinds[0], inner)


def _integer(name: str, fields: Fields) -> IntegerControl | None:
    fields.only("from", "to", "start", "presets", "scale", "label", *OF)
    minimum = fields.expression("from") if fields.node_of("from") else Written("1", fields.position)
    maximum, start = fields.expression("to"), fields.expression("start")
    scale, label = fields.choice("scale", SCALES, default="log"), fields.text("label", default="")
    presets = tuple(scalars(fields, "presets"))
    if minimum is None or maximum is None or start is None or scale is None or label is None:
        return None
    return IntegerControl(name, minimum, maximum, start, presets, as_scale(scale), label, fields.position)


def flag(fields: Fields, name: str, *, default: bool) -> bool:
    """true or false; `default` for one that is not there."""
    node = fields.node_of(name)
    if node is None:
        return default
    if isinstance(node, ScalarNode) and isinstance(node.value, bool):
        return node.value
    fields.problems.error(node.position, "field-has-its-type", f"{name} is true or false")
    return default


def as_scale(word: str) -> Scale:
    return "linear" if word == "linear" else "log"


def scalars(fields: Fields, name: str) -> Iterator[Written]:
    """The values of a list, as expressions."""
    node = fields.node_of(name)
    if node is None:
        return
    items = node.items if isinstance(node, SequenceNode) else ()
    if not items or not all(isinstance(item, ScalarNode) for item in items):
        fields.problems.error(
            node.position, "field-has-its-type", f"{name} is a list of values", "e.g. [4096, native_context]"
        )
        return
    yield from (Written(item.written.strip(), item.position) for item in items if isinstance(item, ScalarNode))


def read_choice(name: str, of: str, fields: Fields, *also: str) -> ChoiceControl | None:
    """A choice of words, models or sheets; `also` are fields that the caller reads."""
    fields.only(of, "start", "label", *also)
    node = fields.node_of(of)
    assert node is not None
    mark = fields.problems.mark
    choices = dict(_options(node, of, fields.problems))
    label = fields.text("label", default="")
    if len(choices) < 2:
        if not fields.problems.has_errors_since(mark):
            message = f"{of}: has the two or more that {name} is one of"
            fields.problems.error(node.position, "field-has-its-type", message)
        return None
    start = fields.text("start", default=next(iter(choices)))
    if start is not None and start not in choices:
        message = f"start is one of {', '.join(choices)}, not {start!r}"
        hint = nearest(start, choices, otherwise=" ").strip()
        fields.problems.error(fields.value_position("start"), "field-has-its-type", message, hint)
        return None
    if start is None or label is None:
        return None
    return ChoiceControl(name, of, tuple(choices.items()), start, label, fields.position)


def _options(node: Node, of: str, problems: Problems) -> Iterator[tuple[str, str]]:
    """Each word with what a reader sees, which a list leaves to the word."""
    match node:
        case MappingNode(entries=entries):
            pairs = [(ScalarNode(each.key, each.key, each.position), each.value) for each in entries]
        case SequenceNode(items=items):
            pairs = [(item, None) for item in items]  # type: ignore[misc]
        case _:
            problems.error(node.position, "field-has-its-type", f"{of} is a list, or words with what a reader sees")
            return
    for word, said in pairs:
        place = said or word
        flag = isinstance(word, ScalarNode) and isinstance(word.value, bool)
        if not isinstance(word, ScalarNode) or flag or not re.fullmatch(r"[\w.-]+", word.written):
            message = "a choice is a word: letters, digits, . _ and -"
            problems.error(word.position, "field-has-its-type", message, "put it in quotes" if flag else "")
        elif said is not None and (not isinstance(said, ScalarNode) or not said.written.strip()):
            problems.error(place.position, "field-has-its-type", f"what a reader sees of {word.written} is a text")
        else:
            yield word.written, said.written.strip() if said else ""
