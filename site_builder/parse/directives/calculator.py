"""`:::{calculator}`: curves over one variable, with the controls that move along them."""

from __future__ import annotations

from collections.abc import Sequence

from site_builder.document.blocks import Calculator, Crossing, Curve
from site_builder.parse.directives.fields import Fields, mapping, mappings
from site_builder.parse.directives.spec import Directive, Given, Option
from site_builder.parse.directives.values import EXPRESSION, EXPRESSIONS, NAME, POWERS, VARIABLE
from site_builder.problems import nearest

ROLES = ("score", "kv", "weights")
"""The colour roles of curves, named by what they show."""


def _make(given: Given) -> Calculator | None:
    problems = given.services.problems
    fields = mapping(given.data, problems, "a mapping with curves")
    if fields is None:
        return None
    fields.only("curves", "crossing", "caption")
    mark = problems.mark
    curves = _curves(fields)
    crossing = _crossing(fields, [curve.role for curve in curves])
    caption = fields.text("caption", default="")
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


def _curves(fields: Fields) -> tuple[Curve, ...]:
    node = fields.node_of("curves")
    if node is None:
        fields.problems.error(fields.position, "field-is-present", "a calculator has curves", "begin with curves:")
    found = [_curve(item) for item in mappings(node, fields.problems, "a list of curves")]
    curves = [curve for curve in found if curve]
    roles = [curve.role for curve in curves]
    for index, curve in enumerate(curves):
        if curve.role in roles[:index]:
            fields.problems.error(
                curve.position, "field-has-its-type", f"another curve has the role {curve.role!r} already"
            )
        if curve.compare:
            _check_role(curve.compare, curve, roles, fields)
    return tuple(curves)


def _curve(fields: Fields) -> Curve | None:
    fields.only("value", "label", "role", "compare")
    value, label, role = fields.expression("value"), fields.text("label"), fields.choice("role", ROLES)
    compare = fields.choice("compare", ROLES, default="")
    if value is None or label is None or role is None or compare is None:
        return None
    return Curve(value, label, role, compare, fields.position)


def _check_role(role: str, place: Curve | Crossing, roles: Sequence[str], fields: Fields) -> None:
    if role not in roles:
        fields.problems.error(
            place.position, "field-has-its-type", f"no curve of this calculator has the role {role!r}",
            nearest(role, set(roles)),
        )  # fmt: skip


def _crossing(fields: Fields, roles: Sequence[str]) -> Crossing | None:
    inner = mapping(fields.node_of("crossing"), fields.problems, "a crossing: value, curve, label")
    if inner is None:
        return None
    inner.only("value", "curve", "label")
    value, curve, label = inner.expression("value"), inner.choice("curve", ROLES), inner.text("label")
    if value is None or curve is None or label is None:
        return None
    crossing = Crossing(value, curve, label, inner.position)
    _check_role(curve, crossing, roles, fields)
    return crossing


DIRECTIVE = Directive(
    stem="calculator",
    doc="Curves over one variable on logarithmic axes, with slider, number box, buttons, cards and a table.",
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
