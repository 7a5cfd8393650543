"""Crossings are the smallest N: the first quantity is reached there and not one token before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from site_builder.engine.model import FullAttention, LatentAttention, LinearAttention
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import QuantityError
from site_builder.engine.reach import NoCrossing
from tests.engine.models import ANCHOR, DEEPSEEK, LLAMA, TINY, gemma, sliding, value
from tests.engine.test_quantities import MODELS


def test_one_score_matrix_as_large_as_the_weights():
    assert value("crossing_score_weights", ANCHOR) == 166_678
    assert value("crossing_score_weights", ANCHOR, parameters=27_800_000_000) == 166_734
    assert 2 * 166_733**2 == 55_599_786_578 < 55_600_000_000 <= 2 * 166_734**2


def test_a_root_a_hair_below_a_whole_number_is_not_rounded():
    """√26,895,998,464 = 163,999.9953…: 163,999 is short by 652,926 B."""
    assert value("crossing_score_weights", ANCHOR, scope="text") == 164_000
    assert 2 * 26_895_998_464 - 2 * 163_999**2 == 652_926


@pytest.mark.parametrize(("parameters", "expected"), [(1, 1), (2, 2), (3, 2), (4, 2), (5, 3), (9, 3), (10, 4), (16, 4)])
def test_perfect_squares_are_reached_exactly(parameters, expected):
    assert value("crossing_score_weights", ANCHOR, parameters=parameters) == expected


CROSSINGS = [
    ("score_matrix", "weights", "crossing_score_weights", {}),
    ("score_matrix", "weights", "crossing_score_weights", {"scope": "text"}),
    ("score_matrix", "weights", "crossing_score_weights", {"dtype": "float32"}),
    ("score_matrix", "weights", "crossing_score_weights", {"heads": 24, "layers": 16}),
    ("kv_cache", "weights", "crossing_kv_weights", {}),
    ("kv_cache", "weights", "crossing_kv_weights", {"scope": "text"}),
    ("kv_cache", "linear_state", "crossing_kv_state", {}),
    ("kv_cache", "linear_state", "crossing_kv_state", {"dtype": "float8"}),
    ("flops_attention_per_token", "flops_linear_per_token", "crossing_attention_linear", {}),
    ("layer_ops_attention", "layer_ops_recurrent", "crossing_layer_ops", {}),
    ("layer_ops_attention", "layer_ops_recurrent", "crossing_layer_ops", {"convention": "macs"}),
    ("flops_attention_per_token", "flops_linear_per_token", "crossing_attention_linear", {"latent": "expanded"}),
]


@pytest.mark.parametrize(("first", "second", "crossing", "arguments"), CROSSINGS)
@pytest.mark.parametrize("model", [ANCHOR, TINY, LLAMA, gemma(), DEEPSEEK, sliding(4096)])
def test_a_crossing_is_where_the_first_reaches_the_second(model, first, second, crossing, arguments):
    _check(model, first, second, crossing, arguments)


@settings(max_examples=60, deadline=None)
@given(MODELS)
def test_a_crossing_of_any_model_is_where_the_first_reaches_the_second(model):
    for first, second, crossing, arguments in CROSSINGS:
        _check(model, first, second, crossing, arguments)


def _check(model, first, second, crossing, arguments):
    if _is_beyond(model, crossing, arguments):
        with pytest.raises(QuantityError):
            value(crossing, model, **arguments)
        return
    try:
        at = value(crossing, model, **arguments)
    except NoCrossing:
        far = 2**40
        assert (
            _of(first, model, arguments, far) < _of(second, model, arguments, far)
            or _of(second, model, arguments, 1) == 0
        )
        return
    assert _of(first, model, arguments, at) >= _of(second, model, arguments, at)
    assert at == 1 or _of(first, model, arguments, at - 1) < _of(second, model, arguments, at - 1)


def _is_beyond(model, crossing, arguments):
    """Whether heads or conventions are asked for that the model does not have."""
    mixers = [mixer for mixer, _ in model.mixers()]
    heads = [mixer.query_heads for mixer in mixers if isinstance(mixer, FullAttention | LatentAttention)]
    latent = any(isinstance(mixer, LatentAttention) for mixer in mixers)
    asked = {argument.name for argument in BY_ID[crossing].arguments} & set(arguments)
    beyond = "heads" in asked and arguments["heads"] > max(heads, default=0)
    beyond = beyond or ("layers" in asked and arguments["layers"] > len(model.layers))
    return beyond or ("latent" in asked and arguments["latent"] == "expanded" and not latent)


def _of(quantity, model, arguments, n):
    """The quantity with those of the crossing's arguments that are its own."""
    given = {"N": n} | arguments
    if quantity == "linear_state":
        given.pop("dtype", None)
    names = {argument.name for argument in BY_ID[quantity].arguments}
    return value(quantity, model, **{name: chosen for name, chosen in given.items() if name in names})


def test_the_published_crossings_of_the_anchor():
    assert value("crossing_score_kv", ANCHOR) == 2 * 256
    assert value("crossing_kv_weights", ANCHOR) == 847_822
    assert value("crossing_kv_weights", ANCHOR, scope="text") == 820_801
    assert value("crossing_kv_state", ANCHOR) == 2304
    assert value("crossing_kv_state", ANCHOR, conv="float32") == 2394
    assert (
        value("crossing_kv_state", ANCHOR, conv="bfloat16") == value("crossing_kv_state", ANCHOR, conv="stored") == 2349
    )
    assert value("crossing_attention_linear", ANCHOR) == 130_320
    assert value("crossing_layer_ops", ANCHOR) == 5120
    assert value("crossing_layer_ops", ANCHOR, convention="macs") == 4267


@pytest.mark.parametrize(
    ("crossing", "model", "why"),
    [
        ("crossing_kv_state", LLAMA, "no layer keeps a recurrent state"),
        ("crossing_kv_weights", sliding(4096), "stops growing"),
        ("crossing_attention_linear", sliding(4096), "window is full"),
        ("crossing_score_kv", replace(TINY, layers=TINY.layers[:3]), "no layer has a score matrix"),
        ("crossing_kv_state", replace(TINY, layers=TINY.layers[:3]), "stops growing"),
        ("crossing_kv_weights", replace(TINY, layers=TINY.layers[:3]), "stops growing"),
    ],
)
def test_a_crossing_that_never_happens_says_why(crossing, model, why):
    with pytest.raises(NoCrossing, match=why):
        BY_ID[crossing].bind(model)


def test_a_window_that_fills_before_the_crossing_bends_the_line():
    """Half the layers stop at 16 tokens: the rest must carry on alone, and the crossing is still exact."""
    full, linear = gemma().layers[1], TINY.layers[0]
    slide = replace(full, mixer=replace(full.mixer, window=16))
    state = replace(linear, mixer=LinearAttention(1, 1, 512, 512, 4))
    model = replace(gemma(), layers=(slide, full, state))
    at = value("crossing_kv_state", model)
    assert at > 16
    assert value("kv_cache", model, N=at) >= value("linear_state", model) > value("kv_cache", model, N=at - 1)
