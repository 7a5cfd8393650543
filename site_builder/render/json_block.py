"""The one door for data into a page: JSON that no HTML parser can leave."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def json_block(data: Any, role: str = "data", **attributes: str) -> Markup:
    """`data` in a ``<script type="application/json" data-role="…">``; further attributes in the order given.

    The JSON has one key or one record a line, so that a diff shows the one that changed.  A number that is
    not finite becomes null: JSON has no other word for a gap.
    """
    named = {"data-role": role} | {name.replace("_", "-"): value for name, value in attributes.items()}
    written = "".join(f' {name}="{escape(value)}"' for name, value in named.items())
    return Markup('<script type="application/json"{}>\n{}\n</script>').format(Markup(written), Markup(json_text(data)))


def json_text(data: Any) -> str:
    """The JSON of `data`, safe between any two tags."""
    text = json_lines(_finite(data), depth=2)
    for character, escaped in _ESCAPES.items():
        text = text.replace(character, escaped)
    return text


def json_line(data: Any) -> str:
    """The JSON of `data` in one line, for an attribute."""
    return _line(_finite(data))


def json_lines(data: Any, depth: int) -> str:
    """Containers of the outer `depth` levels with one entry a line; what lies deeper on one line."""
    if depth and isinstance(data, dict) and data:
        entries = (f"{_line(name)}: {json_lines(value, depth - 1)}" for name, value in data.items())
        return "{\n" + ",\n".join(entries) + "\n}"
    if depth and isinstance(data, list) and any(isinstance(item, (dict, list)) for item in data):
        return "[\n" + ",\n".join(json_lines(item, depth - 1) for item in data) + "\n]"
    return _line(data)


_line = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def _finite(data: Any) -> Any:
    match data:
        case float():
            return data if math.isfinite(data) else None
        case Mapping():
            return {str(name): _finite(value) for name, value in data.items()}
        case str():
            return data
        case Sequence():
            return [_finite(item) for item in data]
    return data
