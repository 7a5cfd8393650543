"""`:::{calculator}`: curves over one variable, with the controls that move along them."""

from __future__ import annotations

from collections.abc import Sequence

from site_builder.document.blocks import Calculator
from site_builder.document.calculator import Crossing, Curve, Mark
from site_builder.parse.directives.controls import SCALES, as_scale, flag, read_controls
from site_builder.parse.directives.fields import Fields, mapping, mappings
from site_builder.parse.directives.spec import Directive, Given, Option
from site_builder.parse.directives.values import EXPRESSION, EXPRESSIONS, NAME, POWERS, VARIABLE
from site_builder.problems import Problems, nearest
from site_builder.source.nodes import ScalarNode, SequenceNode

ROLES = ("score", "kv", "weights", "state", "work", "time")
"""The looks of curves, in the order in which those without a role of their own take them."""


def _make(given: Given) -> Calculator | None:
    problems = given.services.problems
    fields = mapping(given.data, problems, "a mapping with curves")
    if fields is None:
        return None
    fields.only("controls", "axis", "curves", "crossing", "marks", "y", "caption")
    mark = problems.mark
    controls, axis = read_controls(given, fields)
    items = _items(fields)
    ids = _ids(items, problems)
    read = [_curve(item, name, look, ids) for item, name, look in zip(items, ids, _looks(items), strict=True)]
    curves = tuple(curve for curve in read if curve)
    crossing = _crossing(fields, ids)
    marks = tuple(map(read_mark, mappings(fields.node_of("marks"), problems, "a list of marks")))
    scale = fields.choice("y", SCALES, default="log")
    caption = fields.text("caption", default="")
    if problems.has_errors_since(mark):
        return None
    assert given.title is not None  # its argument is required
    return Calculator(
        title=given.title,
        name=given.options["name"],
        controls=controls,
        axis=axis,
        table=given.options["table"],
        curves=curves,
        crossing=crossing,
        marks=tuple(mark for mark in marks if mark),
        scale=as_scale(scale or "log"),
        caption=given.services.paragraph(caption, fields.value_position("caption")) if caption else (),
        position=given.position,
    )


def _items(fields: Fields) -> tuple[Fields, ...]:
    node = fields.node_of("curves")
    if node is None:
        fields.problems.error(fields.position, "field-is-present", "a calculator has curves", "begin with curves:")
    items = tuple(mappings(node, fields.problems, "a list of curves"))
    if node is not None and isinstance(node, SequenceNode) and not 1 <= len(node.items) <= len(ROLES):
        message = f"a calculator has 1 to {len(ROLES)} curves, not {len(node.items)}"
        fields.problems.error(node.position, "field-has-its-type", message)
        return items[: len(ROLES)]
    return items


def _looks(items: Sequence[Fields]) -> list[str]:
    """The look of each curve: its `role`, or the first that none has asked for."""
    asked = [item.written("role") for item in items]
    free = iter([role for role in ROLES if role not in asked])
    return [role if role in ROLES else next(free) for role in asked]


def _ids(items: Sequence[Fields], problems: Problems) -> list[str]:
    """The id of each curve, its look where it has none; each is one curve's."""
    roles = _looks(items)
    ids = [item.written("id") or role for item, role in zip(items, roles, strict=True)]
    for index, (item, name, role) in enumerate(zip(items, ids, roles, strict=True)):
        if role in ROLES and role in roles[:index]:
            message = f"another curve has the role {role!r} already"
            problems.error(item.position, "field-has-its-type", message, "give each curve a role of its own, or none")
        elif name in ids[:index]:
            problems.error(item.position, "field-has-its-type", f"another curve has the id {name!r} already")
    return ids


def _curve(fields: Fields, name: str, look: str, ids: Sequence[str]) -> Curve | None:
    fields.only("id", "value", "label", "role", "compare")
    value, label, role = fields.expression("value"), fields.text("label"), fields.choice("role", ROLES, default=look)
    compare = fields.choice("compare", tuple(dict.fromkeys(ids)), default="")
    if value is None or label is None or role is None or compare is None:
        return None
    return Curve(name, value, label, role, compare, fields.position)


def _crossing(fields: Fields, ids: Sequence[str]) -> Crossing | None:
    inner = mapping(fields.node_of("crossing"), fields.problems, "a crossing: curves, label")
    if inner is None:
        return None
    if inner.node_of("value") is not None:
        hint = "write curves: [a, b], the two that meet: where they do is computed"
        fields.problems.error(inner.position, "field-is-known", "a crossing has no value of its own", hint)
        return None
    inner.only("curves", "label", "guess")
    node, label, guess = inner.node_of("curves"), inner.text("label"), flag(inner, "guess", default=True)
    named = (
        [item.written for item in node.items if isinstance(item, ScalarNode)] if isinstance(node, SequenceNode) else []
    )
    if len(set(named)) != 2:
        fields.problems.error(
            inner.position, "field-has-its-type", "a crossing is of two curves", "e.g. curves: [score, weights]"
        )
        return None
    for name in named:
        if name not in ids:
            message = f"no curve of this calculator has the id {name!r}"
            fields.problems.error(inner.position, "field-has-its-type", message, nearest(name, dict.fromkeys(ids)))
            return None
    return None if label is None else Crossing((named[0], named[1]), label, inner.position, guess)


def read_mark(fields: Fields) -> Mark | None:
    """A line at a value; a problem where it has not one place."""
    fields.only("at", "level", "label")
    given = [name for name in ("at", "level") if fields.node_of(name) is not None]
    if len(given) != 1:
        hint = "at: a value of the axis, or level: a value of the curves"
        fields.problems.error(fields.position, "field-is-present", "a mark has either at: or level:", hint)
        return None
    value, label = fields.expression(given[0]), fields.text("label")
    return None if value is None or label is None else Mark(value, given[0] == "level", label, fields.position)


DIRECTIVE = Directive(
    stem="calculator",
    doc="Up to six curves of one unit over one variable, with up to four controls, cards and a table.",
    argument="required title",
    body="data",
    make=_make,
    numbered="experiment",
    options=(
        Option("name", NAME, "what {set} and the page's address call it"),
        Option("variable", VARIABLE, "the variable that the slider moves, N if not given", default=""),
        Option("from", EXPRESSION, "its least value, 1 if not given", default=""),
        Option("to", EXPRESSION, "its greatest value; needed where the body has no controls:", default=""),
        Option("start", EXPRESSION, "its value at first; needed where the body has no controls:", default=""),
        Option("presets", EXPRESSIONS, "values that have buttons", default=""),
        Option("table", POWERS, "the powers of two that the table lists", default="10-20"),
    ),
    example=""":::{calculator} N² 的账
:name: memory
:to: 4194304
:start: 131072
:presets: 4096, native_context

curves:
  - {value: "score_matrix(N=N)", label: 分数矩阵, role: score, compare: weights}
  - {value: "weights()", label: 全部权重, role: weights}
crossing: {curves: [score, weights], label: 一样大}
caption: 一个头、一层。
:::""",
)
