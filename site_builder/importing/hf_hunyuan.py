"""Hunyuan with experts: A13B, and Large, whose layers share a KV cache in pairs (cross-layer attention)."""

from __future__ import annotations

from site_builder.importing.hf_common import Config, Sections, always
from site_builder.importing.hf_decoder import Decoder
from site_builder.importing.hf_experts import Experts
from site_builder.importing.hf_layers import layer_count, pattern
from site_builder.importing.hf_shaped import numbered

ATTENTION = ("attention_bias", False)
UNUSED = ("anyres_pooling_size", "cla_share_factor", "dense_list", "num_media_embeds", "vit_norm_type",
          "vit_input_resolution", "vit_mapping_type", "vit_patch", "vit_token")  # fmt: skip
"""Keys of a vision tower that no text model of the family has, and of switches that are off."""
HUNYUAN = Decoder(
    names={"head_dim": ("head_dim", "attention_head_dim")}, qkv_bias=ATTENTION, output_bias=ATTENTION,
    qk_norm=("use_qk_norm", False), off=("use_mla",),
    must=("use_mixed_mlp_moe",), same={"attention_head_dim": "head_dim", "org_vocab_size": "vocab_size"},
    unused=UNUSED,
    experts=Experts(passed="moe_topk", shared_count="num_shared_expert", alike=True),
)  # fmt: skip


def hunyuan_moe(config: Config) -> Sections:
    """Experts with a shared one in every layer; with use_cla only some layers have keys and values."""
    sections, text, layers = HUNYUAN(config), config.text, layer_count(config)
    if text.flag("use_cla", always(False, "")).value is not True:
        return sections
    factor = text.whole("cla_share_factor")
    kinds = ["full_2" if index % factor.number else "full" for index in range(layers.number)]
    if factor.number == 1 or "full_2" not in kinds:
        return sections
    sections["model"]["layer_pattern"] = pattern(kinds, "config", "use_cla, cla_share_factor")
    shared = sections["attention"] | {"shared_cache": always(True, "keys and values of the layer before")}
    return sections | {"attention_2": numbered(shared, 2)}
