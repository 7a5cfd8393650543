"""Definitions of links and footnotes that nothing refers to: they would vanish from the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markdown_it.token import Token

from site_builder.parse.places import first_line
from site_builder.problems import Problems, SourcePosition


def check_definitions(tokens: Sequence[Token], record: Mapping[str, Any], path: str, problems: Problems) -> None:
    """Report each such definition; `record` is the parser's."""
    used = {child.meta.get("label") for token in tokens for child in token.children or ()}
    for label, definition in record.get("references", {}).items():
        if label not in used:
            _report_unused(definition["map"][0], f"nothing refers to this link definition, [{label}]", path, problems)
    for duplicate in record.get("duplicate_refs", ()):
        _report_unused(duplicate["map"][0], f"the link [{duplicate['label']}] is already defined", path, problems)
    _check_footnotes(tokens, path, problems)


def _check_footnotes(tokens: Sequence[Token], path: str, problems: Problems) -> None:
    reached = _reached_footnotes(tokens)
    seen: set[str] = set()
    for token in tokens:
        if token.type == "footnote_reference_open":
            label = token.meta["label"]
            if label not in reached:
                _report_unused(first_line(token), f"nothing refers to this footnote, [^{label}]", path, problems)
            elif label in seen:
                _report_unused(first_line(token), f"the footnote [^{label}] is already defined", path, problems)
            seen.add(label)


def _reached_footnotes(tokens: Sequence[Token]) -> set[str]:
    """The footnotes that the text refers to, or that such a footnote refers to."""
    referred: dict[str, set[str]] = {}
    place = ""
    for token in tokens:
        if token.type.startswith("footnote_reference"):
            place = token.meta["label"] if token.nesting > 0 else ""
        referred.setdefault(place, set()).update(
            child.meta["label"] for child in token.children or () if child.type == "footnote_ref"
        )
    reached: set[str] = set()
    pending = [*referred.get("", ())]
    while pending:
        label = pending.pop()
        if label not in reached:
            reached.add(label)
            pending += referred.get(label, ())
    return reached


def _report_unused(line: int, message: str, path: str, problems: Problems) -> None:
    problems.error(SourcePosition(path, line + 1, 1), "definition-is-used", f"{message}, so it would vanish",
                   r"refer to it once, or write \[ where it is text")  # fmt: skip
