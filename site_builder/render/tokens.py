"""A course's own tokens in place of ours, one by one."""

from __future__ import annotations

import re

TOKENS = "static/css/tokens.css"
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_ROOT = re.compile(r"(?m)^\s*:root\s*\{([^{}]*)\}")
_DECLARED = re.compile(r"(--[\w-]+)\s*:\s*([^;]+?)\s*(?:;|\Z)")


def own_tokens(styles: str) -> dict[str, str]:
    """What the first ``:root`` rule of a course's tokens.css declares, name → value."""
    rule = _ROOT.search(_COMMENT.sub("", styles))
    return dict(_DECLARED.findall(rule[1])) if rule else {}


def merged(ours: str, theirs: str) -> str:
    """Our tokens with `theirs` in their place: what depends on contrast, motion or paper has the last word.

    New tokens join the rule; all else that their file holds, and ours does not, follows.
    """
    given = own_tokens(theirs)
    head = _ROOT.search(ours)
    assert head is not None

    def replaced(declared: re.Match[str]) -> str:
        value = given.pop(declared[1], None)
        return declared[0] if value is None else f"{declared[1]}: {value};"

    body = _DECLARED.sub(replaced, head[1])
    added = "".join(f"  {name}: {value};\n" for name, value in given.items())
    rest = "" if _rest(theirs) == _rest(ours) else _rest(theirs)
    return ours[: head.start(1)] + body + added + ours[head.end(1) :] + (f"\n{rest}\n" if rest else "")


def _rest(styles: str) -> str:
    """All but the first ``:root`` rule and comments."""
    return _ROOT.sub("", _COMMENT.sub("", styles), count=1).strip()
