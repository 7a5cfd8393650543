"""Work that is counted instead of timed, so that a busy machine cannot fail a test."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


def lines_run(run: Callable[[], object]) -> int:
    """How many lines of Python `run` goes through, each time it comes to one; what C does in between is not seen."""
    count = 0

    def follow(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return follow

    before = sys.gettrace()
    sys.settrace(follow)
    try:
        run()
    finally:
        sys.settrace(before)
    return count


@contextmanager
def ending() -> Iterator[None]:
    """What takes a minute of processor time does not end: what is run here takes a fifth of a second at most."""

    def give_up(number: int, frame: FrameType | None) -> None:
        raise AssertionError("it did not end in a minute of processor time")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, 60)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
