"""The dimension key: every letter that names a dimension, once.

Array names in the engine end in these letters (``scores_HNN``); `tests/engine/test_dims.py`
asserts the real shapes.  Readers' names and colours come from the locale file and tokens.css
under the same `name`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dim:
    """`name` as written in formulas, `letter` as written in array names, `tex`, English meaning."""

    name: str
    letter: str
    tex: str
    meaning: str


DIMS: tuple[Dim, ...] = (
    Dim("N", "N", "N", "sequence length in tokens (also the context length)"),
    Dim("d_k", "D", "d_k", "width of one head's query and key (head_dim)"),
    Dim("d_v", "V", "d_v", "width of one head's value"),
    Dim("d_h", "D", "d_h", "head_dim of the model"),
    Dim("h_q", "H", "h_q", "query heads of a layer"),
    Dim("h_kv", "G", "h_{kv}", "KV heads of a layer"),
    Dim("L", "L", "L", "layers"),
    Dim("L_full", "L", r"L_{\mathrm{full}}", "full-attention layers"),
    Dim("L_linear", "L", r"L_{\mathrm{lin}}", "linear-attention layers"),
    Dim("d", "M", "d", "hidden size of the model"),
    Dim("V", "W", "V", "vocabulary size"),
    Dim("b", "", "b", "bytes of one element"),
)
BY_NAME = {dim.name: dim for dim in DIMS}
TEX_NAMES = {dim.name: dim.tex for dim in DIMS}
