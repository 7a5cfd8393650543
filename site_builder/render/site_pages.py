"""The pages that are about the whole course: one row each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from site_builder.document.page import Site
from site_builder.problems import Problems
from site_builder.render.course_map import course_map
from site_builder.render.course_pages import evidence, glossary, promises, sources
from site_builder.render.numbers_file import numbers_file
from site_builder.render.publishing import feed, has_feed, robots, sitemap
from site_builder.render.writer import NOT_FOUND, Writer


@dataclass(frozen=True, slots=True)
class SitePage:
    """A file of the site at `path`; `make` gives its text, or nothing where the course needs none."""

    path: str
    make: Callable[[Site, Writer, Problems], str]


def _map(site: Site, writer: Writer, problems: Problems) -> str:
    return writer.page("course.html", "index.html", problems, map=course_map(site), feed=has_feed(site, writer))


def _glossary(site: Site, writer: Writer, problems: Problems) -> str:
    return writer.page("course_pages/glossary.html", "glossary/index.html", problems, terms=glossary(site))


def _sources(site: Site, writer: Writer, problems: Problems) -> str:
    return writer.page("course_pages/sources.html", "sources/index.html", problems, sources=sources(site))


def _evidence(site: Site, writer: Writer, problems: Problems) -> str:
    return writer.page("course_pages/evidence.html", "evidence/index.html", problems, grades=evidence(site))


def _promises(site: Site, writer: Writer, problems: Problems) -> str:
    return writer.page("course_pages/promises.html", "promises/index.html", problems, promises=promises(site))


def _not_found(site: Site, writer: Writer, problems: Problems) -> str:
    return writer.page("not_found.html", NOT_FOUND, problems) if writer.base_url else ""


SITE_PAGES = (
    SitePage("index.html", _map),
    SitePage("glossary/index.html", _glossary),
    SitePage("sources/index.html", _sources),
    SitePage("evidence/index.html", _evidence),
    SitePage("promises/index.html", _promises),
    SitePage(NOT_FOUND, _not_found),
    SitePage("sitemap.xml", sitemap),
    SitePage("robots.txt", robots),
    SitePage("feed.xml", feed),
    SitePage("numbers.json", numbers_file),
)
