"""Code coloured while building: class names, never inline styles."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pygments.lexer import Lexer


def code_block(code: str, language: str) -> str:
    """`code` as ``<pre>``; in a language Pygments does not know it stays plain."""
    named = f' class="language-{escape(language)}"' if language else ""
    return f'<pre class="code"><code{named}>{_coloured(code, language)}</code></pre>'


def _coloured(code: str, language: str) -> str:
    lexer = _lexer(language) if language else None
    if lexer is None:
        return escape(code, quote=False)
    from pygments import highlight  # only a page with code pays for it: a fifth of a build's time
    from pygments.formatters import HtmlFormatter

    return str(highlight(code, lexer, HtmlFormatter(nowrap=True)))


@cache
def _lexer(language: str) -> Lexer | None:
    """The lexer of a language, made once: most pages show the same few."""
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
