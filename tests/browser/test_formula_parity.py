"""The browser's numbers are Python's: equal values, equal text, equal formulas with the numbers put in."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.engine.formula import LARGEST_BITS, LARGEST_POWER, FormulaError, Integer, Symbol, evaluate, to_json
from site_builder.engine.notation import to_text
from site_builder.engine.units import STYLES, format_value
from tests.engine.expressions import EXPRESSIONS, VALUES
from tests.engine.vectors import ANCHORS, LENGTHS, ROOT, bound_quantities, model_of, vector

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>numbers</title>
<script src="{formula}"></script>
<script src="{units}"></script>
"""

EVALUATE_VECTORS = """vectors => JSON.stringify(JSON.parse(vectors).map(({ quantity, rows }) => rows.map(({ N }) => {
  const values = N === null ? quantity.inputs : { ...quantity.inputs, N: BigInt(N) };
  const { formula, units } = lesson;
  let value;
  try { value = formula.evaluate(quantity.formula, values); } catch (error) { return { N, value: null }; }
  const text = units.formatValue(value, quantity.style, quantity.unit);
  const unit = quantity.style === "memory" ? quantity.unit : "";
  return {
    N, text,
    value: value.join("/").replace(/\\/1$/, ""),
    equation: formula.equation(quantity.formula, values, unit, text),
  };
})))"""

EVALUATE_EXPRESSION = """([json, values]) => {
  const text = lesson.formula.toText(json, values);
  try { return [lesson.formula.evaluate(json, values).join("/"), text]; } catch (error) { return [error.name, text]; }
}"""

PRINT = """([value, styles]) => styles.map((style) => lesson.units.formatValue(value, style, "B"))"""


@pytest.fixture(scope="module")
def numbers(browser, tmp_path_factory):
    """A page from the disk with the two scripts and nothing else."""
    path = tmp_path_factory.mktemp("numbers") / "index.html"
    scripts = {name: (ROOT / "static" / "js" / f"{name}.js").as_uri() for name in ("formula", "units")}
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
    vectors = [vector(bound) for bound in bound_quantities(model_of(anchor))]
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
    found = numbers.evaluate(PRINT, [str(value), STYLES])
    assert found == [format_value(value, style, "B") for style in STYLES]


def test_names_of_the_language_are_no_values(numbers):
    """A symbol may be called like a property every JavaScript object has."""
    for name in ("constructor", "toString", "__proto__"):
        assert numbers.evaluate("json => lesson.formula.toText(json, {})", [("+"), name, "1"]) == f"{name} + 1"
        assert numbers.evaluate(EVALUATE_EXPRESSION, [name, {}]) == ["RangeError", name]
