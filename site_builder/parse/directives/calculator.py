"""`:::{calculator}`: curves over one variable, with the controls that move along them."""

from __future__ import annotations

from collections.abc import Sequence

from site_builder.document.blocks import Calculator, Crossing, Curve
from site_builder.parse.directives.fields import Fields, mapping, mappings
from site_builder.parse.directives.spec import Directive, Given, Option
from site_builder.parse.directives.values import EXPRESSION, EXPRESSIONS, NAME, POWERS, VARIABLE
from site_builder.problems import Problems, nearest

ROLES = ("score", "kv", "weights")
"""The colour roles of curves, named by what they show."""


def _make(given: Given) -> Calculator | None:
    problems = given.services.problems
    fields = mapping(given.data, problems, "a mapping with curves")
    if fields is None:
        return None
    fields.only("curves", "crossing", "caption")
    mark = problems.mark
    items = _items(fields)
    curves = tuple(curve for item in items if (curve := _curve(item)))
    crossing = _crossing(fields)
    caption = fields.text("caption", default="")
    _check_roles(items, crossing, problems)
    if problems.has_errors_since(mark):
        return None
    return Calculator(
        title=given.title,
        name=given.options["name"],
        variable=given.options["variable"],
        minimum=given.expression("from"),
        maximum=given.expression("to"),
        start=given.expression("start"),
        presets=given.options["presets"] or (),
        table=given.options["table"],
        curves=curves,
        crossing=crossing,
        caption=given.services.paragraph(caption, fields.value_position("caption")) if caption else (),
        position=given.position,
    )


def _items(fields: Fields) -> tuple[Fields, ...]:
    node = fields.node_of("curves")
    if node is None:
        fields.problems.error(fields.position, "field-is-present", "a calculator has curves", "begin with curves:")
    return tuple(mappings(node, fields.problems, "a list of curves"))


def _curve(fields: Fields) -> Curve | None:
    fields.only("value", "label", "role", "compare")
    value, label, role = fields.expression("value"), fields.text("label"), fields.choice("role", ROLES)
    compare = fields.choice("compare", ROLES, default="")
    if value is None or label is None or role is None or compare is None:
        return None
    return Curve(value, label, role, compare, fields.position)


def _crossing(fields: Fields) -> Crossing | None:
    inner = mapping(fields.node_of("crossing"), fields.problems, "a crossing: value, curve, label")
    if inner is None:
        return None
    inner.only("value", "curve", "label")
    value, curve, label = inner.expression("value"), inner.choice("curve", ROLES), inner.text("label")
    if value is None or curve is None or label is None:
        return None
    return Crossing(value, curve, label, inner.position)


def _check_roles(items: Sequence[Fields], crossing: Crossing | None, problems: Problems) -> None:
    """Each role is one curve's; where all could be read, those that are referred to are there."""
    roles = [item.written("role") for item in items]
    for index, (item, role) in enumerate(zip(items, roles, strict=True)):
        if role in ROLES and role in roles[:index]:
            message = f"another curve has the role {role!r} already"
            problems.error(item.position, "field-has-its-type", message, "give each curve a role of its own")
    if not roles or not set(roles) <= set(ROLES):
        return
    referring = [(item.written("compare"), item.position) for item in items]
    if crossing:
        referring.append((crossing.curve, crossing.position))
    for role, position in referring:
        if role in ROLES and role not in roles:
            message = f"no curve of this calculator has the role {role!r}"
            problems.error(position, "field-has-its-type", message, nearest(role, set(roles)))


DIRECTIVE = Directive(
    stem="calculator",
    doc="Curves of bytes over one variable on logarithmic axes, with slider, number box, buttons, cards and a table.",
    argument="required title",
    body="data",
    make=_make,
    options=(
        Option("name", NAME, "what {set} and the page's address call it"),
        Option("variable", VARIABLE, "the variable that the slider moves", default="N"),
        Option("from", EXPRESSION, "its least value", default="1"),
        Option("to", EXPRESSION, "its greatest value"),
        Option("start", EXPRESSION, "its value at first"),
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
crossing: {value: "crossing_score_weights()", curve: score, label: 一样大}
caption: 一个头、一层。
:::""",
)
