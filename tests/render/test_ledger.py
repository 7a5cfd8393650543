import re
from dataclasses import replace

from site_builder.course.locale import load_words
from site_builder.document.resolved import ComputedInput, ComputedValue
from site_builder.engine.quantities import QUANTITIES
from site_builder.engine.quantity import ORIGINS
from site_builder.engine.recipes import RECIPES
from site_builder.engine.storage import BY_NAME, PLAIN
from site_builder.facts.anchor import load_anchor
from site_builder.problems import Problems
from site_builder.render.ledger import ledger, number_id, source_url
from site_builder.render.returns import with_returns
from site_builder.source.folder import read_folder, read_package
from tests.engine.vectors import ANCHORS, bound_quantities, model_of
from tests.scratch import REPOSITORY, visible

GIVEN = ComputedInput("N", "N", "6", "N")
SCORES = ComputedValue(
    "score_matrix", "score_matrix(N=6)", "72", "72 B", "", "B", "Score matrix", "2N^2", "2 × 6² B = 72 B", (GIVEN,),
    (), ("arXiv",),
)  # fmt: skip


def test_each_formula_once_with_its_values():
    whole = replace(SCORES, call="score_matrix(N=6, heads=64)", tex="L 2N^2", value="4608")
    longer = replace(SCORES, call="score_matrix(N=8)", value="128", text="128 B", substituted="2 × 8² B = 128 B")
    layers = replace(SCORES, quantity="layers", call="layers", value="64", substituted="64 = 64", computed=False)
    entries = ledger((SCORES, layers, longer, whole, SCORES))
    assert [(entry.first.quantity, len(entry.values)) for entry in entries] == [
        ("score_matrix", 2),
        ("score_matrix", 1),
        ("layers", 1),
    ]


def test_an_id_is_that_of_the_expression_whatever_the_anchor_and_the_unit():
    other_anchor = replace(
        SCORES, value="144", text="0.14 KB", tex="L 2N^2", inputs=(GIVEN, replace(GIVEN, symbol="L")),
        conventions=(("dtype", "stored"),), substituted="2 × 2 × 6² B = 0.14 KB",
    )  # fmt: skip
    assert number_id(other_anchor) == number_id(SCORES)
    assert number_id(replace(SCORES, call="weights")) == "number-weights"


def test_expressions_and_their_look_alikes_have_ids_of_their_own():
    calls = (
        "score_matrix / weights", "score_matrix - weights", "score_matrix-weights", "score_matrix",
        "score_matrix(N=6)", "score_matrix(N=-6)", "1 + " * 30 + "1", "1 + " * 30 + "2",
    )  # fmt: skip
    ids = [number_id(replace(SCORES, call=call)) for call in calls]
    assert len(set(ids)) == len(calls)
    assert all(" " not in name and "/" not in name and len(name) < 80 for name in ids)


def test_another_anchor_changes_no_id(course):
    """The lesson's own numbers: every link to the ledger leads to an entry, on both models to the same."""
    anchors = ("qwen3.8-27b", "llama-3.1-8b")
    expressions = (
        "weights", "score_matrix(N=native_context, heads=query_heads)", "show(weights / kv_cache(N=6), digits=2)",
        "native_context", "sequential_steps_attention(N=5)", "sequential_steps_attention(N=7)",
    )  # fmt: skip
    ids = []
    for name in anchors:
        anchor = (REPOSITORY / "content" / "anchors" / f"{name}.yaml").read_bytes()
        course.write(f"content/anchors/{name}.yaml", anchor)
        course.lesson("a", "\n\n".join(f"{{eval}}`{each}`" for each in expressions), front=f"anchor: {name}\n")
        course.build()
        page = course.page("a")
        links = re.findall(r'href="#(number-[^"]+)"', page)
        assert links == re.findall(r'<li id="(number-[^"]+)"', page)
        ids.append(links)
    assert ids[0] == ids[1]
    assert len(ids[0]) == len(expressions)


def test_a_count_of_layers_leads_to_where_the_pattern_was_read(course):
    course.lesson("a", "{eval}`parameters_norms / full_attention_layers`")
    course.build()
    told = visible(course.page("a"))
    assert "text_config.layer_types" in told
    assert "checkpoint 里各张量的形状" in told
    assert "tensor_shapes" not in told


def test_an_argument_read_from_the_anchor_says_so(course):
    course.lesson("a", "{eval}`score_matrix(N=native_context / 2, layers=full_attention_layers)`")
    course.build()
    told = visible(course.page("a"))
    assert "N = 131,072 （native_context / 2）" in told
    assert "L = 16 （full_attention_layers）" in told


def test_origins_and_sources_are_names_or_have_words_in_every_language():
    """A page shows no English of the engine's: what is no field, argument, quantity or paper is in the locale files."""
    arguments = {argument.name for quantity in QUANTITIES for argument in quantity.arguments}
    names = arguments | {quantity.id for quantity in QUANTITIES} | set(ORIGINS)
    for anchor in ANCHORS:
        fields = load_anchor(read_folder(REPOSITORY), anchor, Problems()).fields
        for bound in bound_quantities(model_of(anchor)):
            told = {name for given in bound.inputs for name in re.findall(r"[^\W\d]\w*", given.origin.split(" = ")[0])}
            assert told - {"conv_state", "dtype", "stored", *PLAIN} <= names | set(fields), bound.id
            assert all(source.startswith("arXiv:") or source == "tensor_shapes" for source in bound.sources)
    for language in ("en", "zh-CN"):
        words = load_words(read_package(), read_package(), language, Problems())["ledger"]
        assert tuple(words["origins"]) == ORIGINS
        assert tuple(words["named_sources"]) == ("tensor_shapes",)


def test_every_convention_has_words_in_every_language():
    """A choice without words is the name of an element type, which every language writes alike."""
    chosen = [argument for quantity in QUANTITIES for argument in quantity.arguments if argument.choices]
    assert chosen
    for language in ("en", "zh-CN"):
        words = load_words(read_package(), read_package(), language, Problems())["ledger"]["choices"]
        assert {argument.name for argument in chosen} | {"model"} == set(
            words
        )  # every quantity may be asked of a model
        for argument in chosen:
            unnamed = set(argument.choices) - set(words[argument.name])
            assert unnamed <= {*BY_NAME, *RECIPES}, (language, argument.name)


def test_a_quotient_of_one_quantity_names_both_by_their_arguments(course):
    course.lesson("a", "{eval}`score_matrix(N=8) / score_matrix(N=4)`，{eval}`weights / kv_cache(N=6)`")
    course.build()
    titles = re.findall(r'<h3 class="ledger-title"><span>(.*?)</span>', course.page("a"))
    assert titles == ["分数矩阵（N=8） / 分数矩阵（N=4）", "全部权重 / KV cache"]


def test_two_formulas_of_a_quantity_stand_under_one_title(course):
    course.lesson("a", "{eval}`score_matrix(N=8)`，{eval}`layers`，{eval}`score_matrix(N=8, layers=2)`")
    course.build()
    page = course.page("a")
    assert page.count('<h3 class="ledger-title"><span>分数矩阵</span>') == 1
    assert page.count('<p class="ledger-formula">') == 2


def test_the_way_back_leads_to_the_first_mark_in_the_text(course):
    course.lesson("a", "{eval}`score_matrix(N=8)` 和 {eval}`score_matrix(N=8)`，{eval}`layers`")
    course.build()
    page = course.page("a")
    marks = re.findall(r'<a class="number"(?: id="([^"]+)")?', page)
    backs = re.findall(r'<a class="back" href="#(from-number[^"]+)"', page)
    assert [mark for mark in marks if mark] == backs
    assert len(marks) == 3
    assert len(backs) == len(set(backs)) == 2
    assert with_returns('甲 <a class="back" href="#from-number-x" aria-label="a">↩</a>') == "甲"


def test_sources_that_can_be_opened_are_links():
    config = "config.json of a/b-1, revision " + "0123456789" * 4 + ", text_config.layer_types"
    assert source_url("arXiv:1706.03762 Table 1") == "https://arxiv.org/abs/1706.03762"
    assert source_url(config) == "https://huggingface.co/a/b-1/blob/" + "0123456789" * 4 + "/config.json"
    assert source_url("tensor_shapes") == ""
    assert source_url("see arXiv:1706.03762") == ""
