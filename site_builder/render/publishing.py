"""What a published site tells machines about itself: the site map, the feed, robots.txt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from site_builder.document.page import Page, Site
from site_builder.document.plain import plain
from site_builder.problems import Problems
from site_builder.render.writer import Writer

_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
_ATOM = "http://www.w3.org/2005/Atom"
COURSE_PAGES = ("index.html", "glossary/index.html", "sources/index.html", "evidence/index.html", "promises/index.html")


def has_feed(site: Site, writer: Writer) -> bool:
    """Whether there is a feed: the site's address is known, and some lesson says of which day it is."""
    return bool(writer.base_url and any(page.rows.date for page in site.pages))


def sitemap(site: Site, writer: Writer, problems: Problems) -> str:
    """``sitemap.xml`` (https://www.sitemaps.org/protocol.html): every page, with the day of its content."""
    if not writer.base_url:
        return ""
    root = ElementTree.Element("urlset", xmlns=_SITEMAP)
    dates = {page.url: page.rows.date for page in _shown(site)}
    for url in (*COURSE_PAGES, *dates):
        entry = ElementTree.SubElement(root, "url")
        ElementTree.SubElement(entry, "loc").text = writer.address(url)
        if dates.get(url):
            ElementTree.SubElement(entry, "lastmod").text = dates[url]
    return _xml(root)


def robots(site: Site, writer: Writer, problems: Problems) -> str:
    """``robots.txt``: everything may be read, and where the site map is."""
    return f"User-agent: *\nAllow: /\nSitemap: {writer.address('')}sitemap.xml\n" if writer.base_url else ""


def feed(site: Site, writer: Writer, problems: Problems) -> str:
    """``feed.xml`` (Atom, RFC 4287): the lessons that say of which day they are, the latest first."""
    if not has_feed(site, writer):
        return ""
    dated = sorted((page for page in _shown(site) if page.rows.date), key=lambda page: page.rows.date, reverse=True)
    course = site.course
    root = ElementTree.Element("feed", {"xmlns": _ATOM, "xml:lang": course.lang})
    _add(root, "title", plain(course.title))
    _add(root, "id", writer.address(""))
    _add(root, "updated", _moment(dated[0].rows.date))
    ElementTree.SubElement(ElementTree.SubElement(root, "author"), "name").text = course.author or plain(course.title)
    ElementTree.SubElement(root, "link", rel="self", href=f"{writer.address('')}feed.xml")
    ElementTree.SubElement(root, "link", href=writer.address(""))
    for page in dated:
        entry = ElementTree.SubElement(root, "entry")
        _add(entry, "title", plain(course.lesson_of[page.id].name))
        _add(entry, "id", writer.address(page.url))
        ElementTree.SubElement(entry, "link", href=writer.address(page.url))
        _add(entry, "updated", _moment(page.rows.date))
        _add(entry, "summary", page.rows.lede)
    return _xml(root)


def _shown(site: Site) -> Iterator[Page]:
    return (page for page in site.pages if page.html)


def _moment(date: str) -> str:
    return f"{date}T00:00:00Z"


def _add(parent: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(parent, name).text = text


def _xml(root: Any) -> str:
    ElementTree.indent(root, "")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'
