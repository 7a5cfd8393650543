"""Anchors: every field with its source, every mistake at its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_builder.facts.anchor import load_anchor, read_anchor
from site_builder.problems import Problems
from site_builder.source.folder import read_folder, read_given
from site_builder.source.text import SourceText
from tests.engine.models import ANCHOR

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "content/anchors/qwen3.8-27b.yaml").read_text(encoding="utf-8")


def read(text: str):
    problems = Problems()
    return read_anchor(SourceText("a.yaml", text), problems), [str(problem) for problem in problems]


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) == 1, old
    return TEXT.replace(old, new)


def place_of(line_with: str) -> int:
    return next(number for number, line in enumerate(TEXT.splitlines(), 1) if line_with in line)


def test_the_anchor_is_the_model_built_by_hand():
    anchor, problems = read(TEXT)
    assert problems == []
    assert (anchor.id, anchor.title, anchor.model) == ("qwen3.8-27b", "Qwen3.8-27B", ANCHOR)


def test_fields_are_reached_by_name_with_their_source():
    anchor, _ = read(TEXT)
    expected = {
        "native_context": 262144, "hidden_size": 5120, "layers": 64, "full_attention_layers": 16,
        "linear_attention_layers": 48, "query_heads": 24, "kv_heads": 4, "head_dim": 256, "intermediate_size": 17408,
        "vocab_size": 248320, "rotary_dim": 64,
    }  # fmt: skip
    assert {name: anchor.fields[name].value for name in expected} == expected
    assert all(field.source and field.name == name for name, field in anchor.fields.items())
    assert anchor.fields["head_dim"].source.endswith("1d4bf0f2ff6012fd82039f2fa52739d0dd7c60c0, text_config.head_dim")
    assert anchor.fields["full_attention_layers"].source == anchor.fields["layer_pattern"].source


def test_an_anchor_is_loaded_by_its_id_and_one_named_at_the_command_line_by_its_path():
    problems = Problems()
    by_path = read_anchor(read_given(ROOT / "content" / "anchors" / "qwen3.8-27b.yaml", problems), problems)
    assert load_anchor(read_folder(ROOT), "qwen3.8-27b", problems) == by_path
    assert load_anchor(read_folder(ROOT), "qwen3.8-27", problems) is None
    assert [problem.rule for problem in problems] == ["file-is-present"]


def test_an_anchor_named_with_the_ending_of_its_file_is_reported_its_id():
    problems = Problems()
    assert load_anchor(read_folder(ROOT), "qwen3.8-27b.yaml", problems) is None
    assert [problem.hint for problem in problems] == ["write qwen3.8-27b"]


def test_the_digest_changes_with_a_value_and_with_nothing_else():
    anchor, _ = read(TEXT)
    assert read("# a remark\n" + TEXT)[0].digest == anchor.digest
    assert read(changed("place: text_config.hidden_size", "place: elsewhere"))[0].digest == anchor.digest
    assert read(changed("kv_heads: {value: 4,", "kv_heads: {value: 8,"))[0].digest != anchor.digest


HIDDEN = "hidden_size: {value: 5120,"
PATTERN = "value: [3 linear, full]"


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        (HIDDEN, "hidden_size: {value: 0,", HIDDEN, "hidden_size: expected a whole number of at least 1, read 0"),
        (HIDDEN, "hidden_size: {value: -5,", HIDDEN, "read -5"),
        (HIDDEN, "hidden_size: {value: 5120.5,", HIDDEN, "expected a whole number, read 5120.5"),
        (HIDDEN, "hidden_size: {value: '5120',", HIDDEN, "write 5120, without quotes"),
        (HIDDEN, "hidden_size: {value: 1000000000000000000000000000000,", HIDDEN, "at most 1099511627776"),
        (HIDDEN, "hidden_size: {value: true,", HIDDEN, "expected a whole number, read true"),
        (HIDDEN, "hidden_size: {", HIDDEN, "hidden_size: the field 'value' is missing"),
        (HIDDEN, "hiden_size: {value: 5120,", HIDDEN, "unknown field 'hiden_size' (did you mean 'hidden_size'?)"),
        ("source: config, place: text_config.hidden_size", "source: cofig", HIDDEN, "did you mean 'config'?"),
        ("source: config, place: text_config.hidden_size", "place: x", HIDDEN, "the field 'source' is missing"),
        ("query_heads: {value: 24,", "query_heads: {value: 25,", "query_heads", "25 is not a multiple of kv_heads = 4"),
        ("linear_value_heads: {value: 48", "linear_value_heads: {value: 40", "linear_value_heads", "key_heads = 16"),
        (PATTERN, "value: [4 linear, full]", PATTERN, "layer_pattern has 5 layers, which do not divide layers = 64"),
        (PATTERN, "value: [3 linear, ful]", PATTERN, "expected items such as '3 linear' or 'full'"),
        (PATTERN, "value: [0 linear, full]", PATTERN, "expected items such as"),
        (PATTERN, "value: [9999 linear, 9999 full]", PATTERN, "expected at most 4096 layers"),
        (PATTERN, "value: []", PATTERN, "layer_pattern"),
        (PATTERN, "value: [3 linear, sliding]", PATTERN, "attention.sliding_window is missing"),
        (PATTERN, "value: [3 latent, full]", PATTERN, "there is no section 'latent_attention'"),
        ("value: [dense]", "value: [full]", "feed_forward_pattern", "feed_forward_pattern cannot hold 'full'"),
        ("value: bfloat16", "value: bf16", "stored_dtype", "expected one of float32, bfloat16"),
        ("layers: {value: 64,", "layers: {value: 1000000,", "layers: {value", "a whole number of at most 4096"),
        ("norms_per_layer: {value: 2,", "norms_per_layer: {value: 3,", "norms_per_layer", "0, 1, 2 or 4, read 3"),
        ("rotary_dim: {value: 64,", "rotary_dim: {value: 512,", "rotary_dim", "= 512 is more than head_dim = 256"),
        ("vision_heads: {value: 16,", "vision_heads: {value: 7,", "vision_hidden_size", "multiple of vision_heads = 7"),
        (HIDDEN, "hidden_size: {value: ,", HIDDEN, "hidden_size: the field 'value' is empty"),
        ("id: qwen3.8-27b", "id: Qwen 3", "id: ", "id: expected"),
        ("head_dim: {value: 256, ", "head_dim: {value: 256, sliding_window: 4, ", " head_dim", "unknown field"),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_at_its_line(old, new, line, expected):
    anchor, problems = read(changed(old, new))
    assert anchor is None
    assert any(f"a.yaml:{place_of(line)}:" in problem and expected in problem for problem in problems), problems


def test_all_mistakes_are_reported_in_one_run():
    text = changed("query_heads: {value: 24,", "query_heads: {value: 25,").replace(PATTERN, "value: [4 linear, full]")
    _, problems = read(text.replace("linear_value_heads: {value: 48", "linear_value_heads: {value: 40"))
    assert len(problems) == 3
    _, problems = read(changed(HIDDEN, "hidden_size: {value: 0,").replace("value: bfloat16", "value: bf16"))
    assert len(problems) == 2


def test_two_ways_of_one_norm_are_a_contradiction():
    both = "joint_qk_norm: {value: true, source: config}\n  output_gate: {value: true"
    _, problems = read(changed("output_gate: {value: true", both))
    assert len(problems) == 1
    assert "qk_norm and joint_qk_norm are both true" in problems[0]


def test_a_section_nothing_uses_is_a_contradiction():
    moe = """
moe:
  experts: {value: 4, source: config}
  experts_per_token: {value: 5, source: config}
  expert_intermediate_size: {value: 4, source: config}
  shared_gate: {value: true, source: config}
  router_bias: {value: false, source: config}
"""
    _, problems = read(TEXT + moe)
    assert len(problems) == 3
    assert "experts_per_token = 5 is more than experts = 4" in problems[1]
    assert "shared_intermediate_size is missing" in problems[2]


def test_a_window_without_sliding_layers_is_a_contradiction():
    window = "rotary_dim: {value: 64, source: config}\n  sliding_window: {value: 9, source: config}\n  #"
    _, problems = read(changed("rotary_dim: {value: 64, ", window))
    assert len(problems) == 1
    assert "no 'sliding' layers" in problems[0]


@pytest.mark.parametrize("text", ["", "[]", "5", "id: x", "a: b: c"])
def test_what_is_no_anchor_is_reported(text):
    anchor, problems = read(text)
    assert anchor is None
    assert problems


def test_layers_that_differ_stand_in_numbered_sections():
    """Two widths of one kind: the second's section, kind and fields have its number."""
    narrow = """
feed_forward_2:
  intermediate_size_2: {value: 8704, source: config}
  gated_2: {value: true, source: config}
  feed_forward_bias_2: {value: false, source: config}
"""
    anchor, problems = read(changed("value: [dense]", "value: [dense, dense_2]") + narrow)
    assert problems == []
    assert [layer.feed_forward.intermediate_size for layer in anchor.model.layers[:3]] == [17408, 8704, 17408]
    assert (anchor.fields["dense_layers"].value, anchor.fields["intermediate_size_2"].value) == (64, 8704)
    _, problems = read(changed("value: [dense]", "value: [dense, dense_2]"))
    assert "'dense_2' layers but there is no section 'feed_forward_2'" in problems[0]


def test_a_rotated_part_that_is_no_longer_the_stated_share_is_reported():
    """0.25 of head_dim: 64 of 256; a head that was edited to 128 leaves 64 behind, which would be half."""
    anchor, problems = read(changed(" head_dim: {value: 256,", " head_dim: {value: 128,"))
    assert anchor is not None
    assert len(problems) == 1
    assert f"a.yaml:{place_of('rotary_dim: {value')}:" in problems[0]
    assert "rotary_dim = 64, but 0.25 of head_dim = 128 is 32" in problems[0]
