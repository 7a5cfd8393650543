"""The browser's numbers are Python's: equal values, equal text, equal formulas with the numbers put in."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.engine.formula import (
    LARGEST_BITS,
    LARGEST_POWER,
    FormulaError,
    Integer,
    Operation,
    Symbol,
    evaluate,
    to_json,
)
from site_builder.engine.measure import ONE
from site_builder.engine.notation import to_text
from site_builder.engine.quantity import BoundQuantity, Input
from site_builder.engine.units import STYLES, format_value
from tests.engine.expressions import EXPRESSIONS, VALUES
from tests.engine.vectors import ANCHORS, LENGTHS, ROOT, bound_quantities, model_of, vector
from tests.expression.measured import MEASURED

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>numbers</title>
<script src="{approximate}"></script>
<script src="{formula}"></script>
<script src="{units}"></script>
"""

EVALUATE_VECTORS = """vectors => JSON.stringify(JSON.parse(vectors).map(({ quantity, rows }) => rows.map(({ N }) => {
  const values = N === null ? quantity.inputs : { ...quantity.inputs, N: BigInt(N) };
  const { units } = lesson;
  let found;
  try { found = units.read(quantity, values); } catch (error) { return { N, value: null }; }
  return {
    N, text: found.text,
    value: found.value.join("/").replace(/\\/1$/, ""),
    equation: units.equation(quantity, values, found.text),
  };
})))"""

EVALUATE_EXPRESSION = """([json, values]) => {
  const text = lesson.formula.toText(json, values);
  try { return [lesson.formula.evaluate(json, values).join("/"), text]; } catch (error) { return [error.name, text]; }
}"""

PRINT = """([value, pairs]) => pairs.map(([style, unit]) => lesson.units.formatValue(value, style, unit))"""
PRINTED = [(style, "B") for style in STYLES] + [
    ("memory", "B/token"), ("rate", "B/s"), ("rate", "FLOP/s"), ("time", "s"), ("work", "op"), ("measure", "FLOP/B"),
]  # fmt: skip


@pytest.fixture(scope="module")
def numbers(browser, tmp_path_factory):
    """A page from the disk with the two scripts and nothing else."""
    path = tmp_path_factory.mktemp("numbers") / "index.html"
    scripts = {name: (ROOT / "static" / "js" / f"{name}.js").as_uri() for name in ("approximate", "formula", "units")}
    path.write_text(PAGE.format(**scripts), encoding="utf-8")
    complaints = []
    page = browser.new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(path.as_uri())
    yield page
    page.close()
    assert complaints == []


@pytest.mark.parametrize("anchor", ANCHORS)
def test_every_quantity_at_every_length(numbers, anchor):
    vectors = [vector(bound, turn) for turn, bound in enumerate(bound_quantities(model_of(anchor)))]
    assert sum(len(given["rows"]) for given in vectors) > 10 * len(LENGTHS)
    found = json.loads(numbers.evaluate(EVALUATE_VECTORS, json.dumps(vectors)))
    for given_vector, rows in zip(vectors, found, strict=True):
        assert rows == given_vector["rows"], given_vector["quantity"]["quantity"]


@given(EXPRESSIONS, VALUES)
def test_any_expression(numbers, expression, values):
    assert_alike(numbers, expression, values)


def assert_alike(numbers, expression, values):
    """The same value or none on both sides, and the same text."""
    try:
        value = Fraction(evaluate(expression, values))
        expected = f"{value.numerator}/{value.denominator}"
    except FormulaError:
        expected = "RangeError"
    written = {name: str(value) for name, value in values.items()}
    assert numbers.evaluate(EVALUATE_EXPRESSION, [to_json(expression), written]) == [
        expected,
        to_text(expression, values),
    ]


@pytest.mark.parametrize(
    ("expression", "values"),
    [
        (Integer(2) ** Symbol("N"), {"N": LARGEST_POWER}),
        (Integer(2) ** Symbol("N"), {"N": LARGEST_POWER + 1}),
        (Symbol("N") ** Symbol("N"), {"N": 4_194_304}),
        (Symbol("N") * 2, {"N": 2 ** (LARGEST_BITS - 1) - 1}),
        (Symbol("N") * 2, {"N": 2 ** (LARGEST_BITS - 1)}),
        (Symbol("N") * -2, {"N": 2 ** (LARGEST_BITS - 1)}),
        (1 / Symbol("N"), {"N": 2**LARGEST_BITS}),
    ],
)
def test_what_is_too_large_has_no_value_on_either_side(numbers, expression, values):
    assert_alike(numbers, expression, values)


@given(st.fractions(max_denominator=10**30), st.integers(-12, 12))
def test_a_fraction_too_long_to_read_is_cut_alike(numbers, fraction, power):
    assert_alike(numbers, Symbol("N") * 2, {"N": fraction * Fraction(10) ** power})


@given(EXPRESSIONS)
def test_symbols_without_values_keep_their_names(numbers, expression):
    found = numbers.evaluate("json => lesson.formula.toText(json, {})", to_json(expression))
    assert found == to_text(expression, {})


ANY_SIZE = st.one_of(
    st.integers(-(2**100), 2**100),
    st.integers(0, 100).map(lambda power: 2**power),
    st.integers(0, 30).flatmap(lambda power: st.integers(10**power - 5, 10**power + 5)),
    st.builds(Fraction, st.integers(0, 2**60), st.sampled_from([3, 1000, 1024, 2**20, 10**9, 2**70])),
    st.builds(lambda size, step: Fraction(size, 200) * 1024**step, st.integers(204_600, 204_900), st.integers(0, 8)),
)


@given(ANY_SIZE)
def test_any_value_is_printed_alike(numbers, value):
    found = numbers.evaluate(PRINT, [str(value), PRINTED])
    assert found == [format_value(value, style, unit) for style, unit in PRINTED]


_PLAIN = st.fractions(min_value=-60, max_value=60, max_denominator=10**6)
ROUNDED = st.one_of(
    st.builds(Operation, st.sampled_from(["sqrt", "exp", "log", "sin", "cos"]), st.tuples(st.just(Symbol("x")))),
    st.just(Operation("power", (Symbol("x"), Symbol("y")))),
    st.just(Operation("log", (Operation("exp", (Symbol("x"),)),))),
    st.just(Operation("sqrt", (Operation("*", (Symbol("x"), Symbol("x"))),))),
)


@given(ROUNDED, _PLAIN, st.one_of(_PLAIN, st.integers(-3, 3)))
def test_what_is_rounded_is_rounded_alike(numbers, expression, x, y):
    """Roots, logarithms and the like have the same digits on both sides, and the same mark."""
    values = {"x": x, "y": y}
    assert_alike(numbers, expression, values)
    bound = BoundQuantity("x", "", ONE, "count", expression, (Input("x", x, ""), Input("y", y, "")))
    quantity = bound.as_json()
    try:
        expected = bound.text()
    except FormulaError:
        return
    assert numbers.evaluate("quantity => lesson.units.read(quantity, quantity.inputs).text", quantity) == expected


@given(EXPRESSIONS, EXPRESSIONS, EXPRESSIONS, EXPRESSIONS, VALUES)
def test_a_condition_chooses_alike(numbers, left, right, first, second, values):
    """Only the branch that is chosen needs a value."""
    assert_alike(numbers, Operation("if_less", (left, right, first, second)), values)


@given(MEASURED)
def test_what_is_measured_is_printed_alike(numbers, bound):
    """A value of any unit: same value, same text, same equation; and the text has the unit that it has."""
    try:
        expected = [bound.text(), bound.substituted()]
    except FormulaError:
        return
    found = numbers.evaluate(
        """quantity => { const { text } = lesson.units.read(quantity, quantity.inputs);
                        return [text, lesson.units.equation(quantity, quantity.inputs, text)]; }""",
        bound.as_json(),
    )
    assert found == expected


def test_names_of_the_language_are_no_values(numbers):
    """A symbol may be called like a property every JavaScript object has."""
    for name in ("constructor", "toString", "__proto__"):
        assert numbers.evaluate("json => lesson.formula.toText(json, {})", [("+"), name, "1"]) == f"{name} + 1"
        assert numbers.evaluate(EVALUATE_EXPRESSION, [name, {}]) == ["RangeError", name]
