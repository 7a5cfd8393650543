"""`:::{claims}`: claims with the grade of their evidence and their source, as data."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.document.blocks import Claim, Claims
from site_builder.parse.directives.spec import Directive, Given
from site_builder.problems import Problems, SourcePosition, Written
from site_builder.source.fields import given, located, record
from site_builder.source.kinds import choice, sequence, text, written

GRADES = ("proved", "experiment", "practice", "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimEntry:
    """A claim, and what it rests on."""

    position: SourcePosition = located()
    claim: Written = given(written(), doc="what is claimed")
    grade: str = given(choice(text(), GRADES, f"one of {', '.join(GRADES)}"), doc="how well it is known")
    source: str = given(text(), default="", doc="the key of its source; needed where no section of the page derives it")
    place: str = given(text(), default="", doc="where in the source")
    section: Written | None = given(written(), default=None, doc="the id of the section of this page that derives it")

    def check(self, problems: Problems) -> None:
        if self.section and (self.source or self.place):
            message = "a claim rests on a source or on a section of this page, not on both"
            problems.error(self.section.position, "field-is-known", message, "keep one of them")
        elif not self.section and not self.source:
            problems.error(self.position, "field-is-present", "the field 'source' is missing", "or section: …")


def _make(given: Given) -> Claims:
    return Claims(given.title, tuple(_claim(entry, given) for entry in given.data), given.position)


def _claim(entry: ClaimEntry, given: Given) -> Claim:
    words = given.services.inline(entry.claim.source, entry.claim.position)
    section = entry.section.source if entry.section else ""
    return Claim(words, entry.grade, entry.source, entry.place, section, entry.position)


DIRECTIVE = Directive(
    stem="claims",
    doc="Claims as a YAML list, each with the grade of its evidence and a source, or the section of this page that "
    "derives it.",
    argument="title",
    body="data",
    data=sequence(record(ClaimEntry).kind(), least=1, keep=True),
    make=_make,
    example=""":::{claims}
- claim: 注意力的串行步数是 $O(1)$
  grade: proved
  source: vaswani2017
  place: Table 1
- claim: 分数矩阵有多大，与 $d_k$ 无关
  grade: proved
  section: 付出的
:::""",
)
