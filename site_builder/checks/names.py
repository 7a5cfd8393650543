"""File names that other systems refuse or take for one another."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import PurePosixPath

from site_builder.document.course import Course
from site_builder.output.names import portable_key
from site_builder.problems import Problems, SourcePosition
from site_builder.source.snapshot import Files

_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.IGNORECASE)
_FORBIDDEN = frozenset('<>:"/\\|?*')
_LONGEST = 255


def check_names(files: Files, problems: Problems) -> None:
    """Every name under ``content/`` works on every system, and no two are one name on some."""
    files.check_names("content", problems)
    paths = files.names("content", deep=True)
    for path in paths:
        pure = PurePosixPath(path)
        names = (*pure.parts, pure.stem)  # a lesson's page lies in a folder named like the stem of its file
        fault = next((f"the name {name!r} {found}" for name in names if (found := _fault(name))), "")
        if fault:
            problems.warning(SourcePosition(path), "name-is-portable", fault, "rename it")
    _report_collisions(paths, problems)


def check_chapter_names(course: Course, taken: Iterable[str], problems: Problems) -> None:
    """A chapter's id, which is a folder of the site, works on every system, and is none of what is `taken` there."""
    keys = {portable_key(name) for name in taken}
    for chapter in course.chapters:
        place = chapter.position or SourcePosition("content/course.yaml")
        if fault := _fault(chapter.id):
            problems.warning(place, "name-is-portable", f"the chapter {chapter.id!r} {fault}", "give it another id")
        if portable_key(chapter.id) in keys:
            message = f"the site has a {chapter.id!r} of its own, so no chapter can be called that"
            problems.error(place, "output-is-unique", message, "give it another id")


def _report_collisions(paths: Iterable[str], problems: Problems) -> None:
    seen: dict[str, str] = {}
    for path in paths:
        first = seen.setdefault(portable_key(path), path)
        if first != path:
            problems.error(
                SourcePosition(path),
                "output-is-unique",
                f"{path!r} and {first!r} make one page on systems that ignore case or Unicode form: {_made(first)}",
                "rename one of them",
            )


def _made(path: str) -> str:
    """The output that two colliding files share, as a person would look for it."""
    lesson = re.fullmatch(r"content/lessons/(.+)\.md", path)
    return f"<chapter>/{lesson[1]}/index.html" if lesson else path


def _fault(name: str) -> str:
    """Why some system refuses `name`, or nothing."""
    found = sorted(set(name) & _FORBIDDEN)
    if found:
        return f"has {' '.join(found)}, which Windows refuses"
    if _RESERVED.fullmatch(name):
        return "is a device on Windows"
    if name != name.strip() or name.endswith("."):
        return "begins or ends with a space or a dot, which Windows drops"
    if any(unicodedata.category(char).startswith("C") for char in name):
        return "has a character that cannot be seen"
    if len(name.encode()) > _LONGEST:
        return f"is longer than {_LONGEST} bytes"
    return ""
