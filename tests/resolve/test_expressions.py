"""The expression language: what it computes, and how it refuses."""

from fractions import Fraction

import pytest

from site_builder.expression.reader import compute, compute_printed
from site_builder.problems import Written
from site_builder.resolve.values import computed_value
from tests.resolve.conftest import HERE

AXIS = {"N": (1, 4_194_304)}


def printed(source, scope):
    expression = Written(source, HERE)
    computed = compute_printed(expression, scope.names, scope.problems)
    value = computed_value(*computed, expression, scope.problems) if computed else None
    return value.text if value else None


@pytest.mark.parametrize(
    ("source", "text"),
    [
        # Published or derived by hand: one head's N×N table in BF16 is N²·2 bytes; 2^18 tokens make 2^37 bytes.
        ("score_matrix(N=native_context)", "128 GiB"),
        ("score_matrix(N=131072)", "32 GiB"),
        ('score_matrix(N=131072, unit="GB")', "34.36 GB"),
        ('score_matrix(N=100003, unit="GiB", digits=6)', "18.6276 GiB"),
        ("kv_cache(N=131072, kv_heads=1, layers=1)", "128 MiB"),
        ("kv_cache(N=native_context)", "16 GiB"),
        ("weights", "51.75 GiB"),
        ("weights()", "51.75 GiB"),
        ('parameters(as="model_size")', "27.8B"),
        ("parameters", "27.8B"),
        ('parameters(as="count")', "27,781,427,952"),
        ("query_heads", "24"),
        ("native_context", "262,144"),
        ("query_heads * head_dim", "6,144"),
        ("linear_attention_layers / layers", "0.75"),
        ("score_matrix(N=262144) / score_matrix(N=131072)", "4"),
        ("score_matrix(N=6) + score_matrix(N=6)", "144 B"),
        ("2 * score_matrix(N=6)", "144 B"),
        ("score_matrix(N=2 * 3)", "72 B"),
        ("score_matrix(N=2 ** 17)", "32 GiB"),
        ("show(weights / score_matrix(N=131072), digits=2)", "1.6"),
        ("-1 * head_dim", "−256"),
        ("score_matrix(N=6) - score_matrix(N=5)", "22 B"),
        # 55,562,855,904 bytes of 80 · 2³⁰ = 85,899,345,920, and at 3.35 TB/s: 0.646836… and 16.5859… ms.
        ('show(weights()/(80*GiB), as="percent")', "64.68%"),
        ("weights()/(3.35*TB/s)", "16.59 ms"),
        # 12 · 27,781,427,952 = 333,377,135,424 = 310.482… · 2³⁰; 989e12 ÷ 3.35e12 = 295.223…
        ("12*B/parameter*parameters()", "310.5 GiB"),
        ("989e12*FLOP/s / (3.35*TB/s)", "295.2 FLOP/B"),
        ('show(3.35e12*B/s, unit="GB/s")', "3,350 GB/s"),
        ("6*FLOP/parameter * parameters * 1e12", "1.667 × 10²³"),  # 6 · 27.78e9 · 1e12 = 1.66688…e23
        ("2*FLOP/op * macs_scores(N=6)", "18,432"),  # 2 · 6² · 256
        ("kv_per_token() / (1*token)", "64 KiB/token"),  # 2 · 16 · 4 · 256 · 2 = 65,536
        ("1*token / (weights()/(3.35*TB/s))", "60.29 token/s"),  # 3.35e12 ÷ 55,562,855,904 = 60.2921…
        ("2.5 * layers", "160"),
        ("1 if layers < 65 else 2", "1"),  # the anchor has 64
        ("weights if stored_dtype == 'bfloat16' else 1*B", "51.75 GiB"),
        ("sum([1, 2, 3.5])", "6.5"),
        ("mean([1*s, 2*s])", "1.5 s"),
        ("max([3, 1]) + min([2, 5])", "5"),
        ("dot([1, 2, 3], [4, 5, 6])", "32"),
        ("sum(2 * i for i in range(1, 4))", "12"),
        ("sum(softmax([0, 1, 2]))", "≈ 1"),
        # three of four layers are linear: 48 and 16, these with 2 · 4 · 256 cached numbers of 2 bytes
        ("sum(1 for layer in layers)", "64"),
        ("sum(2*kv_heads*head_dim*2*B if layer == 'full' else 0*B for layer in layers)", "64 KiB"),
        ("sum(min(native_context, 4096) if layer == 'full' else 1 for layer in layers)", "65,584"),
        ("softmax([0, 0])[1]", "0.5"),
        # e ÷ (1 + e) = 0.731058…
        ("show(softmax([0, 1])[1], digits=6)", "≈ 0.731059"),
        ("25*percent * layers", "16"),
        ("min(native_context, 4096)", "4,096"),
        ("max(1*minute, 90*s)", "1.5 min"),
        ("ceil_div(native_context, 1000)", "263"),
        ("ceil_div(crossing_score_weights(), 1000)", "167"),  # ⌈166,678 ÷ 1000⌉
        ("isqrt(10)", "3"),
        ("ceil_log(2, 1000)", "10"),
        ("crossing_layer_ops() + 1", "5,121"),
        ("sqrt(head_dim)", "16"),
        ("1 / sqrt(head_dim)", "1/16"),
        ("sqrt(2)", "≈ 1.414"),
        ("show(exp(1), digits=6)", "≈ 2.71828"),
        ("log(10)", "≈ 2.303"),
        ("2 ** 0.5", "≈ 1.414"),
        ("sqrt(2) * (1*B)", "≈ 1.414 B"),
        ("show(exp(1) * (1*TB/s), digits=6)", "≈ 2.71828 TB/s"),
        ("score_matrix(N=ceil_div(11, 2))", "72 B"),
        ("2 ** -2 * layers", "16"),
        ("cos(0) + sin(0)", "1"),
        ('head_dim(model="qwen3.8-27b")', "256"),
    ],
)
def test_an_expression_prints_its_value(source, text, scope):
    assert printed(source, scope) == text
    assert not len(scope.problems)


def test_a_curve_keeps_its_variable_free(scope):
    curve = compute(Written("score_matrix(N=N) / 2", HERE), scope.names, scope.problems, free=AXIS)
    assert curve.free == ("N",)
    assert curve.value(N=6) == 36


def test_a_free_variable_may_stand_inside_an_argument(scope):
    curve = compute(Written("score_matrix(N=2 * N)", HERE), scope.names, scope.problems, free=AXIS)
    assert curve.value(N=3) == 72


@pytest.mark.parametrize(
    ("source", "variable", "at_6"),
    [
        # One head's N×N table in BF16 is 2·N² bytes: 72 for six tokens; the anchor has 64 layers and b = 2.
        ("score_matrix(N=N) / score_matrix(N=12)", "N", Fraction(1, 4)),
        ("score_matrix(N=12) - score_matrix(N=N)", "N", 288 - 72),
        ("score_matrix(N=b)", "b", 72),
        ("score_matrix(N=h, heads=3)", "h", 3 * 72),
        ("layers * L", "L", 64 * 6),
    ],
)
def test_a_variable_is_no_number_that_is_called_alike(scope, source, variable, at_6):
    curve = compute(Written(source, HERE), scope.names, scope.problems, free={variable: (1, 4096)})
    assert curve.free == (variable,)
    assert curve.value(**{variable: 6}) == at_6
    assert variable not in curve.as_json()["inputs"]


@pytest.mark.parametrize("argument", ["heads", "layers", "dtype"])
def test_an_argument_that_no_formula_leaves_free_cannot_vary(scope, argument):
    assert compute(Written(f"score_matrix(N=6, {argument}=N)", HERE), scope.names, scope.problems, free=AXIS) is None
    (problem,) = scope.problems
    assert (problem.rule, problem.position.column) == ("argument-is-known", HERE.column + len("score_matrix(N=6, "))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("score_matrix(N=N - 1)", "goes from 0 to 4,194,303, outside 1"),
        ("score_matrix(N=1000 - N)", "goes from -4,193,304 to 999, outside 1"),
        ("score_matrix(N=0 * N)", "goes from 0 to 0"),
        ("score_matrix(N=N * 10**9)", "outside 1 … 1,099,511,627,776"),
        ("score_matrix(N=N / 2)", "may be no whole number"),
        ("score_matrix(N=N ** N)", "may be no whole number, or one too large"),
        ("score_matrix(N=kv_cache(N=N))", "kv_cache is in B"),
    ],
)
def test_an_argument_that_varies_is_bounded_everywhere(scope, source, words):
    """One head's table for −994 tokens would print as that of 994."""
    assert compute(Written(source, HERE), scope.names, scope.problems, free=AXIS) is None
    (problem,) = scope.problems
    assert (problem.rule, problem.position.column) == ("argument-is-known", HERE.column + len("score_matrix("))
    assert words in problem.message


def test_symbols_that_mean_two_numbers_keep_both(scope):
    ratio = compute(Written("kv_cache(N=8, layers=1) / kv_cache(N=4, layers=2)", HERE), scope.names, scope.problems)
    assert ratio.value() == 1
    again = compute(Written("kv_cache(N=8) / kv_cache(N=3)", HERE), scope.names, scope.problems)
    assert again.value() == Fraction(8, 3)


@pytest.mark.parametrize(
    ("source", "column", "rule", "words"),
    [
        ("score_matrx(N=6)", 11, "quantity-is-known", "did you mean 'score_matrix'?"),
        ("2 * head_dims", 15, "quantity-is-known", "did you mean 'head_dim'?"),
        ("score_matrix(n=6)", 24, "argument-is-known", "did you mean 'N'?"),
        ("score_matrix(N=0)", 11, "argument-is-known", "outside 1"),
        ('kv_cache(N=6, dtype="bf16")', 11, "argument-is-known", "did you mean 'bfloat16'?"),
        ("score_matrix(N=3 / 2)", 24, "argument-is-known", "whole number"),
        ("score_matrix(6)", 11, "expression-is-well-formed", "by keyword"),
        ("score_matrix", 11, "expression-has-a-value", "needs N"),
        ("", 11, "expression-is-well-formed", "empty"),
        ("weights +", 11, "expression-is-well-formed", "cannot read"),
        ("weights + layers", 11, "expression-has-a-value", "cannot add B"),
        ("weights - kv_cache(N=6) / layers / (1*s)", 11, "expression-has-a-value", "cannot subtract B and B/s"),
        ("weights + parameters", 11, "expression-has-a-value", "cannot add B and parameter"),
        ("weights + 1", 11, "expression-has-a-value", "cannot add B and a plain number"),
        ("min(weights, parameters)", 11, "expression-has-a-value", "cannot compare B and parameter"),
        ("2 ** weights", 11, "expression-has-a-value", "cannot raise a plain number to a power in B"),
        ("weights ** 0.5", 11, "expression-has-a-value", "B can be raised to a whole number only, not to 1/2"),
        ("weights ** 65", 11, "expression-has-a-value", "powers up to 64"),
        ("sqrt(weights)", 11, "expression-has-a-value", "sqrt takes a plain number; weights is in B"),
        ("ceil_div(weights, 1*s)", 11, "expression-has-a-value", "B by s is B/s"),
        ("isqrt(2.5)", 11, "expression-has-a-value", "whole number"),
        ("log(0)", 11, "expression-has-a-value", "a number > 0"),
        ("sqrt(head_dim, 2)", 11, "expression-is-well-formed", "sqrt takes 1 number"),
        ("min(a=1)", 11, "expression-is-well-formed", "min takes one or more numbers"),
        ("1e999 * layers", 11, "expression-has-a-value", "beyond what can be printed"),
        ("weights / (80GiB)", 22, "expression-is-well-formed", "write 80*GiB"),
        ("layers / 0", 11, "expression-has-a-value", "division by zero"),
        ("1.5j * layers", 11, "expression-is-well-formed", "whole numbers"),
        ("True", 11, "expression-is-well-formed", "whole numbers"),
        ("layers if layers else 0", 21, "expression-is-well-formed", "a condition compares two values"),
        ("1 if weights < layers else 0", 11, "expression-has-a-value", "cannot compare B and a plain number"),
        ("weights if layers < 3 else layers", 11, "expression-has-a-value", "cannot choose between B and a plain"),
        ("1 if stored_dtype < 'float8' else 0", 16, "expression-is-well-formed", "with == and !=, not <"),
        ("[1, 2]", 11, "expression-is-well-formed", "a square bracket has no place"),
        ("sum(1)", 15, "expression-is-well-formed", "sum takes a list (e.g. sum([1, 2, 3]))"),
        ("dot([1, 2], [3])", 11, "expression-is-well-formed", "two lists of one length, not of 2 and 1"),
        ("softmax([1, 2])[2]", 27, "expression-is-well-formed", "counted from 0 to 1"),
        ("sum(i for i in range(1000))", 26, "expression-is-well-formed", "1 to 128 terms, not 1,000"),
        ("sum([1*B, 2*s])", 11, "expression-has-a-value", "cannot add B and s"),
        ("__import__('os').system('x')", 11, "expression-is-well-formed", "a call of what is no name"),
        ("(lambda: 1)()", 11, "expression-is-well-formed", "a call of what is no name"),
        ("layers // 2", 11, "expression-is-well-formed", "the sign // has no place"),
        ("2 ^ 17", 11, "expression-is-well-formed", "write ** for a power"),
        ("131,072", 11, "expression-is-well-formed", "(write 131072)"),
        ("layers, 2", 11, "expression-is-well-formed", "without commas"),
        ("score_matrix(N=131,072)", 26, "expression-is-well-formed", "(write 131072)"),
        ("score_matrix(N=131,144)", 26, "expression-is-well-formed", "(write 131144)"),
        ("score_matrix(N=128K)", 26, "expression-is-well-formed", "'128K' is no whole number"),
        ("weights(unit=GB)", 19, "expression-is-well-formed", 'write unit="GB"'),
        ("layer_pattern", 11, "expression-has-a-value", "no number to compute with"),
        ("output_gate", 11, "expression-has-a-value", "no number to compute with"),
        ("head_dim()", 11, "quantity-is-known", "it is a field: write head_dim"),
        ("9 ** 9 ** 9 ** 9", 11, "expression-has-a-value", "power"),
        ("(9 ** 64) ** 64 ** 1 * (9 ** 64) ** 64", 11, "expression-has-a-value", "bits"),
        ("(" * 300 + "1" + ")" * 300, 11, "expression-is-well-formed", "longer"),
        ("(" * 240 + "1" + ")" * 240, 211, "expression-is-well-formed", "cannot read"),
        ('weights(unit="GBs")', 11, "expression-has-a-value", "did you mean"),
        ('layers(as="memory")', 11, "quantity-is-known", "'layers'"),
        ('show(layers, as="memory")', 11, "expression-has-a-value", "bytes"),
        ('weights(as="model_size")', 11, "expression-has-a-value", "B would stand for billions"),
        ('show(layers, as="shout")', 11, "expression-has-a-value", "shout"),
        ("weights(digits=0)", 11, "expression-has-a-value", "digits=0"),
        ("weights(digits=head_dim)", 19, "expression-is-well-formed", "digits"),
        ("show(layers, layers)", 11, "expression-is-well-formed", "show takes one"),
        ("score_matrix(**head_dim)", 24, "argument-is-known", "takes no argument"),
        ("score_matrix(N=weights)", 24, "argument-is-known", "is a plain number; weights is in B"),
        ("score_matrix(N=6, N=7)", 29, "argument-is-known", "N=… is given twice"),
        ("2 * score_matrix(N=6, heads=2, heads=3)", 42, "argument-is-known", "heads=… is given twice"),
        ('weights(as="count", as="ratio")', 31, "argument-is-known", "as=… is given twice"),
        ('weights(unit="GB", unit="MB")', 30, "argument-is-known", "unit=… is given twice"),
        ('weights(unit="GB", as="count")', 11, "expression-has-a-value", "two ways to print"),
        ("KVCache(N=6)", 11, "quantity-is-known", "did you mean 'kv_cache'?"),
        ("num_key_value_heads", 11, "quantity-is-known", "did you mean 'kv_heads'?"),
        ("层数", 11, "quantity-is-known", "site-builder numbers"),
        ("round(weights, 2)", 11, "quantity-is-known", "no quantity is called 'round'"),
        ("score_matrix（N=6)", 23, "expression-is-well-formed", "write '('"),
        ("layers × 2", 18, "expression-is-well-formed", "write '*'"),
        ("show(layers, as=“count”)", 27, "expression-is-well-formed", "write '\"'"),
        ("weights。这个数只看层数和 {dim}", 18, "expression-is-well-formed", "next backtick"),
        ('weights(unit="tokens")', 11, "expression-has-a-value", "did you mean 'token'?"),
        ('weights(unit="furlongs")', 11, "expression-has-a-value", "known: B, KiB"),
        ('weights(unit="GB/s")', 11, "expression-has-a-value", "(divide by s)"),
        ('show(16 * parameters, unit="GiB")', 11, "expression-has-a-value", "(multiply by B/parameter)"),
        ('show(16 * parameters, as="memory")', 11, "expression-has-a-value", "(multiply by B/parameter)"),
        ('weights(as="percent")', 11, "expression-has-a-value", "divide it by what it is a share of"),
        ('weights(unit="%")', 11, "expression-has-a-value", 'write as="percent"'),
        ('show(weights / (1*s), as="count")', 11, "expression-has-a-value", "what is counted"),
        ('kv_per_token(as="model_size")', 11, "expression-has-a-value", "B would stand for billions"),
        ("show(sqrt(2), digits=7)", 11, "expression-has-a-value", "at most 6 digits"),
        ("h200.bandwidth", 11, "quantity-is-known", "no fact sheet is called 'h200'"),
        ('kv_cache(N=6, model="llama")', 25, "argument-is-known", "there is no anchor 'llama'"),
        ("kv_cache(N=6, model=llama)", 25, "argument-is-known", 'write model="llama"'),
        ("head_dim # * 2", 11, "expression-is-well-formed", "would not be read"),
    ],
)
def test_a_mistake_is_one_problem_at_its_place(source, column, rule, words, scope):
    assert printed(source, scope) is None
    (problem,) = scope.problems
    assert (problem.rule, problem.position.line, problem.position.column) == (rule, HERE.line, column)
    assert words in str(problem)


@pytest.mark.parametrize(
    ("source", "call"),
    [
        ("weights()", "weights"),
        ("score_matrix(N=native_context)", "score_matrix(N=native_context)"),
        ("score_matrix(heads=2,N=2*3, layers=1)", "score_matrix(N=2 * 3, heads=2)"),  # layers=1 is the default
        ('kv_cache(N=6, dtype="q8_0", unit="KB")', "kv_cache(N=6, dtype=q8_0)"),
        ('kv_cache(N=6, dtype="stored")', "kv_cache(N=6)"),
        ("show(weights / (kv_cache(N=6) + 2*B), digits=2)", "weights / (kv_cache(N=6) + (2 * B))"),
        ("head_dim", "head_dim"),
    ],
)
def test_a_number_is_named_by_the_expression_that_asks_for_it(source, call, scope):
    expression = Written(source, HERE)
    assert (
        computed_value(*compute_printed(expression, scope.names, scope.problems), expression, scope.problems).call
        == call
    )


def test_a_condition_may_follow_the_variable(scope):
    """One formula with two branches: the second begins where the condition ends."""
    source = "N*B if N < 4096 else (4096*B if N <= 8192 else 2*4096*B)"
    curve = compute(Written(source, HERE), scope.names, scope.problems, free=AXIS)
    assert [curve.value(N=n) for n in (1, 4095, 4096, 8192, 8193)] == [1, 4095, 4096, 4096, 8192]
    assert (
        curve.substituted(N=4095)
        == "{4095 | 4095 < 4096; {8192 | 8192 < 4095; 4096 | 8192 ≥ 4095} | 4095 ≥ 4096} B = 3.999 KiB"
    )


def test_a_condition_that_varies_compares_by_size(scope):
    assert compute(Written("1 if N == 4 else 2", HERE), scope.names, scope.problems, free=AXIS) is None
    (problem,) = scope.problems
    assert "== cannot follow N" in problem.message


@pytest.mark.parametrize(
    ("source", "name"),
    [("num_heads", "query_heads"), ("d_model", "hidden_size"), ("max_position_embeddings", "native_context")],
)
def test_a_field_by_the_name_of_a_config_or_a_paper_is_recognized(source, name, scope):
    assert printed(source, scope) is None
    assert [problem.hint for problem in scope.problems] == [f"did you mean {name!r}?"]


def test_no_message_is_pythons_own(scope):
    assert printed("096 + 1", scope) is None
    assert [(problem.message, problem.hint) for problem in scope.problems] == [
        ("'096' is no whole number here", "write 96")
    ]
