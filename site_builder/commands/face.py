"""``face``: a face with Chinese characters into the course, in which previews of its lessons are drawn."""

from __future__ import annotations

from pathlib import Path

from site_builder.commands.arguments import ROOT, Argument
from site_builder.commands.npm import Pin
from site_builder.commands.vendor import vendor
from site_builder.render.preview import FACES

PIN = Pin(  # Noto Sans SC Bold, SIL Open Font License 1.1
    package="@expo-google-fonts/noto-sans-sc",
    version="0.4.3",
    integrity="sha512-9rAwdFTFHbO/u6Cs0gj2jZbW74TGIiaFNQnXYH2s5wA1bzVkwbaviL4t8YUV642eGYjg86eH6DkAEQmfNHDncQ==",
    file="700Bold/NotoSansSC_700Bold.ttf",
    sha256="9a38ae0ab28cd5a256f9ea8e00dedc688aac17f7915fcb000572990afa956b96",
)
FACE = f"{FACES}/Noto-Sans-SC.ttf"
ARGUMENTS = (
    ROOT,
    Argument(
        ("--from",), f"take it from this copy of {PIN.file}, of {PIN.package} {PIN.version}, instead of through npm",
        {"type": Path, "default": None, "metavar": "FILE", "dest": "copy"},
    ),
)  # fmt: skip


def run(root: Path, copy: Path | None) -> int:
    """Write the face into the course; exit code 1 where that cannot be done."""
    return vendor(root, FACE, PIN, copy, f"any other face in {FACES}/ serves as well")
