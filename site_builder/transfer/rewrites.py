r"""The rewrites of running text: one row a kind, with its example, which is its test.

`ROLES` and `FORMULAS` meet text as it was typed; `MARKS` meet it with its code and formulas taken out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from site_builder.document.tex_rewrites import COLOURS
from site_builder.transfer.context import MADE, Context
from site_builder.transfer.leading import (
    to_citation,
    to_document,
    to_footnote,
    to_image,
    to_image_of_html,
    to_link,
    to_link_of_html,
    to_link_of_wiki,
    to_reference,
    to_words,
)
from site_builder.transfer.notes import State


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What `pattern` meets is replaced; `example` becomes `becomes`."""

    kind: str
    example: str
    becomes: str
    pattern: re.Pattern[str]
    replace: str | Callable[[re.Match[str], Context], str]
    state: State = "rewritten"

    def apply(self, text: str, context: Context) -> str:
        first = context.line

        def replaced(found: re.Match[str]) -> str:
            context.line = first + text.count("\n", 0, found.start())
            made = found.expand(self.replace) if isinstance(self.replace, str) else self.replace(found, context)
            if made.replace(MADE, "") != found[0].replace(MADE, ""):
                context.note(self.state, self.kind, found[0].replace(MADE, ""))
            return made

        text = self.pattern.sub(replaced, text)
        context.line = first
        return text


def _tags(names: str) -> re.Pattern[str]:
    return re.compile(rf"<({names})(?:\s[^<>]*)?>(.*?)</\1\s*>", re.IGNORECASE | re.DOTALL)


_TARGET = r"\(\s*(<[^<>\n]*>|[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)(\s+\"[^\"\n]*\"|\s+'[^'\n]*')?\s*\)"
"""The address of a link or an image, and its title."""
_DRESS = (
    "p|div|span|center|font|u|small|big|ul|ol|figure|figcaption|section|article|nav|picture|source|ins|label|dl|dt|dd"
    "|Tabs|TabItem"
)
_FRAMED = "iframe|video|audio|embed|Youtube"

_CITED = "a citation: name its source in sources.yaml, then write {cite}`key`"
_FOREIGN = rf"\\(?:text)?color[ ]*(?:\[[^\[\]{{}}]*\][ ]*)?\{{(?!\s*(?:{'|'.join(COLOURS)})\s*\}})[^{{}}]*\}}"
COLOUR = re.compile(_FOREIGN)
"""What gives a part of a formula a colour that is none of ours."""
ROLES: tuple[Rewrite, ...] = (
    Rewrite("a reference by role", "见 :numref:`fig_a`", "见 [](#fig_a)",
            re.compile(r"(?<!`):(numref|eqref|ref):`([^`]+)`"), to_reference),
    Rewrite("a reference by role",
            "见 {numref}`fig_a` 与 {ref}`图 <fig_a>`", "见 [](#fig_a) 与 [图](#fig_a)",
            re.compile(r"(?<!`)\{(ref|numref|eq)\}`([^`]+)`"), to_reference),
    Rewrite("a link by role", "{doc}`b` 与 :doc:`乙 <b>`", "[b](b.md) 与 [乙](b.md)",
            re.compile(r"(?<!`)(?:\{(doc)\}|:doc:)`([^`]+)`"), to_document),
    Rewrite("a citation", "见 {cite:p}`d2017,e2018`，{cite:t}`d2017`",
            "见 {cite}`d2017`{cite}`e2018`，Dao {cite}`d2017`",
            re.compile(r"(?<![`\ue002])(?:\{cite:?([pt]?)[\w:]*\}|:cite[pt]?:)`([^`]+)`"), to_citation),
    Rewrite(_CITED, ":cite:`a.2017,b.2018` 与 {cite:p}`c`", "(a.2017, b.2018) 与 (c)",
            re.compile(r"(?<![`\ue002])(?:\{cite[\w:]*\}|:cite[pt]?:)`([^`]+)`"), to_words, "person"),
    Rewrite("a formula by role", ":math:`x` 与 {math}`y`", "$x$ 与 $y$",
            re.compile(r"(?<!`)(?:\{math\}|:math:)`([^`]+)`"), r"$\1$"),
    Rewrite("a label", "甲 :label:`a`", "甲 ", re.compile(r"(?<!`):(?:label|eqlabel):`[^`]+`"), "", "left"),
    Rewrite("an address by role", "`文 <https://a.org>`_", "[文](https://a.org)",
            re.compile(r"`([^`<\n]+?)\s*<(https?://[^>\s]+)>`__?"), r"[\1](\2)"),
    Rewrite("another role", ":kbd:`Ctrl` 与 {term}`键`", "`Ctrl` 与 `键`",
            re.compile(r"(?<![\w:`\ue002])(?:\{[a-z][\w:+-]*\}|:[a-z][\w+-]*:)(?=`[^`\n]+`)"), "", "left"),
)  # fmt: skip
FORMULAS: tuple[Rewrite, ...] = (
    Rewrite("a colour in a formula", "$\\textcolor{#f00}{x}\\textcolor{red}{y}$ 与 ${\\color{teal} z}$",
            "${x}\\textcolor{red}{y}$ 与 ${ z}$",
            re.compile(r"(?<![\\$`])\$[^$\n`]*" + _FOREIGN + r"[^$\n`]*\$"),
            lambda found, _: COLOUR.sub("", found[0]), "left"),
    Rewrite("dollars round backticks", "设 $`x`$ 为", "设 $x$ 为", re.compile(r"\$`([^`\n]+)`\$"), r"$\1$"),
    Rewrite("brackets of TeX", r"设 \\( x \\) 与 \(y\)", "设 $x$ 与 $y$",
            re.compile(r"\\{1,2}\(\s*((?:(?!\\\)).)+?)\s*\\{1,2}\)"), r"$\1$"),
    Rewrite("brackets of TeX", r"\\[ x = y \\] 与 \[ z_1 \]", "$$x = y$$ 与 $$z_1$$",
            re.compile(r"\\{1,2}\[\s*((?:(?!\\\]).)*?[\\^_={}](?:(?!\\\]).)*?)\s*\\{1,2}\]"), r"$$\1$$"),
    Rewrite("a formula with inner spaces", "设 $ x_1 $ 与 $ \\alpha $", "设 $x_1$ 与 $\\alpha$",
            re.compile(r"(?<![\\$])\$ +([^$\n]*?[\\^_={}][^$\n]*?) *\$(?![\d$])"), r"$\1$"),
    Rewrite("a formula with inner spaces", "设 $x_1 $ 为", "设 $x_1$ 为",
            re.compile(r"(?<![\\$\w])\$([^$\s`][^$\n`]*?[\\^_={}][^$\n`]*?) +\$(?![\d$\w])"), r"$\1$"),
)  # fmt: skip
MARKS: tuple[Rewrite, ...] = (
    Rewrite("an image in brackets", "![[a.png|300]]", "![a](../images/a.png){width=300}",
            re.compile(r"(!)\[\[([^\[\]\n]+)\]\]"), to_link_of_wiki),
    Rewrite("a link in brackets", "[[b|乙]] 与 [[c]]", "[乙](b.md) 与 c",
            re.compile(r"()\[\[([^\[\],\n]+)\]\]"), to_link_of_wiki),
    Rewrite("an image", "![甲](a.png){.c width=300px #f}", "![甲](../images/a.png){width=300}",
            re.compile(r"!\[((?:[^\[\]\\]|\\.)*)\]" + _TARGET + r"(\{[^{}\n]*\})?"), to_image),
    Rewrite("<img>", '<img src="a.png" alt="甲" width="300"/>', "![甲](../images/a.png){width=300}",
            re.compile(r"<img\s+([^<>]*?)/?>", re.IGNORECASE), to_image_of_html),
    Rewrite("<a>", '<a href="b.md">乙</a>', "[乙](b.md)",
            re.compile(r"<a\s([^<>]*)>(.*?)</a\s*>", re.IGNORECASE | re.DOTALL), to_link_of_html),
    Rewrite("a link", "[乙](b.html#甲)", "[乙](b.md#甲)",
            re.compile(r"(?<!!)\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\](?:\([^()]*\))?){0,300})\]"
                       + _TARGET + r"(?:\{:?[^{}\n]*\})?"), to_link),
    Rewrite("a note in brackets", "甲^[注]", "甲[^note-1]", re.compile(r"\^\[([^\[\]\n]+)\]"), to_footnote),
    Rewrite("a citation", "见 [@d2017; @e2018, p. 3]", "见 {cite}`d2017`{cite}`e2018 p. 3`",
            re.compile(r"()\[(-?@[^\[\]\n]+)\]"), to_citation),
    Rewrite(_CITED, "见 [@a2017; @b, p. 3]", "见 (a2017, b, p. 3)",
            re.compile(r"\[(-?@[^\[\]\n]+)\]"), to_words, "person"),
    Rewrite("<b>", "<b>甲</b> <strong>乙</strong>", "**甲** **乙**", _tags("b|strong"), r"**\2**"),
    Rewrite("<i>", "<i>甲</i> <em>乙</em>", "*甲* *乙*", _tags("i|em"), r"*\2*"),
    Rewrite("<del>", "<del>甲</del>", "~~甲~~", _tags("del|s|strike"), r"~~\2~~"),
    Rewrite("<code>", "<kbd>a</kbd>", "`a`", _tags("code|kbd|samp|tt"), r"`\2`"),
    Rewrite("a mark", "==甲==", "**甲**", re.compile(r"(?<![=\w])==(?=[^=\s])([^=\n]+)(?<=\S)==(?!=)"), r"**\1**"),
    Rewrite("a mark", "<mark>甲</mark>", "**甲**", _tags("mark"), r"**\2**"),
    Rewrite("lowered", "H~2~O", "H<sub>2</sub>O", re.compile(r"(?<=[A-Za-z])~(\w{1,5})~"), r"<sub>\1</sub>"),
    Rewrite("raised", "x^2^", "x<sup>2</sup>", re.compile(r"(?<=\w)\^([\w+-]{1,5})\^"), r"<sup>\1</sup>"),
    Rewrite("a heading in HTML", "<h3>甲</h3>", "### 甲",
            re.compile(r"^\s*<h([1-6])(?:\s[^<>]*)?>(.*?)</h\1\s*>\s*$", re.IGNORECASE | re.MULTILINE),
            lambda found, _: f"{'#' * max(2, int(found[1]))} {found[2].strip()}"),
    Rewrite("<hr>", "<hr/>", "***", re.compile(r"^<hr\s*/?>$", re.IGNORECASE | re.MULTILINE), "***"),
    Rewrite("an item in HTML", "<li>甲</li>", "- 甲",
            re.compile(r"^\s*<li>(.*?)(?:</li>)?\s*$", re.IGNORECASE | re.MULTILINE), r"- \1"),
    Rewrite("a tag that only dresses", '<p align="center">甲 </p><span>乙</span>', "甲 乙",
            re.compile(rf"</?(?:{_DRESS})(?:\s[^<>]*)?/?>", re.IGNORECASE), "", "left"),
    Rewrite("what a page of ours has no place for", '<iframe src="https://a.org/v"></iframe>', "https://a.org/v",
            re.compile(rf"<(?:{_FRAMED})\b[^<>]*>(?:[^<>]*</(?:{_FRAMED})>)?", re.IGNORECASE),
            lambda found, _: " ".join(re.findall(r"https?://[^\s\"'<>]+", found[0])), "person"),
    Rewrite("an address by shortcode", '{{< video https://a.org/v >}}', "https://a.org/v",
            re.compile(r"\{\{[<%]\s*(?:video|youtube|bilibili)\s+(https?://[^\s<>%}]+)[^<>%]*[>%]\}\}"),
            r"\1", "person"),
    Rewrite("a class in braces", "[甲]{.c} 与 乙{: .d}", "甲 与 乙",
            re.compile(r"\[([^\[\]\n]+)\]\{[.#][^{}\n]*\}"), r"\1", "left"),
    Rewrite("a class in braces", "乙{: .d} 与 `x`{.python}", "乙 与 `x`",
            re.compile(r"\{:[^{}\n]*\}|(?<=\ue001)\{[.#=][^{}\n]*\}"), "", "left"),
    Rewrite("a table of contents", "[TOC]", "",
            re.compile(r"^\s*\[+toc\]+\s*$", re.IGNORECASE | re.MULTILINE), "", "left"),
    Rewrite("an abbreviation", "*[KV]: 值", "- **KV**: 值",
            re.compile(r"^\*\[([^\[\]\n]+)\]:\s*(.*)$", re.MULTILINE), r"- **\1**: \2"),
    Rewrite("a definition", "词\n:   解", "- **词**\n  解",
            re.compile(r"^(?![-*+>#|\s])([^\n]+)\n:[ \t]+(?=\S)", re.MULTILINE), r"- **\1**" + "\n  "),
)  # fmt: skip
