"""What became of a stranger's text: what was rewritten, what was left out, what a person must look at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

State = Literal["rewritten", "left", "person"]


@dataclass(frozen=True, order=True, slots=True)
class Note:
    """One place of a source; `kind` is the row of the tables that met it, `text` what stood there."""

    path: str
    line: int
    state: State
    kind: str
    text: str

    def __str__(self) -> str:
        shown = " ".join(self.text.split())
        return f"{self.path}:{self.line}: {self.kind}: {shown if len(shown) <= 80 else shown[:79] + '…'}"


@dataclass(slots=True)
class Notes:
    """The notes of one source."""

    path: str
    found: list[Note] = field(default_factory=list)

    def add(self, line: int, state: State, kind: str, text: str) -> None:
        self.found.append(Note(self.path, line, state, kind, text))
