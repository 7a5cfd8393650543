"""Text compressed once, when it is built, for hosts that send the file beside it as it is."""

from __future__ import annotations

import gzip
from collections.abc import Mapping

TEXT = (".css", ".csv", ".html", ".js", ".json", ".md", ".svg", ".txt", ".xml")
LEAST = 1024
"""Bytes of the smallest file that is worth it: less than that travels in one packet anyway."""
LARGE = 2**21
"""Bytes from which the best of Brotli's ways takes ten seconds, for a twentieth less."""


def with_compressed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """`files`, and ``<path>.gz`` and ``<path>.br`` beside each text that becomes smaller; a file of that name stays."""
    import brotli  # here, because other builds do not need it

    made: dict[str, bytes] = {}
    for path, data in files.items():
        if path.endswith(TEXT) and len(data) >= LEAST:
            quality = 11 if len(data) < LARGE else 9
            brotlied = brotli.compress(data, quality=quality)
            smaller = {f"{path}.gz": gzip.compress(data, 9, mtime=0), f"{path}.br": brotlied}
            made |= {name: less for name, less in smaller.items() if len(less) < len(data)}
    return {**made, **files}
