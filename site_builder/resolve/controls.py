"""The controls of a calculator: bounds computed, words looked up, and every combination of the choices."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TypeAlias

from site_builder.document.blocks import Calculator
from site_builder.document.calculator import ChoiceControl, IntegerControl
from site_builder.engine.arguments import LONGEST_CONTEXT
from site_builder.engine.ranges import Range
from site_builder.engine.sheet import Sheet
from site_builder.expression.reader import compute_count
from site_builder.expression.reading import Local
from site_builder.figures.calculator import ChoiceSpec, Control, IntegerSpec, Option
from site_builder.problems import Written, nearest
from site_builder.resolve.scope import Scope

MOST_COMBINATIONS = 96
Chosen: TypeAlias = Mapping[str, Local]
"""The option of each choice, by name: a word, or a fact sheet."""


@dataclass(frozen=True, slots=True)
class Controls:
    """The controls in order; `axis` is the integer along x.  `meanings` are the options' values, choice by choice."""

    all: tuple[Control, ...]
    axis: IntegerSpec
    meanings: Mapping[str, tuple[Local, ...]]

    @property
    def ranges(self) -> Mapping[str, Range]:
        """What every integer runs over."""
        return {each.name: (each.minimum, each.maximum) for each in self.all if isinstance(each, IntegerSpec)}

    def combinations(self) -> Iterator[Chosen]:
        """Every combination of the choices, the last one fastest."""
        for values in product(*self.meanings.values()):
            yield dict(zip(self.meanings, values, strict=True))

    def first(self) -> Chosen:
        """The combination that the page begins with."""
        choices = [each for each in self.all if isinstance(each, ChoiceSpec)]
        return {each.name: self.meanings[each.name][each.start] for each in choices}


def resolve_controls(block: Calculator, scope: Scope) -> Controls | None:
    """The controls with every problem reported; None where one of them cannot be used at all."""
    found: list[Control] = []
    meanings: dict[str, tuple[Local, ...]] = {}
    for control in block.controls:
        if isinstance(control, IntegerControl):
            integer = resolve_integer(control, scope, is_axis=control.name == block.axis)
            found += [integer] if integer else []
        elif made := resolve_choice(control, scope):
            found.append(made[0])
            meanings[control.name] = made[1]
    _check_used(block, scope)
    if (count := prod(map(len, meanings.values()))) > MOST_COMBINATIONS:
        message = f"the choices have {count} combinations, more than {MOST_COMBINATIONS}"
        scope.problems.error(block.position, "number-is-finite", message, "make two calculators of it")
        return None
    if len(found) < len(block.controls):
        return None
    axis = next(each for each in found if isinstance(each, IntegerSpec) and each.name == block.axis)
    return Controls(tuple(found), axis, meanings)


def resolve_integer(control: IntegerControl, scope: Scope, *, is_axis: bool) -> IntegerSpec | None:
    """A whole number with its bounds computed; None, with the problem reported, where it has none."""
    minimum, maximum = _whole(control.minimum, scope, "from"), _whole(control.maximum, scope, "to")
    if minimum is None or maximum is None:
        return None
    if minimum < 0 or (minimum == 0 and control.scale == "log"):
        if control.scale == "log":
            message, hint = f"a logarithmic axis cannot start at {minimum}", "begin at 1, or write scale: linear"
        else:
            message, hint = f"a control counts from 0 on, not from {minimum}", ""
        scope.problems.error(control.minimum.position, "axis-starts-above-zero", message, hint)
        return None
    if maximum > LONGEST_CONTEXT:
        message = f"{maximum:,} is more than the longest context, {LONGEST_CONTEXT:,}"
        scope.problems.error(control.maximum.position, "number-is-finite", message)
        return None
    least = 2 * minimum if control.scale == "log" else minimum + 1
    if maximum < least:
        needed = "at least one doubling" if control.scale == "log" else "at least one step"
        what = "the axis" if is_axis else control.name
        message = f"{what} goes from {minimum:,} to {maximum:,}; it needs {needed}"
        scope.problems.error(control.maximum.position, "option-has-its-type", message)
        return None
    start = _within(control.start, scope, "start", minimum, maximum)
    presets = [_within(preset, scope, "a preset", minimum, maximum) for preset in control.presets]
    if start is None:
        return None
    known = tuple(dict.fromkeys(preset for preset in presets if preset is not None))
    return IntegerSpec(control.name, minimum, maximum, start, known, control.scale, control.label)


def _whole(expression: Written, scope: Scope, what: str) -> int | None:
    value = compute_count(expression, scope.names, scope.problems)
    if value is not None and not isinstance(value, int):
        message = f"{what} is a whole number, not {value}"
        scope.problems.error(expression.position, "option-has-its-type", message)
        return None
    return value


def _within(expression: Written, scope: Scope, what: str, minimum: int, maximum: int) -> int | None:
    value = _whole(expression, scope, what)
    if value is not None and not minimum <= value <= maximum:
        message = f"{what} is {value:,}, outside {minimum:,} … {maximum:,}"
        scope.problems.error(expression.position, "option-has-its-type", message)
        return None
    return value


def resolve_choice(control: ChoiceControl, scope: Scope) -> tuple[ChoiceSpec, tuple[Local, ...]] | None:
    """A choice with what each option means; None, with the problem reported, where one names nothing."""
    values = _meanings(control, scope)
    return None if values is None else (_choice(control, scope), values)


def _meanings(control: ChoiceControl, scope: Scope) -> tuple[Local, ...] | None:
    """What each option is in an expression; None, with the problem reported, where one names nothing."""
    words = tuple(word for word, _ in control.choices)
    if control.of == "choices":
        return words
    known, mark = _known(control, scope), scope.problems.mark
    what = "anchor" if control.of == "models" else "fact sheet"
    for word in words:
        if word not in known:
            message, hint = (
                f"there is no {what} {word!r}",
                nearest(word, known, f"there are {', '.join(sorted(known))}"),
            )
            scope.problems.error(control.position, "argument-is-known", message, hint)
        elif known[word] is None:
            message = f"the {what} {word!r} has problems of its own"
            scope.problems.error(control.position, "argument-is-known", message)
    if scope.problems.has_errors_since(mark):
        return None
    return words if control.of == "models" else tuple(known[word] or word for word in words)


def _choice(control: ChoiceControl, scope: Scope) -> ChoiceSpec:
    sheets = [_known(control, scope).get(word) for word, _ in control.choices]
    options = tuple(
        Option(word, said or (sheet.title if sheet else word))
        for (word, said), sheet in zip(control.choices, sheets, strict=True)
    )
    start = next(index for index, option in enumerate(options) if option.id == control.start)
    contexts = tuple(_context(sheet) for sheet in sheets) if control.of == "models" else ()
    return ChoiceSpec(control.name, options, start, control.label, contexts)


def _known(control: ChoiceControl, scope: Scope) -> Mapping[str, Sheet | None]:
    """What the options of a choice are names of."""
    known: dict[str, Mapping[str, Sheet | None]] = {"models": scope.names.models, "sheets": scope.names.sheets}
    return known.get(control.of, {})


def _context(model: Sheet | None) -> int:
    """The native context of a model, 0 where it is not known."""
    value = model.facts["native_context"].value if model and "native_context" in model.facts else 0
    return value if isinstance(value, int) else 0


def _check_used(block: Calculator, scope: Scope) -> None:
    """Every control moves something: a name that no curve and no mark uses would be one that does nothing."""
    written = [curve.value for curve in block.curves] + [mark.value for mark in block.marks]
    used = {name for each in written for name in _names(each.source)}
    for control in block.controls:
        if control.name not in used and len(block.controls) > 1:
            message = f"the control {control.name!r} moves nothing: no curve and no mark uses that name"
            scope.problems.error(control.position, "argument-is-known", message, "use it in a curve, or leave it out")


def _names(source: str) -> set[str]:
    try:
        tree = ast.parse(source.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
