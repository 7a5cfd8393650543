"""What model families share: reading sizes, embeddings, types and attention from a config.json.

A section of the anchor to be is a dict of `Fact`s.  ``class`` facts say what an absent field means to
the family's configuration class, ``code`` facts what its modelling code always does.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from site_builder.engine.record import LARGEST
from site_builder.engine.storage import PLAIN
from site_builder.importing.hf_reader import ConfigReader, Fact, readable

Section: TypeAlias = dict[str, Fact]
Sections: TypeAlias = dict[str, Section]


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


def derived(reader: ConfigReader, name: str, value: int, place: str, source: str = "config") -> Fact:
    """A size that follows from the field `name` and others by `place`; reported there where it is beyond all sizes."""
    if value > LARGEST:
        message = f"{name}: {place} is {value:,}, more than {LARGEST:,}"
        return reader.refuse(name, "field-has-its-type", message)
    return Fact(value, source, place)


def always(value: int | bool | str, why: str) -> Fact:
    """What the family's modelling code does whatever the config says."""
    return Fact(value, "code", why)


# --- the model ----------------------------------------------------------------------------------


def model_section(
    config: Config, layers: Fact, mixers: Fact, blocks: Fact, *, tied: bool = False, norms: int = 2,
    vocab_size: Fact | None = None, context: Fact | None = None, dtype: Fact | None = None,
) -> Section:  # fmt: skip
    """Sizes, patterns, vocabulary, norms and type of a model with RMSNorm.

    `tied` is what an absent tie_word_embeddings means; `vocab_size`, `context` and `dtype` are what
    absence means where the family's class says so.
    """
    text = config.text
    return {
        "hidden_size": text.whole("hidden_size"),
        "native_context": text.whole("max_position_embeddings", context),
        "layers": layers,
        "layer_pattern": mixers,
        "feed_forward_pattern": blocks,
        "vocab_size": text.whole("vocab_size", vocab_size),
        "tied_embeddings": tied_embeddings(config, tied),
        "norms_per_layer": always(norms, "norms of hidden width in a layer"),
        "norm_bias": always(False, "RMSNorm without bias"),
        "stored_dtype": stored_dtype(config, dtype),
    }


def tied_embeddings(config: Config, default: bool) -> Fact:
    """tie_word_embeddings from the text part or from outside it, which must agree where both speak."""
    name = "tie_word_embeddings"
    said = [reader.flag(name) for reader in config.readers if reader.has(name)]
    if readable(*said) and len({fact.value for fact in said}) > 1:
        message = f"{name} is {_json(said[0].value)} in text_config and {_json(said[1].value)} outside it"
        return config.root.refuse(name, "anchor-is-consistent", message)
    return said[0] if said else absent(default, name, "tied" if default else "not tied")


def _json(value: object) -> str:
    return str(value).lower()


def stored_dtype(config: Config, default: Fact | None = None) -> Fact:
    """dtype or torch_dtype, inside or outside the text part; absent means FP32 to Hugging Face."""
    said = [
        reader.choice(name, PLAIN) for reader in config.readers for name in ("dtype", "torch_dtype") if reader.has(name)
    ]
    if readable(*said) and len({fact.value for fact in said}) > 1:
        message = f"the type of the weights is given as {said[0].value} and as {said[1].value}"
        return config.root.refuse("torch_dtype", "anchor-is-consistent", message)
    return said[0] if said else default or absent("float32", "torch_dtype", "weights load as float32")


# --- attention ----------------------------------------------------------------------------------


def attention_section(
    config: Config, *, head_dim: Fact, kv_heads: Fact, biases: tuple[Fact, Fact], qk_norm: bool = False,
    gate: Fact | None = None, window: Fact | None = None, heads: Fact | None = None,
) -> Section:  # fmt: skip
    """Heads and widths of full attention; reported where query heads are no multiple of KV heads.

    `biases` are those of queries, keys and values, and that of the output; `heads` is what an absent
    num_attention_heads means.
    """
    heads = config.text.whole("num_attention_heads", heads)
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
    """Report where `many` is no multiple of `few`."""
    if readable(many, few) and many.number % few.number:
        message = f"{many_name} = {many.value} is not a multiple of {few_name} = {few.value}"
        reader.refuse(many_name, "heads-divide", message)


def kv_heads_or_all(config: Config) -> Fact:
    """num_key_value_heads; absent, every query head has a KV head of its own."""
    heads = config.text.whole("num_attention_heads")
    return config.text.whole(
        "num_key_value_heads", Fact(heads.value, "class", "num_key_value_heads absent: num_attention_heads")
    )


def divided_head_dim(config: Config, hidden: str = "hidden_size", heads: str = "num_attention_heads") -> Fact:
    """hidden ÷ heads, for the families whose class says so where head_dim is absent."""
    size, count = config.text.whole(hidden), config.text.whole(heads)
    if readable(size, count) and size.number % count.number:
        message = f"head_dim is missing and {hidden} = {size.value} is not a multiple of {heads} = {count.value}"
        return config.text.refuse("head_dim", "field-is-present", message)
    return absent(size.number // count.number, "head_dim", f"{hidden} ÷ {heads}")


def head_dim(config: Config) -> Fact:
    """head_dim where it is given, else `divided_head_dim`."""
    return config.text.whole("head_dim") if config.text.has("head_dim") else divided_head_dim(config)


def same_bias(config: Config) -> tuple[Fact, Fact]:
    """attention_bias, which goes for queries, keys, values and the output alike."""
    bias = config.text.flag("attention_bias", absent(False, "attention_bias", "no biases"))
    return bias, bias


def no_bias(config: Config) -> tuple[Fact, Fact]:
    """No biases in attention, whatever the config says; one that asks for them is refused."""
    config.text.must_be_off("attention_bias")
    bias = always(False, "no biases in attention")
    return bias, bias


def rotary(config: Config, width: Fact) -> Section:
    """Width of the rotated part of a head and the base of its angles, where the config gives them whole."""
    section: Section = {}
    share = _said_once(config, "partial_rotary_factor", most=1)
    if share is not None and readable(width):
        rotated = share[0] * width.number
        if rotated.denominator == 1:
            section["rotary_dim"] = Fact(int(rotated), "config", f"{share[1]} {float(share[0])} of head_dim")
    theta = _said_once(config, "rope_theta")
    if theta is not None and theta[0].denominator == 1:
        section["rope_theta"] = Fact(int(theta[0]), "config", theta[1])
    return section


def _said_once(config: Config, name: str, most: int = LARGEST) -> tuple[Fraction, str] | None:
    """A number and its place, from the text part or its rope_parameters, which must agree where both speak."""
    inner = config.text.inner("rope_parameters")
    readers = [config.text] if inner is None else [config.text, inner]
    said = [(value, f"{reader.prefix}{name}") for reader in readers if (value := reader.fraction(name, most))]
    if len({value for value, _ in said}) > 1:
        message = f"{name} is {float(said[0][0])}, and {float(said[1][0])} in rope_parameters"
        config.text.refuse(name, "anchor-is-consistent", message)
    return said[0] if said else None


# --- feed-forward -------------------------------------------------------------------------------


def dense_section(config: Config, bias: Fact | None = None) -> Section:
    """A gated feed-forward of intermediate_size."""
    return {
        "intermediate_size": config.text.whole("intermediate_size"),
        "gated": always(True, "gate_proj, up_proj and down_proj"),
        "feed_forward_bias": bias or always(False, "no biases in the feed-forward"),
    }
