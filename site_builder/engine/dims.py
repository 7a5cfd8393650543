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
    Dim("B_c", "B", "B_c", "keys of one block of blockwise attention"),
    Dim("C", "C", "C", "tokens of one chunk of the delta rule"),
    Dim("b", "", "b", "bytes of one element"),
)
BY_NAME = {dim.name: dim for dim in DIMS}


def _word(letter: str, word: str) -> str:
    return rf"{letter}_{{\mathrm{{{word}}}}}"


SYMBOLS: dict[str, str] = {
    # layers of each kind
    "L_win": _word("L", "win"), "L_latent": _word("L", "lat"), "L_dense": _word("L", "dense"),
    "L_moe": _word("L", "moe"), "L_ssm": _word("L", "ssm"), "L_half": _word("L", "half"),
    "n_norm": _word("n", "norm"), "M": "M",
    # linear attention: key and value heads, their widths, taps of the convolution
    "n_k": "n_k", "n_v": "n_v", "d_sk": _word("d", "sk"), "d_sv": _word("d", "sv"), "K": "K",
    # lightning attention and RWKV-7: heads and their width; ranks of decay, rate, gate and value
    "h_l": "h_l", "d_lh": _word("d", "lh"), "h_w": "h_w", "d_wh": _word("d", "wh"), "r_d": "r_d", "r_i": "r_i",
    "r_g": "r_g", "r_v": "r_v",
    # latent attention
    "r_q": "r_q", "r_kv": "r_{kv}", "d_nope": _word("d", "nope"), "d_rope": _word("d", "rope"),
    "d_mv": _word("d", "mv"),
    # feed-forward: width; experts, experts a token passes, widths of an expert and of the shared one
    "f": "f", "E": "E", "k": "k", "f_e": "f_e", "f_s": "f_s",
    "d_l": "d_l", "n_fnorm": _word("n", "fnorm"), "d_hv": _word("d", "hv"), "h_i": "h_i", "d_i": "d_i", "k_i": "k_i",
    # state-space layers: heads and their width, groups, inner channels, state, rank of the step
    "h_m": "h_m", "d_mh": _word("d", "mh"), "g_m": "g_m", "d_x": "d_x", "n_s": "n_s", "r_t": "r_t",
    # paths beside the layers' own: words and width of the layers' embeddings, streams, rank of the shortcut
    "V_s": "V_s", "d_s": "d_s", "n_u": "n_u", "r_l": "r_l",
    # vocabulary and positions
    "P": "P",
    # vision tower
    "v_L": "v_L", "v_d": "v_d", "v_f": "v_f", "v_p": "v_p", "v_t": "v_t", "v_c": "v_c", "v_N": "v_N", "v_m": "v_m",
    "v_o": "v_o", "v_x": "v_x",
    # windows, heads counted, bytes of states
    "W": "W", "n_ub": _word("n", "ub"), "h": "h", "r": "r", "b_s": "b_s", "b_c": "b_c", "n_scale": _word("n", "scale"),
    # sums of parameters
    "P_mat": _word("P", "mat"), "P_proj": _word("P", "proj"), "P_rest": _word("P", "rest"),
    "P_single": _word("P", "single"), "M_files": _word("M", "files"),
    "P_state_space": _word("P", "ssm"),
    "P_embedding": _word("P", "emb"), "P_head": _word("P", "head"),
    "P_full_attention": _word("P", "full"), "P_linear_attention": _word("P", "lin"),
    "P_latent_attention": _word("P", "lat"), "P_feed_forward": _word("P", "ffn"), "P_norms": _word("P", "norm"),
    "P_side_paths": _word("P", "side"),
    "P_layer_norms": _word("P", "ln"), "P_layers": _word("P", "layers"),
    "P_vision": _word("P", "vis"), "P_mtp": _word("P", "mtp"),
    # values of other quantities that a crossing starts from
    "M_W": "M_W", "M_state": _word("M", "state"), "c_mat": _word("c", "mat"), "slope": _word("m", "token"),
    # serving: requests and what they share, devices, their memory, bandwidth and FLOP/s
    "n_req": _word("n", "req"), "N_pre": _word("N", "pre"), "n_dev": _word("n", "dev"), "M_dev": _word("M", "dev"),
    "M_tok": _word("M", "tok"), "w_dev": _word("w", "dev"), "f_dev": _word("f", "dev"), "n_chunk": _word("n", "chunk"),
    # bytes by where they are, and the devices they are divided among
    "M_div": _word("M", "div"), "M_kv": "M_{kv}", "M_exp": _word("M", "exp"), "M_all": _word("M", "all"),
    "n_tp": _word("n", "tp"), "n_kv": "n_{kv}", "n_ep": _word("n", "ep"), "n_cp": _word("n", "cp"),
    # elements in a file of llama.cpp by their type
    **{f"P_{bits}": _word("P", bits.replace("_k", "K")) for bits in ("q2_k", "q3_k", "q4_k", "q5_k", "q6_k")},
    "P_float32": _word("P", "F32"),
    # bytes of a weight, a gradient, the optimizer's states
    "b_w": "b_w", "b_g": "b_g", "b_o": "b_o",
}  # fmt: skip
"""TeX of the symbols of formulas that are no dimension of an array."""

_ONCE = {dim.name: dim.tex for dim in DIMS} | SYMBOLS
_AGAIN = {f"{name}_{turn}": rf"{{{tex}^{{({turn})}}}}" for name, tex in _ONCE.items() for turn in range(2, 33)}
TEX_NAMES = _ONCE | _AGAIN
"""TeX by symbol; ``h_q_2`` is the h_q of a second kind of layer where two kinds differ."""
