"""``unit=``, ``as=`` and ``digits=``: another way to print a value, held against what it counts."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.engine.digits import MOST_DIGITS
from site_builder.engine.measure import ONE, Unit, scaled, unit_names
from site_builder.engine.quantity import BoundQuantity
from site_builder.engine.units import ASKED, DIGITS, format_value, in_unit
from site_builder.problems import Mistake, Refused, nearest

ROUNDED_DIGITS = 6
"""Most digits of a value that was rounded on the way."""


def _unfit(message: str, hint: str = "") -> Refused:
    """What to raise for a way to print that does not fit the value."""
    return Refused(Mistake("expression-has-a-value", message, hint))


def printed(bound: BoundQuantity, printing: Mapping[str, str | int]) -> str:
    """The value as the author asks for it.  `Refused` says what does not fit, and which factor is missing."""
    style, unit, digits = printing.get("as"), printing.get("unit"), printing.get("digits")
    if style is not None:
        _check_style(bound, str(style))
    if digits is not None:
        _check_digits(bound, digits)
    if unit is None:
        asked = None if digits is None else int(digits)
        return format_value(bound.value(), str(style or bound.style), str(bound.unit), asked)
    if style is not None:
        raise _unfit(f"as={style!r} and unit={unit!r} ask for two ways to print one value", "keep one of them")
    _check_unit(bound, str(unit))
    return in_unit(bound.value(), str(unit), int(digits or DIGITS))


def _check_style(bound: BoundQuantity, style: str) -> None:
    counted = "plain numbers" if not bound.unit else str(bound.unit)
    if style not in ASKED:
        raise _unfit(f"as={style!r} is no way to print a value", nearest(style, ASKED))
    if style == "memory" and bound.style != "memory":
        raise _unfit(f"as='memory' is for values in bytes; {bound.id} is in {counted}", missing(bound.unit, "B"))
    if style == "model_size" and bound.style == "memory":
        raise _unfit(f"as='model_size' is for counts; B would stand for billions, and {bound.id} is in bytes")
    if style == "model_size" and str(bound.unit) not in ("", "parameter"):
        raise _unfit(f"as='model_size' is for parameters; {bound.id} is in {counted}")
    if style in ("ratio", "percent") and bound.unit:
        hint = "divide it by what it is a share of"
        raise _unfit(f"as={style!r} is for plain numbers; {bound.id} is in {counted}", hint)
    if style == "count" and len(bound.unit.powers) > 1:
        raise _unfit(f"as='count' is for what is counted; {bound.id} is in {counted}", 'write unit="…"')


def _check_digits(bound: BoundQuantity, digits: str | int) -> None:
    if not (isinstance(digits, int) and 1 <= digits <= MOST_DIGITS):
        raise _unfit(f"digits={digits!r} is not a whole number from 1 to {MOST_DIGITS}")
    if bound.about() and digits > ROUNDED_DIGITS:
        raise _unfit(f"{bound.id} was rounded: at most {ROUNDED_DIGITS} digits of it can be printed, not {digits}")


def _check_unit(bound: BoundQuantity, unit: str) -> None:
    try:
        _, wanted = scaled(unit)
    except ValueError as error:
        known = "known: B, KiB and the like, FLOP, token, parameter, s and quotients of them, as GB/token"
        hint = 'write as="percent"' if unit in ("percent", "%") else nearest(unit, unit_names(), otherwise=known)
        raise _unfit(str(error), hint) from None
    if wanted != bound.unit:
        counted = "plain numbers" if not bound.unit else str(bound.unit)
        raise _unfit(
            f"unit={unit!r} is for values in {wanted}; {bound.id} is in {counted}", missing(bound.unit, wanted)
        )


def missing(found: Unit, wanted: Unit | str) -> str:
    """What a value has to be multiplied or divided by to be in another unit: ``multiply by B/parameter``."""
    factor = (Unit.parse(wanted) if isinstance(wanted, str) else wanted) / found
    if all(power < 0 for _, power in factor.powers):
        return f"divide by {ONE / factor}"
    return f"multiply by {factor}"
