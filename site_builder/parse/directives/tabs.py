"""`:::{tabs}`: Ways to see one thing, of which a reader looks at one at a time."""

from site_builder.document.blocks import Tabs
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Tabs:
    return Tabs(given.title, given.sections, given.position)


DIRECTIVE = Directive(
    stem="tabs",
    doc="Ways to see one thing side by side, one shown at a time; all of them in print and without script.",
    argument="title",
    body="sections",
    make=_make,
    example=""":::{tabs}
### 公式
$QK^\\top$ 有 $N^2$ 个数。

### 白话
每个词都要和每个词比一次。
:::""",
)
