"""Lists of numbers: as they are written, of a fact sheet, of a range; and what is made of them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from functools import reduce

from site_builder.engine.formula import Integer, Symbol
from site_builder.engine.measure import ONE
from site_builder.engine.quantity import BoundQuantity, Input
from site_builder.expression.arithmetic import add, divide, literal, multiply
from site_builder.expression.functions import apply
from site_builder.expression.reading import Reads
from site_builder.expression.syntax import refused

LONGEST = 128
"""Terms of a list: what a formula can still be read with."""


def read_list(reader: Reads, node: ast.expr) -> tuple[BoundQuantity, ...] | None:
    """The numbers of a list; None for what is none."""
    match node:
        case ast.List(elts=elements):
            found = tuple(reader.read(element) for element in elements)
        case ast.GeneratorExp(elt=element, generators=[ast.comprehension(target=ast.Name(id=name), iter=over, ifs=[])]):
            found = tuple(reader.also(name, value).read(element) for value in _values(reader, over))
        case ast.Call(func=ast.Name(id="softmax"), args=[argument], keywords=[]):
            powers = tuple(apply("exp", (each,)) for each in _wanted(reader, argument, "softmax"))
            found = tuple(divide(each, reduce(add, powers)) for each in powers)
        case ast.Attribute(value=ast.Name(id=sheet), attr=name):
            return reader.numbers(node, sheet, name)
        case _:
            return None
    if not 1 <= len(found) <= LONGEST:
        raise refused(node, "expression-is-well-formed", f"a list has 1 to {LONGEST} numbers, not {len(found)}")
    return found


def over_list(reader: Reads, node: ast.Call, name: str) -> BoundQuantity | None:
    """``sum``, ``mean``, ``prod``, ``min``, ``max`` or ``dot`` of lists; None where the function is given no list."""
    if name == "dot" and len(node.args) == 2 and not node.keywords:
        left, right = (_wanted(reader, each, name) for each in node.args)
        if len(left) != len(right):
            message = f"dot takes two lists of one length, not of {len(left)} and {len(right)}"
            raise refused(node, "expression-is-well-formed", message)
        return reduce(add, map(multiply, left, right))
    if name not in _OF_LIST or len(node.args) != 1 or node.keywords:
        return None
    if name == "sum" and (over_layers := _sum_over_layers(reader, node.args[0])):
        return over_layers
    numbers = read_list(reader, node.args[0])
    if numbers is None and name in ("sum", "mean", "prod"):
        numbers = _wanted(reader, node.args[0], name)
    return None if numbers is None else _OF_LIST[name](numbers)


def _sum_over_layers(reader: Reads, node: ast.expr) -> BoundQuantity | None:
    """``sum(… for layer in layers)``: a term for each kind of layer, times how many the model has of it.

    `layer` is the word of its kind, as the anchor's layer_pattern writes it.
    """
    match node:
        case ast.GeneratorExp(
            elt=part, generators=[ast.comprehension(target=ast.Name(id=name), iter=ast.Name(id="layers"), ifs=[])]
        ) if "layer_pattern" in reader.model.facts:
            counts = _layer_counts(reader)
        case _:
            return None
    terms = [(kind, count, reader.also(name, kind).read(part)) for kind, count in counts.items()]
    counted = [(kind, count, term) for kind, count, term in terms if term.expression != Integer(0)] or terms[:1]
    total = reduce(add, (multiply(_layers_of(kind, count), term) for kind, count, term in counted))
    written = f"sum{ast.unparse(node)}"
    return replace(total, id=written, title=written, call=written)


def _layer_counts(reader: Reads) -> dict[str, int]:
    """How many layers the model has of each kind: its pattern, ``("3 linear", "full")``, over and over."""
    facts, counts = reader.model.facts, dict[str, int]()
    pattern, layers = facts["layer_pattern"].value, facts["layers"].value
    assert isinstance(pattern, tuple)
    words = [str(each).split() for each in pattern]
    kinds = [kind for *times, kind in words for _ in range(int(times[0]) if times else 1)]
    assert isinstance(layers, int)
    for turn in range(layers):
        kind = kinds[turn % len(kinds)]
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def _layers_of(kind: str, count: int) -> BoundQuantity:
    symbol = f"L_{kind}"
    return BoundQuantity(
        f"{kind} layers", f"{kind} layers", ONE, "count", Symbol(symbol), (Input(symbol, count, "layer_pattern"),)
    )


def element(reader: Reads, node: ast.Subscript) -> BoundQuantity:
    """One number of a list, counted from 0."""
    numbers = _wanted(reader, node.value, "[…]")
    index = node.slice.value if isinstance(node.slice, ast.Constant) else None
    if not isinstance(index, int) or not 0 <= index < len(numbers):
        message = f"an element of this list is counted from 0 to {len(numbers) - 1}"
        raise refused(node.slice, "expression-is-well-formed", message)
    return numbers[index]


def _wanted(reader: Reads, node: ast.expr, what: str) -> tuple[BoundQuantity, ...]:
    numbers = read_list(reader, node)
    if numbers is None:
        raise refused(node, "expression-is-well-formed", f"{what} takes a list", f"e.g. {what}([1, 2, 3])")
    return numbers


def _values(reader: Reads, over: ast.expr) -> tuple[BoundQuantity, ...]:
    """What a sum runs over: a list, or ``range(n)`` from 0 to n − 1."""
    match over:
        case ast.Call(func=ast.Name(id="range"), args=bounds, keywords=[]) if 1 <= len(bounds) <= 2:
            ends = [reader.read(bound) for bound in bounds]
            if any(end.free or end.unit or not isinstance(end.value(), int) for end in ends):
                raise refused(over, "expression-is-well-formed", "range takes whole numbers that are known")
            first, last = (0, ends[0].value()) if len(ends) == 1 else (ends[0].value(), ends[1].value())
            count = max(0, int(last) - int(first))
            if not 1 <= count <= LONGEST:
                message = f"a sum has 1 to {LONGEST} terms, not {count:,}"
                raise refused(over, "expression-is-well-formed", message)
            return tuple(literal(value) for value in range(int(first), int(last)))
    return _wanted(reader, over, "a sum")


def _mean(numbers: tuple[BoundQuantity, ...]) -> BoundQuantity:
    total = reduce(add, numbers)
    return replace(divide(total, literal(len(numbers))), style=total.style)


_OF_LIST: dict[str, Callable[[tuple[BoundQuantity, ...]], BoundQuantity]] = {
    "sum": lambda numbers: reduce(add, numbers),
    "mean": _mean,
    "prod": lambda numbers: reduce(multiply, numbers),
    "min": lambda numbers: apply("min", numbers),
    "max": lambda numbers: apply("max", numbers),
}
NAMES = (*_OF_LIST, "dot", "softmax")
"""Functions of lists."""
