"""Activations and logits: what a prefill has at a time, and what training keeps for the way back.

Conventions are counted in elements a token.  A pass holds the residual and its normed copy, and the widest of its
layers' inner vectors: queries, keys, values and what attention gives; or gate, up and their product.  Training keeps
what each matrix, norm and product read (Korthikanti et al., arXiv 2205.05198, without dropout).
"""

from __future__ import annotations

from site_builder.engine.algebra import formula
from site_builder.engine.arguments import CONTEXT, DTYPE, LONGEST_CONTEXT, N, context, counted, element_bytes, storage
from site_builder.engine.components import hidden_input
from site_builder.engine.feed_forwards import DenseFeedForward, FeedForward
from site_builder.engine.formula import Expression, Operand, Symbol, maximum, minimum, product, total
from site_builder.engine.kv_cache import BATCH
from site_builder.engine.mixers import FullAttention, LinearAttention, Mixer
from site_builder.engine.model import Model
from site_builder.engine.quantity import Argument, Arguments, BeyondModel, Formula, Input, Quantity
from site_builder.engine.storage import PLAIN, SPELLINGS
from site_builder.engine.tensor import D, inputs_of
from site_builder.engine.tensors import value_width

POSITIONS = Argument(
    "positions", "logits that are kept: of the last token of a request, or of all N", "all", choices=("all", "last")
)
LOGITS_DTYPE = Argument(
    "dtype", "type of a logit; stored: the anchor's", "float32", choices=("stored", *PLAIN), spellings=SPELLINGS
)
CHUNK = Argument("chunk", "tokens of a request in one pass (chunked prefill); none: all N", None, 1, LONGEST_CONTEXT)
RECOMPUTE = Argument(
    "recompute", "what is computed again on the way back; none: all is kept, scores too; selective: all but scores, as "
    "FlashAttention does; full: the input of each layer alone is kept", "full", choices=("none", "selective", "full"),
)  # fmt: skip


def _logits(model: Model, arguments: Arguments) -> Formula:
    """One logit for each entry of the vocabulary, position and request."""
    dtype = storage(model, arguments["dtype"])
    positions: Expression | int = N if arguments["positions"] == "all" else 1
    inputs = (
        counted(arguments, "batch", "n_req"),
        Input("V", model.embeddings.vocab_size, "vocab_size"),
        Input("b", dtype.block_bytes, f"dtype = {dtype.name}"),
    )
    return formula(product(Symbol("n_req"), positions, Symbol("V"), Symbol("b")), *inputs, keep=context(arguments))


def _prefill(model: Model, arguments: Arguments) -> Formula:
    """requests · tokens of a pass · (2d + widest layer) · bytes."""
    widths = [_mixer_width(mixer) for mixer, _ in model.mixers()]
    widths += [_inner_width(block) for block, _ in model.feed_forwards()]
    parts = [part for part, _ in (*model.mixers(), *model.feed_forwards())]
    inputs = [given for part in parts for given in inputs_of(part)]
    chunk = (counted(arguments, "chunk", "n_chunk"),) if "chunk" in arguments else ()
    tokens: Operand = minimum(N, Symbol("n_chunk")) if chunk else N
    each = 2 * D + maximum(*dict.fromkeys(widths))
    whole = product(Symbol("n_req"), tokens, each, Symbol("b"))
    requests, element = counted(arguments, "batch", "n_req"), element_bytes(model, arguments["dtype"])
    return formula(whole, requests, *chunk, hidden_input(model), *inputs, element, keep=context(arguments))


def _mixer_width(mixer: Mixer) -> Expression:
    """Queries (and their gate), keys, values, and what attention gives."""
    if isinstance(mixer, FullAttention):
        values = value_width(mixer)
        queries = product(2 if mixer.output_gate else 1, Symbol("h_q"), Symbol("d_h"))
        return queries + Symbol("h_kv") * (Symbol("d_h") + values) + Symbol("h_q") * values
    if isinstance(mixer, LinearAttention):
        return product(2, Symbol("n_k"), Symbol("d_sk")) + product(3, Symbol("n_v"), Symbol("d_sv"))
    raise BeyondModel("activations are described for full and linear attention alone")


def _inner_width(block: FeedForward) -> Expression:
    """Gate, up and their product (without a gate, up and what the function makes of it), of every expert passed."""
    each = 3 if block.gated else 2
    if isinstance(block, DenseFeedForward):
        return each * Symbol("f")
    routed = product(each, Symbol("k"), Symbol("f_e"))
    return routed if block.shared_intermediate_size is None else routed + each * Symbol("f_s")


def _kept(model: Model, arguments: Arguments) -> Formula:
    """The builder of `training_activations`: layers · requests · N · elements · 2 B."""
    layers, element = Input("L", len(model.layers), "layers"), element_bytes(model, "bfloat16")
    requests, inputs = counted(arguments, "batch", "n_req"), [hidden_input(model)]
    each: Expression = D
    if arguments["recompute"] != "full":
        mixer, block = _one_kind(model)
        each = total(4 * D, _mixer_width(mixer), _inner_width(block))
        inputs += [*inputs_of(mixer), *inputs_of(block)]
        if arguments["recompute"] == "none":
            each = each + Symbol("h_q") * N
    whole = product(Symbol("L"), Symbol("n_req"), N, each, Symbol("b"))
    return formula(whole, layers, requests, *inputs, element, keep=context(arguments))


def _one_kind(model: Model) -> tuple[FullAttention, DenseFeedForward]:
    mixers, blocks = [mixer for mixer, _ in model.mixers()], [block for block, _ in model.feed_forwards()]
    one = len(mixers) == len(blocks) == 1 and not model.halves
    if one and isinstance(mixers[0], FullAttention) and isinstance(blocks[0], DenseFeedForward):
        return mixers[0], blocks[0]
    raise BeyondModel("what training keeps of a layer is described where all have full attention and are dense")


ACTIVATION_QUANTITIES: tuple[Quantity, ...] = (
    Quantity(
        "logits", "Logits of a prefill", "M_logit", "B", "memory", _logits, (CONTEXT, BATCH, POSITIONS, LOGITS_DTYPE),
        ("arXiv:1706.03762",),
    ),
    Quantity(
        "prefill_activations", "Activations of a prefill at a time", "M_act", "B", "memory", _prefill,
        (CONTEXT, BATCH, CHUNK, DTYPE), ("arXiv:2308.16369",),
    ),
    Quantity(
        "training_activations", "Activations that training keeps", "M_act", "B", "memory", _kept,
        (CONTEXT, BATCH, RECOMPUTE), ("arXiv:2205.05198",),
    ),
)  # fmt: skip
