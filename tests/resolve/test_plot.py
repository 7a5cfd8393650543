"""`plot`: series from expressions, lists and files, each number with its text; what cannot be drawn is reported."""

import pytest

from site_builder.document.inline import Prose
from site_builder.facts.given import load_given
from site_builder.figures.plot import LEVELS
from site_builder.problems import Problems
from site_builder.resolve.plot import resolve_plot
from site_builder.resolve.scope import Scope, page_names
from site_builder.source.folder import read_folder
from tests.parse.support import parse
from tests.resolve.conftest import ROOT

LOSS = "step,train,test\n1,4.5,4.75\n10,3.25,\n100,2.5,2.875\n"


@pytest.fixture(scope="module")
def names(anchor):
    given = load_given(read_folder(ROOT), anchor.sheet, {}, Problems())
    return page_names(anchor.sheet, {}, given.sheets, given.models)


def resolved(body, scope, names, stem="plot"):
    """The view of a plot with this body, and its problems as texts."""
    parsed = parse(f":::{{{stem}}} 图\n\n{body}\n:::\n", {"content/lessons/loss.csv": LOSS})
    if parsed.told:
        return None, parsed.told
    (block,) = (block for block in parsed.lesson.blocks if not isinstance(block, Prose))
    own = Scope(scope.course, scope.anchor, scope.lesson, Problems(), names)
    return resolve_plot(block, own), [str(problem) for problem in own.problems]


MODELS = "x: {over: model, models: [qwen3.8-27b, llama-3.1-8b]}"


def texts(view):
    return [(name, *(cell.text for cell in cells)) for name, cells in view.rows]


def test_a_line_is_drawn_from_its_formula_and_listed_at_its_ticks(scope, names):
    body = "x: {variable: N, from: 1024, to: 8192}\nseries:\n  - {label: 缓存, role: kv, value: kv_cache(N=N)}"
    view, told = resolved(body, scope, names)
    assert told == []
    # 65,536 bytes a token
    assert texts(view) == [("1,024", "64 MiB"), ("2,048", "128 MiB"), ("4,096", "256 MiB"), ("8,192", "512 MiB")]
    assert [tick.text for tick in view.y_ticks] == ["0 B", *(f"{k}00 MiB" for k in range(1, 7))]
    (line,) = view.lines
    # from 1000 − 1000 · 64 ÷ 600 at the left to 1000 − 1000 · 512 ÷ 600 at the right
    assert line.path.startswith("M0 893.3L")
    assert line.path.endswith("L1000 146.7")


def test_bars_begin_at_zero_and_are_as_long_as_their_values(scope, names):
    body = f"kind: bar\n{MODELS}\nseries:\n  - {{label: 缓存, value: kv_per_token(model=model)}}"
    view, told = resolved(body, scope, names)
    assert told == []
    assert [name for name, _ in view.names] == ["Qwen3.8-27B", "Llama-3.1-8B"]
    first, second = view.bars
    assert (first.text, second.text) == ("64 KiB", "128 KiB")
    assert first.x == second.x == 0
    assert second.width == pytest.approx(2 * first.width, abs=0.005)


def test_stacked_bars_stand_on_one_another(scope, names):
    three = "\n".join(
        f'  - {{label: {label}, value: "{size}*B/parameter * parameters(model=model)"}}'
        for label, size in (("w", 2), ("g", 2), ("o", 12))
    )
    view, told = resolved(f"kind: bar\nstacked: true\n{MODELS}\nseries:\n{three}", scope, names)
    assert told == []
    weights, gradients, optimizer, total = view.bars[4:]
    assert gradients.x == pytest.approx(weights.width)
    assert optimizer.width == pytest.approx(6 * weights.width, abs=0.005)
    assert total.text == "119.7 GiB"  # 16 · 8,030,261,248 bytes


def test_a_heatmap_shades_by_value_and_prints_what_is_asked_for(scope, names):
    value = 'show(exp(a*b) / sum(exp(a*k) for k in [1, 2]), as=\\"percent\\", digits=3)'
    body = f"""kind: heatmap
x: {{over: b, values: [1, 2], label: k}}
rows: {{over: a, values: [0, 1], label: q}}
series:
  - {{label: weight, value: "{value}"}}"""
    view, told = resolved(body, scope, names)
    assert told == []
    # softmax of (0, 0) and of (1, 2): 1 ÷ (1 + e) = 0.268941
    assert texts(view) == [("0", "50%", "50%"), ("1", "≈ 26.9%", "≈ 73.1%")]
    assert [[cell.level for cell in cells] for _, cells in view.rows] == [[5, 5], [0, LEVELS]]
    assert view.head == ("q ↓ k →", "1", "2")


def test_columns_of_a_file_are_exact_and_cite_their_source(scope, names):
    body = """kind: points
x: {column: step, scale: log}
series:
  - {label: train, column: train}
  - {label: test, column: test}
data: {file: loss.csv, source: vaswani2017}"""
    view, told = resolved(body, scope, names)
    assert told == []
    assert texts(view) == [("1", "4.5", "4.75"), ("10", "3.25", "–"), ("100", "2.5", "2.875")]
    assert [x for x, _, _ in view.lines[0].points] == [0, 50, 100]
    assert len(view.lines[1].points) == 2
    assert any(token.type == "role" for block in view.caption for token in block.tokens[1].children)


def test_a_table_has_a_unit_for_each_column(scope, names):
    body = f"rows: {MODELS[3:]}\ncolumns:\n  - {{label: P, value: parameters(model=model)}}\n"
    body += "  - {label: w, value: weights(model=model)}"
    view, told = resolved(body, scope, names, stem="table")
    assert told == []
    assert texts(view)[1] == ("Llama-3.1-8B", "8.03B", "14.96 GiB")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (f"kind: line\n{MODELS}\nseries: [{{label: a, value: weights(model=model)}}]", "needs numbers along x"),
        (f"kind: bar\ny: log\n{MODELS}\nseries: [{{label: a, value: weights(model=model)}}]", "begins at zero"),
        (f"kind: bar\n{MODELS}\nseries: [{{label: a, value: weights}}, {{label: b, value: layers}}]", "in one unit"),
        (f"kind: line\nstacked: true\n{MODELS}\nseries: [{{label: a, value: weights}}]", "are stacked"),
        ("x: {variable: N, to: 8}\ny: log\nseries: [{label: a, value: N - 1}]", "no place on a logarithmic axis"),
        (f"kind: bar\n{MODELS}\nseries: [{{label: a, values: [1, 2, 3]}}]", "has 3 values for 2 places"),
        ("x: {over: n, values: [1, 2]}\nseries: [{label: a, values: [1*B, 2*s]}]", "counts B and s"),
        ("x: {over: m, models: [qwen, llama-3.1-8b]}\nkind: bar\nseries: [{label: a, value: layers}]", "anchor 'qwen'"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_reported(scope, names, body, words):
    view, told = resolved(body, scope, names)
    assert view is None
    assert any(words in problem for problem in told), told


def test_a_table_speaks_of_columns():
    parsed = parse(f":::{{table}} 表\n\nrows: {MODELS[3:]}\ncolumns:\n  - {{label: P}}\n:::\n")
    assert [each.message.split(" has ")[0] for each in parsed.problems] == ["a column"]
