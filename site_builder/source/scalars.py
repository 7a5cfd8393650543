"""What an unquoted YAML value means: YAML 1.2's core schema, exact, with its traps closed.

Against YAML 1.1: ``yes`` and ``off`` are text, ``010`` is ten, ``12:30`` is text, ``2026-01-01`` is text,
``2e12`` is a whole number; ``131_072`` stays a number.
"""

from __future__ import annotations

import math
import re
from datetime import date

from site_builder.problems import Problems, SourcePosition

_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_BOOLEANS = {word: value for value in (True, False) for word in (str(value), str(value).lower(), str(value).upper())}
_WHOLE = re.compile(r"[-+]?(?:[0-9]+|[1-9][0-9]{0,2}(?:_[0-9]{3})+)")
_POWER = re.compile(r"([-+]?(?:0|[1-9][0-9]*))[eE](\+[0-9]+|0|[1-9][0-9]*)")  # not 31e0245, the id of a revision
_BASED = re.compile(r"0x[0-9a-fA-F]+|0o[0-7]+")
_DECIMAL = re.compile(
    r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|"
    r"[-+]?(?:0|[1-9][0-9]*)[eE]-[0-9]+"
)
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[Tt ].*)?")

MOST_DIGITS = 40
"""Digits of the largest number that is read."""


def read_scalar(written: str, problems: Problems, at: SourcePosition) -> str | int | float | bool | None:
    """The value of the unquoted scalar `written`; where it has none, the text itself, with a problem."""
    if written in _NULLS:
        return None
    if written in _BOOLEANS:
        return _BOOLEANS[written]
    if _NOT_FINITE.fullmatch(written):
        return _refused(written, "is not a finite number", problems, at)
    if _WHOLE.fullmatch(written):
        return _whole(written, problems, at)
    if _BASED.fullmatch(written):
        return int(written, 0) if len(written) <= MOST_DIGITS else _too_long(written, problems, at)
    if power := _POWER.fullmatch(written):
        return _power(written, power, problems, at)
    if _DECIMAL.fullmatch(written):
        return _decimal(written, problems, at)
    _check_date(written, problems, at)
    return written


def _whole(written: str, problems: Problems, at: SourcePosition) -> int | str:
    digits = written.lstrip("+-").replace("_", "")
    if len(digits) > MOST_DIGITS:
        return _too_long(written, problems, at)
    value = int(written)
    if digits.startswith("0") and re.fullmatch("[0-7]+", digits) and int(digits, 8) != int(digits):
        message = f"{written} is read as {value}; other YAML readers take it for octal {int(written, 8)}"
        problems.warning(at, "yaml-value-is-unambiguous", message, f"write {value}, or quote it: '{written}'")
    return value


def _power(written: str, match: re.Match[str], problems: Problems, at: SourcePosition) -> int | str:
    mantissa, exponent = match[1], match[2].lstrip("+0") or "0"
    if len(mantissa) + (int(exponent) if len(exponent) < 4 else MOST_DIGITS) > MOST_DIGITS:
        return _too_long(written, problems, at)
    return int(mantissa) * int(10 ** int(exponent))


def _decimal(written: str, problems: Problems, at: SourcePosition) -> float | str:
    if len(written) > MOST_DIGITS:
        return _too_long(written, problems, at)
    value = float(written)
    if math.isinf(value) or (value == 0 and re.search("[1-9]", re.split("[eE]", written)[0])):
        return _refused(written, "is out of the range of numbers", problems, at)
    return value


def _check_date(written: str, problems: Problems, at: SourcePosition) -> None:
    """Refuse a date that no calendar has; a date is text like any other."""
    if match := _DATE.fullmatch(written):
        try:
            date(*(int(part) for part in match.groups()))
        except ValueError:
            message = f"{written} is not a day of the calendar"
            problems.error(
                at, "yaml-value-is-unambiguous", message, f"quote it if it is not meant as a date: '{written}'"
            )


def _too_long(written: str, problems: Problems, at: SourcePosition) -> str:
    return _refused(written, f"is longer than {MOST_DIGITS} digits", problems, at)


def _refused(written: str, reason: str, problems: Problems, at: SourcePosition) -> str:
    shown = written if len(written) <= 24 else f"{written[:20]}… ({len(written)} characters)"
    problems.error(at, "number-is-finite", f"the number {shown} {reason}", "quote it if it is text")
    return written
