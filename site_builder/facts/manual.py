"""``docs/quantities.md``, what each quantity means, made from the engine: ``python -m site_builder.facts.manual``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from site_builder.engine.notation import to_text
from site_builder.engine.quantities import QUANTITIES
from site_builder.engine.quantity import Argument, BoundQuantity, Quantity, QuantityError
from site_builder.engine.reach import NoCrossing
from site_builder.engine.sheet import Sheet
from site_builder.engine.storage import BY_NAME, FORMATS
from site_builder.facts.anchor import load_anchor
from site_builder.problems import Problems
from site_builder.source.folder import read_folder
from site_builder.source.snapshot import Files

MODELS = ("qwen3-8b", "qwen3.8-27b", "deepseek-v3")
"""Whose formulas are shown: the first of these that has the quantity, so that the plainest comes first."""
_HEAD = """\
# What each quantity means

Made from the engine by `python -m site_builder.facts.manual`. A lesson asks for a quantity by its name,
`` {eval}`kv_cache(N=8192)` ``; `site-builder numbers` prints all of them for a model, with the numbers put in. The
formula is that of the model named, for another may have other parts; an argument without a default has to be given,
unless it says what it stands for.
"""


def quantities_page(models: Sequence[Sheet]) -> str:
    """The page, quantity by quantity in the engine's order; `models` as in `MODELS`."""
    return "\n".join([_HEAD, *(line for quantity in QUANTITIES for line in _quantity(quantity, models)), *_formats()])


def _quantity(quantity: Quantity, models: Sequence[Sheet]) -> Iterator[str]:
    yield f"## {quantity.id}\n"
    yield f"{quantity.title}. Symbol `{quantity.symbol}`, counted in `{quantity.unit}`.\n"
    shown = next((found for model in models if (found := _bound(quantity, model))), None)
    if shown:
        model, bound = shown
        yield f"`{quantity.symbol} = {to_text(bound.expression, {})}`\n"
        meanings = [f"`{given.symbol}` {given.origin}" for given in bound.inputs if given.origin]
        of_model = f"For {model.title}" + (f": {', '.join(meanings)}" if meanings else "")
        value = "" if bound.free else f"; it comes to {bound.text()}"
        yield f"{of_model}{value}.\n"
    if quantity.arguments:
        yield "| Argument | What it is | Default |\n|---|---|---|"
        yield from map(_argument, quantity.arguments)
        yield ""
    yield f"Source: {', '.join(_source(source) for source in quantity.sources)}.\n"


def _bound(quantity: Quantity, model: Sheet) -> tuple[Sheet, BoundQuantity] | None:
    assert model.model is not None
    try:
        bound = quantity.bind(model.model)
    except (NoCrossing, QuantityError):
        return None
    return (model, bound) if bound.inputs or bound.free else None


def _argument(argument: Argument) -> str:
    choices = f"; one of {_choices(argument.choices)}" if argument.choices else ""
    default = "none" if argument.default is None else f"`{argument.default}`"
    return f"| `{argument.name}` | {argument.meaning}{choices} | {default} |"


def _choices(names: Sequence[str]) -> str:
    """The names; a long list of formats is said once, at the end of the page."""
    own, missing = [name for name in names if name not in BY_NAME], [name for name in BY_NAME if name not in names]
    if len(missing) > len(BY_NAME) // 2:
        return ", ".join(map(_code, names))
    but = f" but {', '.join(map(_code, missing))}" if missing else ""
    return f"{', '.join(map(_code, own))}, and the [formats](#formats){but}"


def _code(name: str) -> str:
    return f"`{name}`"


def _formats() -> Iterator[str]:
    """Every storage format, with what a block of it holds and takes."""
    yield "## formats\n\n| Format | What it is | Elements of a block | Bytes of a block |\n|---|---|---|---|"
    for each in FORMATS:
        yield f"| `{each.name}` | {each.meaning} | {each.block_elements} | {each.block_bytes} |"
    yield ""


def _source(source: str) -> str:
    return "the shapes of the model's tensors" if source == "tensor_shapes" else source


def shown_models(files: Files) -> list[Sheet]:
    """The anchors of `MODELS` in a course."""
    anchors = [load_anchor(files, name, Problems()) for name in MODELS]
    return [anchor.sheet for anchor in anchors if anchor]


if __name__ == "__main__":
    Path("docs/quantities.md").write_text(quantities_page(shown_models(read_folder(Path()))), encoding="utf-8")
