r"""When `$…$` is a formula and when `$` is money.

A formula hugs its dollars, stands on no digit (``3$``, ``$5-$10``), holds no Chinese outside ``\text{…}``, no
code and no running prose.  A dollar beside a digit that begins no formula is money.  Every other dollar is
doubtful, and said to be so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from site_builder.problems import Mistake
from site_builder.source.characters import is_wide

_TEXT_COMMAND = re.compile(r"\\(?:text|textrm|textbf|textit|textsf|texttt|mathrm|operatorname|mbox|tag|label)\*?\s*\{")
_LONGEST_TEXT = 300
"""Characters of a text in a formula that are looked at for a formula of its own."""
_PROSE = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{2,}[,;]? +[A-Za-z]{2,}")
_DANGLING = tuple("-+/~=:,;|–—")
_AMOUNT = re.compile(r"[\d.,]+[KMBkmb]?[-+/~=:,;|–—]*")
_COMMAND = re.compile(r"\\[A-Za-z]|[\^_]")
_BESIDE_DIGIT = "a digit stands beside it"
_CUT_OFF = "the text before the next one ends in a sign"
_HINT = r"write \$ for the sign; a formula is $x$, without inner spaces"


@dataclass(frozen=True, slots=True)
class Formula:
    """TeX between two dollars, or two pairs of them; `end` is the offset after the closing one."""

    tex: str
    dollars: str
    end: int


MONEY = None
"""A dollar that is a currency sign."""


def read_dollar(source: str, start: int, end: int) -> Formula | Mistake | None:
    """What the unescaped dollar at `start` of `source[:end]` is: a formula, in doubt, or MONEY."""
    dollars = "$$" if source.startswith("$$", start, end) else "$"
    opened = start + len(dollars)
    close = _closing(source, opened, end, dollars)
    closed = close + len(dollars)
    before = source[start - 1] if start else ""
    after = source[closed] if close >= 0 and closed < end else ""
    tex = source[opened:close] if close >= 0 else ""
    refusal = "it has no partner" if close < 0 else _refusal(tex, before, after, dollars)
    if not refusal:
        return Formula(tex, dollars, closed)
    if refusal == _BESIDE_DIGIT and not after.isdigit() and _COMMAND.match(tex):
        return Formula(tex, dollars, closed)  # 16$\times$: nothing that costs money begins with a command
    if _is_money(tex, before, refusal, opened < end and source[opened].isdigit()):
        return MONEY
    return _doubt(start, dollars, f"this {dollars} begins no formula, so it is printed: {refusal}")


def _doubt(start: int, dollars: str, message: str) -> Mistake:
    """A dollar that is neither formula nor money, and why; a pair of them cannot be money."""
    if dollars == "$$":
        return Mistake("maths-is-well-formed", message, "close the formula with $$", offset=start)
    return Mistake("dollar-is-clear", message, _HINT, "warning", start)


def _is_money(tex: str, before: str, refusal: str, before_digit: bool) -> bool:
    """Whether the dollar is surely a currency sign: an amount beside it, and no formula cut off."""
    if refusal == _CUT_OFF:
        return before_digit and bool(_AMOUNT.fullmatch(tex))
    if refusal == _BESIDE_DIGIT and before.isdigit() and not before_digit:
        return not re.match("[A-Za-z]", tex) or (len(tex) > 1 and tex.isalpha())
    return before.isdigit() or before_digit


def _closing(source: str, start: int, end: int, dollars: str) -> int:
    r"""The offset of the next dollars that no backslash escapes, or -1.  One in ``\text{…}`` opens a formula there."""
    first = found = _next(source, start, end, dollars)
    within = start
    while dollars == "$" and found >= 0 and (opened := _TEXT_COMMAND.search(source, within, found)):
        text = source[opened.end() : min(end, opened.end() + _LONGEST_TEXT)]
        within = opened.end() + _after_group(text, 0)
        if within >= end or not text[: within - opened.end()].endswith("}"):
            return first
        found = _next(source, within, end, dollars) if within > found else found
    return found if found >= 0 else first


def _next(source: str, position: int, end: int, dollars: str) -> int:
    while 0 <= position < end:
        position = source.find(dollars, position, end)
        if position < 0 or not _is_escaped(source, position):
            return position
        position += 1
    return -1


def _is_escaped(source: str, position: int) -> bool:
    backslashes = 0
    while backslashes < position and source[position - 1 - backslashes] == "\\":
        backslashes += 1
    return backslashes % 2 == 1


def _refusal(tex: str, before: str, after: str, dollars: str) -> str:
    """Why what stands between two dollars is no formula, or nothing."""
    if not tex.strip():
        return "nothing stands before the next one"
    if dollars == "$" and (tex[0].isspace() or tex[-1].isspace()):
        return "a space follows it, or stands before its partner"
    if before.isdigit() or after.isdigit():
        return _BESIDE_DIGIT
    if "`" in tex:
        return "code stands before its partner"
    plain = _without_text_commands(tex)
    if any(is_wide(char) for char in plain):
        return r"Chinese text stands before its partner, outside \text{…}"
    if _PROSE.search(plain):
        return "a sentence stands before its partner"
    if _is_cut_off(plain) and (tex[0].isdigit() or (after.isalpha() and not is_wide(after))):
        return _CUT_OFF
    return ""


def _is_cut_off(tex: str) -> bool:
    """Whether `tex` ends in a sign that wants something behind it; a bar that closes another one does not."""
    if tex.endswith("|"):
        bars = len(re.findall(r"(?<!\\)\|", tex))
        return not tex.endswith("\\|") and bars % 2 == 1
    return tex.endswith(_DANGLING) and tex[-2:-1] != "\\"  # \, and \; are spaces


def _without_text_commands(tex: str) -> str:
    """`tex` without the arguments of commands that set text; braces in them nest."""
    kept, position = [], 0
    while match := _TEXT_COMMAND.search(tex, position):
        kept.append(tex[position : match.start()])
        position = _after_group(tex, match.end())
    return "".join(kept) + tex[position:]


def _after_group(tex: str, position: int) -> int:
    depth = 1
    while position < len(tex) and depth:
        if tex[position] == "\\":
            position += 1
        else:
            depth += {"{": 1, "}": -1}.get(tex[position], 0)
        position += 1
    return position
