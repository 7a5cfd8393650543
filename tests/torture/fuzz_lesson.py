"""Fuzzing of the Markdown door, from a lesson's text to its page, by hand and for as long as wanted:

    python -m tests.torture.fuzz_lesson [CORPUS FOLDER] -max_total_time=600 -max_len=400 -timeout=60

What `Door` asserts must hold for every text: a page that is safe, well-formed and without a loss, or problems
that have places.  Anything else is a bug; the lesson that did it is printed.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.torture.driver import fuzz, instrumented

with instrumented("site_builder", "markdown_it", "mdit_py_plugins"):
    from site_builder.problems import Problems
    from site_builder.source.decode import decode
    from tests.torture.door import FRONT, Door
from tests.torture.pieces import PIECES, composed


def text_of(data: bytes) -> str:
    """Bytes as a lesson's body; the first says how: as they stand, if they are text, as blocks, or as loose pieces."""
    if data[:1] and data[0] < 48:
        return decode(data[1:], "a", Problems()) or ""
    if data[:1] and data[0] < 160:
        return composed(data[1:])
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


def main(arguments: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        fuzz(reader(Path(folder)), arguments)


if __name__ == "__main__":
    main(sys.argv)
