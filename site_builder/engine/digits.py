"""Rounding, in integers: exact digits, half up (away from zero), trailing zeros dropped.

The browser has the same rules in static/js/units.js.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from site_builder.engine.number import Number

MOST_DIGITS = 15
"""Significant digits that can be asked for."""
PLAIN_EXPONENTS = range(-4, 15)
"""A rounded figure from 10⁻⁴ to below 10¹⁵ is written plainly, others as ``1.235 × 10¹⁸``."""

MINUS = "−"
SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")

Steps: TypeAlias = tuple[tuple[str, int], ...]
"""Units from small to large, each with how many of it make the next."""


class UnitError(ValueError):
    """A style or a unit that does not exist, with those that do, or a number of digits that cannot be printed."""


def check_digits(digits: int) -> None:
    if isinstance(digits, bool) or not isinstance(digits, int) or not 1 <= digits <= MOST_DIGITS:
        raise UnitError(f"digits is a whole number from 1 to {MOST_DIGITS}, not {digits!r}")


def exact(value: Number) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        raise TypeError(f"a printed value is an int or a Fraction, not {value!r}")
    return Fraction(value)


def signed(number: Fraction, text: str) -> str:
    return MINUS + text if number < 0 else text


def stepped(size: Fraction, units: Steps, digits: int, group: str = "") -> str:
    """A number ≥ 0 in the first of `units` in which it prints below the step to the next, or else in the last."""
    index = 0
    while index + 1 < len(units) and rounded(size, places := places_of(size, digits)) >= units[index][1] * 10**places:
        size, index = size / units[index][1], index + 1
    if index > 0:
        size = max(size, Fraction(1))  # 1023.96 MiB prints as 1 GiB
    return f"{figure(size, digits, group)}{units[index][0]}"


def figure(size: Fraction, digits: int, group: str = ",") -> str:
    """A number ≥ 0 to `digits` significant digits, its whole part never cut."""
    if exponent(size) in PLAIN_EXPONENTS:
        return _decimal(size, places_of(size, digits), group)
    return scientific(size, digits)


def scientific(size: Fraction, digits: int) -> str:
    power = exponent(size)
    mantissa = _decimal(size / Fraction(10) ** power, digits - 1)
    if mantissa == "10":
        mantissa, power = "1", power + 1
    return f"{mantissa} × 10{str(power).translate(SUPERSCRIPTS)}"


def _decimal(size: Fraction, places: int, group: str = ",") -> str:
    """The number to `places` decimals, trailing zeros dropped."""
    whole, rest = divmod(rounded(size, places), 10**places)
    decimals = f"{rest:0{places}d}".rstrip("0") if places else ""
    return f"{whole:{group}}.{decimals}" if decimals else f"{whole:{group}}"


def rounded(size: Fraction, places: int) -> int:
    """size × 10^places, rounded half up."""
    shifted = 2 * size.numerator * int(10**places) + size.denominator
    return shifted // (2 * size.denominator)


def places_of(size: Fraction, digits: int) -> int:
    """How many decimals make `digits` significant digits."""
    return max(0, digits - 1 - exponent(size))


def exponent(size: Fraction) -> int:
    """The k with 10^k ≤ size < 10^(k+1), from the number of digits; 0 for 0."""
    if size >= 1 or size == 0:
        return len(str(size.numerator // size.denominator)) - 1
    return -len(str(-(-size.denominator // size.numerator) - 1))
