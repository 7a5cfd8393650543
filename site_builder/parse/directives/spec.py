"""What a directive is: declared data that the applier validates and the author manual is made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from site_builder.document.blocks import Block, Blocks, Section
from site_builder.document.inline import Inline
from site_builder.parse.directives.values import Kind
from site_builder.problems import Problems, SourcePosition, Written
from site_builder.source.kinds import Kind as DataKind
from site_builder.source.text import SourceText

ArgumentKind = Literal["none", "title", "required title", "path", "label"]
BodyKind = Literal["none", "blocks", "required blocks", "sections", "data", "table or data"]


@dataclass(frozen=True, slots=True)
class Option:
    """``:name: value``.  An optional one that is not given has `default`, written as an author would."""

    name: str
    kind: Kind
    doc: str
    default: str | None = None

    @property
    def required(self) -> bool:
        return self.default is None


class Services(Protocol):
    """What the parser does for a directive while it makes its block."""

    @property
    def problems(self) -> Problems: ...

    def inline(self, text: str, position: SourcePosition) -> Inline: ...

    def plain(self, written: Written) -> str: ...

    def paragraph(self, text: str, position: SourcePosition) -> Blocks: ...

    def include(self, path: str, position: SourcePosition) -> Blocks | None: ...

    def shown_size(self, path: str, width: int | None = None) -> tuple[int, int] | None: ...

    def text(self, path: str, position: SourcePosition) -> SourceText | None: ...


@dataclass(frozen=True, slots=True)
class Given:
    """What an author gave a directive, validated: only the field of its body kind is filled."""

    argument: str
    argument_position: SourcePosition
    title: Inline | None
    options: Mapping[str, Any]
    body: Blocks
    sections: tuple[Section, ...]
    data: Any
    position: SourcePosition
    services: Services

    def expression(self, name: str) -> Written:
        found: Written = self.options[name]
        return found


@dataclass(frozen=True, slots=True)
class Directive:
    """A directive: `make` turns what was given into a block, or into several, or reports a problem and gives None.

    What has a label is numbered among those of the kind `numbered`; the label is the option ``name``, or ``label``.
    """

    stem: str
    doc: str
    argument: ArgumentKind
    body: BodyKind
    make: Callable[[Given], Block | Blocks | None]
    example: str
    options: tuple[Option, ...] = ()
    numbered: str = ""
    data: DataKind | None = None
    """What a body of YAML is; `make` gets what it reads."""
