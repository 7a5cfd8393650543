"""The frames of other dialects, by the names that they have there."""

from __future__ import annotations

_NOTES = (
    "note", "info", "tip", "hint", "important", "abstract", "summary", "tldr", "seealso", "example", "quote",
    "cite", "success", "check", "done", "question", "help", "faq", "admonition", "todo", "custom", "callout",
    "alert", "card", "exercise", "solution", "theorem", "definition", "lemma", "proof", "remark", "proposition",
    "corollary", "sidebar", "topic", "margin", "epigraph",
)  # fmt: skip
_WARNINGS = ("warning", "caution", "danger", "attention", "error", "bug", "failure", "fail", "missing")
_CLOSED = ("details", "dropdown", "collapse", "spoiler", "toggle", "expand", "hidden")
FRAMES = {**dict.fromkeys(_NOTES, "note"), **dict.fromkeys(_WARNINGS, "warning"), **dict.fromkeys(_CLOSED, "dig")}
"""Name there → name here."""
DROPPED = frozenset(("toctree", "contents", "tableofcontents", "bibliography", "toc", "index", "only"))
"""What a course of ours makes by itself."""


def frame_of(name: str) -> str:
    """The frame that a name of another dialect stands for, or nothing."""
    name = name.lower().strip(".{}")
    for prefix in ("callout-", "prf:", "admonition-"):
        name = name.removeprefix(prefix)
    return FRAMES.get(name, "")
