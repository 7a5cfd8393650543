"""Formulas in lines of their own: between dollars or as TeX has them, with their labels."""

from __future__ import annotations

import re
from collections.abc import Sequence

from site_builder.transfer.context import Context
from site_builder.transfer.made import Found, Line, Made
from site_builder.transfer.rewrites import COLOUR

_DISPLAY = re.compile(r"\s*(?:\\{1,2}\[|\\begin\{(?:equation|align|gather|multline|eqnarray)\*?\})")
_LABEL = re.compile(r"\s*:(?:eq)?label:`([^`]+)`\s*$")


def display(lines: Sequence[Line], index: int, context: Context) -> Found:
    """A formula in lines of its own, between dollars or as TeX has it."""
    text = lines[index].text
    indent = text[: len(text) - len(text.lstrip())]
    if text.strip().startswith("$$"):
        end = index
        if text.count("$$") == 1:
            end += 1
            while end < len(lines) and "$$" not in lines[end].text:
                end += 1
        if end == len(lines):
            return None
        inside, behind = "\n".join(line.text for line in lines[index : end + 1]).strip()[2:].rsplit("$$", 1)
    elif _DISPLAY.match(text):
        closing = re.compile(r"\\{1,2}\]|\\end\{(?:equation|align|gather|multline|eqnarray)\*?\}")
        end = index
        while end < len(lines) and not closing.search(lines[end].text):
            end += 1
        if end == len(lines):
            return None
        whole = "\n".join(line.text for line in lines[index : end + 1]).strip()
        inside, behind = re.sub(r"^\\{1,2}\[|\\{1,2}\]$", "", whole), ""
        if not inside.startswith("\\begin") and whole == inside:
            return None
    else:
        return None
    label = re.fullmatch(r"\s*(?:\{#([\w:.-]+)[^{}]*\}|\(([A-Za-z][\w:.-]*)\)|:eqlabel:`([^`]+)`)\s*", behind)
    name = next((each for each in label.groups() if each), "") if label else ""
    if behind.strip() and not label:
        return None
    after = end + 1
    if after < len(lines) and (below := _LABEL.match(lines[after].text)):
        name, after = below[1], after + 1
    return formula(inside.strip("\n").split("\n"), name, indent, context, lines[index]), after


def formula(inside: Sequence[str], name: str, indent: str, context: Context, line: Line) -> Made:
    name = re.sub(r"[^\w-]+", "-", name)
    named = f" ({name})" if re.fullmatch(r"[A-Za-z][\w-]*", name, re.ASCII) else ""
    if any(map(COLOUR.search, inside)):
        context.note("left", "a colour in a formula", line.text, line.number)
    bare = [COLOUR.sub("", each).strip() for each in inside]
    lines = tuple(f"{indent}{each}" for each in bare if each)
    if re.match(r"\s*\\", line.text) or named or not line.text.strip().startswith("$$"):
        context.note("rewritten", "a displayed formula", line.text, line.number)
    return Made((f"{indent}$$", *lines, f"{indent}$${named}"))
