"""Numbers for readers: units appear at the moment of printing and nowhere else.

Values are exact (int or Fraction), digits are exact, rounding is half up (away from zero); a
negative value is its absolute value behind a minus sign.  The policy, one rule a style:

memory      binary units, at most four significant digits, trailing zeros dropped, the unit chosen
            so that the printed figure is at least 1 and below 1,024, ungrouped: ``51.75 GiB``, ``1023 B``
model_size  decimal, at most three digits: ``27.8B``
ratio       at most four significant digits, the whole part never cut: ``25.6``, ``4,267``; below a tenth as
            one part of many: ``1/256``
count       whole and grouped: ``262,144``

The browser has the same rules in static/js/units.js; the text is equal character for character.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from site_builder.engine.formula import Number

MEMORY_UNITS = ("B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB")
DECIMAL_UNITS = ("B", "KB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB")
MODEL_SIZE_UNITS = ("", "K", "M", "B", "T")
BYTES_IN_UNIT: dict[str, int] = {
    **{unit: 1024**step for step, unit in enumerate(MEMORY_UNITS)},
    **{unit: 1000**step for step, unit in enumerate(DECIMAL_UNITS)},
}
"""Bytes in each unit a value can be asked for: K is 1,000 and Ki is 1,024, always."""

DIGITS = 4
MODEL_SIZE_DIGITS = 3
MOST_DIGITS = 15
"""Significant digits that can be asked for."""
PLAIN_EXPONENTS = range(-4, 15)
"""A rounded figure from 10⁻⁴ to below 10¹⁵ is written plainly, others as ``1.235 × 10¹⁸``."""

MINUS = "−"
SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


class UnitError(ValueError):
    """A style or a unit that does not exist, with those that do, or a number of digits that cannot be printed."""


def format_value(value: Number, style: str, unit: str = "", digits: int | None = None) -> str:
    """The one printed form of a value of `style`; `unit` must be ``"B"`` for memory.

    `digits` asks for another number of significant digits than the style's own; whole counts stay whole.
    Raises `UnitError` for an unknown style, a unit that does not fit, and `digits` that are no whole number from
    1 to `MOST_DIGITS`; TypeError for a float.
    """
    if style not in _TEXTS:
        raise UnitError(f"no style is called {style!r}; there are {', '.join(STYLES)}")
    if style == "memory" and unit != "B":
        raise UnitError(f"memory is counted in bytes (B), not in {unit!r}")
    if digits is None:
        return _TEXTS[style](value)
    _check_digits(digits)
    return _TEXTS[style](value, digits)


def memory_text(value: Number, digits: int = DIGITS) -> str:
    """Bytes in the binary unit that keeps the figure in [1, 1024): ``128 MiB``, ``0.5 B``."""
    return _stepped(value, MEMORY_UNITS, 1024, digits, " ")


def model_size_text(value: Number, digits: int = MODEL_SIZE_DIGITS) -> str:
    """A parameter count in decimal, three digits: 27,781,427,952 is ``27.8B``."""
    return _stepped(value, MODEL_SIZE_UNITS, 1000, digits, "")


def count_text(value: Number, digits: int = DIGITS) -> str:
    """Whole numbers whole and grouped (``262,144``), others as `decimal_text`."""
    number = _exact(value)
    return exact_text(number) if number.denominator == 1 else decimal_text(number, digits)


def decimal_text(value: Number, digits: int = DIGITS) -> str:
    """At most `digits` significant digits, but the whole part is never cut: ``25.6``, ``4,267``, ``0.003906``."""
    number = _exact(value)
    return _signed(number, _figure(abs(number), digits))


def ratio_text(value: Number, digits: int = DIGITS) -> str:
    """As `decimal_text`, but below a tenth as one part of many, ``1/256``, while those can be written plainly."""
    number = _exact(value)
    size = abs(number)
    if 0 < size < Fraction(1, 10) and _exponent(1 / size) in PLAIN_EXPONENTS:
        return _signed(number, f"1/{_figure(1 / size, digits)}")
    return decimal_text(number, digits)


def exact_text(value: Number) -> str:
    """Every digit: ``34,359,738,368``; what is not whole as a fraction, ``128/5``."""
    number = _exact(value)
    whole = f"{abs(number.numerator):,}"
    return _signed(number, whole if number.denominator == 1 else f"{whole}/{number.denominator:,}")


def in_unit(value: Number, unit: str, digits: int = DIGITS) -> str:
    """Bytes in a unit of the author's choice, rounded to `digits`: ``34.36 GB``.

    Raises `UnitError` for an unknown unit, and for `digits` that are no whole number from 1 to `MOST_DIGITS`.
    """
    if unit not in BYTES_IN_UNIT:
        raise UnitError(f"no unit is called {unit!r}; there are {', '.join(BYTES_IN_UNIT)}")
    _check_digits(digits)
    return f"{decimal_text(_exact(value) / BYTES_IN_UNIT[unit], digits)} {unit}"


def other_unit(value: Number, style: str, unit: str = "") -> str:
    """The exact value, and for memory the decimal unit: ``34,359,738,368 B = 34.36 GB``.

    Empty where it would only repeat what `format_value` says.
    """
    printed, exact = format_value(value, style, unit), exact_text(value)
    if style == "memory":
        exact = f"{exact} B"
        decimal = _stepped(value, DECIMAL_UNITS, 1000, DIGITS, " ")
        if decimal != exact:
            return f"{exact} = {decimal}"
    return "" if exact == printed else exact


# --- rounding, in integers ------------------------------------------------------------------


def _check_digits(digits: int) -> None:
    if isinstance(digits, bool) or not isinstance(digits, int) or not 1 <= digits <= MOST_DIGITS:
        raise UnitError(f"digits is a whole number from 1 to {MOST_DIGITS}, not {digits!r}")


def _exact(value: Number) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        raise TypeError(f"a printed value is an int or a Fraction, not {value!r}")
    return Fraction(value)


def _signed(number: Fraction, text: str) -> str:
    return MINUS + text if number < 0 else text


def _stepped(value: Number, units: tuple[str, ...], step: int, digits: int, space: str) -> str:
    """The figure in the first of `units` in which it prints below `step`, or else in the last."""
    number = _exact(value)
    size, index = abs(number), 0
    while index + 1 < len(units) and _rounded(size, places := _places(size, digits)) >= step * 10**places:
        size, index = size / step, index + 1
    if index > 0:
        size = max(size, Fraction(1))  # 1023.96 MiB prints as 1 GiB
    return _signed(number, f"{_figure(size, digits, group='')}{space}{units[index]}")


def _figure(size: Fraction, digits: int, group: str = ",") -> str:
    """A number ≥ 0 to `digits` significant digits, its whole part never cut."""
    if _exponent(size) in PLAIN_EXPONENTS:
        return _decimal(size, _places(size, digits), group)
    return _scientific(size, digits)


def _scientific(size: Fraction, digits: int) -> str:
    exponent = _exponent(size)
    mantissa = _decimal(size / Fraction(10) ** exponent, digits - 1)
    if mantissa == "10":
        mantissa, exponent = "1", exponent + 1
    return f"{mantissa} × 10{str(exponent).translate(SUPERSCRIPTS)}"


def _decimal(size: Fraction, places: int, group: str = ",") -> str:
    """The number to `places` decimals, trailing zeros dropped."""
    whole, rest = divmod(_rounded(size, places), 10**places)
    decimals = f"{rest:0{places}d}".rstrip("0") if places else ""
    return f"{whole:{group}}.{decimals}" if decimals else f"{whole:{group}}"


def _rounded(size: Fraction, places: int) -> int:
    """size × 10^places, rounded half up."""
    return (2 * size.numerator * 10**places + size.denominator) // (2 * size.denominator)


def _places(size: Fraction, digits: int) -> int:
    """How many decimals make `digits` significant digits."""
    return max(0, digits - 1 - _exponent(size))


def _exponent(size: Fraction) -> int:
    """The k with 10^k ≤ size < 10^(k+1), from the number of digits; 0 for 0."""
    if size >= 1 or size == 0:
        return len(str(size.numerator // size.denominator)) - 1
    return -len(str(-(-size.denominator // size.numerator) - 1))


_TEXTS: dict[str, Callable[..., str]] = {
    "memory": memory_text,
    "count": count_text,
    "model_size": model_size_text,
    "ratio": ratio_text,
}
STYLES = tuple(_TEXTS)
