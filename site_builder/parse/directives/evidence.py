"""`:::{evidence}`: the three questions every claim of the course answers to."""

from site_builder.document.blocks import Evidence
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Evidence | None:
    if len(given.sections) != 3:
        given.services.problems.error(
            given.position, "directive-body-is-right", f"evidence has three sections, not {len(given.sections)}",
            "one ### for each: what it solves, why it may work, why it was chosen",
        )  # fmt: skip
        return None
    return Evidence(given.title, given.sections, given.position)


DIRECTIVE = Directive(
    stem="evidence",
    doc="The three questions, answered in exactly three sections; each title is the answer in short.",
    argument="title",
    body="sections",
    make=_make,
    example=""":::{evidence}
### 串行太慢
它解决的是这个。

### 一步就到
路径长度是常数。

### 翻译更好
实验选中了它。
:::""",
)
