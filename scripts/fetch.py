"""Fetch the Nu HTML checker through npm, for ``make validate``: ``python -m scripts.fetch``."""

from __future__ import annotations

import sys
from pathlib import Path

from site_builder.commands.npm import NotFetched, Pin, WrongPackage, fetched

TARGET = Path("build/vnu.jar")
PIN = Pin(
    package="vnu-jar",
    version="26.9.27",
    integrity="sha512-TkQd5DFfOaWC9ebtvozTsrH2Vaod3jYg+vrOeREzIXxBexLz9+rS2DNtjn7+RPUiZhgli0SghgBX6RJRNea0KA==",
    file="build/dist/vnu.jar",
    sha256="22f15dd39a33bed929d2a5c0cddf5946849a647eca9272bf4d5d00bc7e7a4d47",
)

if __name__ == "__main__":
    if not (TARGET.is_file() and PIN.is_of(TARGET.read_bytes())):
        try:
            data = fetched(PIN)
        except (NotFetched, WrongPackage) as reason:
            sys.exit(f"the HTML checker was not fetched: {reason}")
        TARGET.parent.mkdir(exist_ok=True)
        TARGET.write_bytes(data)
