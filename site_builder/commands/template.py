"""``template``: one of our templates, styles, scripts or files of words copied into the course, to be changed there."""

from __future__ import annotations

from pathlib import Path

from site_builder.commands.arguments import ROOT, Argument
from site_builder.commands.report import CLEAN, report
from site_builder.document.frames import FRAMES
from site_builder.output.file import write_file
from site_builder.problems import Problems, SourcePosition, nearest
from site_builder.source.folder import read_package

ARGUMENTS = (
    Argument(
        ("name",), "the file as --list has it, or its end: components/faq.html, tokens.css (default: all are listed)",
        {"nargs": "?", "default": "", "metavar": "NAME"},
    ),
    ROOT,
    Argument(("--force",), "replace the course's own file if it is there already", {"action": "store_true"}),
    Argument(("--list",), "print the name of every file there is and stop", {"action": "store_true", "dest": "listed"}),
)  # fmt: skip
_FRAME = "templates/components/frame.html"


def run(name: str, root: Path, force: bool, listed: bool) -> int:
    """Copy the file; exit code 1 and nothing written where there is none, or another is in its place."""
    sources = _sources()
    if listed or not name:
        print("\n".join(sources))
        return CLEAN
    problems = Problems()
    found = [path for path in sources if path == name] or [path for path in sources if path.endswith(f"/{name}")]
    if len(found) != 1:
        message = f"{name!r} may be one of {', '.join(found)}" if found else f"there is no template {name!r}"
        hint = "write more of its path" if found else nearest(name, (path.partition("/")[2] for path in sources))
        problems.error(SourcePosition(name[:80]), "file-is-present", message, hint or "--list prints them all")
        return report(problems)
    data = read_package().data(sources[found[0]], problems)
    if data is None or not write_file(root / found[0], data, problems, replace=force):
        return report(problems)
    print(found[0])
    return CLEAN


def _sources() -> dict[str, str]:
    """Where a course has a file → which of ours it begins as; each frame may have a template of its own."""
    package = read_package()
    names = [path for folder in ("templates", "static") for path in package.names(folder, deep=True)]
    ours = {path: path for path in names if not path.startswith("static/vendor/") and not path.endswith(".py")}
    return dict(sorted((ours | {f"templates/components/{frame.stem}.html": _FRAME for frame in FRAMES}).items()))
