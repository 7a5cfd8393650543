"""The configured Markdown parser: CommonMark without HTML, tables, strikethrough, footnotes, maths, the dialect.

It marks places and mistakes but reports none: `annotate` does, once a token's place in its file is known.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from site_builder.parse.addresses import may_lead_to
from site_builder.parse.brackets import brackets_plugin
from site_builder.parse.colons import colons_plugin
from site_builder.parse.comments import comments_plugin
from site_builder.parse.details import details_plugin
from site_builder.parse.inline_html import inline_html
from site_builder.parse.joining import join_text
from site_builder.parse.maths import maths_plugin
from site_builder.parse.parser import DEPTH, LessonBlock, LessonInline, after_lessons, of_lessons
from site_builder.parse.roles import role_rule
from site_builder.parse.table import table


@cache
def markdown_parser(data_stems: frozenset[str]) -> MarkdownIt:
    """The parser of lessons; `data_stems` are the directives whose body is YAML."""
    md = MarkdownIt(
        "js-default", {"html": False, "linkify": False, "typographer": False, "maxNesting": DEPTH, "store_labels": True}
    )
    md.block, md.inline = LessonBlock(), LessonInline()
    md.disable(["html_block", "html_inline", "linkify", "replacements", "smartquotes"])
    md.use(footnote_plugin, inline=False, move_to_end=False)
    maths_plugin(md)
    colons_plugin(md, data_stems)
    details_plugin(md)
    comments_plugin(md)
    md.inline.ruler.before("backticks", "role", of_lessons(role_rule))
    md.inline.ruler.before("autolink", "inline_html", of_lessons(inline_html))
    md.validateLink = may_lead_to  # type: ignore[method-assign, assignment]
    brackets_plugin(md)
    md.inline.ruler2.at("fragments_join", after_lessons(join_text))
    md.block.ruler.at("table", table, {"alt": ["paragraph", "reference"]})
    md.core.ruler.at("inline", _inline)
    return md


def parse_blocks(text: str, data_stems: frozenset[str]) -> tuple[list[Token], dict[str, Any]]:
    """The tokens of a file, and the parser's record: mistakes, link definitions."""
    record: dict[str, Any] = {"mistakes": [], "inline_mistakes": []}
    return markdown_parser(data_stems).parse(text, record), record


def parse_line(text: str, data_stems: frozenset[str]) -> Token:
    """One run of inline content that stands outside any block: a title, an item of data."""
    record: dict[str, Any] = {"mistakes": [], "inline_mistakes": []}
    return markdown_parser(data_stems).parseInline(text, record)[0]


def _inline(state: StateCore) -> None:
    """As upstream's rule, with the mistakes of each inline token kept in its meta."""
    for token in state.tokens:
        if token.type == "inline":
            state.env["inline_mistakes"] = token.meta["mistakes"] = []
            token.children = token.children or []
            state.md.inline.parse(token.content, state.md, state.env, token.children)
