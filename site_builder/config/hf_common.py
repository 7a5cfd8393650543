"""What model families share: reading layers, embeddings, types and attention from a config.json.

A section of the anchor to be is a dict of `Fact`s.  ``class`` facts say what an absent field means to
the family's configuration class, ``code`` facts what its modelling code always does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from site_builder.config.anchor_schema import MOST_LAYERS
from site_builder.config.hf_reader import ConfigReader, Fact
from site_builder.engine.storage import PLAIN

Section: TypeAlias = dict[str, Fact]
Sections: TypeAlias = dict[str, Section]

LAYER_TYPES = {"full_attention": "full", "sliding_attention": "sliding", "linear_attention": "linear"}


@dataclass(frozen=True, slots=True)
class Config:
    """A config: `root` the whole object, `text` the text model's part of it (often the same)."""

    root: ConfigReader
    text: ConfigReader

    @property
    def readers(self) -> tuple[ConfigReader, ...]:
        """The text part, then what is outside it."""
        return (self.text,) if self.root is self.text else (self.text, self.root)


def absent(value: int | bool | str, name: str, meaning: str) -> Fact:
    """A field the config leaves out, with what its class takes then."""
    return Fact(value, "class", f"{name} absent: {meaning}")


def always(value: int | bool | str, why: str) -> Fact:
    """What the family's modelling code does whatever the config says."""
    return Fact(value, "code", why)


def layer_count(config: Config, name: str = "num_hidden_layers") -> Fact:
    """The number of layers, bounded so that a pattern can be written out."""
    fact = config.text.whole(name)
    if isinstance(fact.value, int) and fact.value > MOST_LAYERS:
        return config.text.refuse(
            name, "field-has-its-type", f"{name}: expected at most {MOST_LAYERS:,}, read {fact.value}"
        )
    return fact


def runs(kinds: Sequence[str]) -> tuple[str, ...]:
    """Kinds of all layers as the shortest repeated pattern: linear, linear, full, … → ``2 linear``, ``full``."""
    size = next(size for size in range(1, len(kinds) + 1) if len(kinds) % size == 0 and _repeats(kinds, size))
    counted = [(kind, len(list(group))) for kind, group in groupby(kinds[:size])]
    return tuple(kind if count == 1 else f"{count} {kind}" for kind, count in counted)


def _repeats(kinds: Sequence[str], size: int) -> bool:
    return all(kinds[index] == kinds[index % size] for index in range(len(kinds)))


def pattern(kinds: Sequence[str], fact_of: Fact) -> Fact:
    """A pattern field from the kinds of all layers, with the source of `fact_of`."""
    return Fact(runs(kinds), fact_of.source, fact_of.place)


def listed_kinds(config: Config, layers: int) -> list[str] | None:
    """The kinds in `layer_types`, or None where there is no such field; told where they do not fit."""
    names = config.text.texts("layer_types")
    if names is None:
        return None
    unknown = [name for name in names if name not in LAYER_TYPES]
    if unknown:
        known = f"known: {', '.join(LAYER_TYPES)}"
        config.text.refuse("layer_types", "architecture-is-known", f"layer_types holds {unknown[0]!r}", known)
        return None
    if len(names) != layers:
        message = f"layer_types lists {len(names)} layers, num_hidden_layers = {layers}"
        config.text.refuse("layer_types", "anchor-is-consistent", message)
        return None
    return [LAYER_TYPES[name] for name in names]


def model_section(
    config: Config, layers: Fact, mixers: Fact, blocks: Fact, *, tied: bool, norms: int = 2, norm_bias: bool = False
) -> Section:
    """Sizes, patterns, vocabulary, norms and type; `tied` is what an absent tie_word_embeddings means."""
    text = config.text
    return {
        "hidden_size": text.whole("hidden_size"),
        "native_context": text.whole("max_position_embeddings"),
        "layers": layers,
        "layer_pattern": mixers,
        "feed_forward_pattern": blocks,
        "vocab_size": text.whole("vocab_size"),
        "tied_embeddings": tied_embeddings(config, tied),
        "norms_per_layer": always(norms, "norms of hidden width in a layer"),
        "norm_bias": always(norm_bias, "LayerNorm with bias" if norm_bias else "RMSNorm without bias"),
        "stored_dtype": stored_dtype(config),
    }


def tied_embeddings(config: Config, default: bool) -> Fact:
    """tie_word_embeddings from the text part or from outside it, which must agree where both speak."""
    name = "tie_word_embeddings"
    said = [reader.flag(name) for reader in config.readers if reader.has(name)]
    if len({fact.value for fact in said}) > 1:
        message = f"{name} is {_json(said[0].value)} in text_config and {_json(said[1].value)} outside it"
        return config.root.refuse(name, "anchor-is-consistent", message)
    return said[0] if said else absent(default, name, "tied" if default else "not tied")


def _json(value: object) -> str:
    return str(value).lower()


def stored_dtype(config: Config) -> Fact:
    """dtype or torch_dtype, inside or outside the text part; absent means FP32 to Hugging Face."""
    said = [
        reader.choice(name, PLAIN) for reader in config.readers for name in ("dtype", "torch_dtype") if reader.has(name)
    ]
    if len({fact.value for fact in said}) > 1:
        message = f"the type of the weights is given as {said[0].value} and as {said[1].value}"
        return config.root.refuse("torch_dtype", "anchor-is-consistent", message)
    return said[0] if said else absent("float32", "torch_dtype", "weights load as float32")


def attention_section(
    config: Config, *, head_dim: Fact, kv_heads: Fact, biases: tuple[Fact, Fact], qk_norm: bool = False,
    gate: Fact | None = None, window: Fact | None = None,
) -> Section:  # fmt: skip
    """Heads and widths of full attention; told where query heads are no multiple of KV heads."""
    heads = config.text.whole("num_attention_heads")
    check_multiple(config.text, "num_attention_heads", heads, "num_key_value_heads", kv_heads)
    section = {
        "query_heads": heads,
        "kv_heads": kv_heads,
        "head_dim": head_dim,
        "output_gate": gate or always(False, "no gate on the output of attention"),
        "qk_norm": always(
            qk_norm, "norms of head width on queries and keys" if qk_norm else "no norms on queries and keys"
        ),
        "qkv_bias": biases[0],
        "output_bias": biases[1],
    }
    if window is not None:
        section["sliding_window"] = window
    return section | rotary(config, head_dim)


def check_multiple(reader: ConfigReader, many_name: str, many: Fact, few_name: str, few: Fact) -> None:
    if isinstance(many.value, int) and isinstance(few.value, int) and many.value % few.value:
        message = f"{many_name} = {many.value} is not a multiple of {few_name} = {few.value}"
        reader.refuse(many_name, "heads-divide", message)


def divided_head_dim(config: Config, hidden: str = "hidden_size", heads: str = "num_attention_heads") -> Fact:
    """hidden ÷ heads, for the families whose class says so where head_dim is absent."""
    size, count = config.text.number(hidden), config.text.number(heads)
    if size % count:
        message = f"head_dim is missing and {hidden} = {size} is not a multiple of {heads} = {count}"
        return config.text.refuse("head_dim", "field-is-present", message)
    return absent(size // count, "head_dim", f"{hidden} ÷ {heads}")


def head_dim(config: Config) -> Fact:
    """head_dim where it is given, else `divided_head_dim`."""
    return config.text.whole("head_dim") if config.text.has("head_dim") else divided_head_dim(config)


def same_bias(config: Config) -> tuple[Fact, Fact]:
    """attention_bias, which goes for queries, keys, values and the output alike."""
    bias = config.text.flag("attention_bias", absent(False, "attention_bias", "no biases"))
    return bias, bias


def dense_section(config: Config, bias: Fact | None = None) -> Section:
    return {
        "intermediate_size": config.text.whole("intermediate_size"),
        "gated": always(True, "gate_proj, up_proj and down_proj"),
        "feed_forward_bias": bias or always(False, "no biases in the feed-forward"),
    }


def rotary(config: Config, width: Fact) -> Section:
    """Width of the rotated part of a head and the base of its angles, where the config gives them whole."""
    inner = config.text.inner("rope_parameters")
    readers = [config.text] if inner is None else [config.text, inner]
    section: Section = {}
    for reader in readers:
        share, theta = reader.fraction("partial_rotary_factor"), reader.fraction("rope_theta")
        if share is not None and isinstance(width.value, int) and (share * width.value).denominator == 1:
            place = f"{reader.prefix}partial_rotary_factor {float(share)} of head_dim"
            section.setdefault("rotary_dim", Fact(int(share * width.value), "config", place))
        if theta is not None and theta.denominator == 1:
            section.setdefault("rope_theta", Fact(int(theta), "config", f"{reader.prefix}rope_theta"))
    return section
