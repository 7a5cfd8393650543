"""A Hugging Face config.json as an anchor file: every field with the place it was read from."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from site_builder.config.anchor import FieldValue, read_anchor
from site_builder.config.anchor_schema import SECTIONS
from site_builder.config.hf_common import Config, Section, Sections, always
from site_builder.config.hf_families import FAMILIES, Family
from site_builder.config.hf_ignored import IGNORED
from site_builder.config.hf_reader import ConfigReader, Fact
from site_builder.problems import Problems, SourcePosition, nearest
from site_builder.source.json_nodes import load_json
from site_builder.source.nodes import MappingNode, ScalarNode
from site_builder.source.text import SourceText

UNSUPPORTED = ("add_cross_attention", "is_encoder_decoder")


def import_config(text: SourceText, problems: Problems) -> str | None:
    """The anchor YAML for the config in `text`; None, with every problem told at its line."""
    node = load_json(text, problems)
    if node is None:
        return None
    if not isinstance(node, MappingNode):
        problems.error(node.position, "field-has-its-type", "a config.json is one JSON object")
        return None
    before = len(problems.errors)
    root = ConfigReader(node, problems)
    family = _family(root)
    if family is None:
        return None
    sections = _read(root, family)
    if len(problems.errors) > before:
        return None
    written = _write(_name(text.path), family, sections)
    return written if _is_valid(written, node.position, problems) else None


def _family(root: ConfigReader) -> Family | None:
    """The family `model_type` names; refused with the nearest one where there is none."""
    entry = root.node.entry("model_type")
    known = {family.model_type: family for family in FAMILIES}
    name = entry.value.value if entry and isinstance(entry.value, ScalarNode) else None
    if isinstance(name, str) and name in known:
        return known[name]
    if entry is None:
        root.refuse("model_type", "field-is-present", "model_type is missing", f"known: {', '.join(known)}")
    else:
        shown = f"{name!r}" if isinstance(name, str) else "not a text"
        hint = nearest(str(name), known, f"known: {', '.join(known)}")
        root.refuse(
            "model_type", "architecture-is-known", f"model_type {shown} is no family the engine describes", hint
        )
    return None


def _read(root: ConfigReader, family: Family) -> Sections:
    inner = root.inner("text_config")
    config = Config(root, inner or root)
    sections = family.read(config)
    for name in UNSUPPORTED:
        if root.flag(name, always(False, "")).value is True:
            root.refuse(name, "architecture-is-known", f"{name} = true is not described by the engine")
    quantization = _quantization(config)
    for reader in config.readers:
        reader.tell_unknown(IGNORED)
    return sections | ({"quantization": quantization} if quantization else {})


def _quantization(config: Config) -> Section | None:
    """FP8 in tiles of 128 × 128 is described; any other quantised checkpoint is refused by name."""
    found = config.root.inner("quantization_config")
    if found is None:
        return None
    method, block = found.choice("quant_method", ("fp8",)), found.wholes("weight_block_size")
    if method.value == "fp8" and block != (128, 128):
        found.refuse(
            "weight_block_size", "architecture-is-known", f"weight_block_size is {block}, described is [128, 128]"
        )
    return {
        "quantization_format": Fact("fp8_block128", "config", f"{found.prefix}weight_block_size"),
        "quantization_includes_mtp": always(True, "the MTP module is quantised like the layers"),
    }


def _is_valid(written: str, position: SourcePosition, problems: Problems) -> bool:
    """Whether the anchor made is one: what a schema finds there is told at the config."""
    found = Problems()
    read_anchor(SourceText(position.path, written), found)
    for problem in found.errors:
        problems.error(position, problem.rule, problem.message, problem.hint)
    return not found.errors


# --- writing ------------------------------------------------------------------------------------


def _name(path: str) -> str:
    """The model's name: the file's, or the folder's of a file that is called config.json."""
    pure = PurePosixPath(path)
    stem = pure.name.removesuffix(".json").removesuffix(".config")
    return pure.parent.name or "model" if stem == "config" else stem


def _write(name: str, family: Family, sections: Mapping[str, Section]) -> str:
    identifier = re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-.")[:80].rstrip("-.") or "model"
    lines = [
        f"id: {_quoted(identifier)}",
        f"title: {_quoted(name)}",
        "",
        "sources:",
        f"  config: {_quoted(f'config.json of {name}')}",
        f"  class: {_quoted(f'{family.config_class} of Hugging Face transformers: what an absent field means')}",
        f"  code: {_quoted(f'{family.model_class} of Hugging Face transformers: what the model always does')}",
    ]
    for section in SECTIONS:
        if section in sections:
            lines += ["", f"{section}:", *(_line(key, fact) for key, fact in sections[section].items())]
    return "\n".join(lines) + "\n"


def _line(name: str, fact: Fact) -> str:
    place = f", place: {_quoted(fact.place)}" if fact.place else ""
    return f"  {name}: {{value: {_value(fact.value)}, source: {fact.source}{place}}}"


def _value(value: FieldValue) -> str:
    match value:
        case bool():
            return str(value).lower()
        case tuple():
            return f"[{', '.join(value)}]"
    return str(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
