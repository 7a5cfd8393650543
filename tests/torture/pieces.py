"""Pieces of the dialect that fuzzers put together: marks, near-marks, markers, whole directives, hostile strings."""

from tests.torture.door import MARKERS

PIECES: tuple[str, ...] = (
    *MARKERS,
    *MARKERS[:6],
    *"  \n\n\n",
    *"*_`~$|[](){}<>\\!#-+=:;&\"'%^.,/1a",
    *("**", "**", "~~", "```", "$$", "``", "***", "__", "~~~", "\n\n", "\n\n", "\n\n", "\n    ", "\n- ", "\n> ", "\n1. "),
    *("，", "。", "：", "（", "）", "「", "」", "“", "”", "——", "…", "、", "｜", "：：：", "＃", "＄", "　", "\u00a0", "\u200b"),
    *("\n## ", "\n### ", "\n# ", "\n---\n", "\n***\n", "\n===\n", "\n| 鼠 | 牛 |\n|---|---|\n| ", " | ", " |\n| ", " |\n"),
    *("[^1]", "\n[^1]: ", "\n[甲]: ", "[甲]", "[鼠](b.md)", "](", "](b.md#", "[牛](<", "![虎](", "<http://a.b/", "<s>", "</script>"),
    *("{eval}`", "{eval}`layers`", "{eval}`weights(unit=\"GB\")`", "{term}`kv-cache`", "{term}`", "{lesson}`b`", "{dim}`N`"),
    *("{cite}`vaswani2017 §4`", "{promise}`word-order`", "{set}`", " <n: N=6>`", "{set}`兔 <n: N=6>`", "{龙}`", "{x}`"),
    *("\n:::\n", "\n::::\n", "\n:::{note} ", "\n:::{note}\n", "\n::::{dig} 蛇\n", "\n:::{stepper}\n### ", "\n:::{faq}\n### "),
    *("\n:::{include} part.md\n:::\n", "\n:::{figure} pixel.svg\n:alt: ", "\n:::{claims}\n- claim: ", "\n  grade: proved\n"),
    *("  source: vaswani2017\n", "\n:::{calculator} 马\n:name: n\n:to: 4096\n:start: 64\n\ncurves:\n  - {value: \"", "\", label: \""),
    *("\", role: score}\n", "score_matrix(N=N)", "\n:::{takeaway}\n", "\n:::{try}\n", "\n:::{evidence}\n", "\n:N: ", "\n:x: ", ":alt: 羊\n"),
    *("$x_{i}$", "$O(n^2)$", "$5", "\\$", "\\|", "\\text{", "\\frac{", "}", "^", "\\begin{aligned}", "\\end{aligned}", "\\\\", "&"),
    *("javascript:alert(1)", "data:text/html,", "https://a.b/?q=", "\" onload=\"x", "<!--", "-->", "]]>", "&lt;", "&#0;", "&amp;"),
    *("{{ x }}", "{% y %}", "{#", "${z}", "%s", "\u202e", "\u2028", "\ufeff", "🎯", "e\u0301", "\U00020bb7", "한", "１"),
)  # fmt: skip
