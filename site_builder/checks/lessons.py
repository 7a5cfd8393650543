"""What a lesson must be: called one thing only, and not empty."""

from __future__ import annotations

from collections.abc import Sequence

from site_builder.document.course import Course
from site_builder.document.lesson import Lesson
from site_builder.problems import Problems


def check_titles(course: Course, lessons: Sequence[Lesson], problems: Problems) -> None:
    """No lesson is called one thing by the course, which may do so while it is not written, and another by itself."""
    own = {lesson.id: lesson.title for lesson in lessons}
    for listed in course.lessons:
        title = own.get(listed.id)
        if title is not None and title.plain and listed.title and listed.title.plain != title.plain:
            called = f"is called {listed.title.plain!r} here and {title.plain!r} at {title.position}"
            message = f"the lesson {listed.id!r} {called}"
            problems.error(listed.position, "lesson-has-one-title", message, "leave out the title here")


def check_text(lesson: Lesson, problems: Problems) -> None:
    """A lesson that is no draft has text; one whose blocks were wrong has been reported already."""
    if not (lesson.blocks or lesson.dropped or lesson.draft):
        hint = "write it below the front matter, or say draft: true until then"
        problems.warning(lesson.position, "lesson-has-text", "the lesson has no text yet", hint)
