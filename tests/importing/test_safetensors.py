"""Headers of safetensors files: the bytes of a published checkpoint, from the names and shapes of its tensors."""

from __future__ import annotations

import json
import struct
from math import prod

from site_builder.facts.anchor import read_anchor
from site_builder.importing.given import Given
from site_builder.importing.importer import import_config
from site_builder.importing.safetensors import read_header
from site_builder.problems import Problems
from site_builder.source.text import SourceText
from tests.importing.test_breadth import sizes
from tests.importing.test_importer import number

HIDDEN, INNER, QUERIES, KEYS, HEAD, WORDS, LAYERS = 1024, 3072, 2048, 1024, 128, 151936, 28
QWEN3_06B = {"model_type": "qwen3", "tie_word_embeddings": True} | sizes(
    HIDDEN, LAYERS, 16, 8, INNER, WORDS, 40960, head_dim=HEAD
)


def stored() -> dict[str, list[int]]:
    """The tensors of the one file of Qwen3-0.6B; its head is there though it is tied to the embedding."""
    layer = {
        "input_layernorm": [HIDDEN], "post_attention_layernorm": [HIDDEN], "mlp.gate_proj": [INNER, HIDDEN],
        "mlp.up_proj": [INNER, HIDDEN], "mlp.down_proj": [HIDDEN, INNER], "self_attn.q_proj": [QUERIES, HIDDEN],
        "self_attn.k_proj": [KEYS, HIDDEN], "self_attn.v_proj": [KEYS, HIDDEN], "self_attn.o_proj": [HIDDEN, QUERIES],
        "self_attn.q_norm": [HEAD], "self_attn.k_norm": [HEAD],
    }  # fmt: skip
    layers = {f"model.layers.{n}.{name}.weight": shape for n in range(LAYERS) for name, shape in layer.items()}
    words = {"lm_head.weight": [WORDS, HIDDEN], "model.embed_tokens.weight": [WORDS, HIDDEN]}
    return words | {"model.norm.weight": [HIDDEN]} | layers


def header(tensors: dict[str, list[int]]) -> bytes:
    """As the library writes it: compact JSON, filled up with spaces to a multiple of 8 bytes."""
    entries, end = {"__metadata__": {"format": "pt"}}, 0
    for name, shape in sorted(tensors.items()):
        start, end = end, end + 2 * prod(shape)
        entries[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [start, end]}
    text = json.dumps(entries, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text


def test_a_tied_head_stored_twice_is_in_the_bytes_of_the_published_file():
    """1,503,300,328 bytes is the size of the published model.safetensors."""
    problems = Problems()
    read = read_header("model.safetensors", header(stored()), problems)
    assert read is not None
    config = SourceText("config.json", json.dumps(QWEN3_06B))
    written = import_config(Given(config, stored=(read,)), problems)
    anchor = read_anchor(SourceText("a.yaml", written or ""), problems)
    assert list(problems) == []
    assert number(anchor, "weights", format="checkpoint") == 1_503_300_328
    assert number(anchor, "parameters") == 596_049_920
    assert read.elements == 596_049_920 + WORDS * HIDDEN
