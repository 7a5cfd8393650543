"""YAML nodes against declared models: every mistake is a problem at the key or value that made it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic_core import ErrorDetails

from site_builder.problems import Problems
from site_builder.source.explain import Location, explain
from site_builder.source.nodes import MappingNode, Node, ScalarNode, SequenceNode, follow


class Schema(BaseModel):
    """The base of every model of a YAML file: frozen, no unknown field, no conversion between types.

    Lists are declared as tuples.  A field left empty (``subtitle:``) counts as not given.
    A validator may raise ``PydanticCustomError(rule_id, message)`` to name its rule.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _leave_out_empty_fields(cls, data: Any) -> Any:
        if not isinstance(data, Mapping):
            return data
        fields = {name for key, field in cls.model_fields.items() for name in (key, field.alias)}
        return {key: value for key, value in data.items() if value is not None or key not in fields}


SchemaT = TypeVar("SchemaT", bound=Schema)


def validate(model_class: type[SchemaT], node: Node, problems: Problems) -> SchemaT | None:
    """The node as an instance of `model_class`; None, with every problem told, where it does not fit.

    Where text is declared, an unquoted number or word is taken as written: ``version: 3.10`` is ``"3.10"``.
    """
    try:
        try:
            return model_class.model_validate(_data(node))
        except ValidationError as error:
            return model_class.model_validate(_data(node, as_written=_texts_wanted(error, node)))
    except ValidationError as error:
        for errors in _by_value(error, node):
            explain(model_class, node, errors, problems)
        return None


def _data(node: Node, as_written: frozenset[Location] = frozenset(), here: Location = ()) -> Any:
    """The node as plain data with tuples for lists, and the scalars at `as_written` as their text."""
    match node:
        case MappingNode():
            return {entry.key: _data(entry.value, as_written, (*here, entry.key)) for entry in node.entries}
        case SequenceNode():
            return tuple(_data(item, as_written, (*here, index)) for index, item in enumerate(node.items))
        case ScalarNode():
            return node.written if here in as_written and node.value is not None else node.value


def _texts_wanted(error: ValidationError, node: Node) -> frozenset[Location]:
    """Where text was declared and something else read."""
    wanted = (details["loc"] for details in error.errors(include_url=False) if details["type"] == "string_type")
    return frozenset(follow(node, location)[1] for location in wanted)


def _by_value(error: ValidationError, node: Node) -> list[tuple[ErrorDetails, ...]]:
    """The errors of each value together."""
    found: dict[tuple[object, ...], list[ErrorDetails]] = {}
    for details in error.errors(include_url=False):
        absent = details["type"] in ("missing", "extra_forbidden")
        place = ("key", *details["loc"]) if absent else ("value", *follow(node, details["loc"])[1])
        found.setdefault(place, []).append(details)
    return [tuple(errors) for errors in found.values()]
