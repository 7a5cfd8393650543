"""``anchor import``: a Hugging Face config.json in, an anchor file out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from site_builder.commands.arguments import Argument
from site_builder.commands.given import given_config
from site_builder.commands.report import CLEAN, report
from site_builder.importing.importer import import_config
from site_builder.output.file import write_file
from site_builder.problems import Problems

ARGUMENTS = (
    Argument(("action",), "import: read CONFIG.json, write the anchor file", {"choices": ("import",)}),
    Argument(
        ("config",), "a config.json as Hugging Face publishes it, the folder it lies in, or - for standard input",
        {"type": Path, "metavar": "CONFIG.json"},
    ),
    Argument(
        ("-o", "--output"), "the file to write; its name is the anchor's id (default: standard output)",
        {"type": Path, "default": None, "metavar": "FILE"},
    ),
    Argument(
        ("--ignore",), "a key that changes no size, to pass over; it is written into the anchor",
        {"action": "append", "default": [], "metavar": "KEY"},
    ),
    Argument(
        ("--files",), "a file that says how the weights are stored, where it does not lie beside a config.json: "
        "an index, a hf_quant_config.json, a .safetensors file",
        {"action": "append", "default": [], "type": Path, "metavar": "FILE"},
    ),
    Argument(("--force",), "replace FILE if it is there already", {"action": "store_true"}),
)  # fmt: skip


def run(
    action: str, config: Path, output: Path | None, force: bool, ignore: Sequence[str], files: Sequence[Path]
) -> int:
    """Import `config`; exit code 1 and nothing written on any problem."""
    problems = Problems()
    read = given_config(config, problems, ignore, files)
    written = None if read is None else import_config(read, problems, output.stem if output else "")
    if written is None:
        return report(problems)
    report(problems)
    if output is None:
        print(written, end="")
        return CLEAN
    if not write_file(output, written.encode(), problems, replace=force):
        return report(problems)
    print(output)
    return CLEAN
