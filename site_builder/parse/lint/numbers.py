"""Items of ordered lists that are not numbered on."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it.token import Token

from site_builder.parse.places import first_line
from site_builder.problems import Problems, SourcePosition


def check_numbers(tokens: Sequence[Token], path: str, problems: Problems) -> None:
    """An ordered list is numbered on from its first item, whatever the others say."""
    lists: list[list[Token]] = []
    for token in tokens:
        if token.type in ("ordered_list_open", "bullet_list_open"):
            lists.append([])
        elif token.type == "list_item_open" and token.info:
            lists[-1].append(token)
        elif token.type in ("ordered_list_close", "bullet_list_close"):
            _check_list(lists.pop(), path, problems)


def _check_list(items: Sequence[Token], path: str, problems: Problems) -> None:
    written = [int(item.info) for item in items]
    wrong = (index for index, number in enumerate(written) if number != written[0] + index)
    index = next(wrong, None)
    if index is None or len(set(written)) == 1:
        return
    message = f"the number {written[index]} would be printed as {written[0] + index}"
    place = SourcePosition(path, first_line(items[index]) + 1)
    problems.warning(place, "list-is-written-right", message, "number on from the first item")
