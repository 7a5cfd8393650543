"""Files that are one mapping of names to records: sources, the glossary."""

from __future__ import annotations

from site_builder.problems import Problems, SourcePosition
from site_builder.source.fields import R, read
from site_builder.source.nodes import MappingNode, Node, ScalarNode
from site_builder.source.punctuation import report_half_width_in
from site_builder.source.snapshot import Files
from site_builder.source.yaml import load_yaml


def load_node(files: Files, path: str, problems: Problems) -> Node | None:
    """The YAML of a file of the course; None, with the problem reported, where there is none."""
    text = files.text(path, problems)
    node = load_yaml(text, problems) if text else None
    report_half_width_in(node, text.lines if text else (), problems)
    return node


def load_entries(files: Files, path: str, model: type[R], problems: Problems) -> dict[str, tuple[R, SourcePosition]]:
    """Name → (record, position of the name), in the file's order.  A file that is not there holds nothing."""
    if not files.has(path):
        return {}
    node = load_node(files, path, problems)
    if node is None or (isinstance(node, ScalarNode) and node.value is None):
        return {}
    if not isinstance(node, MappingNode):
        problems.error(node.position, "field-has-its-type", "expected a mapping of names to entries")
        return {}
    found = ((entry, read(entry.value, model, problems)) for entry in node.entries)
    return {entry.key: (record, entry.position) for entry, record in found if record is not None}
