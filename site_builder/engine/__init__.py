"""Exact numbers of language models, usable without the site: it reads no files and prints nothing.

A model is described by its layers; a quantity is bound to it and asked for its value:

>>> from site_builder.engine import QUANTITY_BY_ID, DenseFeedForward, Embeddings, FullAttention, Layer, Model
>>> layer = Layer(
...     FullAttention(query_heads=32, kv_heads=8, head_dim=128),
...     DenseFeedForward(intermediate_size=14336),
... )
>>> llama = Model(  # Llama-3.1-8B
...     hidden_size=4096,
...     native_context=131072,
...     stored_dtype="bfloat16",
...     embeddings=Embeddings(vocab_size=128256, tied=False),
...     layers=(layer,) * 32,
... )
>>> QUANTITY_BY_ID["parameters"].bind(llama).value()
8030261248
>>> kv_cache = QUANTITY_BY_ID["kv_cache"].bind(llama)
>>> kv_cache.value(N=131072)
17179869184
>>> kv_cache.text(N=131072)
'16 GiB'
>>> kv_cache.substituted(N=131072)
'2 × 32 × 8 × 131072 × 128 × 2 B = 16 GiB'

A formula is data: evaluated exactly, written for readers, sent to a browser:

>>> from site_builder.engine import Symbol, evaluate, to_json, to_text
>>> N = Symbol("N")
>>> evaluate(2 * N**2, {"N": 262144})
137438953472
>>> to_text(2 * N**2, {"N": 262144})
'2 × 262144²'
>>> to_json(2 * N**2)
['*', '2', ['^', 'N', '2']]

Real arrays and theory are modules of their own, which need numpy: `attention`, `recurrent`, `delta_rule`,
`sweep`; `theory` does not.
"""

from site_builder.engine.digits import UnitError
from site_builder.engine.formula import Expression, FormulaError, Integer, Number, Symbol, evaluate, from_json, to_json
from site_builder.engine.model import (
    Checkpoint,
    DenseFeedForward,
    Embeddings,
    FullAttention,
    LatentAttention,
    Layer,
    LightningAttention,
    LinearAttention,
    Mamba,
    Mamba2,
    Model,
    ModelError,
    MoeFeedForward,
    MtpHead,
    Norms,
    Quantization,
    Rwkv7,
    VisionTower,
)
from site_builder.engine.notation import to_tex, to_text
from site_builder.engine.quantities import BY_ID as QUANTITY_BY_ID
from site_builder.engine.quantities import QUANTITIES
from site_builder.engine.quantity import BoundQuantity, Quantity, QuantityError
from site_builder.engine.units import format_value, in_unit, other_unit

__all__ = [
    "QUANTITIES",
    "QUANTITY_BY_ID",
    "BoundQuantity",
    "Checkpoint",
    "DenseFeedForward",
    "Embeddings",
    "Expression",
    "FormulaError",
    "FullAttention",
    "Integer",
    "LatentAttention",
    "Layer",
    "LightningAttention",
    "LinearAttention",
    "Mamba",
    "Mamba2",
    "Model",
    "ModelError",
    "MoeFeedForward",
    "MtpHead",
    "Norms",
    "Number",
    "Quantity",
    "QuantityError",
    "Quantization",
    "Rwkv7",
    "Symbol",
    "UnitError",
    "VisionTower",
    "evaluate",
    "format_value",
    "from_json",
    "in_unit",
    "other_unit",
    "to_json",
    "to_tex",
    "to_text",
]
