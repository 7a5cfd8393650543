"""Whether the parts of a course hold together: ids stand for one thing, references lead to something."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from site_builder.document.course import Course
from site_builder.problems import Problems, SourcePosition, nearest
from site_builder.source.nodes import Node, follow
from site_builder.source.snapshot import Files

_LESSONS = "content/lessons"
_ENDINGS = (".md", ".markdown", ".mdx", ".txt", ".md.txt")
"""What names of Markdown files end in, with those that editors add."""
_MOST_HINTS = 100
"""Unknown names for which the nearest is looked for; a file with more of them has another trouble."""


def check_coherence(course: Course, node: Node, files: Files, problems: Problems) -> None:
    """Report what does not hold together; `node` is the YAML of the course file."""
    _check_ids(course, node, problems)
    _check_references(course, node, problems)
    _check_listed(course, files, problems)
    _check_empty(course, files, problems)
    _check_planned(course, files, problems)


def _check_ids(course: Course, node: Node, problems: Problems) -> None:
    chapters = (
        (chapter.id, follow(node, ("chapters", index, "id"))[0].position)
        for index, chapter in enumerate(course.chapters)
    )
    _check_unique("chapter", chapters, problems)
    _check_unique("lesson", ((lesson.id, lesson.position) for lesson in course.lessons), problems)
    _check_unique("node of the pipeline", ((each.id, each.position) for each in course.pipeline), problems)


def _check_unique(kind: str, ids: Iterable[tuple[str, SourcePosition]], problems: Problems) -> None:
    """Ids become names of files and elements: those that differ only in case or Unicode form are one."""
    seen: dict[str, tuple[str, SourcePosition]] = {}
    for name, position in ids:
        folded = unicodedata.normalize("NFC", name).casefold()
        if folded in seen:
            first, where = seen[folded]
            same = "" if first == name else f", which differs from {first!r} only in case or Unicode form,"
            problems.error(
                position,
                "id-is-unique",
                f"the {kind} {name!r}{same} is already at {where}",
                "give each an id of its own",
            )
        seen.setdefault(folded, (name, position))


def _check_references(course: Course, node: Node, problems: Problems) -> None:
    """Promises and nodes of the pipeline name lessons of the course."""
    lessons = {lesson.id for lesson in course.lessons}
    named: list[tuple[str, tuple[str | int, ...]]] = [
        (promise.lesson, ("promises", promise.id, "lesson")) for promise in course.promises.values()
    ]
    named += [(each.lesson, ("pipeline", index, "lesson")) for index, each in enumerate(course.pipeline)]
    unknown = [(name, follow(node, path)[0].position) for name, path in named if name not in lessons]
    for index, (name, position) in enumerate(unknown):
        hint = nearest(name, lessons) if index < _MOST_HINTS else ""
        problems.error(position, "lesson-is-known", f"the course has no lesson {name!r}", hint)


def lesson_files(files: Files) -> tuple[str, ...]:
    """The files of the lessons' folder that begin like lessons; others are parts that lessons include."""
    return tuple(path for path in files.names(_LESSONS, ".md") if _begins_like_a_lesson(files, path))


def _begins_like_a_lesson(files: Files, path: str) -> bool:
    text = files.text(path, Problems())
    return text is not None and text.text.startswith("---\n")


def _unlisted(course: Course, files: Files) -> Iterator[tuple[str, str]]:
    """The files of the lessons' folder that no chapter lists, with their names; those that are listed stay unread."""
    listed = {f"{_LESSONS}/{lesson.id}.md" for lesson in course.lessons}
    for path in files.names(_LESSONS, ".md"):
        if path not in listed:
            yield path, path.rpartition("/")[2].removesuffix(".md")


def _check_listed(course: Course, files: Files, problems: Problems) -> None:
    """A file that begins like a lesson must not be left out in silence."""
    listed = {lesson.id for lesson in course.lessons}
    for path, name in _unlisted(course, files):
        if _begins_like_a_lesson(files, path):
            hint = nearest(name, listed, otherwise="list it under its chapter")
            problems.error(
                SourcePosition(path), "lesson-is-listed", f"content/course.yaml lists no lesson {name!r}", hint
            )


def _check_empty(course: Course, files: Files, problems: Problems) -> None:
    """An empty file is neither a lesson nor a part of one."""
    for path, name in _unlisted(course, files):
        text = files.text(path, Problems())
        if text is not None and not text.text.strip():
            message = f"this file is empty, and content/course.yaml lists no lesson {name!r}"
            problems.warning(SourcePosition(path), "lesson-is-listed", message, "write the lesson, or remove the file")


def _check_planned(course: Course, files: Files, problems: Problems) -> None:
    """A lesson must not count as planned while its text stands elsewhere, or is named otherwise."""
    planned = {f"{lesson.id}{ending}".casefold(): lesson.id
               for lesson in course.lessons if not lesson.written for ending in _ENDINGS}  # fmt: skip
    for path in files.names("content", deep=True):
        folder, _, name = path.rpartition("/")
        lesson = planned.get(name.casefold())
        if (folder == _LESSONS and name.endswith(".md")) or not name.lower().endswith(_ENDINGS):
            continue  # this has been reported, or is no text
        if not _begins_like_a_lesson(files, path):
            continue
        if lesson is not None:
            message = f"the lesson {lesson!r} is not read from here, so it counts as planned"
            problems.error(SourcePosition(path), "file-is-read", message, f"name the file {_LESSONS}/{lesson}.md")
        else:
            stem = name.partition(".")[0]
            hint = f"name the file {_LESSONS}/{stem}.md and list it in content/course.yaml"
            problems.warning(SourcePosition(path), "file-is-read", "this begins like a lesson, but is not read", hint)
