"""All directives, in the order in which the manual lists them."""

from site_builder.parse.directives import (
    areas,
    attention_figure,
    calculator,
    claims,
    dataflow,
    evidence,
    exercise,
    faq,
    figure,
    frames,
    include,
    plot,
    predictions,
    shape_diagram,
    solution,
    stepper,
    steps_figure,
    table,
    tabs,
)
from site_builder.parse.directives.spec import Directive

DIRECTIVES: tuple[Directive, ...] = (
    *frames.DIRECTIVES,
    steps_figure.DIRECTIVE,
    dataflow.DIRECTIVE,
    stepper.DIRECTIVE,
    attention_figure.DIRECTIVE,
    shape_diagram.DIRECTIVE,
    calculator.DIRECTIVE,
    areas.DIRECTIVE,
    plot.DIRECTIVE,
    evidence.DIRECTIVE,
    claims.DIRECTIVE,
    predictions.DIRECTIVE,
    exercise.DIRECTIVE,
    solution.DIRECTIVE,
    tabs.DIRECTIVE,
    faq.DIRECTIVE,
    figure.DIRECTIVE,
    table.DIRECTIVE,
    include.DIRECTIVE,
)
BY_STEM = {directive.stem: directive for directive in DIRECTIVES}
DATA_STEMS = frozenset(directive.stem for directive in DIRECTIVES if "data" in directive.body)
