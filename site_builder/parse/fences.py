"""What stands behind the marks of a block of code: its language, title, line numbers, and the lines that are marked.

``title="a.py" linenos hl_lines="2-3"`` is how it is written; what the usual tools write for the same is read as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from markdown_it.token import Token

from site_builder.document.code import CodeLines
from site_builder.parse.directives.registry import BY_STEM
from site_builder.problems import Problems

TITLES = ("title", "filename", "caption", "lst-cap", "fig-cap", "name")
NUMBERED = ("linenos", "linenums", "lineno", "line-numbers", "numberLines", "number-lines", "showLineNumbers")
"""Numbers in front of the lines; ``linenos=5`` begins with 5."""
STARTS = ("startFrom", "lineno-start", "lineno_start", "linenostart", "start", "showLineNumbersStart")
MARKED = ("hl_lines", "hl-lines", "emphasize-lines", "highlight-lines", "highlight", "mark", "code-line-numbers")
"""Lines that are marked, counted from 1 wherever the numbers begin: ``hl_lines="2-3 5"``."""
_PART = re.compile(
    r"""([.:]?)([\w-]+)=(?:"([^"]*)"|'([^']*)'|(\{[^{}]*\}|\[[^\[\]]*\]|\d[\d,-]*\d|[^\s"',]+))"""
    r"|\{[\d\s,-]+\}|\[[^\[\]]+\]|[^\s,]+"
)
_RANGES = re.compile(r"\d{1,6}(?:\s*-\s*\d{1,6})?(?:[\s,]+\d{1,6}(?:\s*-\s*\d{1,6})?)*")
_NO_MARKS = str.maketrans("", "", "{}[]\"'")
_LONGEST_NUMBER = 6
"""Digits of a line's number."""
_OFF, _ON = ("false", "no", "off"), ("true", "yes", "on", "inline", "table", "")


@dataclass(slots=True)
class FenceInfo:
    """The words behind the marks, read; `dropped` are those that say nothing here."""

    language: str = ""
    title: str = ""
    first: int = 0
    """The number of the first line, 0 for no numbers."""
    marked: str = ""
    """The lines that are marked, as written."""
    dropped: list[str] = field(default_factory=list)


def fence_info(info: str) -> FenceInfo:
    """What `info` says, in the spellings of the usual tools."""
    found = FenceInfo()
    info = re.sub(r"(?<=[ \w])\{(?=\w+=)([^{}]*)\}", r" \1", info)  # Hugo's {linenos=true}
    text = re.sub(r"^\{\{?\s*|\}$", "", info.replace("}", " ", 1) if re.match(r"\{[^\d\s]", info) else info)
    language = re.match(r"\.?([\w+#.-]+)(?=[\s,:]|$)", text)
    if language and not re.fullmatch(r"\.?(?:" + "|".join((*NUMBERED, "input")) + ")", language[0]):
        found.language, text = language[1].lstrip("."), text[language.end() :]
    for part in _PART.finditer(text):
        _read_part(part, found)
    return found


def _read_part(part: re.Match[str], found: FenceInfo) -> None:
    name = part[2] or part[0].lstrip(".:")
    value = next((each for each in part.groups()[2:] if each is not None), "")
    is_number = value.isascii() and value.isdecimal() and len(value) <= _LONGEST_NUMBER
    if part[2] in TITLES and not found.title:
        found.title = value
    elif part[0].startswith("[") and not found.title:
        found.title = part[0][1:-1]
    elif name in NUMBERED and (is_number or value in _ON):
        found.first = int(value) if is_number else found.first or 1
    elif part[2] in STARTS and is_number:
        found.first = int(value)
    elif part[2] in MARKED and value in _ON:
        found.first = found.first or 1
    elif part[0].startswith("{") or (part[2] in MARKED and value not in _OFF):
        found.marked = f"{found.marked} {value or part[0]}".strip().translate(_NO_MARKS)
    elif not (part[2] and name in (*NUMBERED, *MARKED) and value in _OFF) and part[0].strip(":"):
        found.dropped.append(part[0])


def read_fence(token: Token, problems: Problems) -> None:
    """Leave the language in the token's info, title and lines in its meta; report what vanishes and is mistyped."""
    at, info = token.meta["position"], token.info.strip()
    if (match := re.match(r"\{([\w-]+)\}", info)) and match[1] in BY_STEM:
        problems.error(at, "directive-is-known", f"a fence is no directive: {info}", f"write :::{{{match[1]}}}")
    elif info in ("math", "{math}"):
        message = "a formula in a fence would be printed as code"
        problems.warning(at, "maths-is-well-formed", message, "write it between lines of $$")
    found = fence_info(info)
    token.info = found.language
    if found.title:
        token.meta["title"] = found.title
    marked = _marked_lines(token, found.marked, problems)
    if found.first or marked:
        token.meta["lines"] = CodeLines(found.first, marked)
    if found.dropped:
        message = f"words after the language of code vanish: {' '.join(found.dropped)[:60]!r}"
        hint = 'what may stand here: title="a.py" linenos hl_lines="2-3"; remove the rest'
        problems.warning(at, "code-is-written-right", message, hint)
    _report_unclosed(token, problems)


def _marked_lines(token: Token, written: str, problems: Problems) -> frozenset[int]:
    """The numbers of the marked lines, 1 the first; what names no line is reported."""
    if not written:
        return frozenset()
    count = token.content.count("\n")
    ranges = re.findall(r"(\d+)(?:\s*-\s*(\d+))?", written) if _RANGES.fullmatch(written.strip(" ,")) else []
    pairs = [(int(first), int(last or first)) for first, last in ranges]
    if not pairs or any(not 1 <= first <= last <= count for first, last in pairs):
        message = f"hl_lines={written[:40]!r} names no lines of this code, which has {count}"
        hint = 'write numbers and ranges, 1 the first line: hl_lines="2-3 5"'
        problems.warning(token.meta["position"], "code-is-written-right", message, hint)
        pairs = [(first, last) for first, last in pairs if 1 <= first <= last <= count]
    return frozenset(line for first, last in pairs for line in range(first, last + 1))


def _report_unclosed(token: Token, problems: Problems) -> None:
    within = token.content.count("\n") + (not token.content.endswith("\n") and bool(token.content))
    if token.map and token.map[1] - token.map[0] - 1 <= within:
        problems.error(token.meta["position"], "code-is-written-right",
                       "this code is not closed: the text below would be part of it",
                       f"end it with {token.markup} on a line of its own")  # fmt: skip
