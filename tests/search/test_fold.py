"""Texts that a reader takes for the same fold to the same; others do not."""

import pytest

from site_builder.render.fold import folded


@pytest.mark.parametrize(
    "same",
    [
        ("N²", "N^2", "n^{2}", "ｎ2", "Ｎ²", "$N^2$"),
        ("QKᵀ", "QK^T", r"QK^\top", r"QK^{\top}", "QK⊤", r"QK^{\mathsf{T}}"),
        ("d_k", "d_{k}", "dₖ", "D_K", r"d_{\mathrm{k}}"),
        ("51.75 GiB", "51.75GiB", "51.75\u00a0GiB", "５１．７５ GiB"),
        ("1,048,576", "1048576", "1，048，576"),
        (r"\sqrt{d_k}", "√d_k", "√dk"),
        (r"\theta", "θ", "Θ"),
        ("KV cache", "kv  cache", "KV-cache", "KV\tcache"),
        ("用 KV cache 存", "用KV cache存"),
        (r"n \times d", "n×d", "n × d"),
        ("−5", "-5", "–5"),
        ("Σ", "σ", "ς"),
        ("软\u00ad件", "软件", "软\u200b件"),
        ("“注意”", '"注意"'),
    ],
)
def test_ways_to_type_one_thing(same):
    assert len({folded(text) for text in same}) == 1


def test_what_differs_stays_apart():
    texts = ["kv cache", "kvcache", "1,04", "104", "a b", "ab", "10 20", "1020", "n2", "n3", "f(x)", "fx"]
    assert len({folded(text) for text in texts}) == len(texts)


def test_lines_stay_lines():
    assert folded(" 甲 \n\t b \n丙 ") == "甲\nb\n丙"
