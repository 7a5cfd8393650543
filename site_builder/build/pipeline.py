"""The stages in order and nothing else: read, parse, resolve, render, check.  Writing is the command's last step."""

from __future__ import annotations

import posixpath
from collections import ChainMap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from site_builder.build.key import shared_digest, templates_key
from site_builder.build.page import Shared
from site_builder.build.pages import pages_of
from site_builder.build.previews import previews
from site_builder.build.store import Store
from site_builder.checks.lessons import check_titles
from site_builder.checks.links import check_links
from site_builder.checks.look import check_look
from site_builder.checks.names import check_chapter_names, check_names
from site_builder.checks.promises import check_promises
from site_builder.checks.strays import check_strays
from site_builder.checks.unused import check_unused
from site_builder.course.coherence import lesson_files
from site_builder.course.course import lesson_path, load_course
from site_builder.course.head import citation
from site_builder.document.course import Course
from site_builder.document.lesson import Lesson
from site_builder.document.page import Live, Page, Site, remembered
from site_builder.document.plain import plain
from site_builder.facts.anchor import load_anchor, read_anchor
from site_builder.facts.given import load_given
from site_builder.facts.quantities import QUANTITIES
from site_builder.parse.lesson import parse_head
from site_builder.problems import BuildStopped, Problems
from site_builder.render.assets import make_assets
from site_builder.render.compiled import Compiled
from site_builder.render.environment import make_environment
from site_builder.render.images import read_images
from site_builder.render.preview import Face, face_of
from site_builder.render.root_files import with_root_files
from site_builder.render.search import search_files
from site_builder.render.site_pages import SITE_PAGES
from site_builder.render.theme import Theme, chart_library, library_path, read_theme
from site_builder.render.writer import Writer
from site_builder.resolve.scope import World
from site_builder.resolve.words import resolve_words
from site_builder.source.snapshot import Files
from site_builder.source.text import SourceText


def _silent(done: int, total: int) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Options:
    """What a run is asked for.  `anchor` replaces the course's own; `base_url` is where the site will live."""

    anchor: SourceText | None = None
    base_url: str = ""
    drafts: bool = False
    progress: Callable[[int, int], None] = _silent
    """Called after each page with how many of how many are done."""

    def written(self) -> tuple[str, ...]:
        """The options as texts, for a digest."""
        anchor = (self.anchor.path, self.anchor.text) if self.anchor else ()
        return (self.base_url, str(self.drafts), *anchor)


@dataclass(frozen=True, slots=True)
class Built:
    """A site in memory: the course's title, and path in the site → bytes."""

    title: str
    files: dict[str, bytes]


def build_site(files: Files, package: Files, options: Options, problems: Problems, store: Store | None = None) -> Built:
    """The whole site in memory.  Raises BuildStopped where there are errors, after every stage that can run has run.

    `files` are the course's; the theme is theirs where they have one, and the `package`'s.  `store` holds pages of
    earlier builds.
    """
    check_names(files, problems)
    check_strays(files, problems)
    course = load_course(files, problems)
    if course is None:
        ids = [posixpath.basename(path).removesuffix(".md") for path in lesson_files(files)]
        _pages(ids, files, Shared(None, None, ""), problems, None, options)
        raise BuildStopped
    problems.grade(course.severities)
    check_chapter_names(course, ("assets", *(page.path.partition("/")[0] for page in SITE_PAGES)), problems)
    live = store.live if store else {}
    heads = _heads(course, files, live)
    check_titles(course, heads, problems)
    world = _world(_published(course, heads, options.drafts), heads, files, options, problems)
    theme = read_theme(files, package, course.lang, problems, course.lang_position)
    check_look(files, package, course.lang, problems)
    both = files.over(package)
    compiled = Compiled(store.get(templates_key(theme.templates)) if store and theme else None)
    face = face_of(files, problems) if options.base_url else None
    writer = _writer(world.course, theme, both, options, compiled, face) if world and theme else None
    digest = shared_digest(files, both, world.course, options.written()) if world else ""
    shared = Shared(world, writer, digest, course.macros)
    written = [each.id for each in course.lessons if each.written]
    pages = _pages(written, files, shared, problems, store if writer else None, options)
    site = read_images(pages, files, problems)
    if writer and theme and world:
        site |= _site_files(_site(writer.course, pages, world, live), theme, both, writer, problems)
        site |= previews(writer.course, pages, theme, face, store) if face else {}
        if store and compiled.has_more:
            store.put(templates_key(theme.templates), compiled.texts)
        site = with_root_files(site, files, problems)
    check_promises(course, pages, problems)
    course = world.course if world else course
    check_links(course, pages, site, problems)
    check_unused(course, pages, files, problems)
    if store:
        store.sweep()
    if problems.errors:
        raise BuildStopped
    return Built(course.title.plain, site)


def _heads(course: Course, files: Files, live: Live) -> tuple[Lesson, ...]:
    """The heads of all lessons that have a file; their mistakes are reported with their pages."""

    def head(path: str) -> Lesson | None:
        text = files.text(path, Problems())
        return parse_head(text, files, Problems(), course.macros) if text else None

    paths = [lesson_path(lesson.id) for lesson in course.lessons if lesson.written]
    found = (remembered(live, path, (files.fingerprint(path), course.macros), partial(head, path)) for path in paths)
    return tuple(each for each in found if each)


def _pages(
    lesson_ids: Sequence[str], files: Files, shared: Shared, problems: Problems, store: Store | None, options: Options
) -> tuple[Page, ...]:
    pages = []
    for page in pages_of(lesson_ids, files, shared, store):
        problems.take(page.problems)
        pages.append(page)
        options.progress(len(pages), len(lesson_ids))
    return tuple(pages)


def _writer(
    course: Course, theme: Theme, files: Files, options: Options, compiled: Compiled, face: Face | None
) -> Writer:
    library = f"assets/{library_path(files).removeprefix('static/')}"
    environment = make_environment(theme.templates, theme.words, compiled)
    return Writer(environment, course, library, options.base_url, face is not None)


def _site(course: Course, pages: tuple[Page, ...], world: World, live: Live) -> Site:
    anchors = {anchor.id: anchor.sheet for anchor in world.anchors.values()}
    own = {
        name: {"formula": each.formula.source, "unit": str(each.unit), "at": f"{QUANTITIES}:{each.position.line}"}
        for name, each in world.quantities.items()
        if each
    }
    return Site(course, pages, ChainMap(anchors, world.sheets, world.models), own, live)  # type: ignore[arg-type]


def _site_files(site: Site, theme: Theme, files: Files, writer: Writer, problems: Problems) -> dict[str, bytes]:
    """Assets, lessons' pages and those about the whole course."""
    has_charts = any(page.has_charts for page in site.pages)
    assets = make_assets(theme.static, chart_library(files, problems) if has_charts else {})
    pages = {page.url: page.html for page in site.pages}
    about = {page.path: page.make(site, writer, problems) for page in SITE_PAGES}
    search = search_files(site, theme.words)
    return dict(assets.files) | search | {path: html.encode() for path, html in (pages | about).items() if html}


def _published(course: Course, heads: Sequence[Lesson], drafts: bool) -> Course:
    """The course without drafts, unless asked for: a draft is a lesson that is not written yet."""
    shown = {head.id for head in heads if drafts or not head.draft}
    return course.with_lessons(lambda lesson: replace(lesson, written=lesson.id in shown))


def _world(
    course: Course, lessons: Sequence[Lesson], files: Files, options: Options, problems: Problems
) -> World | None:
    """What all names are looked up in; None, with problems reported, where an anchor cannot be read."""
    if options.anchor:
        own = read_anchor(options.anchor, problems)
    else:
        own = load_anchor(files, course.anchor, problems, course.anchor_position)
    if own is None:
        return None
    named = {lesson.anchor: lesson.anchor_position for lesson in lessons if lesson.anchor not in ("", own.id)}
    others = [load_anchor(files, name, problems, named[name]) for name in sorted(named)]
    anchors = [anchor for anchor in (own, *others) if anchor is not None]
    if len(anchors) <= len(others):
        return None
    cited = {key: citation(each.authors, each.year, plain(each.title)) for key, each in course.sources.items()}
    given = load_given(files, own.sheet, cited, problems)
    course, known = replace(course, anchor=own.id), {anchor.id: anchor for anchor in anchors}
    world = World(course, known, given.quantities, given.sheets, given.models)
    return resolve_words(world, lessons, problems)
