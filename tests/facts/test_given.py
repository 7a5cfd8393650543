"""Fact sheets, quantities of a course's own and other models: their values, and how mistakes are reported."""

from fractions import Fraction
from pathlib import Path

import pytest

from site_builder.course.sources import load_sources
from site_builder.expression.reader import compute
from site_builder.facts.anchor import load_anchor
from site_builder.facts.given import load_given
from site_builder.problems import Problems, SourcePosition, Written
from site_builder.resolve.scope import page_names
from site_builder.source.folder import read_folder
from site_builder.source.snapshot import files_of

ROOT = Path(__file__).resolve().parents[2]
ANCHORS = {
    path: (ROOT / path).read_bytes()
    for path in ("content/anchors/qwen3.8-27b.yaml", "content/anchors/llama-3.1-8b.yaml")
}
SHEET = """\
title: A card
sources: {sheet: its data sheet}
facts:
  memory: {value: "141*GB", source: sheet, place: p. 1}
  bandwidth: {value: "4.8*TB/s", source: sheet}
  alpha: {value: 0.34, source: sheet, symbol: α}
  losses: {value: ["2*s", "4*s", 9*s], source: sheet}
"""
SOURCES = {"zero": "Rajbhandari et al. 2020, ZeRO"}
HERE = SourcePosition("content/lessons/a.md", 5, 3)
QUANTITIES = """\
training_memory:
  title: 训练显存
  symbol: M
  unit: B
  arguments: {optimizer: {unit: B/parameter, default: "8*B/parameter"}}
  formula: (2*B/parameter + 2*B/parameter + 4*B/parameter + optimizer) * parameters()
  sources: [zero]
decode_floor:
  title: 把权重读一遍的时间
  unit: s
  arguments: {card: {sheets: [card], default: card}}
  formula: weights() / card.bandwidth
served:
  title: 每秒的词元
  unit: token/s
  arguments:
    N: {from: 1, to: 4194304}
    batch: {from: 1, to: 4096, default: 1}
    dtype: {choices: [stored, float8], default: stored}
  formula: batch*token / (decode_floor() + batch * kv_cache(N=N, dtype=dtype) / card.bandwidth)
"""


def given(quantities="", sheet=SHEET, course=ROOT):
    """(names, problems) of a course with this one sheet and these quantities."""
    problems = Problems()
    files = files_of({**ANCHORS, "content/facts/card.yaml": sheet, "content/quantities.yaml": quantities})
    anchor = load_anchor(files, "qwen3.8-27b", problems)
    found = load_given(files, anchor.sheet, SOURCES, problems)
    return page_names(anchor.sheet, found.quantities, found.sheets, found.models), problems


def read(source, quantities=QUANTITIES, free=()):
    names, problems = given(quantities)
    bound = compute(Written(source, HERE), names, problems, dict(free))
    assert bound is not None, list(map(str, problems))
    return bound


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("card.memory", "131.3 GiB"),  # 141e9 ÷ 2³⁰ = 131.3165…
        ("card.bandwidth", "4.8 TB/s"),
        ("card.alpha", "0.34"),
        ("mean(card.losses)", "5 s"),
        ("card.losses[1]", "4 s"),
        ("sum(i * i for i in card.losses) / max(card.losses)", "11.22 s"),  # (4 + 16 + 81) ÷ 9
        # 16 bytes for each of 27,781,427,952 parameters: 444,502,847,232 = 413.976… · 2³⁰.
        ("training_memory()", "414 GiB"),
        ("training_memory", "414 GiB"),
        ("training_memory(optimizer=0*B/parameter)", "207 GiB"),
        ("training_memory() / card.memory", "3.153"),  # 444,502,847,232 ÷ 141e9
        ("decode_floor()", "11.58 ms"),  # 55,562,855,904 ÷ 4.8e12 s
        ('decode_floor(model="llama-3.1-8b")', "3.346 ms"),  # 16,060,522,496 ÷ 4.8e12 s
        ("served(N=262144)", "65.99 token/s"),  # 4.8e12 ÷ (55,562,855,904 + 17,179,869,184) = 65.9859…
        ('served(N=262144, dtype="float8", batch=2)', "132 token/s"),  # 2·4.8e12 ÷ (55,562,855,904 + 2·2³³) = 131.97…
        ('kv_cache(N=131072, model="llama-3.1-8b")', "16 GiB"),  # 2·32·8·128·2 bytes a token
        ('head_dim(model="llama-3.1-8b")', "128"),
        ('weights(model="llama-3.1-8b") / weights()', "0.2891"),  # 8,030,261,248 ÷ 27,781,427,952
    ],
)
def test_what_a_course_gives_is_computed_like_the_engines_own(source, text):
    assert read(source).text() == text


def test_a_quantity_says_what_it_is_and_where_it_came_from():
    bound = read("training_memory(optimizer=2*6*B/parameter)")
    assert (bound.id, bound.title, bound.sources[0]) == ("training_memory", "训练显存", "Rajbhandari et al. 2020, ZeRO")
    optimizer = next(each for each in bound.inputs if each.symbol == "optimizer")
    assert (optimizer.value, optimizer.origin) == (12, "2 * 6 * B / parameter")
    assert bound.call == "training_memory(optimizer=2 * 6 * B / parameter)"
    assert bound.substituted().endswith(" B = 517.5 GiB")  # 20 bytes for each parameter
    floor = read('decode_floor(model="llama-3.1-8b")')
    assert floor.call == "decode_floor(model=llama-3.1-8b)"
    assert ("model", "llama-3.1-8b") in floor.arguments
    assert {"card.bandwidth", "llama-3.1-8b.parameters"} <= {each.origin for each in floor.inputs}


def test_a_curve_may_run_over_an_argument():
    curve = read("served(N=N, batch=2)", free={"N": (1, 4096)}.items())
    assert curve.free == ("N",)
    assert curve.value(N=1) == Fraction(2 * 48 * 10**11, 55_562_855_904 + 2 * 65_536)


@pytest.mark.parametrize(
    ("change", "place", "rule", "words"),
    [
        (("unit: B\n", "unit: s\n"), "4:9", "quantity-has-its-unit", "comes out in B, not in s (multiply by s/B)"),
        (("unit: B\n", "unit: Bs\n"), "4:9", "field-has-its-type", "no unit is called 'Bs'"),
        (("parameters()", "parametres()"), "6:12", "quantity-is-known", "did you mean 'parameters'?"),
        (("+ optimizer", ""), "5:15", "argument-is-used", "does not use the argument 'optimizer'"),
        (("training_memory:", "weights:"), "1:1", "id-is-unique", "'weights' is a quantity of the engine already"),
        (("training_memory:", "head_dim:"), "1:1", "id-is-unique", "'head_dim' is a field of the model already"),
        (("training_memory:", "GiB:"), "1:1", "id-is-unique", "'GiB' is a unit already"),
        (("training_memory:", "card:"), "1:1", "id-is-unique", "'card' is a fact sheet already"),
        (("training_memory:", "training-memory:"), "1:1", "expression-is-well-formed", "cannot stand in an expression"),
        (("[zero]", "[zeros]"), "7:13", "source-is-known", "did you mean 'zero'?"),
        (
            ("weights() / card", "served(N=8) / card"),
            "12:12",
            "quantity-is-acyclic",
            "floor → served → decode_floor",
        ),
        (("sheets: [card]", "sheets: [h200]"), "11:21", "quantity-is-known", "no fact sheet is called 'h200'"),
        (("default: stored}", "default: float4}"), "19:49", "argument-is-known", "not 'float4'"),
        (("default: 1}", "default: 5000}"), "18:41", "argument-is-known", "is 5,000, outside 1 … 4,096"),
        (
            ("card.bandwidth\nserved", "card.speed\nserved"),
            "12:12",
            "quantity-is-known",
            "card has no number called 'speed'",
        ),
        (("title: 训练显存", "titel: 训练显存"), "2:3", "field-is-known", "titel"),
    ],
)
def test_a_mistake_in_a_definition_is_reported_at_its_place(change, place, rule, words):
    assert change[0] in QUANTITIES
    _, problems = given(QUANTITIES.replace(*change, 1))
    found = [str(problem) for problem in problems if problem.rule == rule]
    assert any(text.startswith(f"content/quantities.yaml:{place}: ") and words in text for text in found), list(
        map(str, problems)
    )


@pytest.mark.parametrize(
    ("change", "place", "words"),
    [
        (('"141*GB"', '"141*gb"'), "4:24", "did you mean 'GB'?"),
        (("sheet, place", "shet, place"), "4:37", "no source is called 'shet'"),
        (("9*s", "9*B"), "7:34", "a list has one unit"),
        (('"4.8*TB/s"', '"4.8*TB + 1*s"'), "5:23", "cannot add B and s"),
    ],
)
def test_a_mistake_in_a_fact_is_reported_at_its_place(change, place, words):
    _, problems = given("", SHEET.replace(*change))
    assert any(
        str(problem).startswith(f"content/facts/card.yaml:{place}: ") and words in str(problem) for problem in problems
    ), list(map(str, problems))


def test_a_mistake_is_reported_once_and_not_again_by_what_builds_on_it():
    names, problems = given(QUANTITIES.replace("weights() /", "weighs() /"))
    (told,) = problems
    assert "did you mean 'weights'?" in str(told)
    assert compute(Written("served(N=8)", HERE), names, problems) is None
    assert any("served has a problem of its own" in str(problem) for problem in problems)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("training_memory(optimizer=8)", "is in B/parameter; 8 is in a plain number"),
        ("training_memory(optimiser=8)", "did you mean 'optimizer'?"),
        ('decode_floor(card="h100")', "is one of card, not 'h100'"),
        ("decode_floor(card=card)", 'write card="card"'),
        ("served()", "served needs N (write N=…)"),
        ("served(N=8, batch=4097)", "is 4,097, outside 1 … 4,096"),
        ("served(N=2.5)", "a whole number from 1 to 4,194,304"),
        ("card.speed", "card has no number called 'speed'"),
        ('kv_cache(N=8, model="llama-3.1")', "did you mean 'llama-3.1-8b'?"),
        ('kv_cache(N=8, layers=33, model="llama-3.1-8b")', "the model has 32 layers"),
        ('linear_key_heads(model="llama-3.1-8b")', "llama-3.1-8b has no linear_key_heads, which qwen3.8-27b has"),
    ],
)
def test_a_mistake_in_a_call_is_reported_where_it_is(source, words):
    names, problems = given(QUANTITIES)
    assert compute(Written(source, HERE), names, problems) is None
    (problem,) = problems
    assert words in str(problem)
    assert problem.position.path == HERE.path


def test_the_cards_of_this_course():
    """Ridge points worked out by hand: dense BF16 FLOP/s over bytes a second."""
    problems = Problems()
    files = read_folder(ROOT)
    anchor = load_anchor(files, "qwen3.8-27b", problems)
    found = load_given(files, anchor.sheet, load_sources(files, problems, {}), problems)
    names = page_names(anchor.sheet, found.quantities, found.sheets, found.models)
    ridges = {"a100": 153, "a100_40gb": 200.6, "h100": 295.2, "h200": 206, "b200": 292.2}
    for card, ridge in ridges.items():
        bound = compute(Written(f'ridge(card="{card}")', HERE), names, problems)
        assert bound.text() == f"{ridge:g} FLOP/B"
    assert compute(Written("decode_floor", HERE), names, problems).text() == "11.58 ms"
    assert list(problems) == []


def test_an_argument_may_begin_at_zero():
    """The first pair of a rotary encoding is number 0, and a wrong answer is worth 0."""
    own = "turn: {title: Wavelength, arguments: {i: {from: 0, to: 127}}, formula: 10000 ** (2 * i / 256)}\n"
    assert read("turn(i=0)", own).value() == 1
    names, problems = given(own)
    assert compute(Written("turn(i=128)", HERE), names, problems) is None
    assert "outside 0 … 127" in str(problems.errors[0])
