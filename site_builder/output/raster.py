"""SVG to PNG, by resvg, which wants its face as a file."""

from __future__ import annotations

import tempfile
from pathlib import Path


def png_of(svg: str, family: str, face: bytes) -> bytes:
    """The drawing with its texts in the face given, which is of that family; faces of the machine are left alone."""
    import resvg_py  # only a site with an address and a face pays for it

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "face")
        path.write_bytes(face)
        drawn = resvg_py.svg_to_bytes(
            svg_string=svg, skip_system_fonts=True, font_files=[str(path)], sans_serif_family=family
        )
    return bytes(drawn)
