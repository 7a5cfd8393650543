"""What stands behind the marks of a block of code: its language, a title, and what other tools know and we do not."""

from __future__ import annotations

import re

from markdown_it.token import Token

from site_builder.parse.directives.registry import BY_STEM
from site_builder.problems import Problems

_PART = re.compile(r"""(\w+)=(?:"([^"]*)"|'([^']*)'|([^\s"']+))|\S+""")
_TITLES = ("title", "filename", "caption")


def read_fence(token: Token, problems: Problems) -> None:
    """Leave the language in the token's info and the title in its meta; report what vanishes and what is mistyped."""
    at, info = token.meta["position"], token.info.strip()
    if (match := re.match(r"\{([\w-]+)\}", info)) and match[1] in BY_STEM:
        problems.error(at, "directive-is-known", f"a fence is no directive: {info}", f"write :::{{{match[1]}}}")
    elif info in ("math", "{math}"):
        message = "a formula in a fence would be printed as code"
        problems.warning(at, "maths-is-well-formed", message, "write it between lines of $$")
    language, dropped = "", []
    for part in _PART.finditer(re.sub(r"^\{|\}$", "", info.replace("}", " ", 1) if info.startswith("{") else info)):
        if part[1] in _TITLES:
            token.meta["title"] = part[2] or part[3] or part[4] or ""
        elif not language and not part[1] and part.start() == 0:
            language = part[0].lstrip(".")
        else:
            dropped.append(part[0])
    token.info = language
    if dropped:
        message = f"words after the language of code vanish: {' '.join(dropped)[:60]!r}"
        problems.warning(at, "code-is-written-right", message, 'a title is written title="…"; remove the rest')
    _report_unclosed(token, problems)


def _report_unclosed(token: Token, problems: Problems) -> None:
    within = token.content.count("\n") + (not token.content.endswith("\n") and bool(token.content))
    if token.map and token.map[1] - token.map[0] - 1 <= within:
        problems.error(token.meta["position"], "code-is-written-right",
                       "this code is not closed: the text below would be part of it",
                       f"end it with {token.markup} on a line of its own")  # fmt: skip
