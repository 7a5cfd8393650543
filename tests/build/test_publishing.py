"""What a published site says of itself to machines, and what needs its address."""

import json
import re
from xml.etree import ElementTree

import pytest

from site_builder.build.pipeline import Options
from tests.build.courses import ANCHOR, outcome
from tests.scratch import REPOSITORY

COURSE = """\
title: 课程 & 别的
lang: zh-CN
anchor: qwen3.8-27b
author: 某人
licence: {name: CC BY 4.0, url: "https://creativecommons.org/licenses/by/4.0/"}
report: "https://example.org/new?title={title}&body={section}%20{address}"
chapters: [{id: c0, label: C0, title: 零, lessons: [{id: a, topic: 甲}, {id: b, topic: 乙}, {id: later, topic: 丙}]}]
"""
LESSON = "---\ntitle: 一课 <{0}>\nlede: 说明 & 更多\ntime: 5\n{1}---\n\n正文。\n"
ADDRESS = "https://site.example/x"
NEEDS_ADDRESS = {"404.html", "sitemap.xml", "robots.txt", "feed.xml"}
ATOM = {"atom": "http://www.w3.org/2005/Atom"}


def course(front: str = "date: 2026-11-30\n", yaml: str = COURSE) -> dict[str, str]:
    return {
        "content/course.yaml": yaml,
        ANCHOR: (REPOSITORY / ANCHOR).read_text(encoding="utf-8"),
        "content/lessons/a.md": LESSON.format("a", "date: 2026-11-29\n"),
        "content/lessons/b.md": LESSON.format("b", front),
    }


def site(files: dict[str, str], base_url: str = ADDRESS) -> dict[str, str]:
    made, problems = outcome(files, Options(base_url=base_url))
    assert made, problems
    return {path: data.decode() for path, data in made.files.items() if path.endswith((".html", ".xml", ".txt"))}


@pytest.fixture(scope="module")
def published():
    return site(course())


def test_without_an_address_nothing_needs_one():
    files = site(course(), "")
    assert not NEEDS_ADDRESS & set(files)
    assert not [path for path, text in files.items() if "og:" in text or "canonical" in text or "feed.xml" in text]


def test_the_site_map_has_every_page_and_its_day(published):
    root = ElementTree.fromstring(published["sitemap.xml"])
    entries = {entry[0].text: [part.text for part in entry[1:]] for entry in root}
    assert len(entries) == len([path for path in published if path.endswith("index.html")])
    assert entries[f"{ADDRESS}/"] == []
    assert entries[f"{ADDRESS}/c0/b/"] == ["2026-11-30"]
    assert published["robots.txt"].splitlines()[-1] == f"Sitemap: {ADDRESS}/sitemap.xml"


def test_the_feed_has_dated_lessons_the_latest_first(published):
    root = ElementTree.fromstring(published["feed.xml"])
    assert root.find("atom:title", ATOM).text == "课程 & 别的"
    assert root.find("atom:updated", ATOM).text == "2026-11-30T00:00:00Z"
    entries = [
        (entry.find("atom:title", ATOM).text, entry.find("atom:id", ATOM).text, entry.find("atom:summary", ATOM).text)
        for entry in root.findall("atom:entry", ATOM)
    ]
    assert entries == [
        ("一课 <b>", f"{ADDRESS}/c0/b/", "说明 & 更多"), ("一课 <a>", f"{ADDRESS}/c0/a/", "说明 & 更多"),
    ]  # fmt: skip
    assert 'href="feed.xml"' in published["index.html"]


def test_a_course_without_dates_has_no_feed():
    files = course("")
    files["content/lessons/a.md"] = LESSON.format("a", "")
    made = site(files)
    assert "feed.xml" not in made
    assert "feed.xml" not in made["index.html"]


def test_a_page_that_is_not_there_finds_its_style_from_any_depth(published):
    page = published["404.html"]
    addresses = re.findall(r'(?:href|src)="([^"]+)"', page)
    assert [each for each in addresses if not each.startswith(("/x/", "#", "https://"))] == []
    assert "/x/assets/site.css" in addresses
    assert "noindex" in page


def test_what_is_shared_of_a_lesson(published):
    page = published["c0/b/index.html"]
    shared = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))
    assert shared["title"] == "一课 &lt;b&gt; · 课程 &amp; 别的"
    assert shared["url"] == f"{ADDRESS}/c0/b/"
    assert shared["description"] == "说明 &amp; 更多"
    assert shared["type"] == "article"


def test_a_lesson_says_what_it_is(published):
    data = json.loads(
        re.search(r'<script type="application/ld\+json">(.*?)</script>', published["c0/b/index.html"], re.S)[1]
    )
    assert data["@type"] == "LearningResource"
    assert data["name"] == "一课 <b>"
    assert data["timeRequired"] == "PT5M"
    assert data["dateModified"] == "2026-11-30"
    assert data["license"] == "https://creativecommons.org/licenses/by/4.0/"
    assert data["url"] == f"{ADDRESS}/c0/b/"


def test_a_reader_sees_author_licence_and_day_and_can_report_an_error(published):
    page = published["c0/b/index.html"]
    assert '某人&nbsp;· <a rel="license" href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>' in page
    assert '<time datetime="2026-11-30">更新于 2026-11-30</time>' in page
    report = re.search(r'<a href="([^"]+)" data-report=', page)[1]
    assert report == (
        "https://example.org/new?title=%E4%B8%80%E8%AF%BE%20%3Cb%3E&amp;body=%20https%3A%2F%2Fsite.example%2Fx%2Fc0%2Fb%2F"
    )


@pytest.mark.parametrize("written", ["yesterday", "'2026-13-01'", "30.11.2026", "2026"])
def test_a_date_that_is_none_is_reported(written):
    made, problems = outcome(course(f"date: {written}\n"), Options())
    assert made is None
    found = [each for each in problems if re.match(r"error content/lessons/b.md:5:[78]: date: expected a day", each)]
    assert found, problems


def test_an_address_for_errors_that_is_none_is_reported():
    yaml = COURSE.replace("https://example.org/new", "javascript:alert(1)//")
    made, problems = outcome(course(yaml=yaml), Options())
    assert made is None
    assert any("report: expected an address that begins with" in each for each in problems), problems
