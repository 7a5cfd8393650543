"""A Hugging Face config.json as an anchor file: every field with the place it was read from."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from site_builder.facts.anchor import Anchor, FieldValue, read_anchor
from site_builder.facts.sections import section_names
from site_builder.importing.given import Given
from site_builder.importing.hf_common import Config, Section, Sections, always
from site_builder.importing.hf_families import FAMILIES, Family
from site_builder.importing.hf_files import check_elements, stored_files
from site_builder.importing.hf_ignored import AGREED, ALWAYS, IGNORED
from site_builder.importing.hf_reader import ConfigReader, Fact, Leftovers
from site_builder.importing.hf_undescribed import missing
from site_builder.problems import Problems, SourcePosition
from site_builder.source.json_nodes import load_json
from site_builder.source.nodes import MappingNode, ScalarNode
from site_builder.source.patterns import ANCHOR_ID
from site_builder.source.text import SourceText

UNSUPPORTED = ("add_cross_attention", "is_encoder_decoder")


def import_config(given: SourceText | Given, problems: Problems, identifier: str = "") -> str | None:
    """The anchor YAML for a config; None, with every problem reported at its line.

    `identifier` is the name of the anchor's file; without one the id is made of the model's name.
    """
    given = Given(given) if isinstance(given, SourceText) else given
    node = load_json(given.config, problems)
    if node is None:
        return None
    if not isinstance(node, MappingNode):
        problems.error(node.position, "field-has-its-type", "a config.json is one JSON object")
        return None
    mark = problems.mark
    root = ConfigReader(node, problems, leftovers=Leftovers(frozenset(given.ignore)))
    family = _family(root)
    if family is None:
        return None
    sections = _read(root, family, given)
    if sections is None or problems.has_errors_since(mark):
        return None
    name = _name(given.config.path) or identifier or "model"
    written = _write(name, identifier, family, sections)
    anchor = _as_read(written, node.position, problems)
    if anchor is None:
        return None
    check_elements(anchor.model, given.stored, node.position, problems)
    return written


def _family(root: ConfigReader) -> Family | None:
    """The family `model_type` names; one that nobody described is refused, with what it would need."""
    known = {family.model_type: family for family in FAMILIES}
    mark = root.problems.mark
    name = root.word("model_type")
    if root.problems.has_errors_since(mark):
        return None
    if name in known:
        return known[name]
    hint = f"it needs {missing(name)}; docs/engine.md lists the {len(known)} that are described"
    root.refuse("model_type", "architecture-is-known", f"model_type {name!r} is not described yet", hint)
    return None


def _read(root: ConfigReader, family: Family, given: Given) -> Sections | None:
    """The sections of the anchor; None where there is no text model to read."""
    _check_class(root, family)
    root.must_be_off(*UNSUPPORTED)
    text = _text_part(root, family)
    if text is None:
        return None
    config = Config(root, text)
    for reader in config.readers:
        pruned = reader.inner("pruned_heads")
        if pruned is not None and pruned.node.entries:
            reader.refuse("pruned_heads", "architecture-is-known", "pruned_heads is not empty: layers differ in heads")
        if reader is not root:
            reader.must_be_off(*UNSUPPORTED)
            reader.texts("architectures")
    sections = family.read(config)
    if "model" not in sections:
        return None
    sections |= stored_files(config, family, given)
    for reader in config.readers:
        _check_agreed(reader, sections)
        reader.report_unknown(IGNORED)
    if root.leftovers.ignored:
        ignored = Fact(tuple(root.leftovers.ignored), "config", "passed over")
        sections["model"] = sections["model"] | {"ignored_keys": ignored}
    return sections


def _check_agreed(reader: ConfigReader, sections: Sections) -> None:
    """Keys that say again what the family always does: they pass where they agree and are refused where not."""
    for name, expected in ALWAYS.items():
        if reader.flag(name, always(expected, "")).value is not expected:
            reader.refuse(name, "architecture-is-known", f"{name} = {_value_text(not expected)} is not described")
    for name, fields in AGREED.items():
        if name in reader.asked or not reader.has(name):
            continue
        said = [sections[section][field] for section, field in fields if field in sections.get(section, {})]
        entry = reader.node.entry(name)
        value = entry.value.value if entry is not None and isinstance(entry.value, ScalarNode) else None
        if name == "layer_types" and sections["model"]["layer_pattern"].value == ("full",):
            if set(reader.texts(name) or ()) - {"full_attention"}:
                reader.refuse(name, "architecture-is-known", "layer_types: every layer is described as full_attention")
        elif said and all(fact.value != value for fact in said):
            message = (
                f"{name} = {_value_text(value)}, but the architecture is described with {_value_text(said[0].value)}"
            )
            reader.refuse(name, "architecture-is-known", message)


def _value_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check_class(root: ConfigReader, family: Family) -> None:
    """A classifier or a reward model has no output head: `architectures` must name the class that is counted."""
    named = root.texts("architectures")
    if named and family.model_class not in named:
        message = f"architectures is {', '.join(named)}; of model_type {family.model_type} described is"
        root.refuse("architectures", "architecture-is-known", f"{message} {family.model_class}")


def _text_part(root: ConfigReader, family: Family) -> ConfigReader | None:
    """What describes the text model: `text_config` in the families that nest it, else the whole."""
    names = (family.text_type,) if isinstance(family.text_type, str) else family.text_type
    if names == ("",) or ("" in names and not root.has("text_config")):
        return root
    text = root.required_inner("text_config")
    if text is not None:
        named = tuple(name for name in names if name)
        text.choice("model_type", named, always(named[0], ""))
    return text


def _as_read(written: str, position: SourcePosition, problems: Problems) -> Anchor | None:
    """The anchor made, read again: what a schema finds there is reported at the config."""
    found = Problems()
    anchor = read_anchor(SourceText(position.path, written), found)
    for problem in found.errors:
        problems.error(position, problem.rule, problem.message, problem.hint)
    return anchor


# --- writing ------------------------------------------------------------------------------------


def _name(path: str) -> str:
    """The model's name: the file's, or the folder's, if it is known, of a file that is called config.json.

    Standard input, which is no file, has none.
    """
    if path == "standard input":
        return ""
    pure = PurePosixPath(path)
    stem = pure.name.removesuffix(".json").removesuffix(".config")
    return pure.parent.name if stem == "config" else stem


def _write(name: str, identifier: str, family: Family, sections: Mapping[str, Section]) -> str:
    if not re.fullmatch(ANCHOR_ID, identifier):
        identifier = re.sub(r"[^a-z0-9.]+", "-", (identifier or name).lower()).strip("-.")[:80].rstrip("-.") or "model"
    lines = [
        f"id: {_quoted(identifier)}",
        f"title: {_quoted(name)}",
        "",
        "sources:",
        f"  config: {_quoted(f'config.json of {name}')}",
        f"  class: {_quoted(f'{family.config_class} of Hugging Face transformers: what an absent field means')}",
        f"  code: {_quoted(f'{family.model_class} of Hugging Face transformers: what the model always does')}",
        f"  files: {_quoted(f'files beside the config.json of {name}')}",
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
            return f"[{', '.join(map(_word, value))}]"
        case str():
            return _word(value)
    return str(value)


def _word(text: str) -> str:
    return text if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.+ -]*", text) else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
