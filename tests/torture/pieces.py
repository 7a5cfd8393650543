"""Pieces of the dialect that fuzzers put together: marks, near-marks, markers, whole directives, hostile strings."""

from tests.torture.door import MARKERS

PIECES: tuple[str, ...] = (
    *MARKERS,
    *MARKERS[:6],
    *"  \n\n\n",
    *"*_`~$|[](){}<>\\!#-+=:;&\"'%^.,/1a",
    *("**", "**", "~~", "```", "$$", "``", "***", "__", "~~~", "\n\n", "\n\n", "\n\n", "\n    ", "\n- ",
      "\n> ", "\n1. "),
    *("，", "。", "：", "（", "）", "「", "」", "“", "”", "——", "…", "、", "｜", "：：：", "＃", "＄", "　",
      "\u00a0", "\u200b"),
    *("\n## ", "\n### ", "\n# ", "\n---\n", "\n***\n", "\n===\n", "\n| 鼠 | 牛 |\n|---|---|\n| ", " | ",
      " |\n| ", " |\n"),
    *("[^1]", "\n[^1]: ", "\n[甲]: ", "[甲]", "[鼠](b.md)", "](", "](b.md#", "[牛](<", "![虎](",
      "<http://a.b/", "<s>", "</script>"),
    *("{eval}`", "{eval}`layers`", "{eval}`weights(unit=\"GB\")`", "{term}`kv-cache`", "{term}`",
      "{lesson}`b`", "{dim}`N`"),
    *("{cite}`vaswani2017 §4`", "{promise}`word-order`", "{set}`", " <n: N=6>`", "{set}`兔 <n: N=6>`",
      "{龙}`", "{x}`"),
    *("\n:::\n", "\n::::\n", "\n:::{note} ", "\n:::{note}\n", "\n::::{dig} 蛇\n", "\n:::{stepper}\n### ",
      "\n:::{faq}\n### "),
    *("\n:::{include} part.md\n:::\n", "\n:::{figure} pixel.svg\n:alt: ", "\n:::{claims}\n- claim: ",
      "\n  grade: proved\n"),
    *("  source: vaswani2017\n",
      "\n:::{calculator} 马\n:name: n\n:to: 4096\n:start: 64\n\ncurves:\n  - {value: \"", "\", label: \""),
    *("\", role: score}\n", "score_matrix(N=N)", "\n:::{takeaway}\n", "\n:::{try}\n", "\n:::{evidence}\n",
      "\n:N: ", "\n:x: ", ":alt: 羊\n"),
    *("$x_{i}$", "$O(n^2)$", "$5", "\\$", "\\|", "\\text{", "\\frac{", "}", "^", "\\begin{aligned}",
      "\\end{aligned}", "\\\\", "&"),
    *("javascript:alert(1)", "data:text/html,", "https://a.b/?q=", "\" onload=\"x", "<!--", "-->", "]]>",
      "<details>", "<summary>", "</summary>", "</details>", "hl_lines=", "linenos", "{1-2}",
      "&lt;", "&#0;", "&amp;"),
    *("{{ x }}", "{% y %}", "{#", "${z}", "%s", "\u202e", "\u2028", "\ufeff", "🎯", "e\u0301", "\U00020bb7",
      "한", "１"),
)  # fmt: skip

INLINE: tuple[str, ...] = (
    *MARKERS,
    *("，", "。", "：", "（鼠）", "“牛”", "——", " ", " ", "\n", "a", "GPU", "12", "5~7", "$5", "3$", "~~虎~~",
      "**兔：**", "*龙，*"),
    *("**（蛇）**", "***马***", "`羊|a`", "`` ` ``", "$x_{i}$", "$|v|$", "$\\text{猴}$", "[鸡](b.md)",
      "[**狗**](b.md#小结)", "<s>"),
    *("{eval}`layers`", "{eval}`weights / layers`", "{term}`猪 <kv-cache>`", "{cite}`vaswani2017 §4`",
      "{lesson}`鼠 <b>`"),
    *("{promise}`word-order`", "{dim}`N`", "[^1]", "[^二]", "\\*", "\\|", "&lt;", "&amp;", "<http://a.b/c>",
      "{{ x }}", "a<b>c"),
    *("**", "*", "_", "`", "$", "[", "]", "(", ")", "<", ">", "!", "\\", "~", "|", "#", "^", "{", "}", ":",
      "\\\n", "  \n"),
)  # fmt: skip
BLOCKS: tuple[str, ...] = (
    *("@\n\n", "@\n\n", "@\n\n", "## @\n\n", "### @\n", "- @\n- @\n", "1. @\n\n   @\n", "> @\n",
      "> - @\n>   @\n", "***\n"),
    *("| @ | b |\n|---|---|\n| @ | @ |\n\n", "```\n@\n```\n", "    @\n\n", "$$\nx + y\n$$\n\n", "[^1]: @\n\n",
      "[^二]: @\n\n    @\n\n"),
    *(":::{note} @\n@\n:::\n", "::::{dig} @\n@\n\n:::{warning}\n@\n:::\n::::\n",
      ":::{stepper}\n### @\n@\n\n### @\n@\n:::\n"),
    *(":::{faq}\n### @\n@\n:::\n",
      ":::{claims} @\n- {claim: '@', grade: none, source: vaswani2017, place: '@'}\n:::\n"),
    *(":::{takeaway}\n@\n:::\n", ":::{steps_figure} @\n@\n:::\n", ":::{figure} pixel.svg\n:alt: @\n\n@\n:::\n"),
    *(
        ":::{calculator} @\n:name: n\n:to: 4096\n:start: 64\n\n"
        "curves:\n  - {value: weights, label: '@', role: weights}\n:::\n",
    ),
    *(":::{include} part.md\n:::\n", ":::{dataflow} @\n:::\n", ":::{question}\n@\n:::\n",
      ":::{deferred}\n- {promise}`word-order` @\n:::\n"),
)  # fmt: skip


def composed(data: bytes) -> str:
    """A lesson of whole blocks with pieces of prose in them: most of it is well-formed."""
    source = iter(data)
    blocks = []
    for byte in source:
        first, *others = BLOCKS[byte % len(BLOCKS)].split("@")
        words = ("".join(INLINE[next(source, 0) % len(INLINE)] for _ in range(next(source, 0) % 5 + 1)) for _ in others)
        blocks.append(first + "".join(word + other for word, other in zip(words, others, strict=True)))
    return "".join(blocks)
