"""The site as it is now, in memory: built again after every change, the last good one kept while there are mistakes."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from site_builder.problems import BuildStopped, Problem, Problems

Build = Callable[[Problems], Mapping[str, bytes]]

_NUMBER = re.compile(rb'<data value="[^"]*"[^>]* data-quantity="[^"]*"')


@dataclass(frozen=True, slots=True)
class Edition:
    """One state of the preview: `files` of the last good build, and the problems of the last build of all.

    `numbers` says, by page, how many printed numbers the last good build changed.
    """

    number: int = 0
    files: Mapping[str, bytes] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_good(self) -> bool:
        """Whether the last build made these files."""
        return bool(self.files) and not any(problem.severity == "error" for problem in self.problems)


class Preview:
    """The newest edition, for any number of threads that read it or wait for the next."""

    def __init__(self, build: Build) -> None:
        self._build = build
        self._news = threading.Condition()
        self._edition = Edition()
        self._closed = False

    @property
    def edition(self) -> Edition:
        return self._edition

    def rebuild(self) -> Edition:
        """Build once more; the new edition.  For one thread only."""
        problems, before = Problems(), self._edition
        try:
            files = dict(self._build(problems))
            made = Edition(before.number + 1, files, tuple(problems), changed_numbers(before.files, files))
        except BuildStopped:
            made = Edition(before.number + 1, before.files, tuple(problems))
        with self._news:
            self._edition = made
            self._news.notify_all()
        return made

    def wait(self, after: int, seconds: float) -> Edition | None:
        """An edition later than the number `after`; None when `seconds` have passed without one, or at the end."""
        with self._news:
            self._news.wait_for(lambda: self._closed or self._edition.number > after, seconds)
            return self._edition if self._edition.number > after and not self._closed else None

    @property
    def is_closed(self) -> bool:
        return self._closed

    def close(self) -> None:
        """Wake everyone who waits; there will be no further edition."""
        with self._news:
            self._closed = True
            self._news.notify_all()


def changed_numbers(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> dict[str, int]:
    """Page → how many of its printed numbers are not those that it had before; new pages are left out."""
    pages: Iterable[str] = (path for path in after if path.endswith(".html") and path in before)
    counts = {path: _new_numbers(before[path], after[path]) for path in pages if before[path] != after[path]}
    return {path: count for path, count in counts.items() if count}


def _new_numbers(before: bytes, after: bytes) -> int:
    """How many numbers of `after` have no equal in `before`, each of which serves once."""
    return (Counter(_NUMBER.findall(after)) - Counter(_NUMBER.findall(before))).total()
