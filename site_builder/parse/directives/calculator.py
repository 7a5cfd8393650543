"""`:::{calculator}`: curves over one variable, with the controls that move along them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from site_builder.document.blocks import Calculator
from site_builder.document.calculator import Crossing, Curve, Mark, Scale
from site_builder.parse.directives.controls import CONTROLS, SCALE, ChoiceEntry, IntegerEntry, as_controls
from site_builder.parse.directives.spec import Directive, Given, Option
from site_builder.parse.directives.values import EXPRESSION, EXPRESSIONS, NAME, POWERS, VARIABLE
from site_builder.problems import Problems, SourcePosition, Written, nearest
from site_builder.source.fields import given, located, record
from site_builder.source.kinds import FLAG, choice, never, sequence, text, written

ROLES = ("score", "kv", "weights", "state", "work", "time")
"""The looks of curves, in the order in which those without a role of their own take them."""
ROLE = choice(text(), ROLES, f"one of {', '.join(ROLES)}")
LABEL = text(least=1, change=str.strip)


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveEntry:
    """A curve."""

    position: SourcePosition = located()
    id: str = given(text(), default="", doc="what others call it, its role if not given")
    value: Written = given(written(500), doc="an expression of the controls")
    label: str = given(LABEL, doc="its name")
    role: str = given(ROLE, default="", doc="its look, one that is free if not given")
    compare: Written | None = given(written(80), default=None, doc="the id of the curve that its card sets it against")
    shown: bool = given(FLAG, default=True, doc="whether it is drawn at first; a button draws the others")


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossingEntry:
    """Where two curves meet, which is computed."""

    position: SourcePosition = located()
    curves: tuple[Written, ...] = given(sequence(written(80), least=2, most=2), doc="the ids of the two")
    label: str = given(LABEL, doc="what readers call it")
    guess: bool = given(FLAG, default=True, doc="whether a reader guesses it first")
    value: None = given(
        never("a crossing has no value of its own: where its curves meet is computed", "leave it out"),
        default=None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkEntry:
    """A line at a value."""

    position: SourcePosition = located()
    at: Written | None = given(written(500), default=None, doc="a value of the axis")
    level: Written | None = given(written(500), default=None, doc="or a value of the curves")
    label: str = given(LABEL, doc="what readers call it")

    def check(self, problems: Problems) -> None:
        if (self.at is None) == (self.level is None):
            hint = "at: a value of the axis, or level: a value of the curves"
            problems.error(self.position, "field-is-present", "a mark has either at: or level:", hint)

    @property
    def made(self) -> Mark:
        value = self.at or self.level
        assert value  # as it was checked
        return Mark(value, self.at is None, self.label, self.position)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculatorBody:
    """The body of the directive."""

    controls: Mapping[str, IntegerEntry | ChoiceEntry] = given(
        CONTROLS, default={}, doc="one to four, by the name that expressions use, in place of the options"
    )
    axis: Written | None = given(written(80), default=None, doc="the whole number along x, where it is not the first")
    curves: tuple[CurveEntry, ...] = given(
        sequence(record(CurveEntry).kind(), least=1, most=len(ROLES)), doc="what is drawn, all in one unit"
    )
    crossing: CrossingEntry | None = given(
        record(CrossingEntry).kind(), default=None, doc="where two curves meet, for every state of the controls"
    )
    marks: tuple[MarkEntry, ...] = given(
        sequence(record(MarkEntry).kind()), default=(), doc="lines at values worth one"
    )
    y: Scale = given(SCALE, default="log", doc="the scale of the curves' axis")
    caption: Written | None = given(written(), default=None, doc="a paragraph")


def _make(given: Given) -> Calculator | None:
    problems, body = given.services.problems, given.data
    assert isinstance(body, CalculatorBody)
    mark = problems.mark
    controls, axis = as_controls(given, body.controls, body.axis)
    looks = _looks([each.role for each in body.curves])
    ids = [each.id or look for each, look in zip(body.curves, looks, strict=True)]
    _check_ids(body.curves, ids, problems)
    _check_shown(body, ids, problems)
    curves = tuple(_curve(*each, ids, problems) for each in zip(body.curves, ids, looks, strict=True))
    crossing = _crossing(body.crossing, ids, problems) if body.crossing else None
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
        marks=tuple(mark.made for mark in body.marks),
        scale=body.y,
        caption=given.services.paragraph(body.caption.source, body.caption.position) if body.caption else (),
        position=given.position,
    )


def _looks(asked: Sequence[str]) -> list[str]:
    """The look of each curve: its `role`, or the first that none has asked for."""
    free = iter([role for role in ROLES if role not in asked])
    return [role or next(free) for role in asked]


def _check_ids(entries: Sequence[CurveEntry], ids: Sequence[str], problems: Problems) -> None:
    """Each look and each id is one curve's."""
    roles = [entry.role for entry in entries]
    for index, entry in enumerate(entries):
        if entry.role and entry.role in roles[:index]:
            message = f"another curve has the role {entry.role!r} already"
            problems.error(entry.position, "field-has-its-type", message, "give each curve a role of its own, or none")
        elif ids[index] in ids[:index]:
            message = f"another curve has the id {ids[index]!r} already"
            problems.error(entry.position, "field-has-its-type", message)


def _check_shown(body: CalculatorBody, ids: Sequence[str], problems: Problems) -> None:
    """Some curve is drawn at first, and so are the two that meet."""
    met = [curve.source for curve in body.crossing.curves] if body.crossing else []
    for name, curve in zip(ids, body.curves, strict=True):
        if not curve.shown and (name in met or not any(each.shown for each in body.curves)):
            what = "it meets another at the marked crossing" if name in met else "the chart would be empty"
            problems.error(
                curve.position, "field-has-its-type", f"this curve is drawn at first: {what}", "leave out shown: false"
            )


def _curve(entry: CurveEntry, name: str, look: str, ids: Sequence[str], problems: Problems) -> Curve:
    _check_known(entry.compare, ids, problems)
    compare = entry.compare.source if entry.compare else ""
    return Curve(name, entry.value, entry.label, look, compare, entry.position, entry.shown)


def _check_known(curve: Written | None, ids: Sequence[str], problems: Problems) -> None:
    if curve and curve.source not in ids:
        message = f"no curve of this calculator has the id {curve.source!r}"
        problems.error(curve.position, "field-has-its-type", message, nearest(curve.source, dict.fromkeys(ids)))


def _crossing(entry: CrossingEntry, ids: Sequence[str], problems: Problems) -> Crossing:
    first, second = entry.curves
    for each in entry.curves:
        _check_known(each, ids, problems)
    if first.source == second.source:
        message, hint = "a crossing is of two curves", "e.g. curves: [score, weights]"
        problems.error(second.position, "field-has-its-type", message, hint)
    return Crossing((first.source, second.source), entry.label, entry.position, entry.guess)


DIRECTIVE = Directive(
    stem="calculator",
    doc="Up to six curves of one unit over one variable, with up to four controls, cards and a table.",
    argument="required title",
    body="data",
    data=record(CalculatorBody).kind(),
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
