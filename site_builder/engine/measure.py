"""Units of measure: what a number counts, carried through × and ÷ and compared before + and −.

>>> str(Unit.parse("B/s") / Unit.parse("B"))
'1/s'
>>> scaled("TFLOP/s")
(Fraction(1000000000000, 1), Unit(powers=(('FLOP', 1), ('s', -1))))

One `op` is a multiply-add; nothing makes it FLOPs but an author who writes ``2*FLOP/op``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

BASES = ("USD", "CNY", "B", "FLOP", "op", "token", "parameter", "element", "step", "hop", "s")
"""The units all others are products of, in the order they are written in."""
COUNTABLE = ("op", "token", "parameter", "element", "step", "hop")
"""Units of things that are counted: a bare number beside one is that many of them."""

LARGEST_POWER = 64
_FACTOR = re.compile(r"([A-Za-zµ]+)(?:\^([0-9]{1,2})|([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}))?")
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


@dataclass(frozen=True, slots=True)
class Unit:
    """Powers of bases, none of them 0, in the order of `BASES`: (("B", 1), ("s", -1)) is B/s."""

    powers: tuple[tuple[str, int], ...] = ()

    @staticmethod
    def of(powers: Mapping[str, int]) -> Unit:
        """The unit of these powers of bases.  ValueError beyond `LARGEST_POWER`."""
        if any(abs(power) > LARGEST_POWER for power in powers.values()):
            raise ValueError(f"a unit has powers up to {LARGEST_POWER}")
        return Unit(tuple((base, powers[base]) for base in BASES if powers.get(base)))

    @staticmethod
    def parse(text: str) -> Unit:
        """The unit written as `str` writes it.  ValueError for one that no product of bases is."""
        factor, unit = scaled(text)
        if factor != 1:
            raise ValueError(f"{text!r} is a multiple of {unit}")
        return unit

    def __mul__(self, other: Unit) -> Unit:
        mine, its = dict(self.powers), dict(other.powers)
        return Unit.of({base: mine.get(base, 0) + its.get(base, 0) for base in BASES})

    def __truediv__(self, other: Unit) -> Unit:
        return self * other**-1

    def __pow__(self, exponent: int) -> Unit:
        return Unit.of({base: power * exponent for base, power in self.powers})

    def __bool__(self) -> bool:
        return bool(self.powers)

    @property
    def is_countable(self) -> bool:
        """Whether it is one kind of counted thing and nothing else."""
        return len(self.powers) == 1 and self.powers[0] in [(base, 1) for base in COUNTABLE]

    def __str__(self) -> str:
        above = "·".join(_written(base, power) for base, power in self.powers if power > 0)
        below = [_written(base, -power) for base, power in self.powers if power < 0]
        return "/".join([above or "1", *below]) if self.powers else ""

    def words(self) -> str:
        """As `str`, for a message: what has no unit is a plain number."""
        return str(self) or "a plain number"

    def amount(self) -> str:
        """What is measured in it, for a message: ``in GB/s``, or ``a plain number``."""
        return f"in {self}" if self.powers else "a plain number"


ONE = Unit()
BYTE, SECOND = Unit((("B", 1),)), Unit((("s", 1),))


def _written(base: str, power: int) -> str:
    return base if power == 1 else base + str(power).translate(_RAISED)


def _multiples(base: str, prefixes: str, step: int, infix: str = "") -> dict[str, tuple[Fraction, Unit]]:
    unit = Unit(((base, 1),))
    return {f"{prefix}{infix}{base}": (Fraction(step**power), unit) for power, prefix in enumerate(prefixes, 1)}


CONSTANTS: Mapping[str, tuple[Fraction, Unit]] = MappingProxyType(
    {base: (Fraction(1), Unit(((base, 1),))) for base in BASES}
    | _multiples("B", "KMGTPEZY", 1024, "i")
    | _multiples("B", "KMGTPEZY", 1000)
    | _multiples("FLOP", "KMGTPEZY", 1000)
    | {name: (Fraction(1, 1000**power), SECOND) for power, name in enumerate(("ms", "us", "ns"), 1)}
    | {name: (Fraction(seconds), SECOND) for name, seconds in (("minute", 60), ("hour", 3600), ("day", 86400))}
    | {"percent": (Fraction(1, 100), ONE)}
)
"""What an expression may multiply a number by: its size in bases, and its unit.  K is 1,000 and Ki is 1,024, always."""

_ALSO = {"µs": "us", "min": "minute", "h": "hour", "d": "day"}
"""Other ways to write a unit, as they are printed."""

_CALLED = {"byte": "B", "bytes": "B", "sec": "s", "second": "s", "seconds": "s", "flops": "FLOP", "tokens": "token"}


def also_called(name: str) -> str:
    """The unit that is meant by a name of everyday use, ``Gbyte``; nothing where none is."""
    prefix = next((each for each in ("Ki", "Mi", "Gi", "Ti", "K", "M", "G", "T") if name.startswith(each)), "")
    base = _CALLED.get(name.removeprefix(prefix).lower(), "")
    return f"{prefix}{base}" if f"{prefix}{base}" in CONSTANTS else ""


def scaled(text: str) -> tuple[Fraction, Unit]:
    """A unit as it is written, ``GB/token``: its size in bases and their powers.  ValueError where there is none."""
    size, unit = Fraction(1), ONE
    for turn, part in enumerate(text.replace(" ", "").replace("**", "^").replace("*", "·").split("/")):
        for factor in part.split("·") if part != "1" or turn else ():
            one, its = _factor(factor, text)
            size, unit = (size / one, unit / its) if turn else (size * one, unit * its)
    return size, unit


def _factor(text: str, whole: str) -> tuple[Fraction, Unit]:
    found = _FACTOR.fullmatch(text)
    name = _ALSO.get(found[1], found[1]) if found else ""
    if not found or name not in CONSTANTS or name == "percent":
        raise ValueError(f"no unit is called {whole!r}")
    power = int(found[2] or (found[3] or "1").translate(_PLAIN))
    if power > LARGEST_POWER:
        raise ValueError(f"a unit has powers up to {LARGEST_POWER}")
    size, unit = CONSTANTS[name]
    return size**power, unit**power


def unit_names() -> tuple[str, ...]:
    """The single units a value can be asked for, for a hint."""
    return tuple(name for name in CONSTANTS if name != "percent")
