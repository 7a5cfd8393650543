"""The engine as a library: a model in one line, a number in another, every mistake in one exception, no site needed."""

import ast
import json
import subprocess
import sys

import pytest

from site_builder import library
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import QuantityError
from site_builder.library import Model, ModelFileError, kv_cache, parameters, quantity
from tests.scratch import REPOSITORY

CONFIG = REPOSITORY / "tests" / "importing" / "configs" / "Qwen3-8B.json"
NOTEBOOK = REPOSITORY / "docs" / "planning.ipynb"
WITHOUT = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"numpy", "plotly", "jinja2", "markdown_it", "pygments", "math_core", "brotli"}:
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
from site_builder.library import Model, kv_cache
print(repr(kv_cache(Model.from_config(sys.argv[1]), N=131072)))
"""


@pytest.fixture(scope="module")
def model():
    return Model.from_config(CONFIG)


def test_three_lines_from_a_file_a_folder_and_a_dict(model, tmp_path):
    (tmp_path / "config.json").write_bytes(CONFIG.read_bytes())
    same = (model, Model.from_config(tmp_path), Model.from_config(json.loads(CONFIG.read_text(encoding="utf-8"))))
    for each in same:
        answer = kv_cache(each, N=131072)
        assert (answer.value, answer.unit) == (2 * 36 * 8 * 131072 * 128 * 2, "B")
        assert (str(answer), repr(answer)) == ("18 GiB", "kv_cache(N=131072) = 18 GiB")
    assert parameters(model).value == 8_190_735_360
    assert repr(model) == "<Model Qwen3-8B: 8.19B>"


def test_a_name_of_everyday_use_is_answered_with_ours():
    for name, meant in (("fits", "memory_share"), ("ttft", "time_to_first_token_floor"), ("kv_cach", "kv_cache")):
        with pytest.raises(AttributeError, match=f"no quantity is called '{name}' .did you mean '{meant}'"):
            quantity(name)
    with pytest.raises(AttributeError, match="has them all"):
        quantity("qqqqqq")


def test_an_anchor_is_a_model_too():
    anchor = Model.from_anchor(REPOSITORY / "content" / "anchors" / "qwen3.8-27b.yaml")
    assert (anchor.title, anchor.field("kv_heads")) == ("Qwen3.8-27B", 4)
    with pytest.raises(KeyError, match="did you mean 'kv_heads'"):
        anchor.field("kv_head")


def test_an_answer_shows_how_it_was_made(model):
    answer = kv_cache(model, N=131072)
    assert answer.formula == "2 × L_full × h_kv × N × d_h × b"
    assert answer.equation == "2 × 36 × 8 × 131072 × 128 × 2 B = 18 GiB"
    assert answer.inputs["h_kv"] == (8, "kv_heads")
    assert r"2 \cdot 36 \cdot 8 \cdot 131072 \cdot 128 \cdot 2 = \text{18 GiB}" in answer._repr_latex_()
    page = answer._repr_html_()
    assert "<b>18 GiB</b>" in page
    assert "<td><code>h_kv</code></td><td>8</td><td>kv_heads</td>" in page


def test_a_name_is_shown_and_not_run():
    config = json.loads(CONFIG.read_text(encoding="utf-8"))
    shown = kv_cache(Model.from_config(config), N=1)
    object.__setattr__(shown.model.anchor, "title", "<script>")
    assert "&lt;script&gt;" in shown._repr_html_()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "kv_cache needs N"),
        ({"N": -5}, r"kv_cache\(N=-5\) is outside 1"),
        ({"N": 8, "L_full": 3}, "takes no argument 'L_full'"),
        ({"N": 8, "kv_heads": 99}, "8 KV heads"),
        ({"N": 8, "dtype": "fp8"}, "fp8 is float8 here"),
        ({"N": 1.5}, "is a whole number, not 1.5"),
    ],
)
def test_what_a_quantity_does_not_take_is_refused(model, arguments, message):
    with pytest.raises(QuantityError, match=message):
        kv_cache(model, **arguments)


def test_a_value_given_late_is_refused_as_one_given_early(model):
    bound = BY_ID["kv_cache"].bind(model.anchor.model)
    with pytest.raises(QuantityError, match=r"kv_cache\(N=-5\) is outside 1"):
        bound.value(N=-5)
    with pytest.raises(QuantityError, match="L_full is 36 here, and not free to be 3"):
        bound.text(N=8, L_full=3)


def test_every_mistake_is_in_one_exception():
    with pytest.raises(ModelFileError) as raised:
        Model.from_config({"model_type": "llama", "hidden_size": 5, "rope_theta": "x"})
    assert {problem.rule for problem in raised.value.problems} == {"field-is-present", "field-has-its-type"}
    assert len(str(raised.value).splitlines()) == len(raised.value.problems) > 3
    with pytest.raises(ModelFileError, match="there is no file"):
        Model.from_config("nowhere.json")
    with pytest.raises(ModelFileError, match="not described yet"):
        Model.from_config({"model_type": "unheard_of"})


def test_every_quantity_is_a_name():
    for name in BY_ID:
        assert getattr(library, name).__name__ == name
        assert name in dir(library)
    with pytest.raises(AttributeError, match="did you mean 'kv_cache'"):
        _ = library.kv_cach


def test_nothing_of_the_site_is_imported():
    run = [sys.executable, "-c", WITHOUT, str(CONFIG)]
    done = subprocess.run(run, capture_output=True, text=True, check=False, cwd=REPOSITORY)
    assert (done.stdout, done.stderr) == ("kv_cache(N=131072) = 18 GiB\n", "")


def test_the_notebook_shows_what_its_cells_give():
    names: dict[str, object] = {}
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 5
    for cell in cells:
        body = ast.parse("".join(cell["source"])).body
        last = body.pop() if isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), "notebook", "exec"), names)
        if last is None:
            assert cell["outputs"] == []
            continue
        found = repr(eval(compile(ast.Expression(last.value), "notebook", "eval"), names))
        (output,) = cell["outputs"]
        assert "".join(output["data"]["text/plain"]) == found


class Whole:
    """A whole number as another library has it."""

    def __index__(self):
        return 4096


def test_a_whole_number_of_another_library_is_one(model):
    assert kv_cache(model, N=Whole()) == kv_cache(model, N=4096)
    with pytest.raises(QuantityError, match=r"not 1\.5"):
        kv_cache(model, N=1.5)
    with pytest.raises(QuantityError, match="not True"):
        kv_cache(model, N=True)


def test_what_is_no_model_is_named():
    with pytest.raises(TypeError, match=r"kv_cache is asked of a Model, not of 'qwen': Model\.from_config"):
        kv_cache("qwen", N=4096)
