"""What a number is: exact, of a bounded size, or not there at all."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

Number: TypeAlias = int | Fraction
LARGEST_POWER = 64
"""Largest exponent evaluated: formulas here need 2; a bound keeps a hostile one from running."""
LARGEST_BITS = 4096
"""Largest size of a value, of its numerator and its denominator: what can be computed can be printed."""


class FormulaError(ValueError):
    """An expression that cannot be evaluated: unbound symbol, division by zero, bad power or root."""
