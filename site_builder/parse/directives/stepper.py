"""`:::{stepper}`: Steps that a reader opens one by one, thinking before each."""

from site_builder.document.blocks import Stepper
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Stepper:
    return Stepper(given.title, given.sections, given.position)


DIRECTIVE = Directive(
    stem="stepper",
    doc="Steps that a reader opens one by one, thinking before each.",
    argument="title",
    body="sections",
    make=_make,
    example=""":::{stepper}
### 朴素方案
一步一步读。

### 它在哪失败
每一步都要等上一步。
:::""",
)
