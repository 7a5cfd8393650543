"""A page as search knows it, and the scripts that carry it."""

import gzip
import json
import re

from site_builder.document.course import Chapter, Course, CourseLesson
from site_builder.document.page import Page, Site
from site_builder.problems import SourcePosition
from site_builder.render import search
from site_builder.render.part_ids import with_part_ids
from site_builder.render.search import search_files
from site_builder.render.sections import simple_id, words_of_page
from tests.scratch import REPOSITORY, built
from tests.search.chapters import chapters, site

PAGE = """<header>不算</header><main id="main"><h1>标 题</h1><p>一句<br>两句</p>
<h2 id="甲">甲 <math alttext="N²"><semantics><msup/><annotation encoding="x">N^2</annotation></semantics></math></h2>
<p>根
<math alttext="√(x+y)"><annotation encoding="x">\\sqrt{x+y}</annotation></math>，\
比 &lt; 小<a class="cite" href="#s">1</a></p>
<svg viewBox="0 0 1 1"><text>刻度</text><svg><path/></svg></svg><script>let 不;</script>
<table><tr><th>甲</th><td>32 GiB</td></tr><tr><td>0.1</td><td>0.2</td></tr></table>
<section class="note" id="part-说明"><h3 class="block-label">说明</h3><p>正文</p></section>
<section id="terms"><h2 id="terms-title">名词</h2><p>不算</p></section>
<section id="numbers"><h2 id="numbers-title">账本</h2><p>不算</p></section>
</main><footer>不算</footer>"""


def sections(page: str) -> dict[str, str]:
    return dict(json.loads(words_of_page(page).sections))


def test_words_are_found_where_a_reader_finds_them():
    assert sections(PAGE) == {
        "1标 题": "一句\n两句",
        "2甲 N²\t甲": "根 √(x+y)，比 < 小\n\t\\sqrt{x+y}\n甲 32 GiB",
        "3说明\tpart-": "正文",
    }


def test_a_page_without_a_main_part_has_no_words():
    assert words_of_page("<p>没有</p>").headings == ()


def test_parts_with_a_title_get_ids_that_are_free():
    html = '<section class="a"><h3>说明</h3></section><p id="part-说明-2"><details class="b">\n<summary>说明</summary>'
    ids = re.findall(r'id="([^"]*)"', with_part_ids(html))
    assert ids == ["part-说明", "part-说明-2", "part-说明-3"]
    assert with_part_ids('<section id="x"><h3>甲</h3>') == '<section id="x"><h3>甲</h3>'


def test_every_address_in_the_data_leads_to_an_element():
    files = site()
    heads = json.loads(re.fullmatch(rb"lesson.searchData\(0,1,(.*)\);\n", files["assets/search/0.js"], re.DOTALL)[1])
    pages = json.loads(re.fullmatch(rb"lesson.searchData\(1,0,(.*)\);\n", files["assets/search/1.js"], re.DOTALL)[1])
    assert [head[0] for head in heads] == [f"c0/{name}/index.html" for name in chapters()]
    for (url, _, *titles), page in zip(heads, pages, strict=True):
        ids = set(re.findall(r'\sid="([^"]*)"', files[url].decode()))
        written = [row[0] for row in page]
        assert set(titles) <= set(written)
        for each in written[1:]:
            title, _, end = each[1:].partition("\t")
            assert (end + simple_id(title) if end in ("", "part-") else end) in ids, each


def test_parts_are_bounded_and_lose_nothing(monkeypatch):
    monkeypatch.setattr(search, "PART_BYTES", 3000)
    words = [words_of_page(site()[f"c0/{name}/index.html"].decode()) for name in chapters()]
    pages = [Page(name, f"c0/{name}/index.html", "x", words=each) for name, each in zip(chapters(), words, strict=True)]
    files = search_files(Site(_course(), pages), {"lesson": {"number": "{n}", "fork": ""}})
    parts = [data for path, data in files.items() if not path.endswith("/0.js")]
    assert len(parts) > 2
    assert all(len(gzip.compress(part, mtime=0)) <= 3000 for part in parts)
    sent = [row for part in parts for row in json.loads(part[part.index(b"[") : part.rindex(b")")])]
    assert sent == [json.loads(each.sections) for each in words]


def _course() -> Course:
    place = SourcePosition("content/course.yaml")
    lessons = tuple(CourseLesson(name, "c0", "", "题", 1, False, True, place) for name in chapters())
    return Course("课程", "", "zh-CN", "a", (), (Chapter("c0", "C0", "序章", lessons),), {}, (), {}, {})


def test_terms_and_sources_are_found_too():
    files = built(REPOSITORY)
    said = b"".join(files[f"assets/search/{number}.js"] for number in (0, 1)).decode()
    for page, entry in (("glossary", "term-kv-cache"), ("sources", "source-vaswani2017")):
        assert f'["{page}/index.html","",' in said
        assert f'\\t{entry}"' in said
        assert f'id="{entry}"' in files[f"{page}/index.html"].decode()
