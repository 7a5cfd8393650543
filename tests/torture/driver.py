"""What fuzzers share: input guided by coverage where atheris is installed, random input where it is not.

pip install atheris        # it has no build for every system
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

try:
    import atheris
except ImportError:
    atheris = None

LONGEST = 400
"""Bytes of random input."""


def instrumented(*packages: str) -> AbstractContextManager[object]:
    """Around imports: what is imported of `packages` tells atheris which of its lines ran."""
    return atheris.instrument_imports(include=list(packages)) if atheris else nullcontext()


def fuzz(read: Callable[[bytes], None], arguments: Sequence[str]) -> None:
    """Call `read` with input until it raises or the time of ``-max_total_time=`` is over (by default a minute)."""
    if atheris:
        atheris.Setup(list(arguments), read)
        atheris.Fuzz()
    seconds = [int(found[1]) for word in arguments if (found := re.fullmatch(r"-max_total_time=(\d+)", word))]
    print(f"{_at_random(read, seconds[0] if seconds else 60)} inputs read")


def _at_random(read: Callable[[bytes], None], seconds: float) -> int:
    chance, end, count = random.Random(time.time_ns()), time.monotonic() + seconds, 0
    while time.monotonic() < end:
        read(chance.randbytes(chance.randrange(1, LONGEST)))
        count += 1
    return count
