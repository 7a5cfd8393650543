"""A file of one of npm's packages put into a course, by npm or from a copy, its hash checked."""

from __future__ import annotations

from pathlib import Path

from site_builder.commands.npm import NotFetched, Pin, WrongPackage, fetched
from site_builder.commands.report import CLEAN, report
from site_builder.output.file import write_file
from site_builder.problems import Problems, SourcePosition


def vendor(root: Path, path: str, pin: Pin, copy: Path | None, without: str, optional: bool = False) -> int:
    """Write the pinned file to `path` of the course; exit code 1 where that cannot be done.

    `without` says what holds where it is not there; `optional` takes that.
    """
    problems, target = Problems(), root / path
    if target.is_file() and pin.is_of(target.read_bytes()):
        return CLEAN
    place = SourcePosition(path)
    try:
        data = fetched(pin) if copy is None else _copied(copy, pin)
        if write_file(target, data, problems, replace=True):
            print(f"{path}: {pin.package} {pin.version}, integrity checked")
    except WrongPackage as wrong:
        problems.error(place, "file-is-present", f"this is another file than the pinned one: {wrong}")
    except NotFetched as reason:
        hint = f"{without}; or --from a copy of {pin.file} of {pin.package} {pin.version}"
        problems.error(place, "file-is-present", f"not fetched: {reason}", hint)
        return report(problems) and (CLEAN if optional else 1)
    return report(problems) if problems.errors else CLEAN


def _copied(path: Path, pin: Pin) -> bytes:
    """The file at `path`, if it is the pinned one.  Raises NotFetched, WrongPackage."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotFetched(f"{path}: {error.strerror}") from None
    if not pin.is_of(data):
        raise WrongPackage(f"{path} is not {pin.file} of {pin.package} {pin.version}")
    return data
