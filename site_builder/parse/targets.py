"""What has a number, and links that print one: `[](#name)`, `[图 %s](#name)`, `$$ … $$ (name)`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any
from urllib.parse import unquote, urlsplit

from markdown_it.token import Token

from site_builder.document.blocks import Solution
from site_builder.document.inline import Prose, Target, TargetReference
from site_builder.parse.places import Places
from site_builder.problems import Problems, SourcePosition

_RULE = "link-is-written-right"
_NAME = re.compile(r"[A-Za-z][\w-]*", re.ASCII)
_BRACKETED = re.compile(r"[(（]([A-Za-z]+[-_:][\w:-]*\w)[)）]", re.ASCII)
_HOW = "a formula is labelled behind its closing dollars, in lines of its own: $$ … $$ (name)"


def equation_target(label: str, position: SourcePosition, tex: str, problems: Problems) -> Target | None:
    """The target of a formula with `label`, in brackets; None, with the problem reported, for what is no label."""
    name = label[1:-1]
    if not _NAME.fullmatch(name):
        suggested = re.sub(r"[^\w-]+", "-", name, flags=re.ASCII).strip("-")
        hint = f"write ({suggested if _NAME.fullmatch(suggested) else f'eq-{suggested}'})"
        message = f"{name!r} is no label: those are letters, digits, - and _, a letter first; numbers are counted"
        problems.error(position, _RULE, message, hint)
    elif not label.isascii():
        problems.error(position, _RULE, "a label stands in half-width brackets", f"write ({name})")
    elif r"\tag" in tex:
        message = r"a formula with a label has its number already, so it needs no \tag"
        problems.error(position, _RULE, message, r"remove \tag, or the label")
    else:
        return Target("equation", name, position)
    return None


def with_numbers(children: Sequence[Token], places: Places, problems: Problems) -> list[Token]:
    """The tokens of a text, links to labels holding the number that they print; what is no such link is reported."""
    _report_inline_labels(children, places, problems)
    children = [token for index, token in enumerate(children) if not _is_blank(children, index)]
    made: list[Token] = []
    link: Token | None = None
    for index, token in enumerate(children):
        if token.type == "link_open":
            link = token
            made.append(token)
            if children[index + 1].type == "link_close":
                made += _number_alone(token, _at(token, places), problems)
        elif token.type == "text" and link and "%s" in token.content:
            made += _with_number(token, link, _at(link, places), problems)
        else:
            link = None if token.type == "link_close" else link
            made.append(token)
    return made


def _is_blank(children: Sequence[Token], index: int) -> bool:
    """Whether the token is all that a link holds, and white space alone."""
    around = [token.type for token in children[max(index - 1, 0) : index + 2]]
    return around == ["link_open", "text", "link_close"] and not children[index].content.strip()


def _number_alone(link: Token, at: SourcePosition, problems: Problems) -> Iterator[Token]:
    address = str(link.attrs.get("href", ""))
    if _leads_to_label(address):
        yield _reference(address, True, at)
        return
    lesson = re.fullmatch(r"(?:.*/)?([^/#]+)\.md", unquote(address))
    hint = f"write {{lesson}}`{lesson[1]}` for the lesson's title" if lesson else "write [words](address)"
    problems.error(at, _RULE, "this link has no words, so nobody could see it", hint)


def _with_number(text: Token, link: Token, at: SourcePosition, problems: Problems) -> Iterator[Token]:
    address = str(link.attrs.get("href", ""))
    if not _leads_to_label(address):
        problems.error(at, _RULE, "%s is the number of what a link leads to, and this leads to no label",
                       "write [words %s](#label)")  # fmt: skip
        yield text
        return
    parts = text.content.split("%s")
    for index, part in enumerate(parts):
        if index:
            yield _reference(address, False, at)
        if part:
            yield text.copy(content=part)


def _leads_to_label(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.fragment) and not parts.scheme and not parts.netloc


def _reference(address: str, whole: bool, at: SourcePosition) -> Token:
    return Token("role", "", 0, info="number", meta={"reference": TargetReference(address, whole, at)})


def _at(token: Token, places: Places) -> SourcePosition:
    return places.at(token.meta.get("offset", 0))


def _report_inline_labels(children: Sequence[Token], places: Places, problems: Problems) -> None:
    """A label behind a formula within a sentence names nothing."""
    for formula, text in pairwise(children):
        found = _BRACKETED.match(text.content.lstrip()) if text.type == "text" else None
        is_label = formula.type == "math_inline_double" or (found and found[1].startswith(("eq-", "eq:", "eq_")))
        if found and is_label and formula.type.startswith("math_inline"):
            problems.warning(_at(formula, places), _RULE, f"{found[0]} labels no formula and would be printed", _HOW)


def numbered(nodes: Sequence[Any], problems: Problems) -> tuple[Target, ...]:
    """The targets among the `nodes` of a lesson, in reading order; each token that holds one gets its number.

    A label that stands twice, or is the id of a heading, is reported, and so is the label of a formula in a text.
    """
    counts: Counter[str] = Counter()
    targets: dict[str, Target] = {}
    tokens = [node for node in nodes if isinstance(node, Token)]
    headings = {str(token.attrs["id"]) for token in tokens if token.type == "heading_open"}
    for token in tokens:
        key = "target" if token.type == "math_block" else "reference"
        target = token.meta.get(key)
        if isinstance(target, Target):
            counts[target.kind] += 1
            token.meta[key] = replace(target, number=counts[target.kind])
            _check_label(target, targets, headings, problems)
            targets.setdefault(target.name, token.meta[key])
    _check_solutions(nodes, targets, problems)
    _report_strays(nodes, {each.name for each in targets.values() if each.kind == "equation"}, problems)
    return tuple(targets.values())


def _check_label(target: Target, before: dict[str, Target], headings: set[str], problems: Problems) -> None:
    first = before.get(target.name)
    if first and (first.kind, target.kind) != ("experiment", "experiment"):  # those are widgets, reported as such
        message = f"{target.name!r} labels two things of this page; the first is at {first.position}"
        problems.error(target.position, "label-is-unique", message, "give each its own")
    if target.name in headings:
        message = f"the label {target.name!r} is the id of a heading of this page too"
        problems.error(target.position, "label-is-unique", message, "give it another name")


def _check_solutions(nodes: Sequence[Any], targets: dict[str, Target], problems: Problems) -> None:
    """A solution is of an exercise of the lesson, and the only one; that there is its label is looked up later."""
    solved: dict[str, SourcePosition] = {}
    for solution in (node for node in nodes if isinstance(node, Solution)):
        target, at = targets.get(solution.of), solution.number.position
        if target and target.kind != "exercise":
            message = f"{solution.of!r} labels something that is no exercise (a {target.kind})"
            problems.error(at, "target-is-known", message, "write the label of an exercise")
        elif solution.of in solved:
            message = f"the exercise {solution.of!r} has a solution already, at {solved[solution.of]}"
            problems.error(at, "label-is-unique", message, "make one of the two")
        solved.setdefault(solution.of, solution.position)


def _report_strays(nodes: Sequence[Any], equations: Iterable[str], problems: Problems) -> None:
    """``(eq-a)`` in a text, where a formula of the page has that label."""
    known = set(equations)
    for prose in nodes if known else ():
        if not isinstance(prose, Prose):
            continue
        for token in prose.tokens:
            texts = (child.content for child in token.children or () if child.type == "text")
            for found in (each for text in texts for each in _BRACKETED.finditer(text)):
                if found[1] in known:
                    line = token.map[0] + 1 if token.map else prose.position.line
                    at = SourcePosition(prose.position.path, line)
                    message, hint = f"{found[0]} is printed as it stands", f"write [](#{found[1]}) for the number"
                    problems.warning(at, _RULE, message, hint)
