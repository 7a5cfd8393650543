"""The command ``numbers``: the values that must show, JSON for programs, mistakes named."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from site_builder.cli import main
from site_builder.engine.quantities import BY_ID
from tests.scratch import REPOSITORY

ANCHORS = REPOSITORY / "content" / "anchors"


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["numbers", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def quantities(capsys, *arguments: str, anchor: str = "qwen3.8-27b"):
    code, out, err = run(capsys, "--anchor", str(ANCHORS / f"{anchor}.yaml"), "--format", "json", *arguments)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_the_numbers_that_must_show(capsys):
    document = quantities(capsys, "--set", "N=262144")
    expected = {
        "kv_cache": (17_179_869_184, "B", "16 GiB"),
        "kv_per_token": (65_536, "B", "64 KiB"),
        "linear_state": (150_994_944, "B", "144 MiB"),
        "crossing_kv_state": (2304, "token", "2,304"),
        "crossing_attention_linear": (130_320, "token", "130,320"),
        "parameters_text": (26_895_998_464, "parameter", "26.9B"),
        "score_matrix": (137_438_953_472, "B", "128 GiB"),
    }
    found = {name: tuple(document["quantities"][name][key] for key in ("value", "unit", "text")) for name in expected}
    assert found == expected
    assert document["anchor"]["id"] == "qwen3.8-27b"
    assert document["anchor"]["fields"]["head_dim"]["value"] == 256


def test_a_record_has_formula_symbol_inputs_sources_and_conventions(capsys):
    record = quantities(capsys, "--set", "N=131072")["quantities"]["kv_cache"]
    assert record["formula"] == "2 × L_full × h_kv × N × d_h × b"
    assert record["substituted"] == "2 × 16 × 4 × 131072 × 256 × 2 B = 8 GiB"
    assert record["inputs"]["h_kv"] == {"value": 4, "origin": "kv_heads"}
    assert record["arguments"]["window"] == "floor"
    assert record["sources"]
    assert record["symbol"]


def test_text_is_one_line_a_quantity(capsys):
    code, out, _ = run(
        capsys, "--anchor", str(ANCHORS / "qwen3.8-27b.yaml"), "--set", "N=131072", "--set", "kv_cache.layers=1"
    )
    lines = out.splitlines()
    assert code == 0
    assert lines[0].startswith("Qwen3.8-27B (qwen3.8-27b, ")
    assert any(line.startswith("score_matrix ") and "2 × 131072² B = 32 GiB" in line for line in lines)
    assert any(line.startswith("kv_cache ") and "2 × 4 × 131072 × 256 × 2 B = 512 MiB" in line for line in lines)
    assert any(line.startswith("longest_path_attention ") and "1 = 1 hop  [" in line for line in lines)
    assert any(line.startswith("longest_path_recurrent ") and "131,071 hops  [" in line for line in lines)
    assert any(line.startswith("linear_state ") and "linear_state_dtype = float32" in line for line in lines)
    assert any(
        line.startswith("kv_cache ") and "[takes N, batch, prefix, block, kv_heads, layers, ubatch; dtype:" in line
        for line in lines
    )
    assert any(line.startswith("crossing_kv_weights ") and "beyond native_context = 262,144" in line for line in lines)


def test_text_ends_with_the_fields_that_a_lesson_may_name(capsys):
    lines = run(capsys, "--anchor", str(ANCHORS / "qwen3.8-27b.yaml"))[1].splitlines()
    fields = dict(line.split() for line in lines[lines.index("fields of the anchor:") + 1 :])
    assert (fields["native_context"], fields["full_attention_layers"]) == ("262,144", "16")
    assert not fields.keys() & {"layer_pattern", "output_gate", "stored_dtype"}


def test_the_course_names_the_anchor_where_none_is_given(capsys):
    code, out, _ = run(capsys, "--root", str(REPOSITORY))
    assert code == 0
    assert out.startswith("Qwen3.8-27B")


@pytest.mark.parametrize("path", sorted(ANCHORS.glob("*.yaml")), ids=lambda path: path.stem)
@pytest.mark.parametrize("n", ["1", "1099511627776"])
def test_every_anchor_has_numbers_at_the_edges(capsys, path, n):
    document = quantities(capsys, "--set", f"N={n}", anchor=path.stem)
    for name, record in document["quantities"].items():
        assert (
            record["value"] is None
            or type(record["value"]) is int
            or record["unit"] == "s"
            or name == "memory_share"
            or name not in BY_ID
        ), name


def test_a_crossing_that_never_happens_is_none(capsys):
    record = quantities(capsys, anchor="llama-3.1-8b")["quantities"]["crossing_kv_state"]
    assert (record["value"], record["text"], record["reason"]) == (None, "none", "no layer keeps a recurrent state")
    _, out, _ = run(capsys, "--anchor", str(ANCHORS / "llama-3.1-8b.yaml"))
    assert "crossing_kv_state            none: no layer keeps a recurrent state" in out


def test_what_a_model_does_not_have_is_zero(capsys):
    record = quantities(capsys, anchor="llama-3.1-8b")["quantities"]["linear_state"]
    assert (record["value"], record["formula"], record["inputs"]) == (0, "0", {})


@pytest.mark.parametrize(
    ("setting", "named"),
    [
        ("N", "'N' is not NAME=VALUE"),
        ("=5", "is not NAME=VALUE"),
        ("N=", "is not NAME=VALUE"),
        ("n=5", "did you mean 'N'?"),
        ("N=0", "N=0"),
        ("N=-1", "N=-1"),
        ("N=1099511627777", "N=1099511627777"),
        ("N=" + "9" * 5000, "whole number"),
        ("N=1.5", "whole number"),
        ("window=0", "floor, llama.cpp, full"),
        ("kv_cache.windw=full", "kv_cache.window"),
        ("format=fp8_block128", "quantized=projections"),
    ],
)
def test_a_setting_that_nothing_takes_is_a_mistake_of_usage(capsys, setting, named):
    code, out, err = run(capsys, "--anchor", str(ANCHORS / "qwen3.8-27b.yaml"), "--set", setting)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert named in err


def test_numbers_need_neither_arrays_nor_templates():
    """What a command does not use it does not load."""
    script = (
        "import sys; from site_builder.cli import main; "
        f"code = main(['numbers', '--anchor', {str(ANCHORS / 'qwen3.8-27b.yaml')!r}]); "
        "sys.exit(code or any(name in sys.modules for name in ('numpy', 'jinja2', 'markdown_it', 'plotly')))"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert (found.returncode, found.stderr) == (0, b"")


def test_a_setting_given_twice_is_a_mistake_of_usage(capsys):
    code, out, err = run(
        capsys, "--anchor", str(ANCHORS / "qwen3.8-27b.yaml"), "--set", "N=1", "--set", "kv_cache.N=3", "--set", "N=2"
    )
    assert (code, out, err) == (2, "", "site-builder numbers: --set: N is given twice\n")


def test_a_broken_anchor_is_reported(capsys, tmp_path: Path):
    broken = tmp_path / "broken.yaml"
    broken.write_text("id: x\n", encoding="utf-8")
    code, out, err = run(capsys, "--anchor", str(broken))
    assert (code, out) == (1, "")
    assert "broken.yaml:1:1: the field 'model' is missing [field-is-present]" in err
    assert run(capsys, "--anchor", str(tmp_path / "none.yaml"))[0] == 1


def test_a_quantity_of_the_course_has_no_number_for_a_model_without_its_fields(capsys):
    record = quantities(capsys, anchor="deepseek-v3")["quantities"]["attention_projection_macs"]
    assert record["value"] is None
    assert "deepseek-v3 has no kv_heads" in record["reason"]


def test_a_number_may_have_its_commas_and_a_thousand_is_asked_about(capsys):
    grouped = quantities(capsys, "--set", "N=262,144")
    assert grouped == quantities(capsys, "--set", "N=262144")
    code, out, err = run(capsys, "--set", "N=128k")
    assert (code, out) == (2, "")
    assert err == "site-builder numbers: --set: N=128k may be two numbers: write 131072 or 128000\n"


def test_what_a_token_adds_is_said_to_last_until_a_window_is_full(capsys):
    _, out, _ = run(capsys, "--anchor", str(ANCHORS / "gemma-2-9b.yaml"))
    assert any(
        line.startswith("kv_per_token ") and "until a window of 4,096 tokens is full" in line
        for line in out.splitlines()
    )
    assert "until a window" not in run(capsys, "--anchor", str(ANCHORS / "llama-3.1-8b.yaml"))[1]


def test_what_draws_a_page_is_not_loaded():
    """Each of these takes longer to import than the numbers take."""
    heavy = {"numpy", "pydantic", "plotly", "jinja2", "markdown_it", "pygments", "math_core", "brotli"}
    program = "import sys; from site_builder.cli import main; main(['numbers']); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in ast.literal_eval(done.stdout.splitlines()[-1])}
    assert "site_builder" in loaded
    assert not loaded & heavy
