"""A bar where a person watches, lines where none does, nothing for what is quick."""

from __future__ import annotations

import io

import pytest

from site_builder.build.pipeline import Options
from site_builder.commands.progress import Progress
from tests.build.courses import IDS, course, outcome


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock():
    """A clock that a test sets: ``clock.now = 3``."""

    class Clock:
        now = 0.0

        def __call__(self) -> float:
            return self.now

    return Clock()


def test_a_bar_is_drawn_over_itself_and_goes(clock):
    stream = Terminal()
    progress = Progress(stream, clock)
    for now, done in ((0.5, 1), (1.0, 10), (1.05, 15), (1.2, 30)):
        clock.now = now
        progress(done, 30)
    first = "[##########....................] 10 of 30 pages"
    last = "[##############################] 30 of 30 pages"
    assert stream.getvalue() == f"\r{first}\r{last}"
    progress.clear()
    assert stream.getvalue().endswith(f"\r{' ' * len(last)}\r")


def test_what_is_quick_says_nothing(clock):
    stream = Terminal()
    progress = Progress(stream, clock)
    clock.now = 0.9
    progress(3, 3)
    progress.clear()
    assert stream.getvalue() == ""


def test_a_log_gets_a_line_now_and_then(clock):
    stream = io.StringIO()
    progress = Progress(stream, clock)
    for now, done in ((9, 1), (10, 2), (15, 3), (21, 4)):
        clock.now = now
        progress(done, 5)
    progress.clear()
    assert stream.getvalue() == "2 of 5 pages\n4 of 5 pages\n"


def test_a_build_says_every_page_once():
    heard: list[tuple[int, int]] = []
    built, _ = outcome(course(), Options(progress=lambda done, total: heard.append((done, total))))
    assert built
    assert heard == [(done, len(IDS)) for done in range(1, len(IDS) + 1)]
