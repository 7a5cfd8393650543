"""`areas`: the values of a calculator on the same page, to be drawn as areas."""

from __future__ import annotations

from site_builder.document.blocks import Areas, Calculator
from site_builder.document.walk import walk
from site_builder.figures.areas import AreasView, areas_view
from site_builder.problems import nearest
from site_builder.resolve.calculator import resolve_calculator
from site_builder.resolve.scope import Scope


def resolve_areas(block: Areas, scope: Scope) -> AreasView | None:
    """The view at the calculator's start; None, with the problem reported, without such a calculator or such curves."""
    named = {node.name: node for node in walk(scope.lesson.blocks) if isinstance(node, Calculator)}
    if block.calculator not in named:
        if "calculator" not in scope.lesson.dropped:
            scope.problems.error(
                block.position, "widget-is-known", f"no calculator of this page is called {block.calculator!r}",
                nearest(block.calculator, named) or "write one with :name:",
            )  # fmt: skip
        return None
    calculator = resolve_calculator(named[block.calculator], scope)
    view = areas_view(block.title, block.caption, block.position, calculator) if calculator else None
    if calculator and view is None:
        message = "areas need a curve that stays and one that grows as the square of the variable"
        scope.problems.error(block.position, "widget-is-known", message)
    return view
