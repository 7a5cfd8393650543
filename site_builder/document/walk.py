"""Walking a lesson in reading order: to look at it, and to make a changed copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from site_builder.document.inline import Token
from site_builder.engine.quantity import BoundQuantity
from site_builder.problems import SourcePosition

_LEAVES = frozenset([str, int, bool, float, type(None), SourcePosition, BoundQuantity])


def walk(node: Any) -> Iterator[Any]:
    """Every record, token and reference inside `node`, itself first, in reading order.  Positions are no records."""
    pending = [] if type(node) in _LEAVES else [node]
    while pending:
        node = pending.pop()
        yield node
        kind = type(node)
        if kind is Token:
            if node.children:
                pending.extend(reversed(node.children))
            if "reference" in node.meta and node.meta["reference"] is not None:
                pending.append(node.meta["reference"])
            continue
        inside = node if kind is tuple else [getattr(node, name) for name in _fields(kind)]
        pending.extend([value for value in reversed(inside) if type(value) not in _LEAVES])


def rewrite(node: Any, change: Callable[[Token], Token], finish: Callable[[Any], Any]) -> Any:
    """A copy of `node` in which each token is `change`d, and each record is `finish`ed.

    Records are finished from the inside out; a record finished to None leaves its tuple.
    """
    kind = type(node)
    if kind in _LEAVES:
        return node
    if kind is Token:
        return _rewrite_token(node, change)
    if kind is tuple:
        rewritten = [rewrite(item, change, finish) for item in node]
        return tuple(item for item in rewritten if item is not None)
    if kind is dict:
        return {key: rewrite(value, change, finish) for key, value in node.items()}
    if not is_dataclass(kind):
        return node
    changed = {}
    for name in _fields(kind):
        old = getattr(node, name)
        new = rewrite(old, change, finish)
        if new is not old:
            changed[name] = new
    return finish(replace(node, **changed) if changed else node)


def _rewrite_token(token: Token, change: Callable[[Token], Token]) -> Token:
    changed = change(token)
    if not token.children:
        return changed
    return changed.copy(children=[_rewrite_token(child, change) for child in token.children])


def _names(kind: type) -> tuple[str, ...]:
    """The names of a record's fields; a type that is no record has none."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


_fields: Callable[[type], tuple[str, ...]] = cache(_names)
