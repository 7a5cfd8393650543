"""`:::{claims}`: claims with the grade of their evidence and their source, as data."""

from site_builder.document.blocks import Claim, Claims
from site_builder.parse.directives.fields import Fields, mappings
from site_builder.parse.directives.spec import Directive, Given

GRADES = ("proved", "experiment", "practice", "none")


def _make(given: Given) -> Claims:
    claims = (_claim(fields, given) for fields in mappings(given.data, given.services.problems, "a list of claims"))
    return Claims(given.title, tuple(claim for claim in claims if claim), given.position)


def _claim(fields: Fields, given: Given) -> Claim | None:
    fields.only("claim", "grade", "source", "place")
    text, grade, source = fields.text("claim"), fields.choice("grade", GRADES), fields.text("source")
    place = fields.text("place", default="")
    if text is None or grade is None or source is None or place is None:
        return None
    words = given.services.inline(text, fields.value_position("claim"))
    return Claim(words, grade, source, place, fields.position)


DIRECTIVE = Directive(
    stem="claims",
    doc="Claims with grade (proved, experiment, practice, none) and source, as a YAML list.",
    argument="title",
    body="data",
    make=_make,
    example=""":::{claims}
- claim: 注意力的串行步数是 $O(1)$
  grade: proved
  source: vaswani2017
  place: Table 1
:::""",
)
