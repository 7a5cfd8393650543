"""``charts``: the light chart library into the course, so that its pages load a quarter of what they would."""

from __future__ import annotations

from pathlib import Path

from site_builder.commands.arguments import ROOT, Argument
from site_builder.commands.npm import Pin
from site_builder.commands.vendor import vendor
from site_builder.render.theme import LIGHT_LIBRARY

PIN = Pin(  # its version is that of the plotly.js in the locked Plotly wheel
    package="plotly.js-basic-dist-min",
    version="4.1.1",
    integrity="sha512-1oNF8PeQx2hv/y7tqEVWKD3JGwn/MGEMQ8mL9HUwsaqG9FGy/OU5FHUHvzqbqxN4mnwZGI9abTiE775C4kkjMQ==",
    file="plotly-basic.min.js",
    sha256="99784e3abfb07b142a15e521a439e6d9addceadb3f79553fd24c72774f0649ba",
)
ARGUMENTS = (
    ROOT,
    Argument(
        ("--from",),
        f"take it from this copy of {PIN.file}, of {PIN.package} {PIN.version}, instead of through npm",
        {"type": Path, "default": None, "metavar": "FILE", "dest": "copy"},
    ),
    Argument(("--optional",), "go on without it where npm is absent or reaches no registry", {"action": "store_true"}),
)


def run(root: Path, copy: Path | None, optional: bool) -> int:
    """Write ``static/vendor/`` of the course; exit code 1 where that cannot be done."""
    return vendor(root, LIGHT_LIBRARY, PIN, copy, "the full library serves as well", optional)
