"""What a value of YAML may be: each kind checks one node, and reports what it is not at the node's place."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from site_builder.problems import Problems, Written, nearest
from site_builder.source.folding import one_line
from site_builder.source.nodes import MappingNode, Node, ScalarNode, SequenceNode
from site_builder.source.patterns import WORDS as PATTERN_WORDS

MANY = 10**6
"""Items of a list that has no bound of its own."""
Take: TypeAlias = Callable[[Node, str, Problems], Any]
NOTHING: Any = object()
"""Stands for a value that could not be read, which has been reported."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value: what it is in words, and `take(node, name, problems)`, which gives the value or NOTHING.

    `schema` is its JSON Schema, for editors; what it cannot say, `take` alone checks.
    """

    words: str
    take: Take
    schema: Mapping[str, Any] = field(default_factory=dict, compare=False)


def text(pattern: str = "", *, least: int = 0, most: int = 10_000, change: Callable[[str], str] = str) -> Kind:
    """Text, `change`d before its length is checked.  An unquoted number is taken as written: ``3.10`` is "3.10"."""

    def take(node: Node, name: str, problems: Problems) -> Any:
        if not isinstance(node, ScalarNode) or node.value is None:
            return refuse(node, name, "text", problems)
        value = change(node.written)
        if len(value) < least:
            return refuse(node, name, "text", problems)
        if len(value) > most:
            return refuse(node, name, f"at most {most:,} characters", problems)
        if pattern and not re.fullmatch(pattern, value):
            return refuse(node, name, PATTERN_WORDS[pattern], problems)
        return value

    written = {"minLength": least, "maxLength": most} | ({"pattern": pattern} if pattern else {})
    return Kind("text", take, {"type": ["string", "number", "boolean"], **written})


def words(most: int) -> Kind:
    """Text of one line with its place, such as inline Markdown that is not parsed yet."""
    line = text(least=1, most=most, change=one_line)

    def take(node: Node, name: str, problems: Problems) -> Any:
        value = line.take(node, name, problems)
        return value if value is NOTHING else Written(value, node.position)

    return Kind("text", take, line.schema)


WORDS = words(1000)


def written(most: int = 5000) -> Kind:
    """Text with its place, lines and all: an expression, a paragraph."""
    plain = text(least=1, most=most, change=str.strip)

    def take(node: Node, name: str, problems: Problems) -> Any:
        value = plain.take(node, name, problems)
        return value if value is NOTHING else Written(value, node.position)

    return Kind("text", take, plain.schema)


def whole(least: int | None = None, most: int | None = None) -> Kind:
    """A whole number within bounds, both included."""

    def take(node: Node, name: str, problems: Problems) -> Any:
        if not isinstance(node, ScalarNode) or type(node.value) is not int:
            return refuse(node, name, "a whole number", problems, _number_hint(node))
        if least is not None and node.value < least:
            return refuse(node, name, f"a whole number of at least {least}", problems)
        if most is not None and node.value > most:
            return refuse(node, name, f"a whole number of at most {most}", problems)
        return node.value

    bounds = {"minimum": least, "maximum": most}
    return Kind(
        "a whole number",
        take,
        {"type": "integer"} | {name: value for name, value in bounds.items() if value is not None},
    )


def _take_flag(node: Node, name: str, problems: Problems) -> Any:
    if isinstance(node, ScalarNode) and isinstance(node.value, bool):
        return node.value
    written = node.written.lower() if isinstance(node, ScalarNode) else ""
    meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(written)
    return refuse(node, name, "true or false", problems, f"write {meant}" if meant else "")


FLAG = Kind("true or false", _take_flag, {"type": "boolean"})


def _take_day(node: Node, name: str, problems: Problems) -> Any:
    try:
        written = node.written if isinstance(node, ScalarNode) else ""
        return datetime.datetime.strptime(written, "%Y-%m-%d").date().isoformat()
    except ValueError:
        return refuse(node, name, "a day, as 2026-11-30", problems)


DAY = Kind("a day, as 2026-11-30", _take_day)


def choice(kind: Kind, choices: Iterable[Any], words: str) -> Kind:
    """One of `choices`, which are of `kind`; `words` names them."""
    known = tuple(choices)

    def take(node: Node, name: str, problems: Problems) -> Any:
        value = kind.take(node, name, problems)
        if value is NOTHING or value in known:
            return value
        meant = nearest(value, known, otherwise=" ").strip() if isinstance(value, str) else ""
        return refuse(node, name, words, problems, meant)

    return Kind(words, take, {"enum": list(known)})


def sequence(
    kind: Kind, *, least: int = 0, most: int = MANY, check: Callable[[tuple[Any, ...]], object] = len,
    keep: bool = False,
) -> Kind:  # fmt: skip
    """A list, as a tuple; `check` raises ValueError, with what is expected, for one that is not right as a whole.

    With `keep`, items that could be read stay where others could not.
    """
    size = str(least) if least == most else f"{least} or more" if most == MANY else f"{least} to {most}"

    def take(node: Node, name: str, problems: Problems) -> Any:
        if not isinstance(node, SequenceNode):
            return refuse(node, name, "a list", problems, _list_hint(node))
        if not least <= len(node.items) <= most:
            message = f"{name and f'{name}: '}expected a list of {size}, read one of {len(node.items)}"
            problems.error(node.position, "field-has-its-type", message)
        values = tuple(kind.take(item, name, problems) for item in node.items)
        if keep:
            return tuple(value for value in values if value is not NOTHING)
        if NOTHING in values or not least <= len(values) <= most:
            return NOTHING
        try:
            check(values)
        except ValueError as error:
            return refuse(node, name, str(error).removeprefix("expected "), problems)
        return values

    bounds = {"minItems": least} | ({} if most == MANY else {"maxItems": most})
    return Kind("a list", take, {"type": "array", "items": kind.schema, **bounds})


def placed(kind: Kind) -> Kind:
    """A value and where it stands."""

    def take(node: Node, name: str, problems: Problems) -> Any:
        value = kind.take(node, name, problems)
        return value if value is NOTHING else (value, node.position)

    return Kind(kind.words, take, kind.schema)


def never(message: str, hint: str) -> Kind:
    """What authors write where it means nothing: `message` says so."""

    def take(node: Node, name: str, problems: Problems) -> Any:
        problems.error(node.position, "field-is-known", message, hint)
        return NOTHING

    return Kind("nothing", take, {"not": {}})


def _list_hint(node: Node) -> str:
    """How what stands in the place of a list was meant to be written."""
    if isinstance(node, MappingNode):
        return "begin each item with - "
    written = node.written if isinstance(node, ScalarNode) and node.value is not None else ""
    return f"write [{written}]" if re.fullmatch(r"[\w.-]{1,60}", written) else ""


def one_or_more(kind: Kind) -> Kind:
    """A value, or a list of such values as a tuple."""
    several = sequence(kind)

    def take(node: Node, name: str, problems: Problems) -> Any:
        if isinstance(node, MappingNode):
            return refuse(node, name, f"{kind.words} or a list", problems)
        return (several if isinstance(node, SequenceNode) else kind).take(node, name, problems)

    return Kind(f"{kind.words} or a list", take, {"anyOf": [kind.schema, several.schema]})


def mapping(kind: Kind, key: Kind | None = None) -> Kind:
    """Names of an author's own → values; `key` is what a name may be."""

    def take(node: Node, name: str, problems: Problems) -> Any:
        if not isinstance(node, MappingNode):
            return refuse(node, name, "a mapping", problems)
        keys = [
            key.take(ScalarNode(entry.key, entry.key, entry.position), entry.key, problems) if key else entry.key
            for entry in node.entries
        ]
        values = [kind.take(entry.value, entry.key, problems) for entry in node.entries]
        return NOTHING if NOTHING in keys or NOTHING in values else dict(zip(keys, values, strict=True))

    names = {"propertyNames": key.schema} if key else {}
    return Kind("a mapping", take, {"type": "object", "additionalProperties": kind.schema, **names})


def refuse(node: Node, name: str, expected: str, problems: Problems, hint: str = "") -> Any:
    """Report what was read in place of what is expected."""
    message = f"{name and f'{name}: '}expected {expected}, read {_read(node)}"
    problems.error(node.position, "field-has-its-type", message, hint)
    return NOTHING


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
    return _short(node.written)


def _short(written: str) -> str:
    return written if len(written) <= 60 else written[:57] + "…"


def _number_hint(node: Node) -> str:
    """How the number that was probably meant is written."""
    if not isinstance(node, ScalarNode):
        return ""
    if isinstance(node.value, float) and node.value.is_integer():
        return f"write {int(node.value)}"
    if found := re.fullmatch(r"(\d{1,6}) ?[^\d\s.,][^\d.,]*", node.written, re.ASCII):
        return f"write {int(found[1])} alone"
    digits = re.sub("[,，_' ]", "", node.written)
    if isinstance(node.value, str) and digits.isascii() and digits.isdigit() and len(digits) <= 40:
        return f"write {int(digits)}" + ("" if digits != node.written else ", without quotes")
    return ""
