"""The frames round prose: one row each, from which the directive, its manual, its block and its page are made.

To add one: a row here, its words in ``templates/locale/*.yaml``, an icon in ``templates/partials/icons.html``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Frame:
    """One kind of frame: its name everywhere, one line for the manual, an example of what an author writes.

    `element` is what it is on the page: a section that is open, or details that open on demand.  A `counted`
    frame has two labels: one for a list of three, one for any other.  `level` is that of its heading: 2 for what
    belongs to the lesson as a whole, 3 for what belongs to the section it stands in.
    """

    stem: str
    doc: str
    example: str
    title: Literal["title", "required title"] = "title"
    element: Literal["section", "details"] = "section"
    counted: bool = False
    level: Literal[2, 3] = 3


FRAMES: tuple[Frame, ...] = (
    Frame(
        "question",
        "The one question of the lesson.",
        example=":::{question}\n把循环删掉，模型还剩什么？\n:::",
        level=2,
    ),
    Frame(
        "deferred",
        "What the lesson leaves for later, as promises.",
        example=":::{deferred}\n- {promise}`word-order`\n:::",
        level=2,
    ),
    Frame(
        "misconception",
        "A common misconception, named by its title.",
        example=":::{misconception} Transformer 发明了自注意力\n原文第 2 节就列出了更早的用法。\n:::",
        title="required title",
    ),
    Frame(
        "try",
        "Things to try on a calculator: a list whose items hold {set} buttons.",
        example=":::{try}\n1. {set}`131,072 <memory: N=131072>`：和权重比一比。\n:::",
        counted=True,
    ),
    Frame(
        "dig",
        "A closed section for those who want to know more.",
        example=":::{dig} 为什么原文觉得 N² 不是问题\n短句的账不一样：n 小于 d。\n:::",
        title="required title",
        element="details",
    ),
    Frame(
        "takeaway",
        "The lesson in one sentence.",
        example=":::{takeaway}\n任意两个词只隔一步，代价是 N×N 的分数。\n:::",
        level=2,
    ),
    Frame(
        "stop",
        "Where a reader may stop, and where to go deeper.",
        example=":::{stop}\n记住“并行、一步”就可以往下走。\n:::",
        level=2,
    ),
    Frame(
        "gap",
        "The question that leads to the next lesson.",
        example=":::{gap}\n没有标注，怎么学？\n:::",
        level=2,
    ),
    Frame(
        "note",
        "A remark beside the main thread.",
        example=":::{note}\n这里的 N 是 token 数。\n:::",
    ),
    Frame(
        "warning",
        "Something that easily goes wrong.",
        example=":::{warning}\n别把字节和比特弄混。\n:::",
    ),
)
