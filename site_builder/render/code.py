"""Code coloured while building: class names, never inline styles.

Pygments tries regular expressions that may read on to the end of the text, at each of its characters: twice the code is
four times the work in half of the usual languages.  So no expression sees further than `REACH` characters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from site_builder.document.code import CodeLines

if TYPE_CHECKING:
    from pygments.formatters import HtmlFormatter
    from pygments.lexer import Lexer

REACH = 800
"""Characters that one expression of a lexer may look at."""
LANGUAGES = frozenset((
    "asm", "bash", "c", "clojure", "cmake", "cpp", "csharp", "css", "cuda", "dart", "diff", "docker", "elixir",
    "erlang", "fortran", "fsharp", "glsl", "go", "graphql", "haskell", "html", "ini", "java", "javascript",
    "json", "jsx", "julia", "kotlin", "latex", "lua", "markdown", "matlab", "nginx", "numpy", "ocaml", "octave",
    "perl", "php", "powershell", "protobuf", "python", "r", "ruby", "rust", "scala", "scheme", "sql", "swift",
    "toml", "typescript", "xml", "yaml", "zig",
))  # fmt: skip
"""The languages that are coloured: what lessons show, whose cost is known."""
_BY_THEMSELVES = frozenset(("console", "pycon", "make"))
"""Languages whose lexers hand their text to others: coloured where the whole of it is within `REACH`."""


def code_block(code: str, language: str, lines: CodeLines | None = None, *, plain: bool = False) -> str:
    """`code` as ``<pre>``; in a language that is not coloured it stays plain."""
    named = f' class="language-{escape(language)}"' if language else ""
    written = _coloured(code, "" if plain else language)
    return f'<pre class="code"><code{named}>{_in_lines(written, lines) if lines else written}</code></pre>'


def _in_lines(written: str, lines: CodeLines) -> str:
    """Each line as an element that knows its number; no colour reaches beyond the end of a line.

    The number is no text: it is neither copied nor found.
    """
    made = []
    for place, line in enumerate(written.removesuffix("\n").split("\n"), 1):
        name = "mark" if place in lines.marked else "span"
        number = f' data-line="{lines.first + place - 1}"' if lines.first else ""
        made.append(f'<{name} class="line"{number}>{line}\n</{name}>')
    return "".join(made)


def _coloured(code: str, language: str) -> str:
    lexer = _lexer(language) if language else None
    if lexer is None or (len(code) > REACH and not _BY_THEMSELVES.isdisjoint(lexer.aliases)):
        return escape(code, quote=False)
    from pygments import format as written  # only a page with code pays for it: a fifth of a build's time

    return str(written(lexer.get_tokens(code), _formatter()))


@cache
def _formatter() -> HtmlFormatter[str]:
    """What writes tokens as HTML, made once: it makes its classes for every style."""
    from pygments.formatters import HtmlFormatter

    return HtmlFormatter(nowrap=True)


@cache
def _lexer(language: str) -> Lexer | None:
    """The lexer of a language, made once: most pages show the same few."""
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
    if (LANGUAGES | _BY_THEMSELVES).isdisjoint(lexer.aliases):
        return None
    if rules := getattr(lexer, "_tokens", None):
        lexer._tokens = {state: _bounded(of_state) for state, of_state in rules.items()}
    return lexer


def _bounded(rules: Iterable[tuple[Callable[..., Any], Any, Any]]) -> list[tuple[Callable[..., Any], Any, Any]]:
    """The same rules of one state, whose expressions see `REACH` characters."""

    def within(match: Callable[..., Any]) -> Callable[..., Any]:
        def bounded(text: str, position: int, end: int | None = None) -> Any:
            return match(text, position, min(position + REACH, len(text) if end is None else end))

        return bounded

    return [(within(match), action, state) for match, action, state in rules]
