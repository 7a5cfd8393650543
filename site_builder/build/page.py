"""One page, a function of one lesson's files and of what all lessons share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from site_builder.checks.lessons import check_text
from site_builder.checks.typed import check_typed
from site_builder.course.course import lesson_path
from site_builder.document.blocks import Figure
from site_builder.document.inline import Target, Token
from site_builder.document.page import Image, Link, Page, Rows, image_of
from site_builder.document.resolved import ResolvedLesson
from site_builder.document.tex import Macro
from site_builder.parse.lesson import parse_lesson
from site_builder.problems import Problems
from site_builder.render.page_record import page_record
from site_builder.render.rows import rows_of
from site_builder.render.sections import words_of_page
from site_builder.render.writer import Writer
from site_builder.resolve.addresses import lesson_url
from site_builder.resolve.lesson import resolve_lesson
from site_builder.resolve.scope import World
from site_builder.source.snapshot import Files

_INCLUDE = b"include"


@dataclass(frozen=True, slots=True)
class Shared:
    """What all pages are made from: the world that names are looked up in, what writes a page, their digest.

    `world` is None where the course or its anchor cannot be read: then lessons are only parsed.  `targets` keeps
    what lessons that others refer to have numbered, with what that was read from.  `macros` are the course's, None
    where it cannot be read.
    """

    world: World | None
    writer: Writer | None
    digest: str
    macros: Mapping[str, Macro] | None = None
    targets: dict[str, tuple[Mapping[str, Target], Mapping[str, str]]] = field(default_factory=dict)


def make_page(lesson_id: str, files: Files, shared: Shared) -> Page:
    """The lesson parsed, resolved and rendered, as far as its mistakes allow."""
    problems, read = Problems(), dict[str, str]()
    watched = files.noting(read)
    text = watched.text(lesson_path(lesson_id), problems)
    lesson = parse_lesson(text, watched, problems, shared.macros) if text else None
    page = Page(lesson_id)
    if lesson is not None:
        check_text(lesson, problems)
        listed = shared.world and shared.world.course.lesson_of.get(lesson.id)
        if shared.world and listed and listed.written:
            elsewhere = partial(_targets_of, files=files, shared=shared, read=read)
            resolved = resolve_lesson(lesson, shared.world, problems, elsewhere)
            model = lesson.anchor or shared.world.course.anchor
            if resolved:
                check_typed(resolved, shared.world.names(shared.world.anchors[model]), problems)
            page = page_of(resolved, model, shared, problems) if resolved else Page(lesson_id, lesson_url(listed))
    return replace(page, problems=tuple(problems), read=read)


def _targets_of(lesson_id: str, label: str, files: Files, shared: Shared, read: dict[str, str]) -> Mapping[str, Target]:
    """What another lesson has numbered, by label; what it was read from is added to `read`.

    The lesson is read only where what the link names can be a label, which is ASCII, and parsed only where that stands
    in its text or may stand in a file that it includes: most links lead to a heading.
    """
    if not label.isascii():
        return {}
    if lesson_id not in shared.targets:
        path = lesson_path(lesson_id)
        data = files.data(path, Problems()) or b""
        if label.encode() not in data and _INCLUDE not in data:
            read[path] = files.fingerprint(path)
            return {}
        noted = dict[str, str]()
        watched = files.noting(noted)
        text = watched.text(lesson_path(lesson_id), Problems())
        lesson = parse_lesson(text, watched, Problems(), shared.macros) if text else None
        shared.targets[lesson_id] = ({target.name: target for target in lesson.targets} if lesson else {}, noted)
    found, noted_before = shared.targets[lesson_id]
    read.update(noted_before)
    return found


def page_of(resolved: ResolvedLesson, model: str, shared: Shared, problems: Problems) -> Page:
    """What a resolved lesson about a `model` becomes, without what was reported and read on the way."""
    writer = shared.writer
    html = writer.lesson(resolved, problems) if writer and not problems.errors else ""
    links: list[Link] = []
    images: list[Image] = []
    for node in resolved.nodes:
        if type(node) is not Token:
            if isinstance(node, Figure):
                images.append(Image(node.path, node.position))
        elif node.type == "image":
            images.append(image_of(node))
        elif node.type == "link_open":
            href, position = str(node.attrGet("href")), node.meta.get("position", resolved.lesson.position)
            links.append(Link(href, str(node.meta.get("written", href)), position))
    return Page(
        resolved.place.id, resolved.url, html, resolved.calculators > 0, tuple(links), tuple(images),
        model=model, words=words_of_page(html),
        record=page_record(resolved, html, writer.words) if writer and html else {},
        rows=rows_of(resolved, writer) if writer and html else Rows(),
    )  # fmt: skip
