"""Where YAML does something else than its author meant: syntax errors explained, silent traps found.

Offsets count from the text's first character, as PyYAML's indices do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from site_builder.problems import Mistake
from site_builder.source.decode import character_name

_ODD_SPACE = "[\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000]"
_LINE_OF_ODD_SPACE = re.compile(rf"(?:^|\n)[ \t]*({_ODD_SPACE})")
_SWALLOWED_ITEM = re.compile(r"\n[ \t]*(-)(?=\s|$)")
_COMMENT = re.compile(r"([ \t]+)#(.?)")
_KEY = re.compile(r"(\s*(?:- +)*)((?:\"[^\"]*\"|'[^']*'|[^\s#\"'{\[][^:#]*?))\s*:(?:\s+(.*))?$")

_NO_SPACE = re.compile(r" *(?:- +)?([\w-]+):([^\s:].*)$")
_NO_SPACE_AFTER_DASH = re.compile(r" *-([\w\"'{\[].*)$")
_WIDE_BRACKET = re.compile(r"(?:[^:：]*: *|\s*-? *)([｛［“‘])")
_WIDE = str.maketrans("：，｛［“‘", ":,{[\"'")
_LONGEST_LINE = 300
"""Characters of a line that a hint looks at."""


def plain_scalar_traps(text: str, event: yaml.ScalarEvent, is_text: bool) -> Iterator[Mistake]:
    """What is wrong with an unquoted scalar although YAML reads it."""
    start, end = event.start_mark, event.end_mark
    if odd := _LINE_OF_ODD_SPACE.search(text[start.index : end.index]):
        yield _odd_space(text, start.index + odd.start(1))
    if item := _SWALLOWED_ITEM.search(text, start.index, end.index):
        yield _swallowed_item(item.start(1))
    comment = _COMMENT.match(text, end.index)
    if comment and is_text and event.value and _cuts(comment):
        yield Mistake(
            "yaml-value-is-unambiguous",
            f"from here on the line is a comment; the value is only {_shown(event.value)}",
            "quote the value if the # belongs to it, or put two spaces before and one after the #",
            "warning",
            comment.end(1),
        )


def lost_question_mark(text: str, event: yaml.ScalarEvent) -> Iterator[Mistake]:
    """``{?x: 1}``: a ? right before a text in brackets is no part of it."""
    before = event.start_mark.index - 1
    if event.value and text[before : before + 1] == "?":
        message = "YAML reads this ? as the mark of a key, so it would be lost"
        yield Mistake("yaml-value-is-unambiguous", message, "quote the text that it belongs to", offset=before)


def _cuts(comment: re.Match[str]) -> bool:
    """Whether the # looks like part of the value: no space after it, or a single one before it."""
    before, after = comment.groups()
    return before == " " or after not in ("", " ")


def _odd_space(text: str, index: int) -> Mistake:
    """The trap of the character at `index` of `text`."""
    line_start = text.rfind("\n", 0, index) + 1
    what = "value begins" if text[line_start:index].strip(" \t-") else "line is indented"
    message = f"the {what} with {character_name(text[index])}"
    hint = "YAML knows ordinary spaces only; quote the value if the character belongs to it"
    return Mistake("yaml-value-is-unambiguous", message, hint, offset=index)


def _swallowed_item(index: int) -> Mistake:
    """The trap of a list item at `index` that YAML reads as more of the text above it."""
    message = "this line looks like a list item but belongs to the text above it"
    hint = "begin the list on the line after its key, or quote the text"
    return Mistake("yaml-value-is-unambiguous", message, hint, offset=index)


def explain_syntax_error(error: Exception, text: str, first_line: int) -> Mistake:
    """What stopped the YAML reader, where, and what its author most likely has to change.

    `first_line` is the file's line that the text begins at, for messages that name a second place.
    """
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "the YAML cannot be read"
    context = getattr(error, "context", None) or ""
    begun, stopped = getattr(error, "context_mark", None), getattr(error, "problem_mark", None)
    mark = stopped or begun
    if begun and "could not find expected ':'" in problem:
        mark, problem = begun, "a line without 'key: value'"
    elif begun and "quoted scalar" in context and "end of stream" in problem:
        mark, problem = begun, "the quotation mark that opens here is never closed"
    elif begun and "flow" in context:
        opened = first_line + min(begun.line, text.count("\n"))
        problem = f"{problem.replace('did not find expected', 'there is no')} for the bracket opened in line {opened}"
    elif "found a tab" in problem or ("cannot start any token" in problem and mark and text[mark.index :][:1] == "\t"):
        problem = "a tab indents this line"
    elif "did not find expected '-'" in problem:
        problem = "this line is indented unlike those above it"
    lines = text.split("\n")
    line = min(mark.line, len(lines) - 1) if mark else 0
    hint = _hint(problem, [shown[:_LONGEST_LINE] for shown in lines], line)
    if problem.startswith("mapping values are not allowed"):
        problem = "a second ': ' in one value"
    return Mistake("yaml-is-well-formed", problem, hint, offset=min(mark.index, len(text)) if mark else 0)


def _hint(problem: str, lines: list[str], line: int) -> str:
    second_colon = "mapping values are not allowed" in problem
    if (wide := _WIDE_BRACKET.match(lines[line])) and ("flow" in problem or second_colon or "bracket" in problem):
        return f"the {wide[1]} is full-width; write {wide[1].translate(_WIDE)}"
    if "bracket opened" in problem and "，" in lines[line]:
        return "the comma ， is full-width; write ', '"
    if second_colon and (hint := _quote_hint(lines[line])):
        return hint
    for number in (line, line - 1):
        if number >= 0 and (odd := re.match(rf"[^\"'#]*?({_ODD_SPACE})", lines[number])):
            return f"here is {character_name(odd.group(1))}; YAML wants spaces"
        if number >= 0 and "：" in lines[number] and ": " not in lines[number]:
            return "the colon ： is full-width; write ': '"
    if second_colon:
        return _continuation_hint(lines, line)
    if re.match(r" *\t", lines[line]):
        return "YAML indents with spaces"
    return _shape_hint(problem, lines[line])


def _shape_hint(problem: str, line: str) -> str:
    """What is wrong with how a line is laid out, or with how its value begins."""
    if "key: value" in problem and (match := _NO_SPACE.match(line)):
        return f"a space follows the colon: {match[1]}: {match[2]}"
    if "expected key" in problem or "found '<scalar>'" in problem:
        return "the keys of a mapping begin in one column; or a quotation mark above is not closed"
    if "indented unlike" in problem or "expected <block end>" in problem:
        if match := _NO_SPACE_AFTER_DASH.match(line):
            return f"a space follows the dash: - {match[1]}"
        return "the items of a list (-) begin in one column, and so do the keys of one item"
    if (match := _KEY.match(line)) and match.group(3) and match.group(3)[0] in "`@%*&{[|>":
        quoted = match.group(3).rstrip().replace("'", "''")
        return f"quote the value of {match.group(2)!r}: {match.group(2)}: '{quoted}'"
    return ""


def _quote_hint(line: str) -> str:
    """Name the key whose unquoted value holds a colon and a space, and show it quoted."""
    match = _KEY.match(line)
    if not match or not match.group(3) or not re.search(r":(\s|$)", match.group(3)):
        return ""
    key, value = match.group(2), match.group(3).rstrip().replace("\\", "\\\\").replace('"', '\\"')
    return f'quote the value of {key!r}: {key}: "{value}"'


def _continuation_hint(lines: list[str], line: int) -> str:
    """Name the key above whose value the line goes on with."""
    indent = len(lines[line]) - len(lines[line].lstrip())
    for above in reversed(lines[:line]):
        match = _KEY.match(above)
        if match and match.group(3) and len(match.group(1)) < max(indent, 1):
            return f"quote the value of {match.group(2)!r}, or indent this line like the one above"
    return "quote the value that holds a colon and a space"


def _shown(value: str) -> str:
    return repr(value if len(value) <= 60 else value[:57] + "…")
