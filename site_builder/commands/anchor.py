"""``anchor import``: a Hugging Face config.json in, an anchor file out."""

from __future__ import annotations

from pathlib import Path

from site_builder.commands.arguments import Argument
from site_builder.commands.report import CLEAN, tell
from site_builder.importing.importer import import_config
from site_builder.output.file import write_file
from site_builder.problems import Problems
from site_builder.source.folder import read_given

ARGUMENTS = (
    Argument(("action",), "import: read CONFIG.json, write the anchor file", {"choices": ("import",)}),
    Argument(("config",), "a config.json as Hugging Face publishes it", {"type": Path, "metavar": "CONFIG.json"}),
    Argument(
        ("-o", "--output"), "the file to write; its name is the anchor's id (default: standard output)",
        {"type": Path, "default": None, "metavar": "FILE"},
    ),
    Argument(("--force",), "replace FILE if it is there already", {"action": "store_true"}),
)  # fmt: skip


def run(action: str, config: Path, output: Path | None, force: bool) -> int:
    """Import `config`; exit code 1 and nothing written on any problem."""
    problems = Problems()
    read = read_given(config, problems)
    written = None if read is None else import_config(read, problems, output.stem if output else "")
    if written is None:
        return tell(problems)
    if output is None:
        print(written, end="")
        return CLEAN
    if not write_file(output, written.encode(), problems, replace=force):
        return tell(problems)
    print(output)
    return CLEAN
