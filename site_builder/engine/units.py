"""Numbers for readers: units appear at the moment of printing and nowhere else.

Values are exact (int or Fraction), digits are exact, rounding is half up (away from zero); a
negative value is its absolute value behind a minus sign.  The policy, one rule a style:

memory      binary units, at most four significant digits, trailing zeros dropped, the unit chosen
            so that the printed figure is at least 1 and below 1,024, ungrouped: ``51.75 GiB``, ``64 KiB/token``
rate        B/s and FLOP/s with a decimal prefix: ``4.8 TB/s``, ``989 TFLOP/s``
time        ns, µs, ms and s, then min, h and d: ``11.58 ms``, ``2.773 min``
work        FLOP and op whole and grouped, from 10¹⁵ on with four digits: ``7.227 × 10²³``
count       whole and grouped: ``262,144``
model_size  decimal, at most three digits: ``27.8B``
ratio       at most four significant digits, the whole part never cut: ``25.6``, ``4,267``; below a tenth as
            one part of many: ``1/256``
percent     of a plain number: ``61.84%``
measure     any other unit, written behind four digits: ``206 FLOP/B``

The browser has the same rules in static/js/units.js; the text is equal character for character.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Literal, TypeAlias

from site_builder.engine.digits import (
    MOST_DIGITS,
    PLAIN_EXPONENTS,
    SUPERSCRIPTS,
    Steps,
    UnitError,
    check_digits,
    exact,
    exponent,
    figure,
    scientific,
    signed,
    stepped,
)
from site_builder.engine.measure import Unit, scaled, unit_names
from site_builder.engine.number import Number

Style: TypeAlias = Literal["memory", "rate", "time", "work", "count", "model_size", "ratio", "percent", "measure"]

DIGITS = 4
MODEL_SIZE_DIGITS = 3

_PREFIXES = ("", *"KMGTPEZY")
_BYTES = ("B", *(f"{prefix}iB" for prefix in _PREFIXES[1:]))
_DECIMAL_BYTES: Steps = tuple((f" {prefix}B", 1000) for prefix in _PREFIXES)
_MODEL_SIZES: Steps = (("", 1000), ("K", 1000), ("M", 1000), ("B", 1000), ("T", 1000))
_TIMES: Steps = ((" ns", 1000), (" µs", 1000), (" ms", 1000), (" s", 60), (" min", 60), (" h", 24), (" d", 1))
_RATES = ("B/s", "FLOP/s")
_WITH_UNIT = ("memory", "rate", "time", "measure")
_SHOWN = {"us": "µs", "minute": "min", "hour": "h", "day": "d"}


def style_of(unit: Unit) -> Style:
    """How a value of `unit` is printed where nothing else is asked for."""
    written = str(unit)
    if written in ("s", "FLOP", "op"):
        return "time" if written == "s" else "work"
    if written in _RATES:
        return "rate"
    if _counts_bytes(written):
        return "memory"
    return "count" if not unit or unit.is_countable else "measure"


def _counts_bytes(written: str) -> bool:
    """Bytes, or bytes for each of something, but no speed."""
    above, *below = written.split("/")
    return above == "B" and not any(part.startswith("s") and part[1:2] in "⁰¹²³⁴⁵⁶⁷⁸⁹" for part in below)


def printed_unit(style: str, unit: str) -> str:
    """The unit that stands with a figure of this style; the sentence has the noun for counts."""
    return unit if style in _WITH_UNIT else ""


def format_value(value: Number, style: str, unit: str = "", digits: int | None = None) -> str:
    """The one printed form of a value of `style`, counted in `unit`.

    `digits` asks for another number of significant digits than the style's own; whole counts stay whole.
    Raises `UnitError` for an unknown style, a unit that does not fit, and `digits` that are no whole number from
    1 to `MOST_DIGITS`; TypeError for a float.
    """
    if style not in _TEXTS:
        raise UnitError(f"no style is called {style!r}; there are {', '.join(STYLES)}")
    if digits is not None:
        check_digits(digits)
    number = exact(value)
    if style == "memory" and not _counts_bytes(unit):
        raise UnitError(f"memory is counted in bytes (B), not in {unit!r}")
    own = MODEL_SIZE_DIGITS if style == "model_size" else DIGITS
    return signed(number, _TEXTS[style](abs(number), unit, digits or own))


def memory_text(value: Number, digits: int = DIGITS) -> str:
    """Bytes in the binary unit that keeps the figure in [1, 1024): ``128 MiB``, ``0.5 B``."""
    return format_value(value, "memory", "B", digits)


def model_size_text(value: Number, digits: int = MODEL_SIZE_DIGITS) -> str:
    """A parameter count in decimal, three digits: 27,781,427,952 is ``27.8B``."""
    return format_value(value, "model_size", "", digits)


def count_text(value: Number, digits: int = DIGITS) -> str:
    """Whole numbers whole and grouped (``262,144``), others as `decimal_text`."""
    return format_value(value, "count", "", digits)


def ratio_text(value: Number, digits: int = DIGITS) -> str:
    """As `decimal_text`, but below a tenth as one part of many, ``1/256``, while those can be written plainly."""
    return format_value(value, "ratio", "", digits)


def decimal_text(value: Number, digits: int = DIGITS) -> str:
    """At most `digits` significant digits, but the whole part is never cut: ``25.6``, ``4,267``, ``0.003906``."""
    number = exact(value)
    return signed(number, figure(abs(number), digits))


def exact_text(value: Number) -> str:
    """Every digit: ``34,359,738,368``; what is not whole as a fraction, ``128/5``."""
    number = exact(value)
    whole = f"{abs(number.numerator):,}"
    return signed(number, whole if number.denominator == 1 else f"{whole}/{number.denominator:,}")


def in_unit(value: Number, unit: str, digits: int = DIGITS) -> str:
    """A value in a unit of the author's choice, rounded to `digits`: ``34.36 GB``, ``3.35 TB/s``.

    Raises `UnitError` for an unknown unit, and for `digits` that are no whole number from 1 to `MOST_DIGITS`.
    """
    try:
        size, _ = scaled(unit)
    except ValueError as error:
        raise UnitError(f"{error}; there are {', '.join(unit_names())}") from None
    check_digits(digits)
    return f"{decimal_text(exact(value) / size, digits)} {_SHOWN.get(unit, unit)}"


def axis_text(value: Number, style: str, unit: str) -> str:
    """A power at a line of an axis: as it is printed, or as a power of ten where that has too many digits.

    Tens of seconds stay seconds: ``1,000 s`` is a round place, ``16.67 min`` is none.
    """
    power = exponent(exact(value))
    if style == "time" and value >= 60 and value == Fraction(10) ** power:
        return f"{axis_text(value, 'count', '')} s"
    if style in ("count", "work", "ratio", "measure") and power not in range(-3, 6) and value == Fraction(10) ** power:
        return f"10{str(power).translate(SUPERSCRIPTS)} {printed_unit(style, unit)}".rstrip()
    return format_value(value, "count" if style == "ratio" else style, unit)


def other_unit(value: Number, style: str, unit: str = "") -> str:
    """The exact value, and for memory the decimal unit: ``34,359,738,368 B = 34.36 GB``.

    What has a unit and is not whole is given to `MOST_DIGITS`.  Empty where it would only repeat what
    `format_value` says.
    """
    printed, said = format_value(value, style, unit), exact_text(value)
    if beside := printed_unit(style, unit):
        if style != "memory" and exact(value).denominator != 1:
            said = decimal_text(value, MOST_DIGITS)
        said = f"{said} {beside}"
    if style == "memory" and unit == "B":
        decimal = signed(exact(value), stepped(abs(exact(value)), _DECIMAL_BYTES, DIGITS))
        if decimal != said:
            return f"{said} = {decimal}"
    return "" if said == printed else said


# --- the styles, for a number ≥ 0 -----------------------------------------------------------------


def _memory(size: Fraction, unit: str, digits: int) -> str:
    return stepped(size, tuple((f" {name}{unit[1:]}", 1024) for name in _BYTES), digits)


def _rate(size: Fraction, unit: str, digits: int) -> str:
    return stepped(size, tuple((f" {prefix}{unit}", 1000) for prefix in _PREFIXES), digits)


def _time(size: Fraction, _: str, digits: int) -> str:
    return stepped(size * 10**9, _TIMES, digits, group=",") if size else "0 s"


def _work(size: Fraction, unit: str, digits: int) -> str:
    return _count(size, unit, digits) if exponent(size) in PLAIN_EXPONENTS else scientific(size, digits)


def _count(size: Fraction, _: str, digits: int) -> str:
    return f"{size.numerator:,}" if size.denominator == 1 else figure(size, digits)


def _model_size(size: Fraction, _: str, digits: int) -> str:
    return stepped(size, _MODEL_SIZES, digits)


def _ratio(size: Fraction, _: str, digits: int) -> str:
    if 0 < size < Fraction(1, 10) and exponent(1 / size) in PLAIN_EXPONENTS:
        return f"1/{figure(1 / size, digits)}"
    return figure(size, digits)


def _percent(size: Fraction, _: str, digits: int) -> str:
    return f"{figure(100 * size, digits)}%"


def _measure(size: Fraction, unit: str, digits: int) -> str:
    return f"{figure(size, digits)} {unit}".rstrip()


_TEXTS: dict[str, Callable[[Fraction, str, int], str]] = {
    "memory": _memory,
    "count": _count,
    "model_size": _model_size,
    "ratio": _ratio,
    "percent": _percent,
    "rate": _rate,
    "time": _time,
    "work": _work,
    "measure": _measure,
}
STYLES = tuple(_TEXTS)
ASKED = ("memory", "count", "model_size", "ratio", "percent")
"""The styles an author may ask for; the others follow from a unit."""
