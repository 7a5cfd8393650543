"""A quantity asked for by name, with its arguments; and a hint for a name that is none."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from site_builder.engine.formula import FormulaError, Operand, as_expression, bind
from site_builder.engine.measure import CONSTANTS, also_called
from site_builder.engine.model import Model
from site_builder.engine.quantities import also_asked
from site_builder.engine.quantity import Arguments, BoundQuantity, Input, Quantity, QuantityError
from site_builder.engine.ranges import Range, range_of
from site_builder.engine.sheet import Sheet
from site_builder.engine.storage import BY_NAME as STORAGE
from site_builder.expression.argument_checks import check_range, check_unit
from site_builder.expression.arithmetic import with_numbers
from site_builder.expression.functions import FUNCTIONS
from site_builder.expression.names import Names, fact_quantity
from site_builder.expression.own import OwnQuantity, expand
from site_builder.expression.reading import Reads, model_asked
from site_builder.expression.syntax import refused, value_text
from site_builder.problems import Refused, nearest

_LIST = "site-builder numbers lists them all"
_OTHER_NAMES = {
    **dict.fromkeys(("heads", "num_heads", "n_heads", "n_head", "num_attention_heads"), "query_heads"),
    **dict.fromkeys(("num_key_value_heads", "num_kv_heads", "n_kv_heads"), "kv_heads"),
    **dict.fromkeys(("num_layers", "n_layers", "n_layer", "num_hidden_layers", "depth"), "layers"),
    **dict.fromkeys(("d_model", "hidden_dim", "n_embd", "dim", "embedding_dim"), "hidden_size"),
    **dict.fromkeys(("d_k", "d_head", "head_size"), "head_dim"),
    **dict.fromkeys(("d_ff", "ffn_dim", "n_inner", "ffn_hidden_size"), "intermediate_size"),
    **dict.fromkeys(("context_length", "max_position_embeddings", "n_ctx", "seq_len"), "native_context"),
}
"""What configs and papers call a field of the model."""


def call(reader: Reads, node: ast.AST, name: str, keywords: Sequence[ast.keyword]) -> BoundQuantity:
    """The quantity or fact `name` with its arguments; ``model="…"`` is one that each of them takes."""
    sheet, others = model_asked(reader, keywords)
    quantity = reader.names.quantities.get(name)
    if isinstance(quantity, OwnQuantity):
        return expand(reader, node, quantity, keywords)
    if quantity is None and name in reader.names.quantities:
        message = f"{name} has a problem of its own, in content/quantities.yaml"
        raise refused(node, "quantity-is-known", message)
    if quantity is None:
        return _field(reader, node, name, sheet, len(others) < len(keywords))
    fixed: dict[str, int | str] = {}
    later: dict[str, Operand] = {}
    for keyword in others:
        _argument(reader, quantity, keyword, fixed, later)
    assert sheet.model is not None
    try:
        bound = _bound(quantity, sheet.model, fixed, later, reader.free)
    except QuantityError as error:
        raise refused(node, "argument-is-known", str(error), _choice_meant(quantity, fixed)) from None
    bound = with_numbers(bound, reader.free)  # an N = 6 of its own is not the N that varies
    inputs = tuple(_as_written(given, others) for given in bound.inputs)
    words = {name: value for name, value in fixed.items() if isinstance(value, str)}
    asked = {str(each.arg): words.get(str(each.arg), value_text(each.value)) for each in others}
    bound = replace(bound, expression=bind(bound.expression, later), inputs=inputs, call=quantity.call(asked))
    return bound if sheet is reader.names.model else _of_model(bound, sheet, quantity, asked)


def _bound(
    quantity: Quantity, model: Model, fixed: Arguments, later: dict[str, Operand], free: Mapping[str, Range]
) -> BoundQuantity:
    """The quantity with the arguments in `later` as symbols; one that had none is renamed there to what it has now.

    QuantityError for one that is outside the model at either end, and for one that the formula's form depends on.
    """
    bound = quantity.bind(model, **fixed)
    counted = [name for name in later if name not in bound.free]
    if not counted:
        return bound
    ranges = {name: range_of(as_expression(later[name]), free) or (1, 1) for name in counted}
    low, top = (quantity.bind(model, **fixed, **{name: ends[turn] for name, ends in ranges.items()}) for turn in (0, 1))
    symbols = {given.origin: given.symbol for given in top.inputs if given.origin in counted}
    lowest = {symbols[name]: ends[0] for name, ends in ranges.items() if name in symbols}
    tried = dict.fromkeys(bound.free, 7)  # the same formula: what it gives at the low end is what it gives there
    kept = tuple(given for given in top.inputs if given.origin not in counted)
    open_ = replace(top, inputs=kept, arguments=tuple(each for each in top.arguments if each[0] not in counted))
    if len(symbols) < len(counted) or open_.value(**{**tried, **lowest}) != low.value(**tried):
        raise QuantityError(f"{quantity.id}({counted[0]}=…) is one number and cannot follow {', '.join(free)}")
    for name, symbol in symbols.items():
        later[symbol] = later.pop(name)
    return open_


def _of_model(bound: BoundQuantity, sheet: Sheet, quantity: Quantity, asked: Mapping[str, str]) -> BoundQuantity:
    """The quantity of another model than the page's own: its call, its conventions and what it came from say so."""
    taken = {name for name, _ in bound.arguments} | set(asked.values())
    inputs = tuple(
        given if given.origin.partition(" = ")[0] in taken else replace(given, origin=f"{sheet.id}.{given.origin}")
        for given in bound.inputs
    )
    arguments = (*bound.arguments, ("model", sheet.id))
    return replace(bound, inputs=inputs, arguments=arguments, call=quantity.call(asked, sheet.id))


def unknown_name(node: ast.AST, name: str, names: Names, model: Sheet, free: Collection[str]) -> Refused:
    """The problem of a name that means nothing, with the quantity or field that was probably meant.

    Perhaps it is a field's name in the config it was read from.
    """
    facts = model.facts
    if name in facts:
        return refused(node, "expression-has-a-value", f"the anchor's {name} is no number to compute with")
    other = next((id_ for id_, sheet in names.models.items() if sheet and name in sheet.facts), None)
    if other:
        return refused(node, "field-is-of-the-model", f"{model.id} has no {name}, which {other} has")
    known = [each for each in facts if fact_quantity(model, each)]
    read_from = [each for each in known if facts[each].source.endswith((f", {name}", f".{name}"))]
    ours = _OTHER_NAMES.get(name, read_from[0] if read_from else "")
    ours = ours if ours in known else also_called(name) or also_asked(name)
    hint = f"did you mean {ours!r}?" if ours else f'a word stands in quotes: "{name}"' if name in STORAGE else ""
    hint = hint or nearest(
        name,
        [*free, *names.quantities, *known, *CONSTANTS, *FUNCTIONS],
        f"the variable here is {' or '.join(sorted(free))}" if free else _LIST,
    )
    return refused(node, "quantity-is-known", f"no quantity or anchor field is called {name!r}", hint)


def _field(reader: Reads, node: ast.AST, name: str, sheet: Sheet, of_model: bool) -> BoundQuantity:
    """A field of a model that is asked for like a quantity, which only one of another model is."""
    field = fact_quantity(sheet, name, "" if sheet is reader.names.model else f"{sheet.id}.")
    if field and of_model:
        asked = "" if sheet is reader.names.model else f"{name}(model={sheet.id})"
        return replace(with_numbers(field, reader.free), call=asked)
    if of_model and field is None and any(each and name in each.facts for each in reader.names.models.values()):
        raise unknown_name(node, name, reader.names, sheet, ())
    hint = f"it is a field: write {name}, or show({name}, …)" if field else ""
    hint = hint or (f"did you mean {meant!r}?" if (meant := also_asked(name)) else "")
    hint = hint or nearest(name, [*reader.names.quantities, *FUNCTIONS], _LIST)
    raise refused(node, "quantity-is-known", f"no quantity is called {name!r}", hint)


def _argument(
    reader: Reads, quantity: Quantity, keyword: ast.keyword, fixed: dict[str, int | str], later: dict[str, Operand]
) -> None:
    name = keyword.arg
    known = [argument.name for argument in quantity.arguments]
    if name not in known:
        raise refused(
            keyword, "argument-is-known", f"{quantity.id} takes no argument {name!r}",
            nearest(str(name), known, f"it takes {', '.join(known) or 'none'}"),
        )  # fmt: skip
    if (choice := reader.choice(keyword.value)) is not None:
        fixed[name] = choice
        return
    given = reader.read(keyword.value)
    check_unit(quantity, keyword, given)
    if given.free and any(argument.name == name and argument.choices for argument in quantity.arguments):
        message = f"{quantity.id}({name}=…) is a choice and cannot follow {', '.join(reader.free)}"
        raise refused(keyword, "argument-is-known", message)
    if given.free:
        later[name] = varying = with_numbers(given, {item.symbol for item in given.inputs}).expression
        check_range(quantity, keyword, varying, reader.free)
        return
    fixed[name] = _whole(keyword, quantity, given)


def _whole(keyword: ast.keyword, quantity: Quantity, given: BoundQuantity) -> int:
    try:
        value = given.value()
    except FormulaError as error:
        raise refused(keyword, "expression-has-a-value", str(error)) from None
    if not isinstance(value, int):
        raise refused(keyword, "argument-is-known", f"{quantity.id}({keyword.arg}=…) is a whole number, not {value}")
    return value


def _choice_meant(quantity: Quantity, given: Mapping[str, int | str]) -> str:
    """A hint at the choice that was probably meant, where one given is none of its argument's."""
    for argument in quantity.arguments:
        value = given.get(argument.name, argument.default)
        if argument.choices and value not in argument.choices:
            return nearest(str(value), argument.choices, otherwise=" ").strip()
    return ""


def _as_written(given: Input, keywords: Sequence[ast.keyword]) -> Input:
    """An input that is an argument of the call, with the expression it was given as where that is no number."""
    for keyword in keywords:
        if keyword.arg == given.origin and not isinstance(keyword.value, ast.Constant):
            return replace(given, origin=value_text(keyword.value))
    return given
