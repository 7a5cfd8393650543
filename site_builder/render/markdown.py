"""Markdown tokens to HTML: one block element a line, no inline style, roles through the role macros."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from site_builder.document.maths import to_mathml
from site_builder.document.resolved import Resolved
from site_builder.render.code import code_block
from site_builder.render.element import element_id, fragment

RoleWriter = Callable[[Resolved], str]
_OPTIONS = OptionsDict(
    {
        "maxNesting": 100, "html": False, "linkify": False, "typographer": False, "quotes": "",
        "xhtmlOut": False, "breaks": False, "langPrefix": "language-", "highlight": None,
    }
)  # fmt: skip


class PageRenderer(RendererHTML):
    """Tokens to HTML.  `write_role` makes the HTML of what a role resolved to; `table_label` names a wide table.

    A renderer with ``links=False`` writes the same words with nothing in them that can be pressed or
    focused: for the table of contents, whose entries are links themselves.
    """

    def __init__(self, write_role: RoleWriter, *, links: bool = True) -> None:
        super().__init__()
        self._write_role = write_role
        if not links:
            for opening in ("link_open", "link_close", "footnote_ref"):
                self.rules[opening] = _nothing

    def blocks(self, tokens: Sequence[Token]) -> str:
        """A stream of block tokens as lines."""
        return self.render(tokens, _OPTIONS, {})

    def inline(self, tokens: Sequence[Token]) -> str:
        """A run of inline tokens, on one line."""
        children = [child for token in tokens for child in ((token.children or []) if token.type == "inline" else [token])]
        return self.renderInline(children, _OPTIONS, {})

    # --- text ---------------------------------------------------------------------------------

    def text(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return escape(tokens[idx].content, quote=False)

    def code_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return f"<code>{escape(tokens[idx].content, quote=False)}</code>"

    def softbreak(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return " "

    def hardbreak(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return "<br>"

    def html_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return escape(tokens[idx].content, quote=False)

    def html_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return f"<p>{escape(tokens[idx].content, quote=False)}</p>\n"

    def role(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return self._write_role(tokens[idx].meta["resolved"])

    # --- maths --------------------------------------------------------------------------------

    def math_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return to_mathml(tokens[idx].content)

    def math_inline_double(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return to_mathml(tokens[idx].content, True)

    def math_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return f'<div class="formula">{to_mathml(tokens[idx].content.strip(chr(10)), True)}</div>\n'

    # --- code and tables ----------------------------------------------------------------------

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        language = tokens[idx].info.split(maxsplit=1)
        return code_block(tokens[idx].content, language[0] if language else "") + "\n"

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return code_block(tokens[idx].content, "") + "\n"

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return '<div class="table-scroll">\n<table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return "</table>\n</div>\n"

    def th_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return f'<th scope="col"{_alignment(tokens[idx])}>'

    def td_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return f"<td{_alignment(tokens[idx])}>"

    # --- footnotes ----------------------------------------------------------------------------

    def footnote_ref(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        number, label = tokens[idx].meta["id"] + 1, _footnote(tokens[idx])
        named = "" if tokens[idx].meta.get("subId") else f' id="{element_id("footnote-mark", label)}"'
        return f'<sup class="footnote-mark"><a{named} href="{fragment("footnote", label)}">{number}</a></sup>'

    def footnote_block_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return '<ol class="footnotes">\n'

    def footnote_block_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return "</ol>\n"

    def footnote_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return f'<li id="{element_id("footnote", _footnote(tokens[idx]))}">\n'

    def footnote_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        return "</li>\n"

    def footnote_anchor(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        if tokens[idx].meta.get("subId"):
            return ""
        return f' <a class="back" href="{fragment("footnote-mark", _footnote(tokens[idx]))}">↩</a>'


def _nothing(tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
    return ""


def _alignment(token: Token) -> str:
    """Markdown's ``text-align:right`` as a class: the page's policy allows no style attribute."""
    style = str(token.attrGet("style") or "")
    return f' class="align-{style.removeprefix("text-align:")}"' if style.startswith("text-align:") else ""


def _footnote(token: Token) -> str:
    return str(token.meta.get("label") or token.meta["id"] + 1)
