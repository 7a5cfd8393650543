"""Walking a lesson in reading order: to look at it, and to make a changed copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from site_builder.document.inline import Token


def walk(node: Any) -> Iterator[Any]:
    """Every record, token and reference inside `node`, itself first, in reading order."""
    yield node
    if isinstance(node, Token):
        reference = node.meta.get("reference")
        if reference is not None:
            yield reference
        for child in node.children or ():
            yield from walk(child)
    elif isinstance(node, tuple):
        for item in node:
            yield from walk(item)
    elif is_dataclass(node):
        for field in fields(node):
            yield from walk(getattr(node, field.name))


def rewrite(node: Any, change: Callable[[Token], Token], finish: Callable[[Any], Any]) -> Any:
    """A copy of `node` in which each token is `change`d, and each record is `finish`ed.

    Records are finished from the inside out; a record finished to None leaves its tuple.
    """
    if isinstance(node, Token):
        return _rewrite_token(node, change)
    if isinstance(node, tuple):
        rewritten = (rewrite(item, change, finish) for item in node)
        return tuple(item for item in rewritten if item is not None)
    if is_dataclass(node):
        old = {field.name: getattr(node, field.name) for field in fields(node)}
        new = {name: rewrite(value, change, finish) for name, value in old.items()}
        changed = {name: value for name, value in new.items() if value is not old[name]}
        return finish(replace(node, **changed) if changed else node)
    return node


def _rewrite_token(token: Token, change: Callable[[Token], Token]) -> Token:
    changed = change(token)
    if not token.children:
        return changed
    return changed.copy(children=[_rewrite_token(child, change) for child in token.children])
