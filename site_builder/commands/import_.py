"""``import``: a course of another tool becomes lessons of ours; nothing is overwritten, and everything is reported."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

from site_builder.commands.arguments import Argument
from site_builder.commands.new import starter_anchor
from site_builder.commands.report import CLEAN, report
from site_builder.output.file import write_file
from site_builder.problems import Problems, SourcePosition
from site_builder.source.folder import read_folder
from site_builder.transfer.course import Imported, import_course

ARGUMENTS = (
    Argument(("path",), "a folder of Markdown files and notebooks, or one of them", {"type": Path, "metavar": "PATH"}),
    Argument(("--to",), "the folder of the course, new or not", {"type": Path, "required": True, "metavar": "COURSE"}),
)
_COURSE = "content/course.yaml"
_HEADS = {"rewritten": "Rewritten", "left": "Left out", "person": "Needs a person"}


def run(path: Path, to: Path) -> int:
    """Import; exit code 1 and nothing written on any problem."""
    problems = Problems()
    if not path.exists():
        problems.error(SourcePosition(str(path)), "file-is-present", "there is no such file or folder")
        return report(problems)
    folder, only = (path, ()) if path.is_dir() else (path.parent, (path.name,))
    imported = import_course(read_folder(folder), folder.resolve().name, only, problems)
    if imported is None or problems.errors:
        return report(problems)
    files = dict(imported.files)
    lines = [f"      - {{id: {lesson}, topic: {_quoted(title)}}}" for lesson, title in _lessons(imported)]
    if not (to / _COURSE).exists() or _is_ours(to, imported, problems):
        files |= _course_files(imported, problems)
        lines = []
    _check_free(to, files, problems)
    if problems.errors:
        return report(problems)
    written = [name for name, data in sorted(files.items()) if _write(to / name, data, problems)]
    if problems.errors:
        return report(problems)
    _report(imported, lines, to, len(written))
    return CLEAN


def _is_ours(to: Path, imported: Imported, problems: Problems) -> bool:
    """Whether the course is what an earlier import of the same made of it."""
    return (to / _COURSE).read_bytes() == _course_files(imported, problems).get(_COURSE)


def _course_files(imported: Imported, problems: Problems) -> Mapping[str, bytes]:
    """A new course round the lessons, on the anchor that every new course has."""
    anchor_id, files = starter_anchor(None, problems)
    chapters = "".join(
        _chapter(number, title or imported.title, lessons)
        for number, (title, lessons) in enumerate(imported.chapters, 1)
    )
    head = f"title: {_quoted(imported.title)}\nlang: {imported.lang}\nanchor: {anchor_id}\nchapters:\n"
    own = {_COURSE: head + chapters, "content/sources.yaml": "{}\n", "content/glossary.yaml": "{}\n"}
    return {name: text.encode() for name, text in (own | dict(files)).items()}


def _chapter(number: int, title: str, lessons: tuple[tuple[str, str], ...]) -> str:
    listed = "".join(f"      - {{id: {lesson}, topic: {_quoted(words)}}}\n" for lesson, words in lessons)
    return f"  - id: c{number}\n    label: C{number}\n    title: {_quoted(title)}\n    lessons:\n{listed}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _lessons(imported: Imported) -> Iterator[tuple[str, str]]:
    for _, lessons in imported.chapters:
        yield from lessons


def _check_free(to: Path, files: Mapping[str, bytes], problems: Problems) -> None:
    for name, data in files.items():
        path = to / name
        if path.is_file() and path.read_bytes() != data:
            message = "this file is there already and holds something else; nothing was imported"
            problems.error(
                SourcePosition(str(path)), "output-is-writable", message, "move it away, or choose another course"
            )


def _write(path: Path, data: bytes, problems: Problems) -> bool:
    if path.is_file() and path.read_bytes() == data:
        return False
    return write_file(path, data, problems, replace=False)


def _report(imported: Imported, lines: list[str], to: Path, written: int) -> None:
    """Everything that was rewritten, left out or needs a person, by file and line."""
    for state, notes in groupby(sorted(imported.notes, key=lambda note: (tuple(_HEADS).index(note.state), note)),
                                lambda note: note.state):  # fmt: skip
        found = list(notes)
        print(f"{_HEADS[state]} ({len(found)})")
        for note in found:
            print(f"  {note}")
    if lines:
        print(f"Add to {_COURSE}, under the chapters where they belong:", *lines, sep="\n")
    print(f"{len(list(_lessons(imported)))} lessons, {written} files written", file=sys.stderr)
    print(f"site-builder check --root {to}", file=sys.stderr)
