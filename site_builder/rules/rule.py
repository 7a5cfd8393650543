"""What a rule is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule's id phrases the healthy state, `sentence` says it in full, `bad` breaks it and `good` does not.

    `at` is where the two stand: in the text of a ``lesson``, in its ``front matter``, in a file of the course by its
    path within ``content/``, or they are the ``path`` of a file, or a ``command``.
    """

    id: str
    sentence: str
    bad: str
    good: str
    at: str = "lesson"
