"""Two texts by word: Latin words and numbers whole, Chinese by the character, computed numbers as what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from site_builder.compare.report import Edit

MARK = re.compile(r"\u27e8([^\u27e8\u27e9|]*)\|([^\u27e8\u27e9|]*)\u27e9")
"""A computed number in a text of ``numbers.json``: what is printed, and its id."""
_WORD = re.compile(r"\u27e8[^\u27e8\u27e9]*\u27e9|[^\W\u3400-\u9fff]+(?:[.,'’\-][^\W\u3400-\u9fff]+)*|\s+|.", re.DOTALL)
_AROUND = 16
"""Characters shown on either side of an edit."""
_NEAR = 3
"""Edits with fewer equal words between them are one."""


def opcodes(old: Sequence[str], new: Sequence[str]) -> Sequence[tuple[str, int, int, int, int]]:
    """The spans in which two lists are equal and in which they are not, as difflib has them."""
    return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()


def words_of(text: str) -> list[str]:
    """The words of a text; a computed number is one, equal to any other, because `numbers` tell how it changed."""
    return _WORD.findall(text)


def unmarked(text: str) -> str:
    """The text as it is read."""
    return MARK.sub(r"\1", text)


def edits(section: str, old: Sequence[str], new: Sequence[str]) -> Iterator[Edit]:
    """What changed between two lists of lines."""
    folded = [[MARK.sub("\u27e8\u27e9", line) for line in lines] for lines in (old, new)]
    for kind, first, last, start, end in opcodes(*folded):
        if kind == "equal":
            continue
        shared = min(last - first, end - start)
        for index in range(shared):
            yield from _within(section, old[first + index], new[start + index])
        for line in old[first + shared : last]:
            yield Edit(section, "", unmarked(line), "", "")
        for line in new[start + shared : end]:
            yield Edit(section, "", "", unmarked(line), "")


def _within(section: str, old: str, new: str) -> Iterator[Edit]:
    """The edits of one line, each with a little of what stands around it."""
    before, after = words_of(old), words_of(new)
    folded = [["\u27e8\u27e9" if MARK.fullmatch(word) else word for word in words] for words in (before, after)]
    for first, last, start, end in _joined(opcodes(*folded)):
        yield Edit(
            section,
            unmarked("".join(after[:start]))[-_AROUND:],
            unmarked("".join(before[first:last])),
            unmarked("".join(after[start:end])),
            unmarked("".join(after[end:]))[:_AROUND],
        )


def _joined(codes: Sequence[tuple[str, int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """The spans that differ, those with hardly a word between them as one."""
    spans: list[tuple[int, int, int, int]] = []
    for kind, first, last, start, end in codes:
        if kind == "equal":
            continue
        if spans and first - spans[-1][1] < _NEAR:
            first, start = spans[-1][0], spans[-1][2]
            spans.pop()
        spans.append((first, last, start, end))
    return spans
