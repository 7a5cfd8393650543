"""SVG to PNG, by resvg, which wants its face as a file."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def rasteriser(family: str, face: bytes) -> Iterator[Callable[[str], bytes]]:
    """What draws an SVG as PNG with its texts in the face given, of that family; the machine's faces are left alone."""
    import resvg_py  # only a site with an address and a face pays for it

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "face")
        path.write_bytes(face)

        def draw(svg: str) -> bytes:
            drawn = resvg_py.svg_to_bytes(
                svg_string=svg, skip_system_fonts=True, font_files=[str(path)], sans_serif_family=family
            )
            return bytes(drawn)

        yield draw
