"""``macros:`` of the course: commands of TeX that every formula may use."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.document.tex import Macro, macro
from site_builder.problems import Problems, Refused
from site_builder.source.nodes import Node, follow


def read_macros(written: Mapping[str, str], node: Node, problems: Problems) -> dict[str, Macro]:
    """Command → what it stands for; `node` is the YAML of the course file.  What is no macro is reported."""
    macros = {}
    for name, body in written.items():
        try:
            macros[name] = macro(name, body)
        except Refused as refusal:
            problems.add(refusal.mistake.at(follow(node, ("macros", name))[0].position))
    return macros
