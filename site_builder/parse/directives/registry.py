"""All directives, in the order in which the manual lists them."""

from site_builder.parse.directives import (
    attention_figure,
    calculator,
    claims,
    dataflow,
    deferred,
    dig,
    evidence,
    faq,
    figure,
    gap,
    include,
    misconception,
    note,
    predictions,
    question,
    shape_diagram,
    stepper,
    steps_figure,
    stop,
    takeaway,
    try_,
    warning,
)
from site_builder.parse.directives.spec import Directive

DIRECTIVES: tuple[Directive, ...] = (
    question.DIRECTIVE,
    deferred.DIRECTIVE,
    steps_figure.DIRECTIVE,
    dataflow.DIRECTIVE,
    stepper.DIRECTIVE,
    misconception.DIRECTIVE,
    attention_figure.DIRECTIVE,
    shape_diagram.DIRECTIVE,
    calculator.DIRECTIVE,
    try_.DIRECTIVE,
    dig.DIRECTIVE,
    evidence.DIRECTIVE,
    claims.DIRECTIVE,
    predictions.DIRECTIVE,
    takeaway.DIRECTIVE,
    stop.DIRECTIVE,
    gap.DIRECTIVE,
    faq.DIRECTIVE,
    figure.DIRECTIVE,
    include.DIRECTIVE,
    note.DIRECTIVE,
    warning.DIRECTIVE,
)
BY_STEM = {directive.stem: directive for directive in DIRECTIVES}
DATA_STEMS = frozenset(directive.stem for directive in DIRECTIVES if directive.body == "data")
