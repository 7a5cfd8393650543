"""Markdown tokens to HTML: one block element a line, no inline style, roles through the role macros."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from site_builder.document.inline import Inline, Target
from site_builder.document.page import image_of
from site_builder.document.plain import plain
from site_builder.document.resolved import Resolved
from site_builder.render.code import code_block
from site_builder.render.element import element_id, fragment
from site_builder.render.formula import formula
from site_builder.render.images import image_url
from site_builder.render.together import kept_together, unit_kept

RoleWriter = Callable[[Resolved], str]
Writer = Callable[[Token], str]
_OPTIONS = OptionsDict(
    {
        "maxNesting": 100, "html": False, "linkify": False, "typographer": False, "quotes": "",
        "xhtmlOut": False, "breaks": False, "langPrefix": "language-", "highlight": None,
    }
)  # fmt: skip


class PageRenderer(RendererHTML):
    """Tokens to HTML.  `write_role` makes the HTML of what a role resolved to.

    A renderer with ``links=False`` writes the same words with nothing in them that can be pressed or
    focused: for the table of contents, whose entries are links themselves.
    """

    def __init__(self, write_role: RoleWriter, *, links: bool = True) -> None:
        super().__init__()
        writers: dict[str, Callable[[Token], str]] = {
            **RULES,
            "role": lambda token: write_role(token.meta["resolved"]),
            **({} if links else UNLINKED),
        }
        rules: dict[str, Any] = {kind: _rule(write) for kind, write in writers.items()}
        self.rules.update(rules)

    def renderInline(self, tokens: Sequence[Token], options: OptionsDict, env: Any) -> str:
        """The words of a block, no punctuation parted from the formula beside it."""
        return kept_together(super().renderInline(tokens, options, env))

    def blocks(self, tokens: Sequence[Token]) -> str:
        """A stream of block tokens as lines."""
        return self.render(tokens, _OPTIONS, {})

    def inline(self, tokens: Sequence[Token]) -> str:
        """A run of inline tokens, on one line."""
        runs = ((token.children or []) if token.type == "inline" else [token] for token in tokens)
        return self.renderInline([child for run in runs for child in run], _OPTIONS, {})


def _rule(write: Writer) -> Callable[..., str]:
    """A writer of one token in the form markdown-it calls its rules."""

    def rule(tokens: Sequence[Token], index: int, options: OptionsDict, env: Any) -> str:
        return write(tokens[index])

    return rule


def _image(token: Token) -> str:
    """An image in a text; its words are read aloud, so they hold no marks."""
    image, shown = image_of(token), token.meta["shown"]
    size = f' width="{shown[0]}" height="{shown[1]}"' if shown else ""
    words = escape(plain(Inline(tuple(token.children or ()), "", image.position)))
    title = f' title="{escape(str(token.attrs["title"]))}"' if token.attrs.get("title") else ""
    return f'<img src="{escape(image_url(image))}" alt="{words}"{title}{size} loading="lazy" decoding="async">'


def _text(token: Token) -> str:
    return escape(unit_kept(token.content), quote=False)


def _code_text(token: Token) -> str:
    return escape(token.content, quote=False)


def _inline_code(token: Token) -> str:
    return f"<code>{_code_text(token)}</code>"


def _html_block(token: Token) -> str:
    return f"<p>{_text(token)}</p>\n"


def _maths(token: Token, tex: str, *, display: bool = False) -> str:
    return formula(tex, display, token.meta.get("dimensions", frozenset()))


def _formula(token: Token) -> str:
    return _maths(token, token.content)


def _displayed_formula(token: Token) -> str:
    return _maths(token, token.content.strip(), display=True)


def _formula_block(token: Token) -> str:
    written = _maths(token, token.content.strip("\n"), display=True)
    target: Target | None = token.meta.get("target")
    if target is None:
        return f'<div class="formula">{written}</div>\n'
    number = f'<span class="formula-number">({target.number})</span>'
    return f'<div class="formula formula-numbered" id="{target.element}">{written}{number}</div>\n'


def _fence(token: Token) -> str:
    meta = token.meta
    block = code_block(token.content, token.info, meta.get("lines"), plain=bool(meta.get("plain"))) + "\n"
    title = escape(str(meta.get("title", "")), quote=False)
    return f'<figure class="titled-code">\n<figcaption>{title}</figcaption>\n{block}</figure>\n' if title else block


def _code_block(token: Token) -> str:
    return code_block(token.content, "") + "\n"


def _header_cell(token: Token) -> str:
    return f'<th scope="col"{_alignment(token)}>'


def _cell(token: Token) -> str:
    return f"<td{_alignment(token)}>"


def _alignment(token: Token) -> str:
    """Markdown's ``text-align:right`` as a class: the page's policy allows no style attribute."""
    style = str(token.attrGet("style") or "")
    return f' class="align-{style.removeprefix("text-align:")}"' if style.startswith("text-align:") else ""


def _footnote_mark(token: Token) -> str:
    number, label = token.meta["id"] + 1, _footnote(token)
    named = "" if token.meta.get("subId") else f' id="{element_id("footnote-mark", label)}"'
    return f'<sup class="footnote-mark"><a{named} href="{fragment("footnote", label)}">{number}</a></sup>'


def _footnote_open(token: Token) -> str:
    return f'<li id="{element_id("footnote", _footnote(token))}">\n'


def _footnote_back(token: Token) -> str:
    if token.meta.get("subId"):
        return ""
    return f' <a class="back" href="{fragment("footnote-mark", _footnote(token))}">↩</a>'


def _footnote(token: Token) -> str:
    return str(token.meta.get("label") or token.meta["id"] + 1)


def _always(html: str) -> Writer:
    def write(token: Token) -> str:
        return html

    return write


RULES: dict[str, Writer] = {
    "text": _text,
    "code_inline": _inline_code,
    "image": _image,
    "softbreak": _always(" "),
    "hardbreak": _always("<br>"),
    "html_inline": _text,
    "comment": _always(""),
    "html_block": _html_block,
    "math_inline": _formula,
    "math_inline_double": _displayed_formula,
    "math_block": _formula_block,
    "fence": _fence,
    "code_block": _code_block,
    "table_open": _always('<div class="table-scroll">\n<table>\n'),
    "table_close": _always("</table>\n</div>\n"),
    "th_open": _header_cell,
    "td_open": _cell,
    "fold_open": _always(
        '<details class="dig frame block">\n<summary class="frame-summary"><span class="frame-title">'
    ),
    "fold_body": _always('</span></summary>\n<div class="block-body">\n'),
    "fold_close": _always("</div>\n</details>\n"),
    "footnote_ref": _footnote_mark,
    "footnote_block_open": _always('<ol class="footnotes">\n'),
    "footnote_block_close": _always("</ol>\n"),
    "footnote_open": _footnote_open,
    "footnote_close": _always("</li>\n"),
    "footnote_anchor": _footnote_back,
}
"""How each kind of token is written; kinds that are not here are written as markdown-it does."""

UNLINKED: dict[str, Writer] = {kind: _always("") for kind in ("link_open", "link_close", "footnote_ref", "image")}
"""What changes where nothing may be pressed."""
