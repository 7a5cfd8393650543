"""Models that read pictures too: a text model of a known family, and a tower that is counted or named."""

from __future__ import annotations

from collections.abc import Callable

from site_builder.importing.hf_common import Config, Sections
from site_builder.importing.hf_qwen_hybrid import vision_section
from site_builder.importing.hf_reader import Fact
from site_builder.importing.hf_shaped import not_counted

Read = Callable[[Config], Sections]


def with_towers(read: Read, *names: str) -> Read:
    """`read` for the text; the parts of the config `names` are named as not counted."""

    def sections(config: Config) -> Sections:
        found = read(config)
        if "model" in found:
            found["model"] |= not_counted(config, *(names or ("vision_config", "audio_config")))
        return found

    return sections


def qwen3_vl(read: Read) -> Read:
    """`read` for the text, and Qwen's vision tower with a merger more for each of deepstack_visual_indexes."""

    def sections(config: Config) -> Sections:
        vision = config.root.required_inner("vision_config")
        found = read(config)
        if vision is None:
            return found
        indexes = vision.wholes("deepstack_visual_indexes") or ()
        tower = vision_section(vision)
        if indexes:
            tower["vision_extra_mergers"] = Fact(len(indexes), "config", "vision_config.deepstack_visual_indexes")
        return found | {"vision": tower}

    return sections
