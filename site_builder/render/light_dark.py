"""The colours of the tokens for browsers that do not know ``light-dark()``: Safari before 17.5, Chrome before 123."""

from __future__ import annotations

import re
from collections.abc import Iterator

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"(?:@media (?P<query>\([^{]*\)) \{\s*)?:root \{(?P<body>[^{}]*)\}")
_DECLARATION = re.compile(r"(--[\w-]+):\s*([^;]*light-dark\([^;]*);")
_BEGIN = "light-dark("


def fallback(tokens: str) -> str:
    """Rules that give each token of ``:root`` its light or its dark value by the theme; "" where none has two.

    They stand after the tokens, and only a browser without ``light-dark()`` reads them.
    """
    rules = "".join(_rules(_COMMENT.sub("", tokens)))
    return f"@supports not (color: light-dark(red, red)) {{\n{rules}}}\n" if rules else ""


def _rules(tokens: str) -> Iterator[str]:
    for rule in _RULE.finditer(tokens):
        declared = _DECLARATION.findall(rule["body"])
        if not declared:
            continue
        more = f" and {rule['query']}" if rule["query"] else ""
        light, dark = (" ".join(f"{name}: {side(value, i)};" for name, value in declared) for i in (0, 1))
        yield f"@media all{more} {{ :root {{ {light} }} }}\n"
        yield f"@media screen and (prefers-color-scheme: dark){more} {{ :root:not([data-theme=light]) {{ {dark} }} }}\n"
        yield f"@media screen{more} {{ :root[data-theme=dark] {{ {dark} }} }}\n"


def side(value: str, index: int) -> str:
    """`value` with every ``light-dark(light, dark)`` replaced by its part: 0 for light, 1 for dark."""
    before, found, rest = value.partition(_BEGIN)
    if not found:
        return value
    parts, depth = [""], 1
    for position, character in enumerate(rest):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return before + parts[index].strip() + side(rest[position + 1 :], index)
        if character == "," and depth == 1:
            parts.append("")
        else:
            parts[-1] += character
    return value
