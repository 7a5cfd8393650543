"""One validation error as a problem: what was read, what is expected, and the nearest existing name."""

from __future__ import annotations

import re
import typing
from typing import Any, TypeAlias

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from site_builder.problems import RULE_IDS, Problems, nearest
from site_builder.source.nodes import MappingNode, Node, ScalarNode, SequenceNode, follow
from site_builder.source.patterns import WORDS as PATTERN_WORDS

Location: TypeAlias = tuple[str | int, ...]

_EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "dict_type": "a mapping",
    "tuple_type": "a list",
}


def explain(model: type[BaseModel], root: Node, errors: tuple[ErrorDetails, ...], problems: Problems) -> None:
    """Add the problem for `errors`, which one value caused (each member of a union fails for itself)."""
    location, kind = errors[0]["loc"], errors[0]["type"]
    node, steps = follow(root, location)
    if kind == "extra_forbidden":
        _unknown_field(model, root, location, problems)
    elif kind == "missing":
        _missing_field(root, location, problems)
    elif kind in RULE_IDS:
        problems.error(node.position, kind, errors[0]["msg"])
    else:
        name = next((f"{step}: " for step in reversed(steps) if isinstance(step, str) and step != "value"), "")
        message = f"{name}{_expectation(errors)}, read {_read(node)}"
        hint = _hint(node, errors) or _form(model, location, errors)
        problems.error(node.position, "field-has-its-type", message, hint)


def _unknown_field(model: type[BaseModel], root: Node, location: Location, problems: Problems) -> None:
    parent, _ = follow(root, location[:-1])
    name = str(location[-1])
    entry = parent.entry(name) if isinstance(parent, MappingNode) else None
    position = entry.position if entry else parent.position
    known = {
        field.alias or key for each in _models_at(model, location[:-1]) for key, field in each.model_fields.items()
    }
    problems.error(position, "field-is-known", f"unknown field {name!r}", _field_meant(name, known))


def _field_meant(name: str, known: set[str]) -> str:
    if "：" in name:
        return "the colon ： is full-width; write ': '"
    return "write numbers without commas" if name.isdecimal() else nearest(name, known)


def _missing_field(root: Node, location: Location, problems: Problems) -> None:
    parent, _ = follow(root, location[:-1])
    name = str(location[-1])
    entry = parent.entry(name) if isinstance(parent, MappingNode) else None
    where = f"{location[-2]}: " if name == "value" and len(location) > 1 else ""
    if entry:
        problems.error(entry.position, "field-is-present", f"{where}the field {name!r} is empty")
    else:
        problems.error(parent.position, "field-is-present", f"{where}the field {name!r} is missing")


def _models_at(model: type[BaseModel], location: Location) -> set[type[BaseModel]]:
    """The models that may describe the mapping at `location`."""
    models = {model}
    for step in location:
        fields = [each.model_fields[step] for each in models if isinstance(step, str) and step in each.model_fields]
        if fields:
            models = {inner for field in fields for inner in _models_in(field.annotation)}
    return models


def _models_in(annotation: Any) -> set[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return {annotation}
    return {model for part in typing.get_args(annotation) for model in _models_in(part)}


def _expectation(errors: tuple[ErrorDetails, ...]) -> str:
    forms = [error.get("ctx", {}).get("pattern", "") for error in errors]
    named = [_EXPECTED.get(error["type"]) or PATTERN_WORDS.get(form) for error, form in zip(errors, forms, strict=True)]
    wanted = [name or error["msg"].removeprefix("Value error, ") for name, error in zip(named, errors, strict=True)]
    if all(named):
        return f"expected {' or '.join(dict.fromkeys(wanted))}"
    return "; ".join(dict.fromkeys(re.sub("^(Input should be|String should) ", "expected ", text) for text in wanted))


def _read(node: Node) -> str:
    match node:
        case MappingNode():
            return "a mapping"
        case SequenceNode():
            return "a list"
        case ScalarNode(value=None):
            return "nothing"
        case ScalarNode(value=str()):
            return f"the text {_short(node.written)!r}"
        case _:
            return _short(node.written)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"


def _hint(node: Node, errors: tuple[ErrorDetails, ...]) -> str:
    if not isinstance(node, ScalarNode):
        return ""
    kinds = {error["type"] for error in errors}
    if kinds & {"int_type", "float_type", "int_from_float"}:
        return _number_hint(node)
    if "literal_error" in kinds:
        expected = str(errors[0].get("ctx", {}).get("expected", ""))
        return nearest(node.written, re.findall("'([^']*)'", expected), otherwise=" ").strip()
    if "bool_type" in kinds and node.written.lower() in ("yes", "on", "no", "off"):
        return f"write {'true' if node.written.lower() in ('yes', 'on') else 'false'}"
    return ""


def _form(model: type[BaseModel], location: Location, errors: tuple[ErrorDetails, ...]) -> str:
    """How a mapping with the required fields is written, where something else stands in its place."""
    if errors[0]["type"] not in ("model_type", "model_attributes_type"):
        return ""
    fields = {name: field for each in _models_at(model, location) for name, field in each.model_fields.items()}
    needed = [f"{field.alias or name}: …" for name, field in fields.items() if field.is_required()]
    return f"write {{{', '.join(needed)}}}" if needed else ""


def _number_hint(node: ScalarNode) -> str:
    """How the number that was probably meant is written."""
    if isinstance(node.value, float) and node.value.is_integer():
        return f"write {int(node.value)}"
    digits = re.sub("[,，_' ]", "", node.written)
    if isinstance(node.value, str) and digits.isascii() and digits.isdigit() and len(digits) <= 40:
        return f"write {int(digits)}" + ("" if digits != node.written else ", without quotes")
    return ""
