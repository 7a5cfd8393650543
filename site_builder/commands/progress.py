"""How far a command is: a bar where a person watches, a line now and then where a log is written."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TextIO

PATIENCE, REDRAW, LINE = 1.0, 0.1, 10.0
"""Seconds before anything is said, between two bars, and between two lines of a log."""
WIDTH = 30


class Progress:
    """Called with how many pages of how many are done; `clear` before anything else is printed."""

    def __init__(self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream or sys.stderr
        self._clock = clock
        self._is_watched = self._stream.isatty()
        self._next = clock() + (PATIENCE if self._is_watched else LINE)
        self._drawn = 0

    def __call__(self, done: int, total: int) -> None:
        now = self._clock()
        if now < self._next:
            return
        if not self._is_watched:
            print(f"{done} of {total} pages", file=self._stream, flush=True)
            self._next = now + LINE
            return
        full = WIDTH * done // total
        bar = f"[{'#' * full}{'.' * (WIDTH - full)}] {done} of {total} pages"
        self._stream.write(f"\r{bar:<{self._drawn}}")
        self._stream.flush()
        self._drawn, self._next = len(bar), now + REDRAW

    def clear(self) -> None:
        """Leave the line as it was before."""
        if self._drawn:
            self._stream.write(f"\r{'':<{self._drawn}}\r")
            self._stream.flush()
            self._drawn = 0
