"""How a record of a model declares its fields: each once, with symbol, bounds and the name an anchor gives it.

    query_heads: int = size("h_q")

Reading an anchor file, the inputs of formulas and the checks of a record built by hand are derived from
these declarations.  A record says what its fields can contradict in `contradictions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import lru_cache
from typing import Any, ClassVar, Self, cast

LARGEST = 2**40
MOST_LAYERS = 4096


class ModelError(ValueError):
    """Fields of a model that contradict one another; the message names them with their values.

    `fields` are the names of the record's fields, the one to point at first; `rule` is the id of the rule broken.
    """

    def __init__(self, message: str, fields: tuple[str, ...] = (), rule: str = "anchor-is-consistent") -> None:
        super().__init__(message)
        self.message, self.fields, self.rule = message, fields, rule


@dataclass(frozen=True, slots=True)
class Declared:
    """What is declared of a field: `kind` is int, bool, str or tuple (of words).

    `name` is what an anchor calls it; a `needed` one must stand there.
    """

    attribute: str
    kind: type
    name: str
    symbol: str
    least: int
    most: int
    choices: tuple[Any, ...]
    needed: bool
    optional: bool


def size(
    symbol: str = "", default: Any = MISSING, *, name: str = "", least: int = 1, most: int = LARGEST,
    choices: tuple[int, ...] = (), needed: bool = False, descriptive: bool = False,
) -> Any:  # fmt: skip
    """A whole number.  `descriptive` fields are kept for readers and change no size: records are equal without them."""
    return _field(int, default, symbol, name, least, most, choices, needed, descriptive)


def flag(default: Any = MISSING, *, name: str = "", needed: bool = False) -> Any:
    """True or false; with `needed` an anchor must say which, though a record built by hand has a default."""
    return _field(bool, default, name=name, needed=needed)


def word(default: Any = MISSING, *, name: str = "", choices: tuple[str, ...] = (), needed: bool = False,
         descriptive: bool = False) -> Any:  # fmt: skip
    """A name, one of `choices` where there are some."""
    return _field(str, default, name=name, choices=choices, needed=needed, descriptive=descriptive)


def words(*, name: str = "") -> Any:
    """A list of names, kept for readers; empty where there are none."""
    return _field(tuple, (), name=name, descriptive=True)


def _field(
    kind: type, default: Any, symbol: str = "", name: str = "", least: int = 1, most: int = LARGEST,
    choices: tuple[Any, ...] = (), needed: bool = False, descriptive: bool = False,
) -> Any:  # fmt: skip
    said = {"kind": kind, "symbol": symbol, "name": name, "least": least, "most": most, "choices": choices}
    return field(default=default, compare=not descriptive, metadata=said | {"needed": needed or default is MISSING})


def _declared(record: type[Record]) -> tuple[Declared, ...]:
    """The declared fields of a record, in order; parts that are records themselves are not among them."""
    return tuple(
        Declared(
            each.name, said["kind"], record.PREFIX + (said["name"] or each.name), said["symbol"], said["least"],
            said["most"], said["choices"], said["needed"] and not _may_be_none(each), _may_be_none(each),
        )
        for each in fields(record)
        if (said := each.metadata)
    )  # fmt: skip


declared = cast("Callable[[type[Record]], tuple[Declared, ...]]", lru_cache(maxsize=64)(_declared))


def _may_be_none(each: Field[Any]) -> bool:
    return str(each.type).endswith("| None")


@dataclass(frozen=True, slots=True)
class Record:
    """The base of every record: whole numbers are whole and in bounds, flags are true or false, nothing contradicts."""

    PREFIX: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for each in declared(type(self)):
            _check(self, each)
        for error in self.contradictions():
            raise error

    def contradictions(self) -> Iterator[ModelError]:
        """Everything about the fields that no model could have; each is right by itself."""
        return iter(())

    @classmethod
    def unchecked(cls, **values: Any) -> Self:
        """A record of values right by themselves, to ask for its `contradictions`: making it refuses none."""
        made = object.__new__(cls)
        for each in fields(cls):
            object.__setattr__(made, each.name, values.get(each.name, each.default))
        return made

    @classmethod
    def named(cls, attribute: str) -> str:
        """What an anchor calls the field."""
        return next(each.name for each in declared(cls) if each.attribute == attribute)

    def multiple(self, many: str, few: str) -> Iterator[ModelError]:
        """A contradiction where the field `many` is no multiple of `few`."""
        above, below = getattr(self, many), getattr(self, few)
        if above % below:
            message = f"{self.named(many)} = {above} is not a multiple of {self.named(few)} = {below}"
            yield ModelError(message, (many,), "heads-divide")


def _check(record: Record, each: Declared) -> None:
    """No text, no float, no numpy number where a whole number or a flag is declared."""
    value, where = getattr(record, each.attribute), f"{type(record).__name__}.{each.attribute}"
    if value is None and each.optional:
        return
    if each.kind is bool and type(value) is not bool:
        raise ModelError(f"{where} must be True or False, not {value!r}", (each.attribute,))
    if each.kind is int and (type(value) is not int or value < each.least):
        raise ModelError(f"{where} must be a whole number ≥ {each.least}, not {value!r}", (each.attribute,))
    if each.choices and value not in each.choices:
        raise ModelError(f"{each.name} must be {either(each.choices, value)}, not {value!r}", (each.attribute,))


def either(choices: Iterable[Any], value: object = "") -> str:
    """``2 or 4``, ``one of float32, bfloat16``."""
    written = [str(choice) for choice in choices]
    if isinstance(value, str):
        return f"one of {', '.join(written)}"
    return " or ".join([", ".join(written[:-1]), written[-1]] if len(written) > 1 else written)
