"""What the published files hold: how they are quantised, and their bytes where an index or a header says them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from site_builder.engine.model import Model
from site_builder.engine.parameters import count
from site_builder.engine.record import LARGEST
from site_builder.importing.given import Given
from site_builder.importing.hf_common import Config, Section, Sections, always
from site_builder.importing.hf_families import Family
from site_builder.importing.hf_reader import ConfigReader, Fact
from site_builder.importing.safetensors import StoredTensors
from site_builder.problems import Problems, SourcePosition
from site_builder.source.json_nodes import load_json
from site_builder.source.nodes import MappingNode, Node, ScalarNode, follow
from site_builder.source.text import SourceText

UNSAID = always(False, "a config does not say how the files hold the weights")


def stored_files(config: Config, family: Family, given: Given) -> Sections:
    """The sections `quantization` and `checkpoint`: read, described, or said to be unknown.

    A hf_quant_config.json says how the files are quantised; a quantization_config that repeats it is passed over.
    """
    problems = config.root.problems
    beside = None if given.quantization is None else _method_beside(given.quantization, problems)
    found = [inner for reader in config.readers if (inner := reader.inner("quantization_config")) is not None]
    said, sections = (beside, {}) if beside is not None else _said(found, family)
    size = _file_bytes(given.stored) if given.index is None else _total_size(given.index, problems)
    if size is not None:
        return sections | {"checkpoint": {"checkpoint_bytes": size} | said}
    return sections if sections else {"checkpoint": {"checkpoint_known": UNSAID} | said}


def _said(found: list[ConfigReader], family: Family) -> tuple[Section, Sections]:
    """The quantization_config: as the family describes it, or its method by name."""
    if not found:
        return {}, {}
    reader = found[0]
    method, key = next(((reader.word(key), key) for key in ("quant_method", "quant_algo") if reader.has(key)), ("", ""))
    if family.quantization is not None and method in family.methods:
        return {}, {"quantization": family.quantization(reader)}
    if not key:
        return {"checkpoint_method": Fact("unknown", "config", f"{reader.prefix}quant_method is missing")}, {}
    return ({"checkpoint_method": Fact(method, "config", f"{reader.prefix}{key}")} if method else {}), {}


def _method_beside(text: SourceText, problems: Problems) -> Section | None:
    """The quant_algo of a hf_quant_config.json."""
    node = load_json(text, problems)
    if node is None:
        return None
    found = _at(node, "quantization", "quant_algo")
    if not isinstance(found, ScalarNode) or not isinstance(found.value, str):
        problems.error(node.position, "field-is-present", "quantization.quant_algo is missing")
        return None
    return {"checkpoint_method": Fact(found.value, "files", "hf_quant_config.json, quantization.quant_algo")}


def _file_bytes(stored: Sequence[StoredTensors]) -> Fact | None:
    """The bytes of all weight files, as their headers say: 8, the header, and what its tensors span."""
    if not stored:
        return None
    first = PurePosixPath(stored[0].path).name
    place = f"header of {first}" if len(stored) == 1 else f"headers of {first} and {len(stored) - 1} more"
    return Fact(sum(file.bytes for file in stored), "files", place)


def check_elements(model: Model, stored: Sequence[StoredTensors], at: SourcePosition, problems: Problems) -> None:
    """Warn where files hold other elements than the config describes.

    A tied head may be there twice, and an MTP module's embedding and head.  Nothing is said where some are packed, or
    the anchor names parts that it does not count.
    """
    if not stored or model.not_counted:
        return
    held = [file.elements for file in stored]
    elements, described = sum(each or 0 for each in held), count(model)
    head = model.embeddings.vocab_size * model.hidden_size
    copies = 2 * head * model.mtp.depth if model.mtp is not None else 0
    if None not in held and elements not in {described + copy + more for copy in (0, head) for more in (0, copies)}:
        message = f"the files hold {elements:,} elements, what the config describes has {described:,}"
        hint = "they hold more than is described, or belong to another config"
        problems.warning(at, "anchor-is-consistent", message, hint)


def _total_size(text: SourceText, problems: Problems) -> Fact | None:
    """metadata.total_size of a model.safetensors.index.json: the bytes of all tensors."""
    node = load_json(text, problems)
    if node is None:
        return None
    found = _at(node, "metadata", "total_size")
    value = found.value if isinstance(found, ScalarNode) else None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LARGEST * 64:
        problems.error(node.position, "field-is-present", "metadata.total_size: expected a number of bytes")
        return None
    return Fact(value, "files", "model.safetensors.index.json, metadata.total_size")


def _at(node: Node, *path: str) -> Node | None:
    """What stands at the end of `path`, or None where it leads nowhere."""
    found, taken = follow(node, path)
    return found if isinstance(node, MappingNode) and taken == path else None
