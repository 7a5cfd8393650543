"""Families that differ only in data: one attention, dense feed-forwards or experts, read by one description."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from site_builder.importing.hf_common import (
    Config,
    Section,
    Sections,
    absent,
    always,
    check_multiple,
    derived,
    divided_head_dim,
    rotary,
    stored_dtype,
    tied_embeddings,
)  # fmt: skip
from site_builder.importing.hf_experts import Experts, experts_of
from site_builder.importing.hf_layers import ALL_DENSE, ALL_FULL, sliding_everywhere
from site_builder.importing.hf_reader import ConfigReader, Fact

Switch = bool | str | tuple[str, bool]
"""What a family always does, or the key that says it, with what the key's absence means (default: false)."""
Windows = Callable[[Config, Fact], tuple[Fact, Fact | None]]
"""(config, layers) → the pattern of mixers, and the window if some slide."""


def no_window(config: Config, _: Fact) -> tuple[Fact, Fact | None]:
    """Every layer sees all tokens, whatever else is said of windows."""
    return ALL_FULL, None


def window_everywhere(config: Config, _: Fact) -> tuple[Fact, Fact | None]:
    """Every layer slides where sliding_window is given."""
    return sliding_everywhere(config, config.text.optional_whole("sliding_window"))


@dataclass(frozen=True, slots=True)
class Decoder:
    """One family as data: `names` are its keys where they are not the usual ones (or any of several).  `off` and `must`
    are switches that have to be off and on, `same` keys that repeat another, `said` words that have to be these;
    `unused` keys the family has, but its model does not read.

    `kv` is "given", "or all" (absent: one for each query head), "all" or "one"; `width` of a head is "given",
    "either" (absent: hidden size ÷ heads) or "divided".  `norms` is `norms_per_layer`; `one_norm` is the key that makes
    it 1 (attention and feed-forward side by side).  `intermediate` times the hidden size is the width of the
    feed-forward where its key is absent.  `mtp` is the key of the number of MTP modules,
    which store embedding and head again.  `positions` adds learned positions: the context and so many more.
    """

    names: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    kv: str = "or all"
    width: str = "either"
    qkv_bias: Switch = False
    output_bias: Switch = False
    mlp_bias: Switch = False
    qk_norm: Switch = False
    joint_qk_norm: Switch = False
    gated: bool = True
    norms: int = 2
    one_norm: Switch = False
    norm_bias: bool = False
    final_norm: bool = True
    tied: bool = False
    head_bias: Switch = False
    embedding_norm: bool = False
    positions: int | None = None
    intermediate: int | None = None
    windows: Windows = no_window
    experts: Experts | None = None
    dtype: Fact | None = None
    context: int | None = None
    mtp: str = ""
    off: tuple[str, ...] = ()
    must: tuple[str, ...] = ()
    same: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)
    unused: tuple[str, ...] = ()

    def __call__(self, config: Config) -> Sections:
        """The sections of the anchor."""
        chosen = {name: _present(config.text, keys) for name, keys in self.names.items()}
        return replace(self, names=chosen).read(config)

    def read(self, config: Config) -> Sections:
        """The sections, once each key is the one that the config has."""
        text = config.text
        for name, other in self.same.items():
            if text.has(name):
                text.agree(name, text.whole(self.key(other)), self.key(other))
        for name, word in self.said.items():
            text.choice(name, (word,), always(word, ""))
        text.asked |= set(self.unused)
        text.must_be_off(*self.off)
        for name in self.must:
            if text.flag(name, always(True, "")).value is False:
                text.refuse(name, "architecture-is-known", f"{name} = false is not described by the engine")
        layers = text.layer_count(self.key("num_hidden_layers"))
        mixers, window = self.windows(config, layers)
        blocks, experts = experts_of(self.experts, config, layers) if self.experts else (ALL_DENSE, {})
        sections = {
            "model": self._model(config, layers, mixers, blocks),
            "attention": self._attention(config, window),
        }
        runs = blocks.value if isinstance(blocks.value, tuple) else ()
        if any(run.endswith("dense") for run in runs):
            sections["feed_forward"] = self._dense(text)
        return sections | experts | self._mtp(text)

    def _mtp(self, text: ConfigReader) -> Sections:
        """Modules like the last layer, as many as the key `mtp` says."""
        if not self.mtp:
            return {}
        modules = text.layer_count(self.mtp, absent(0, self.mtp, "no MTP modules"), least=0)
        copies = always(True, "the checkpoint holds embedding and head again for the MTP module")
        return {"mtp": {"mtp_layers": modules, "mtp_stored_embeddings": copies}} if modules.number else {}

    def key(self, name: str) -> str:
        """The family's own key for what is usually called `name`."""
        return str(self.names.get(name, name))

    def _model(self, config: Config, layers: Fact, mixers: Fact, blocks: Fact) -> Section:
        text = config.text
        context = self._context(text)
        one = self._switch(text, self.one_norm, "")
        norms = Fact(1, one.source, one.place) if one.value is True else always(self.norms, "norms in a layer")
        section = {
            "hidden_size": text.whole(self.key("hidden_size")),
            "native_context": context,
            "layers": layers,
            "layer_pattern": mixers,
            "feed_forward_pattern": blocks,
            "vocab_size": text.whole(self.key("vocab_size")),
            "tied_embeddings": tied_embeddings(config, self.tied),
            "norms_per_layer": norms,
            "norm_bias": always(self.norm_bias, "LayerNorm with bias" if self.norm_bias else "norms without bias"),
            "stored_dtype": stored_dtype(config, self.dtype),
        }
        if not self.final_norm:
            section["final_norm"] = always(False, "norms without weights")
        if self.embedding_norm:
            section["embedding_norm"] = always(True, "a norm behind the embedding")
        if (bias := self._switch(text, self.head_bias, "a bias on the output head")).value is True:
            section["head_bias"] = bias
        if self.positions is not None:
            place = f"{self.key('max_position_embeddings')} + {self.positions}" if self.positions else context.place
            section["learned_positions"] = Fact(context.number + self.positions, context.source, place)
        return section

    def _context(self, text: ConfigReader) -> Fact:
        """The context, under the tokenizer's name where it stands there, or what the class says of its absence."""
        name = self.key("max_position_embeddings")
        if not text.has(name) and text.has("model_max_length"):
            return text.whole("model_max_length")
        return text.whole(name, None if self.context is None else absent(self.context, name, f"{self.context:,}"))

    def _attention(self, config: Config, window: Fact | None) -> Section:
        text, heads_key, hidden_key = config.text, self.key("num_attention_heads"), self.key("hidden_size")
        heads = text.whole(heads_key)
        kv_heads = self._kv_heads(text, heads)
        check_multiple(text, heads_key, heads, self.key("num_key_value_heads"), kv_heads)
        given = self.width == "given" or (self.width == "either" and text.has(self.key("head_dim")))
        width = text.whole(self.key("head_dim")) if given else divided_head_dim(config, hidden_key, heads_key)
        section = {
            "query_heads": heads,
            "kv_heads": kv_heads,
            "head_dim": width,
            "output_gate": always(False, "no gate on the output of attention"),
            "qk_norm": self._switch(text, self.qk_norm, "norms of head width on queries and keys"),
            "qkv_bias": self._switch(text, self.qkv_bias, "biases on queries, keys and values"),
            "output_bias": self._switch(text, self.output_bias, "a bias on the output"),
        }
        joint = self._switch(text, self.joint_qk_norm, "norms over all heads together")
        if joint.value is True:
            section["joint_qk_norm"] = joint
        return section | ({} if window is None else {"sliding_window": window}) | rotary(config, width)

    def _kv_heads(self, text: ConfigReader, heads: Fact) -> Fact:
        name = self.key("num_key_value_heads")
        if self.kv == "one":
            return always(1, "one KV head for all")
        if self.kv == "all":
            return Fact(heads.value, heads.source, f"{heads.place}: every query head has a KV head")
        every = None if self.kv == "given" else Fact(heads.value, "class", f"{name} absent: num_attention_heads")
        return text.whole(name, every)

    def _dense(self, text: ConfigReader) -> Section:
        name, hidden = self.key("intermediate_size"), self.key("hidden_size")
        times, size = self.intermediate, text.whole(hidden)
        wide = None
        if times is not None and not text.has(name):
            wide = derived(text, hidden, times * size.number, f"{name} absent: {times} × {hidden}", "class")
        return {
            "intermediate_size": text.whole(name, wide),
            "gated": always(self.gated, "gate_proj, up_proj and down_proj" if self.gated else "two matrices"),
            "feed_forward_bias": self._switch(text, self.mlp_bias, "biases in the feed-forward"),
        }

    def _switch(self, text: ConfigReader, switch: Switch, what: str) -> Fact:
        if isinstance(switch, bool):
            return always(switch, what if switch else f"no: {what}")
        name, default = (switch, False) if isinstance(switch, str) else switch
        return text.flag(name, absent(default, name, "yes" if default else "no"))


def _present(text: ConfigReader, keys: str | tuple[str, ...]) -> str:
    """The first of the keys that the config has, or the first of all."""
    every = (keys,) if isinstance(keys, str) else keys
    return next((key for key in every if text.has(key)), every[0])


GPT_NAMES: dict[str, str | tuple[str, ...]] = {
    "hidden_size": "n_embd", "num_hidden_layers": "n_layer", "num_attention_heads": "n_head",
    "max_position_embeddings": "n_positions", "intermediate_size": "n_inner",
}  # fmt: skip
"""GPT-2's keys, which its followers kept."""
