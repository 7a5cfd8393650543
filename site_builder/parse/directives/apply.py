"""The one applier: an author's directive against its declared spec, all mistakes reported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from site_builder.document.blocks import Blocks, Section
from site_builder.document.inline import Inline
from site_builder.parse.directives.label import with_number
from site_builder.parse.directives.options import read_options
from site_builder.parse.directives.registry import BY_STEM
from site_builder.parse.directives.spec import Directive, Given, Services
from site_builder.parse.outline import Node, WrittenDirective
from site_builder.problems import Written, nearest
from site_builder.source.kinds import NOTHING
from site_builder.source.nodes import MappingNode, ScalarNode, SequenceNode
from site_builder.source.nodes import Node as DataNode
from site_builder.source.punctuation import report_half_width_in
from site_builder.source.yaml import load_yaml

_RAW = ("path", "label")
"""Arguments that are no words of the text."""


class Parser(Services, Protocol):
    """What the applier needs of the parser beyond what directives do."""

    def blocks(self, nodes: tuple[Node, ...]) -> Blocks: ...

    def drop(self, stem: str) -> None: ...

    def sections(self, nodes: tuple[Node, ...]) -> tuple[tuple[Section, ...], Blocks]: ...


def apply(written: WrittenDirective, parser: Parser) -> Blocks:
    """The blocks a directive makes; what it holds, with problems, where it is not as its spec declares."""
    directive = BY_STEM.get(written.name)
    if directive is None or not written.known:
        if directive is None and written.known:
            parser.problems.error(
                written.position, "directive-is-known", f"no directive is called {written.name!r}",
                nearest(written.name, BY_STEM, otherwise=f"known: {', '.join(BY_STEM)}"),
            )  # fmt: skip
        parser.drop(written.name)
        return parser.blocks(written.body)
    mark = parser.problems.mark
    title, options = _title(directive, written, parser), read_options(directive, written, parser.problems)
    is_data = directive.body == "data" or (directive.body == "table or data" and written.data is not None)
    node = _data(written, parser) if is_data else None
    is_usable = not parser.problems.has_errors_since(mark)
    data = directive.data.take(node, "", parser.problems) if directive.data and node and is_usable else None
    is_usable = is_usable and data is not NOTHING
    given = Given(
        argument=written.argument,
        argument_position=written.argument_position,
        title=title,
        options=options,
        body=_body(directive, written, parser) if directive.body != "sections" and not is_data else (),
        sections=_sections(written, parser) if directive.body == "sections" else (),
        data=data,
        position=written.position,
        services=parser,
    )
    made = directive.make(with_number(given, directive, written)) if is_usable else None
    if made is None:
        parser.drop(directive.stem)
        return (*given.body, *(block for section in given.sections for block in section.body))
    return made if isinstance(made, tuple) else (made,)


def _title(directive: Directive, written: WrittenDirective, parser: Parser) -> Inline | None:
    """The title; a missing or superfluous argument is reported."""
    if directive.argument == "none" and written.argument:
        parser.problems.error(
            written.argument_position, "directive-argument-is-right",
            f"{directive.stem} takes no argument", "move the words into its body",
        )  # fmt: skip
    if directive.argument in ("required title", *_RAW) and not written.argument:
        what, shown = "a title", f":::{{{directive.stem}}} and the title behind it"
        if directive.argument in _RAW:
            what, shown = f"a {directive.argument}", directive.example.splitlines()[0]
        parser.problems.error(
            written.position, "directive-argument-is-right", f"{directive.stem} needs {what}", f"write {shown}"
        )
    if not written.argument or directive.argument in ("none", *_RAW):
        return None
    return parser.inline(written.argument, written.argument_position)


def _data(written: WrittenDirective, parser: Parser) -> DataNode | None:
    if written.data is None or not written.data.text.strip():
        what = "a body of YAML" if BY_STEM[written.name].body == "data" else "a body, a table of Markdown or YAML"
        parser.problems.error(written.position, "directive-body-is-right", f"{written.name} needs {what}")
        return None
    data = load_yaml(written.data, parser.problems, written.data_line)
    lines = [*[""] * (written.data_line - 1), *written.data.text.split("\n")]
    report_half_width_in(data, lines, parser.problems)
    for label in _labels(data):
        parser.plain(label)
    return data


def _labels(node: DataNode | None) -> Iterator[Written]:
    """The labels of curves, axes, marks and columns, which are drawn and so stay as they are written."""
    match node:
        case SequenceNode():
            for item in node.items:
                yield from _labels(item)
        case MappingNode():
            for entry in node.entries:
                if entry.key == "label" and isinstance(entry.value, ScalarNode):
                    yield Written(entry.value.written, entry.value.position)
                yield from _labels(entry.value)


def _sections(written: WrittenDirective, parser: Parser) -> tuple[Section, ...]:
    sections, before = parser.sections(written.body)
    if before or not sections:
        place = before[0].position if before else written.position
        parser.problems.error(
            place, "directive-body-is-right", f"the body of {written.name} is made of sections",
            "begin each with a heading: ### …",
        )  # fmt: skip
    for section in sections:
        if not section.body:
            message = f"this section of {written.name} has nothing below its heading"
            parser.problems.error(section.position, "directive-body-is-right", message, "write its text, or remove it")
    return sections


def _body(directive: Directive, written: WrittenDirective, parser: Parser) -> Blocks:
    blocks = parser.blocks(written.body)
    if directive.body == "none" and written.body:
        parser.problems.error(
            written.position, "directive-body-is-right", f"{directive.stem} has no body",
            "end it before this text, which stands on its own",
        )  # fmt: skip
    if directive.body in ("required blocks", "table or data") and not written.body:
        parser.problems.error(
            written.position, "directive-body-is-right", f"{directive.stem} needs a body", "write it below a blank line"
        )
    return blocks
