"""The chart library for the browser that the installed plotly carries."""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path


def full_bundle() -> bytes:
    """The whole plotly.js, minified: what serves where the light bundle was not fetched."""
    return Path(str(distribution("plotly").locate_file("plotly/package_data/plotly.min.js"))).read_bytes()
