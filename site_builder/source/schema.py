"""What a JSON Schema says of fields, for the tables of the manual."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]


def rows(schema: Schema) -> dict[str, tuple[str, str]]:
    """Each field by its path, ``curves[].label``: what it may be, and what it is; those within it follow it.

    What is built like a field before it is not said twice.  Of a choice of mappings no field is always needed.
    """
    found: dict[str, tuple[str, str]] = {}
    _gather(schema, "", found, [])
    return found


def _gather(schema: Schema, path: str, found: dict[str, tuple[str, str]], seen: list[Schema]) -> None:
    variants = list(_variants(schema))
    if schema in seen:
        return
    seen.append(schema)
    mappings = [each for each in variants if "properties" in each]
    for variant in variants:
        if "items" in variant:
            _gather(variant["items"], f"{path}[]", found, [])
        elif variant.get("additionalProperties"):
            _gather(variant["additionalProperties"], f"{path}.<name>".lstrip("."), found, [])
        for name, field in variant.get("properties", {}).items():
            its, inner = f"{path}.{name}".lstrip("."), _inner(field)
            if its not in found and inner != {"not": {}}:
                needed = ", required" if len(mappings) == 1 and name in variant["required"] else ""
                found[its] = _values(inner) + needed, field.get("description", "")
                _gather(inner, its, found, seen)


def _inner(field: Schema) -> Schema:
    """The schema of a field's value, without its description and without nothing."""
    bare = {name: value for name, value in field.items() if name != "description"}
    variants = list(_variants(bare))
    return variants[0] if len(variants) == 1 else {"anyOf": variants}


def _variants(schema: Schema) -> Iterator[Schema]:
    """The schemas that a value may be of, one inside another; that of nothing left out."""
    if "anyOf" in schema:
        for each in schema["anyOf"]:
            yield from _variants(each)
    elif schema.get("type") != "null":
        yield schema


def _values(schema: Schema) -> str:
    found = dict.fromkeys(_value(each) for each in _variants(schema))
    return " or ".join(found)


def _value(schema: Schema) -> str:
    match schema:
        case {"enum": choices}:
            return ", ".join(f"`{each}`" for each in choices)
        case {"type": "array"}:
            low, high = schema.get("minItems", 0), schema.get("maxItems")
            size = f" of {low}" if low == high else f" of {low} to {high}" if high else ""
            return f"a list{size}"
        case {"type": "object"}:
            return "a mapping"
        case {"type": "integer"}:
            low, high = schema.get("minimum"), schema.get("maximum")
            return "a whole number" + (f", {low} to {high}" if None not in (low, high) else "")
        case {"type": "boolean"}:
            return "`true` or `false`"
    return "text"
