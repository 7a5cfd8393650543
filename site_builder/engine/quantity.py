"""A quantity: one definition of one number, bound to a model and then to values.

quantity = QUANTITY_BY_ID["score_matrix"]
bound = quantity.bind(model)                  # N is still free
bound.value(N=131072)                         # 34359738368
bound.text(N=131072)                          # "32 GiB"
bound.substituted(N=131072)                   # "2 × 131072² B = 32 GiB"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from site_builder.engine.formula import Expression, Number, evaluate, is_approximate, symbols, to_json
from site_builder.engine.measure import Unit
from site_builder.engine.model import Model
from site_builder.engine.notation import ABOUT, equation
from site_builder.engine.units import Style, format_value, printed_unit

ArgumentValue: TypeAlias = int | str
Arguments: TypeAlias = Mapping[str, ArgumentValue]
"""Arguments by name; a number that stays free is absent."""


class QuantityError(ValueError):
    """An argument a quantity does not take, or a value outside its range; the message names both."""


class BeyondModel(QuantityError):
    """More heads or layers than the model has, or a convention of layers that it does not have."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a quantity: a whole number within bounds, or one of some named choices.

    `default=None` leaves a number free (the context length N); a convention (dtype, window,
    active count) always has a default and is printed with the value.  `unit` is what a number counts; a plain
    number will do too.  `refuses` says why a value is none of the model's, or nothing.  `spellings` maps what others
    write to a choice.
    """

    name: str
    meaning: str
    default: ArgumentValue | None = None
    minimum: int = 1
    maximum: int = 2**40
    choices: tuple[str, ...] = ()
    unit: str = ""
    refuses: Callable[[Model, ArgumentValue], str] | None = None
    spellings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Input:
    """A number that went into a formula: its symbol, value, and what it is.

    `origin` is the name of an anchor field, an argument or a quantity, with a type's name behind it
    (``dtype = bfloat16``), or one of `ORIGINS`.
    """

    symbol: str
    value: Number
    origin: str


ORIGINS = (
    "added_per_token",
    "bytes_of_a_token",
    "checkpoint_elements",
    "copied_bytes",
    "divided_bytes",
    "elements_of_type",
    "expert_bytes",
    "kv_devices",
    "kv_projection_bytes",
    "layer_matrices",
    "matrix_parameters",
    "other_elements",
    "pi",
    "projection_parameters",
    "quantised_elements",
    "single_elements",
    "tile_scales",
    "vocabulary_head",
)
"""Numbers counted on the way that are no quantity of their own; the locale file has their names."""


@dataclass(frozen=True, slots=True)
class Formula:
    """What a quantity's builder returns: the expression and the inputs its symbols stand for."""

    expression: Expression
    inputs: tuple[Input, ...] = ()

    def value(self) -> int:
        """The value of a formula of whole numbers that has no free symbol.  FormulaError for one that has."""
        value = evaluate(self.expression, {given.symbol: given.value for given in self.inputs})
        assert isinstance(value, int)
        return value


Builder: TypeAlias = Callable[[Model, Arguments], Formula]
"""(model, every argument with its value or its default) → Formula."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """One definition: `unit` is written as `measure.Unit.parse` reads it, "B" or "FLOP/token".

    `sources` are citations, ``arXiv:1706.03762 Table 1``, or `tensor_shapes`, whose words the locale file has.
    """

    id: str
    title: str
    symbol: str
    unit: str
    style: Style
    build: Builder
    arguments: tuple[Argument, ...] = ()
    sources: tuple[str, ...] = ()

    def bind(self, model: Model, **given: ArgumentValue) -> BoundQuantity:
        """The quantity for one model.  QuantityError names an unknown argument or a bad value."""
        values = self.checked(given)
        _check_model(self, model, given)
        formula = _built(self.build, _Same(model), tuple(values.items()))
        return BoundQuantity(
            self.id, self.title, Unit.parse(self.unit), self.style,
            formula.expression, formula.inputs, tuple(values.items()), self.sources, self.call(given),
            ranges=tuple((each.name, each.minimum, each.maximum) for each in self.arguments if each.name not in values),
        )  # fmt: skip

    def call(self, given: Arguments, model: str = "") -> str:
        """How a lesson asks for it: ``score_matrix(N=131072)``, in one order, arguments at their defaults left out.

        `model` is the id of another model than the page's own.
        """
        written = [
            f"{argument.name}={given[argument.name]}"
            for argument in self.arguments
            if argument.name in given and str(given[argument.name]) != str(argument.default)
        ]
        return written_call(self.id, written, model)

    def checked(self, given: Arguments) -> dict[str, ArgumentValue]:
        """`given` with the defaults of the other arguments.  QuantityError as `bind`."""
        return _checked_arguments(self, given)


def written_call(name: str, arguments: Sequence[str], model: str) -> str:
    """A call with its arguments as they are written, of another model than the page's own where one is named."""
    given = [*arguments, *([f"model={model}"] if model else [])]
    return f"{name}({', '.join(given)})" if given else name


@dataclass(frozen=True, slots=True)
class BoundQuantity:
    """A quantity with its model's numbers: an expression whose only free symbols are numbers to come.

    Arithmetic on quantities in a lesson gives one too; its `id` is then the author's own expression.
    `call` is the whole expression that asks for it, ``score_matrix(N=native_context)``: it names the number
    for good, whatever the model; empty where that is the `id`.  `rounded` says that a number in it was rounded
    before it came here; `ranges` are the bounds of arguments that were left free.
    """

    id: str
    title: str
    unit: Unit
    style: Style
    expression: Expression
    inputs: tuple[Input, ...] = ()
    arguments: tuple[tuple[str, ArgumentValue], ...] = ()
    sources: tuple[str, ...] = ()
    call: str = ""
    rounded: bool = False
    ranges: tuple[tuple[str, int, int], ...] = ()
    _known: dict[str, Number] = field(default_factory=dict, init=False, repr=False, compare=False)
    """The value, once it was asked for: a page prints it, explains it and traces it."""

    @property
    def free(self) -> tuple[str, ...]:
        """Symbols that still need a value, in reading order, each once."""
        known = {given.symbol for given in self.inputs}
        return tuple(dict.fromkeys(name for name in symbols(self.expression) if name not in known))

    def values(self, **free: Number) -> dict[str, Number]:
        """The number of every symbol: the model's, and those given now.

        QuantityError for one that is the model's own, and for one outside the range of its argument.
        """
        own = {given.symbol: given.value for given in self.inputs}
        if free:
            self._check_free(own, free)
        return own | free

    def _check_free(self, own: Mapping[str, Number], free: Mapping[str, Number]) -> None:
        for name in own:
            if free.get(name, own[name]) != own[name]:
                raise QuantityError(f"{self.id}: {name} is {own[name]} here, and not free to be {free[name]}")
        for name, minimum, maximum in self.ranges:
            if not minimum <= free.get(name, minimum) <= maximum:
                raise QuantityError(f"{self.id}({name}={free[name]}) is outside {minimum} … {maximum:,}")

    def value(self, **free: Number) -> Number:
        """The exact value, in `unit`.  FormulaError if a symbol is still free."""
        if free:
            return evaluate(self.expression, self.values(**free))
        if "value" not in self._known:
            self._known["value"] = evaluate(self.expression, self.values())
        return self._known["value"]

    def text(self, **free: Number) -> str:
        """The value as printed everywhere: `units.format_value`."""
        return self.about(**free) + format_value(self.value(**free), self.style, str(self.unit))

    def about(self, **free: Number) -> str:
        """What stands before the value where it was rounded on the way: ``≈ ``."""
        return ABOUT if self.rounded or is_approximate(self.expression, self.values(**free)) else ""

    def substituted(self, **free: Number) -> str:
        """The formula with its numbers and result: ``2 × 131072² B = 32 GiB``."""
        unit = printed_unit(self.style, str(self.unit))
        return equation(self.expression, self.values(**free), unit, self.text(**free))

    def as_json(self) -> dict[str, object]:
        """What the browser needs to do all of the above: see static/js/formula.js."""
        return {
            "quantity": self.id,
            "style": self.style,
            "unit": str(self.unit),
            "formula": to_json(self.expression),
            "inputs": {given.symbol: str(given.value) for given in self.inputs},
            **({"rounded": True} if self.rounded else {}),
        }


class _Same:
    """A model known by its identity: to find out that two are equal takes longer than most formulas."""

    __slots__ = ("model",)

    def __init__(self, model: Model) -> None:
        self.model = model

    def __hash__(self) -> int:
        return id(self.model)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.model is self.model


@lru_cache(maxsize=4096)
def _built(build: Builder, same: _Same, arguments: tuple[tuple[str, ArgumentValue], ...]) -> Formula:
    """A builder's formula, made once for a model and arguments: lessons ask for the same ones again and again."""
    return build(same.model, dict(arguments))


def _checked_arguments(quantity: Quantity, given: Arguments) -> dict[str, ArgumentValue]:
    declared = {argument.name: argument for argument in quantity.arguments}
    unknown = sorted(set(given) - set(declared))
    if unknown:
        raise QuantityError(f"{quantity.id} takes no argument {unknown[0]!r}; it takes {', '.join(declared) or 'none'}")
    values: dict[str, ArgumentValue] = {}
    for argument in quantity.arguments:
        value = given.get(argument.name, argument.default)
        if value is not None:
            _check_argument(quantity, argument, value)
            values[argument.name] = value
    return values


def _check_model(quantity: Quantity, model: Model, given: Arguments) -> None:
    """`BeyondModel` for an argument that is outside what the model has."""
    for argument in quantity.arguments:
        value = given.get(argument.name, argument.default)
        if argument.refuses is None or value is None or value == argument.default:
            continue
        if reason := argument.refuses(model, value):
            raise BeyondModel(f"{quantity.id}({argument.name}={value}): {reason}")


def _check_argument(quantity: Quantity, argument: Argument, value: ArgumentValue) -> None:
    if argument.choices:
        if value not in argument.choices:
            if meant := argument.spellings.get(str(value).lower()):
                raise QuantityError(f"{quantity.id}({argument.name}=…): {value} is {meant} here")
            raise QuantityError(
                f"{quantity.id}({argument.name}=…) is one of {', '.join(argument.choices)}, not {value!r}"
            )
    elif isinstance(value, bool) or not isinstance(value, int):
        raise QuantityError(f"{quantity.id}({argument.name}=…) is a whole number, not {value!r}")
    elif not argument.minimum <= value <= argument.maximum:
        raise QuantityError(
            f"{quantity.id}({argument.name}={value}) is outside {argument.minimum} … {argument.maximum:,}"
        )
