"""The engine in three lines, for a script or a notebook:

>>> from site_builder.library import Model, kv_cache
>>> model = Model.from_config("tests/importing/configs/Qwen3-8B.json")
>>> kv_cache(model, N=131072)
kv_cache(N=131072) = 18 GiB

Every quantity of docs/quantities.md is a name here.  Nothing of the site is needed, nor numpy, nor plotly.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

from site_builder.commands.given import given_config
from site_builder.engine.dims import TEX_NAMES
from site_builder.engine.notation import symbol_tex, to_tex, to_text
from site_builder.engine.number import Number
from site_builder.engine.quantities import BY_ID, also_asked
from site_builder.engine.quantity import ArgumentValue, BoundQuantity, QuantityError
from site_builder.facts.anchor import Anchor, FieldValue, read_anchor
from site_builder.importing.given import Given
from site_builder.importing.importer import import_config
from site_builder.problems import Problem, Problems, nearest
from site_builder.source.folder import read_given
from site_builder.source.text import SourceText

__all__ = ["Answer", "Model", "ModelFileError", "quantity", *sorted(BY_ID)]


class ModelFileError(ValueError):
    """A config or an anchor that cannot be used; `problems` are all of its mistakes, with place and hint."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Model:
    """A model with its facts.  `warnings` are what the file says that changes no size."""

    anchor: Anchor
    warnings: tuple[Problem, ...] = ()

    @classmethod
    def from_config(
        cls, config: str | Path | Mapping[str, Any], *, name: str = "", ignore: Sequence[str] = ()
    ) -> Model:
        """A config.json as Hugging Face publishes it: its path, the folder it lies in, or what it holds, as a dict.

        `name` is what a dict is called, `ignore` are keys that change no size.  Raises ModelFileError, all at once.
        """
        problems = Problems()
        read = _given(config, name, ignore, problems)
        written = None if read is None else import_config(read, problems)
        return cls._read(None if read is None or written is None else SourceText(read.config.path, written), problems)

    @classmethod
    def from_anchor(cls, path: str | Path) -> Model:
        """An anchor file, ``content/anchors/qwen3.8-27b.yaml``.  Raises ModelFileError with every mistake."""
        problems = Problems()
        return cls._read(read_given(Path(path), problems), problems)

    @classmethod
    def _read(cls, text: SourceText | None, problems: Problems) -> Model:
        anchor = None if text is None else read_anchor(text, problems)
        if anchor is None or problems.errors:
            raise ModelFileError(problems.errors)
        return cls(anchor, tuple(problems))

    @property
    def title(self) -> str:
        """The model's name."""
        return self.anchor.title

    def field(self, name: str) -> FieldValue:
        """A fact by the name that lessons know it by, ``kv_heads``.  KeyError for one that there is not."""
        if name not in self.anchor.fields:
            raise KeyError(f"{self.title} has no field {name!r} ({nearest(name, self.anchor.fields)})")
        return self.anchor.fields[name].value

    def __repr__(self) -> str:
        return f"<Model {self.title}: {quantity('parameters')(self).text}>"


def _given(
    config: str | Path | Mapping[str, Any], name: str, ignore: Sequence[str], problems: Problems
) -> Given | None:
    if isinstance(config, Mapping):
        return Given(SourceText(f"{name or 'config'}.json", json.dumps(dict(config), indent=2)), ignore=tuple(ignore))
    return given_config(Path(config), problems, ignore)


# --- answers ------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Answer:
    """A quantity of one model with its number, and how it was made; a notebook shows formula, numbers and origins."""

    model: Model
    bound: BoundQuantity

    @property
    def value(self) -> Number:
        """The exact number, in `unit`."""
        return self.bound.value()

    @property
    def unit(self) -> str:
        """What the number counts: "B", "token", "FLOP/token"; nothing for a plain number."""
        return str(self.bound.unit)

    @property
    def text(self) -> str:
        """The number as every page prints it: ``18 GiB``."""
        return self.bound.text()

    @property
    def formula(self) -> str:
        """The formula with its symbols: ``2 × L_full × h_kv × N × d_h × b``."""
        return to_text(self.bound.expression, {})

    @property
    def equation(self) -> str:
        """The formula with its numbers: ``2 × 36 × 8 × 131072 × 128 × 2 B = 18 GiB``."""
        return self.bound.substituted()

    @property
    def inputs(self) -> dict[str, tuple[Number, str]]:
        """Each symbol's number, and the field, argument or quantity that it is."""
        return {given.symbol: (given.value, given.origin) for given in self.bound.inputs}

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{self.bound.call or self.bound.id} = {self.text}"

    def _repr_latex_(self) -> str:
        bound = self.bound
        numbers = {given.symbol: str(given.value) for given in bound.inputs}
        symbol = symbol_tex(BY_ID[bound.id].symbol, TEX_NAMES)
        with_numbers = to_tex(bound.expression, numbers)
        return (
            rf"$\displaystyle {symbol} = {to_tex(bound.expression, TEX_NAMES)} = {with_numbers} = \text{{{self.text}}}$"
        )

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td><code>{escape(symbol)}</code></td><td>{number}</td><td>{escape(origin)}</td></tr>"
            for symbol, (number, origin) in self.inputs.items()
        )
        return (
            f"<p><b>{escape(self.bound.title)}</b> ({escape(self.model.title)}): <b>{escape(self.text)}</b></p>"
            f"<p><code>{escape(self.formula)}<br>{escape(self.equation)}</code></p><table>{rows}</table>"
        )


Question = Callable[..., Answer]


def quantity(name: str) -> Question:
    """The quantity called `name`, to be asked of a model: ``quantity("kv_cache")(model, N=131072)``.

    The call raises QuantityError for an argument that the quantity does not take, that is outside its range or the
    model's, or that is missing.
    """
    if name not in BY_ID:
        meant = also_asked(name)
        hint = f"did you mean {meant!r}?" if meant else nearest(name, BY_ID, "dir(site_builder.library) has them all")
        raise AttributeError(f"no quantity is called {name!r} ({hint})", name=name)
    asked = BY_ID[name]

    def ask(model: Model, **arguments: ArgumentValue) -> Answer:
        if not isinstance(model, Model):
            raise TypeError(f"{name} is asked of a Model, not of {model!r:.60}: Model.from_config(…) reads one")
        arguments = {key: _plain(value) for key, value in arguments.items()}
        bound = asked.bind(model.anchor.model, **arguments)
        if bound.free:
            raise QuantityError(f"{name} needs {', '.join(bound.free)}")
        return Answer(model, replace(bound, call=asked.call(arguments)))

    ask.__name__ = ask.__qualname__ = name
    ask.__doc__ = f"{asked.title}; in {asked.unit}.  Arguments: {', '.join(each.name for each in asked.arguments)}."
    return ask


def _plain(value: Any) -> Any:
    """A whole number of another library, such as numpy's, as Python's own."""
    is_whole = not isinstance(value, (bool, int, str)) and hasattr(value, "__index__")
    return operator.index(value) if is_whole else value


def __getattr__(name: str) -> Question:
    return quantity(name)


def __dir__() -> list[str]:
    return sorted(__all__)
