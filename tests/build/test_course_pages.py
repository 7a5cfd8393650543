"""The pages about the whole course: every entry leads to its place in a lesson, and the lesson back."""

import re
from urllib.parse import unquote

import pytest

from site_builder.build.pipeline import Options
from site_builder.build.store import Memory
from tests.build.courses import ANCHOR, outcome
from tests.scratch import REPOSITORY, built

COURSE = """\
title: 课程
lang: zh-CN
anchor: qwen3.8-27b
chapters:
  - {id: c0, label: C0, title: 序章, lessons: [{id: a, topic: 题}, {id: b, topic: 题}, {id: later, topic: 将来}]}
promises:
  first: {text: 第一笔 $N$, lesson: b}
  second: {text: 第二笔, lesson: later}
"""
CLAIMS = """\
:::{claims}
- {claim: "$x$ 一定成立", grade: proved, section: 一节}
- {claim: 试过, grade: experiment, source: paper, place: Table 1}
:::
"""
HEAD = "---\ntitle: {0} 课\ntime: 5\n---\n\n"


def course(b: str = "{paid}`first`。") -> dict[str, str]:
    return {
        "content/course.yaml": COURSE,
        "content/glossary.yaml": "used: {title: 用过, english: used, sentence: 一句。}\n"
        "unused: {title: 没用, english: unused, sentence: 一句。}\n",
        "content/sources.yaml": 'paper: {title: A Paper, authors: Somebody, year: 2017, url: "https://a.example/"}\n',
        ANCHOR: (REPOSITORY / ANCHOR).read_text(encoding="utf-8"),
        "content/lessons/a.md": HEAD.format("a")
        + "{promise}`first`，{promise}`second`，{term}`used`，{cite}`paper §2`。\n\n## 一节\n\n字\n\n"
        + CLAIMS,
        "content/lessons/b.md": HEAD.format("b") + b,
    }


@pytest.fixture(scope="module")
def site():
    made, problems = outcome(course(), Options())
    assert not problems, problems
    return {path: data.decode() for path, data in made.files.items() if path.endswith(".html")}


def entry(page: str, element: str) -> str:
    """The HTML of an entry, to the next one."""
    return page.partition(f'id="{element}"')[2].partition('class="entry"')[0]


def test_a_term_leads_to_the_lessons_that_explain_it(site):
    page = site["glossary/index.html"]
    assert 'href="../c0/a/index.html#term-used"' in entry(page, "term-used")
    assert "href" not in entry(page, "term-unused").partition("</dl>")[0]


def test_a_source_lists_the_claims_that_rest_on_it(site):
    found = entry(site["sources/index.html"], "source-paper")
    claim = re.search(r'href="../c0/a/index.html#(claim-[0-9a-f]{6})">试过</a> <span[^>]*>Table 1', found)
    assert claim
    assert f'<tr id="{claim[1]}">' in site["c0/a/index.html"]
    assert 'href="../c0/a/index.html#source-paper"' in found


def test_claims_stand_by_their_grade(site):
    page = site["evidence/index.html"]
    assert re.findall(r'<section class="entry-group" id="(\w+)"', page) == ["proved", "experiment"]
    proved = page.partition('id="proved"')[2].partition("</section>")[0]
    assert "一定成立" in proved
    assert "<math" in proved
    assert 'href="../c0/a/index.html#%E4%B8%80%E8%8A%82"' in proved


def test_a_promise_is_followed_to_its_payment_and_back(site):
    lesson = site["c0/a/index.html"]
    assert 'href="../../c0/b/index.html#paid-first"' in lesson
    assert '<span class="promise" id="paid-first">' in site["c0/b/index.html"]
    assert 'href="../../promises/index.html#promise-first"' in site["c0/b/index.html"]
    page = site["promises/index.html"]
    assert 'href="../c0/a/index.html#promise-first"' in entry(page, "promise-first")
    assert 'href="../c0/b/index.html#paid-first"' in entry(page, "promise-first")
    assert page.index('id="paid"') < page.index('id="promise-first"') < page.index('id="owed"')
    assert "计划中" in entry(page, "promise-second")


def test_a_lesson_that_does_not_pay_what_it_owes_is_reported():
    _, problems = outcome(course("正文。"), Options())
    said = "warning content/course.yaml:7:3: the lesson 'b' does not say where it pays the promise 'first'"
    assert [each for each in problems if each.startswith(said)]


@pytest.mark.parametrize(("text", "said"), [("{paid}`second`", "'later', not by this"), ("{paid}`frist`", "'first'?")])
def test_a_promise_is_paid_only_by_the_lesson_that_is_to(text, said):
    _, problems = outcome(course("{paid}`first`。" + text), Options())
    assert any(said in each and each.startswith("error content/lessons/b.md") for each in problems), problems


def test_a_course_without_entries_says_so():
    files = {path: text for path, text in course().items() if path in ("content/course.yaml", ANCHOR)}
    files["content/course.yaml"] = files["content/course.yaml"].partition("promises:")[0]
    made, _ = outcome(files, Options())
    for name, said in (
        ("glossary", "还没有名词"),
        ("sources", "还没有出处"),
        ("evidence", "还没有结论"),
        ("promises", "没有欠账"),
    ):
        assert said in made.files[f"{name}/index.html"].decode()


def test_kept_pages_say_the_same_of_themselves():
    store = Memory()
    outcome(course(), Options(), store)
    assert outcome(course(), Options(), store)[0].files == outcome(course(), Options())[0].files


def test_no_link_of_our_own_site_leads_nowhere():
    """Every address within the site, with its fragment, from every page."""
    files = built(REPOSITORY)
    pages = {path: data.decode() for path, data in files.items() if path.endswith(".html")}
    ids = {path: set(re.findall(r'\sid="([^"]+)"', html)) for path, html in pages.items()}
    dead = []
    for path, html in pages.items():
        for address in re.findall(r'<a [^>]*href="([^"]+)"', html):
            if not address.startswith(("http", "mailto:")):
                target, _, fragment = unquote(address).partition("#")
                found = resolved(path, target)
                if found not in files or (fragment and fragment not in ids[found]):
                    dead.append((path, address))
    assert not dead


def resolved(page: str, target: str) -> str:
    parts = page.split("/")[:-1] if target else page.split("/")
    for part in target.split("/") if target else ():
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
