"""A lesson as data for search engines, and the address at which a reader reports an error in it."""

from __future__ import annotations

from urllib.parse import quote

from markupsafe import Markup

from site_builder.document.course import Course
from site_builder.document.lesson import Lesson
from site_builder.document.plain import plain
from site_builder.render.json_block import json_text


def learning_resource(lesson: Lesson, course: Course, canonical: str) -> Markup:
    """A lesson as a LearningResource (https://schema.org/LearningResource), for search engines."""
    licence = course.licence.url if course.licence else ""
    data = {
        "@context": "https://schema.org",
        "@type": "LearningResource",
        "name": plain(lesson.title),
        "description": plain(lesson.lede or lesson.subtitle or lesson.title),
        "inLanguage": course.lang,
        "timeRequired": f"PT{lesson.minutes}M",
        "isPartOf": {"@type": "Course", "name": plain(course.title)},
        **({"author": {"@type": "Person", "name": course.author}} if course.author else {}),
        **({"license": licence} if licence else {}),
        **({"dateModified": lesson.date} if lesson.date else {}),
        **({"url": canonical} if canonical else {}),
    }
    return Markup('<script type="application/ld+json">\n{}\n</script>').format(Markup(json_text(data)))


def report_address(template: str, title: str, address: str) -> str:
    """Where an error in a page is reported, its section not known."""
    values = {"title": title, "section": "", "address": address}
    for name, value in values.items():
        template = template.replace(f"{{{name}}}", quote(value, safe=""))
    return template
