"""Coverage-guided fuzzing of the Markdown door, by hand and for as long as wanted:

    pip install atheris
    python -m tests.torture.fuzz_lesson [CORPUS FOLDER] -max_total_time=600 -max_len=400 -timeout=10

Where atheris is not installed, random input is read for as long.  What `Door` asserts must hold for every text:
a page that is safe, well-formed and without a loss, or problems that have places.  Anything else is a bug;
the input that did it is printed.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

try:
    import atheris
except ImportError:  # it has no build for every system
    atheris = None

if atheris:
    with atheris.instrument_imports(include=["site_builder", "markdown_it", "mdit_py_plugins"]):
        from tests.torture.door import FRONT, Door
else:
    from tests.torture.door import FRONT, Door
from site_builder.problems import Problems
from site_builder.source.decode import decode
from tests.torture.pieces import PIECES

LONGEST = 400


def text_of(data: bytes) -> str:
    """Bytes as a lesson's body: of pieces of the dialect, or (first byte odd) as they stand, if they are text."""
    if data[:1] and data[0] % 2:
        return decode(data[1:], "a", Problems()) or ""
    return "".join(PIECES[byte % len(PIECES)] for byte in data[1:])


def reader(folder: Path) -> Callable[[bytes], None]:
    """What the fuzzer calls."""
    door = Door(folder / "course")

    def read(data: bytes) -> None:
        body = text_of(data)
        try:
            door.read(body, FRONT)
        except Exception:
            print(f"\nthe lesson that did it: {body!r}", file=sys.stderr)
            raise

    return read


def read_at_random(read: Callable[[bytes], None], seconds: float) -> int:
    """Read random input for so long; how many were read."""
    chance, end, count = random.Random(time.time_ns()), time.monotonic() + seconds, 0
    while time.monotonic() < end:
        read(bytes([chance.choice((0, 0, 0, 1))]) + chance.randbytes(chance.randrange(1, LONGEST)))
        count += 1
    return count


def main(arguments: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        read = reader(Path(folder))
        if atheris:
            atheris.Setup(list(arguments), read)
            atheris.Fuzz()
        else:
            seconds = [word.partition("=")[2] for word in arguments if word.startswith("-max_total_time=")]
            print(f"{read_at_random(read, float(seconds[0] if seconds else 60))} lessons read")


if __name__ == "__main__":
    main(sys.argv)
