"""``charts``: the light chart library into the course, so that its pages load a quarter of what they would."""

from __future__ import annotations

from pathlib import Path

from site_builder.commands.arguments import ROOT, Argument
from site_builder.commands.npm import NotFetched, Pin, WrongPackage, fetched
from site_builder.commands.report import CLEAN, report
from site_builder.output.file import write_file
from site_builder.problems import Problems, SourcePosition
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
    problems, target = Problems(), root / LIGHT_LIBRARY
    if target.is_file() and PIN.is_of(target.read_bytes()):
        return CLEAN
    place, hint = SourcePosition(LIGHT_LIBRARY), ""
    try:
        data = fetched(PIN) if copy is None else _copied(copy)
        if write_file(target, data, problems, replace=True):
            print(f"{LIGHT_LIBRARY}: {PIN.package} {PIN.version}, integrity checked")
    except WrongPackage as wrong:
        problems.error(place, "file-is-present", f"this is another file than the pinned one: {wrong}")
    except NotFetched as reason:
        hint = f"the full library serves as well; or --from a copy of {PIN.file} of {PIN.package} {PIN.version}"
        problems.error(place, "file-is-present", f"not fetched: {reason}", hint)
        return report(problems) and (CLEAN if optional else 1)
    return report(problems) if problems.errors else CLEAN


def _copied(path: Path) -> bytes:
    """The file at `path`, if it is the pinned one.  Raises NotFetched, WrongPackage."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotFetched(f"{path}: {error.strerror}") from None
    if not PIN.is_of(data):
        raise WrongPackage(f"{path} is not {PIN.file} of {PIN.package} {PIN.version}")
    return data
