"""A Hugging Face config.json as an anchor file: every field with the place it was read from."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from site_builder.facts.anchor import FieldValue, read_anchor
from site_builder.facts.sections import section_names
from site_builder.importing.hf_common import Config, Section, Sections, always
from site_builder.importing.hf_families import FAMILIES, Family
from site_builder.importing.hf_ignored import IGNORED
from site_builder.importing.hf_reader import ConfigReader, Fact
from site_builder.problems import Problems, SourcePosition, nearest
from site_builder.source.json_nodes import load_json
from site_builder.source.nodes import MappingNode, ScalarNode
from site_builder.source.text import SourceText

UNSUPPORTED = ("add_cross_attention", "is_encoder_decoder")


def import_config(text: SourceText, problems: Problems, identifier: str = "") -> str | None:
    """The anchor YAML for the config in `text`; None, with every problem told at its line.

    `identifier` is the name of the anchor's file; without one the id is made of the model's name.
    """
    node = load_json(text, problems)
    if node is None:
        return None
    if not isinstance(node, MappingNode):
        problems.error(node.position, "field-has-its-type", "a config.json is one JSON object")
        return None
    mark = problems.mark
    root = ConfigReader(node, problems)
    family = _family(root)
    if family is None:
        return None
    sections = _read(root, family)
    if sections is None or problems.has_errors_since(mark):
        return None
    name = _name(text.path) or identifier or "model"
    written = _write(name, identifier or name, family, sections)
    return written if _is_valid(written, node.position, problems) else None


def _family(root: ConfigReader) -> Family | None:
    """The family `model_type` names; refused with the nearest one where there is none."""
    known = {family.model_type: family for family in FAMILIES}
    listed = f"known: {', '.join(known)}"
    entry = root.node.entry("model_type")
    name = entry.value.value if entry and isinstance(entry.value, ScalarNode) else None
    if isinstance(name, str) and name in known:
        return known[name]
    if not root.has("model_type"):
        root.refuse("model_type", "field-is-present", "model_type is missing", listed)
    elif not isinstance(name, str):
        root.refuse("model_type", "field-has-its-type", "model_type: expected a text", listed)
    else:
        message = f"model_type {name!r} is no family the engine describes"
        root.refuse("model_type", "architecture-is-known", message, nearest(name, known, listed))
    return None


def _read(root: ConfigReader, family: Family) -> Sections | None:
    """The sections of the anchor; None where there is no text model to read."""
    _check_class(root, family)
    root.must_be_off(*UNSUPPORTED)
    pruned = root.inner("pruned_heads")
    if pruned is not None and pruned.node.entries:
        root.refuse("pruned_heads", "architecture-is-known", "pruned_heads is not empty: layers differ in heads")
    text = _text_part(root, family)
    if text is None:
        return None
    config = Config(root, text)
    sections = family.read(config)
    quantization = _quantization(root, family)
    for reader in config.readers:
        reader.tell_unknown(IGNORED)
    return sections | ({"quantization": quantization} if quantization else {})


def _check_class(root: ConfigReader, family: Family) -> None:
    """A classifier or a reward model has no output head: `architectures` must name the class that is counted."""
    named = root.texts("architectures")
    if named and family.model_class not in named:
        message = f"architectures is {', '.join(named)}; of model_type {family.model_type} described is"
        root.refuse("architectures", "architecture-is-known", f"{message} {family.model_class}")


def _text_part(root: ConfigReader, family: Family) -> ConfigReader | None:
    """What describes the text model: `text_config` in the families that nest it, else the whole."""
    if not family.text_type:
        return root
    text = root.required_inner("text_config")
    if text is not None:
        text.choice("model_type", (family.text_type,), always(family.text_type, ""))
    return text


def _quantization(root: ConfigReader, family: Family) -> Section | None:
    """How the checkpoint is quantised, in the families whose published one is described; else refused by name."""
    found = root.inner("quantization_config")
    if found is None:
        return None
    if family.quantization is not None:
        return family.quantization(found)
    message = f"quantization_config: a quantised checkpoint of model_type {family.model_type} is not described"
    root.refuse("quantization_config", "architecture-is-known", message, "without it the sizes can be imported")
    return None


def _is_valid(written: str, position: SourcePosition, problems: Problems) -> bool:
    """Whether the anchor made is one: what a schema finds there is told at the config."""
    found = Problems()
    read_anchor(SourceText(position.path, written), found)
    for problem in found.errors:
        problems.error(position, problem.rule, problem.message, problem.hint)
    return not found.errors


# --- writing ------------------------------------------------------------------------------------


def _name(path: str) -> str:
    """The model's name: the file's, or the folder's, if it is known, of a file that is called config.json."""
    pure = PurePosixPath(path)
    stem = pure.name.removesuffix(".json").removesuffix(".config")
    return pure.parent.name if stem == "config" else stem


def _write(name: str, identifier: str, family: Family, sections: Mapping[str, Section]) -> str:
    identifier = re.sub(r"[^a-z0-9.]+", "-", identifier.lower()).strip("-.")[:80].rstrip("-.") or "model"
    lines = [
        f"id: {_quoted(identifier)}",
        f"title: {_quoted(name)}",
        "",
        "sources:",
        f"  config: {_quoted(f'config.json of {name}')}",
        f"  class: {_quoted(f'{family.config_class} of Hugging Face transformers: what an absent field means')}",
        f"  code: {_quoted(f'{family.model_class} of Hugging Face transformers: what the model always does')}",
    ]
    for section in section_names(sections):
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
