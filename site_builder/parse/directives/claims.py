"""`:::{claims}`: claims with the grade of their evidence and their source, as data."""

from site_builder.document.blocks import Claim, Claims
from site_builder.parse.directives.fields import Fields, mappings
from site_builder.parse.directives.spec import Directive, Given

GRADES = ("proved", "experiment", "practice", "none")


def _make(given: Given) -> Claims:
    claims = (_claim(fields, given) for fields in mappings(given.data, given.services.problems, "a list of claims"))
    return Claims(given.title, tuple(claim for claim in claims if claim), given.position)


def _claim(fields: Fields, given: Given) -> Claim | None:
    fields.only("claim", "grade", "source", "place", "section")
    text, grade = fields.text("claim"), fields.choice("grade", GRADES)
    section, place = fields.text("section", default=""), fields.text("place", default="")
    source = fields.text("source", default="" if section else None)
    if text is None or grade is None or source is None or place is None or section is None:
        return None
    if section and (source or place):
        message = "a claim rests on a source or on a section of this page, not on both"
        given.services.problems.error(fields.value_position("section"), "field-is-known", message, "keep one of them")
        return None
    words = given.services.inline(text, fields.value_position("claim"))
    return Claim(words, grade, source, place, section, fields.position)


DIRECTIVE = Directive(
    stem="claims",
    doc="Claims as a YAML list: claim, grade (proved, experiment, practice, none), and a source with its place, or "
    "the id of the section of this page that derives it.",
    argument="title",
    body="data",
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
