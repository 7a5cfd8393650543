"""Whole pages: what every reader, browser and reviewer may rely on."""

import gzip
import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import html5lib
import pytest

from site_builder.problems import BuildStopped, Problems
from tests.scratch import REPOSITORY, ScratchCourse, built

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
INLINE = {
    "a",
    "data",
    "span",
    "code",
    "strong",
    "em",
    "s",
    "sup",
    "sub",
    "br",
    "svg",
    "path",
    "math",
    "button",
    "input",
    "label",
}


class Elements(HTMLParser):
    """Every start tag of a page with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def elements(page: str) -> list[tuple[str, dict[str, str | None]]]:
    return Elements(page).found


def test_pages_are_html_without_an_error(pages):
    for path, page in pages.items():
        parser = html5lib.HTMLParser(strict=False)
        parser.parse(page)
        assert parser.errors == [], path


def test_the_policy_holds_and_needs_no_exception(pages):
    for path, page in pages.items():
        found = elements(page)
        policy = next(attributes["content"] for tag, attributes in found if attributes.get("http-equiv"))
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        for tag, attributes in found:
            assert tag not in ("style", "base", "iframe", "object", "embed"), path
            assert not [name for name in attributes if name == "style" or name.startswith("on")], (path, tag)
            if tag == "script":
                data = ("application/json", "application/ld+json")  # which no browser runs
                assert attributes.get("src") or attributes.get("type") in data, path


def test_the_first_view_is_light(pages, course_files):
    """What a page asks for before a reader acts, as a host compresses it; components and the chart library come later.

    That nothing else is asked for: tests/browser/test_page.py.
    """
    for path, page in pages.items():
        weights = {path: compressed(course_files[path])} | {
            asked: compressed(course_files[asked])
            for tag, attributes in elements(page)
            if (asked := resolved(path, attributes.get("src" if tag == "script" else "href") or ""))
            and ((tag == "script" and "src" in attributes) or attributes.get("rel") in ("stylesheet", "icon"))
        }
        assert {"assets/site.css", "assets/site.js"} <= {*weights}
        assert sum(weights.values()) <= 70_000, weights
        assert sum(weight for asked, weight in weights.items() if asked.endswith(".js")) <= 10_000, weights


def test_what_a_component_runs_is_light(course_files):
    assert compressed(course_files["assets/components/calculator.js"]) <= 18_000
    for path, data in course_files.items():
        if path.startswith("assets/components/") and "calculator" not in path:
            assert compressed(data) <= 3_000, path


def compressed(data: bytes) -> int:
    return len(gzip.compress(data, mtime=0))


def test_language_and_encoding_come_first(pages):
    for page in pages.values():
        assert page.startswith('<!doctype html>\n<html lang="zh-CN"')
        assert page.encode().index(b'<meta charset="utf-8">') < 1024


def test_all_addresses_are_relative_and_lead_somewhere(pages, course_files):
    for path, page in pages.items():
        found = elements(page)
        ids = {attributes["id"] for _, attributes in found if "id" in attributes}
        for tag, attributes in found:
            address = attributes.get("href") or attributes.get("src")
            if not address or (tag == "a" and address.startswith("https://")):
                continue
            parts = urlsplit(address)
            assert (parts.scheme, parts.netloc, parts.path[:1] == "/") == ("", "", False), (path, address)
            if not parts.path:
                assert unquote(parts.fragment) in ids, (path, address)
            else:
                assert resolved(path, parts.path) in course_files, (path, address)


def resolved(page: str, address: str) -> str:
    folders = page.split("/")[:-1]
    for part in unquote(address).split("/"):
        folders = folders[:-1] if part == ".." else [*folders, part]
    return "/".join(folders)


def test_ids_are_unique(pages):
    for path, page in pages.items():
        ids = [attributes["id"] for _, attributes in elements(page) if "id" in attributes]
        assert len(ids) == len(set(ids)), path


def test_lines_are_flush_left_and_never_empty(pages):
    for path, page in pages.items():
        outside = re.sub(r"<pre.*?</pre>", "<pre>", page, flags=re.S)
        assert all(line == line.strip() and line for line in outside.splitlines()), path


def test_no_block_shares_a_line_with_another(pages):
    block = re.compile(r"<(p|h[1-6]|li|ul|ol|table|tr|td|th|section|details|summary|figure|dt|dd)\b")
    for path, page in pages.items():
        for line in page.splitlines():
            assert len(block.findall(line)) <= 1, f"{path}: {line[:160]}"


def test_no_page_says_when_where_or_by_whom_it_was_built(course_files):
    for path, data in course_files.items():
        if path.endswith((".html", ".css", ".js")) and "/vendor/" not in path:
            assert str(REPOSITORY).encode() not in data, path
            assert b"np.float64(" not in data, path


def test_text_like_tags_stands_in_title_prose_and_contents(course: ScratchCourse):
    title = '词表 <s> 与 "A&B"'
    course.lesson(
        "tokens",
        "## 记号 <s>\n\n词表里有 <s>、</s>、<pad> 和 <|im_end|>。\n\n下一段 a<b && c>d。\n",
        title=f"'{title}'",
    )
    page = build(course)["c0/tokens/index.html"].decode()
    assert "<title>词表 &lt;s&gt; 与 " in page
    assert "A&amp;B" in page
    assert "&amp;amp;" not in page
    assert "&amp;lt;" not in page
    document = html5lib.parse(page, namespaceHTMLElements=False)
    assert not [
        document.find(f".//{name}") for name in ("s", "pad", "think") if document.find(f".//{name}") is not None
    ]
    assert "".join(document.find(".//h1").itertext()) == title
    assert "".join(document.find(".//h2").itertext()) == "记号 <s>"
    assert "词表里有 <s>、</s>、<pad> 和 <|im_end|>。" in ["".join(p.itertext()) for p in document.iter("p")]


@pytest.mark.parametrize("path", ["index.html", "c0/b/index.html", "c0/c/index.html"])
def test_a_number_or_formula_of_a_title_is_the_same_wherever_the_lesson_is_named(course: ScratchCourse, path):
    title = "{eval}`score_matrix(N=131072)` 的 $N^2$"  # 2 × 131072² B = 2³⁵ B, by hand
    course.lesson("a", title=f"'{title}'")
    course.lesson("b", "回到 {lesson}`a`。\n")
    course.lesson("c", "回到 {lesson}`a`。\n")
    page = build(course)[path].decode()
    assert re.search('>32 GiB</data> 的 <math alttext="N²">.*</math></a>', page.replace("\u00a0", " "))
    assert "score_matrix(" not in page


def test_a_term_is_listed_by_its_own_title_whatever_the_text_calls_it(course: ScratchCourse):
    course.write("content/glossary.yaml", "kv-cache: {title: KV cache, english: KV cache, sentence: 存下来的。}\n")
    course.lesson("a", "{term}`缓存 <kv-cache>`\n")
    assert "<dt>KV cache</dt>" in build(course)["c0/a/index.html"].decode()


@pytest.mark.parametrize(("things", "label"), [("1. 甲\n   - 乙\n2. 丙\n3. 丁", "试三件事"), ("- 甲", "试一试")])
def test_things_to_try_are_three_only_where_they_are_three(course: ScratchCourse, things, label):
    course.lesson("a", f":::{{try}}\n{things}\n:::\n")
    assert f"{label}</h3>" in build(course)["c0/a/index.html"].decode()


def test_an_address_is_whole_only_when_the_base_is_given(course: ScratchCourse):
    course.lesson("one")
    assert b'rel="canonical"' not in build(course)["c0/one/index.html"]
    page = build(course, base_url="https://example.org/course/")["c0/one/index.html"].decode()
    assert '<link rel="canonical" href="https://example.org/course/c0/one/">' in page


def test_a_course_overrides_the_theme_file_by_file(course: ScratchCourse):
    course.lesson("one", ":::{note}\n甲\n:::\n")
    override(course, "templates/components/note.html", "{% macro component(block) %}<aside>己</aside>{% endmacro %}")
    override(course, "static/css/print.css", "己 { margin: 0 }")
    files = build(course)
    assert "<aside>己</aside>" in files["c0/one/index.html"].decode()
    assert files["assets/site.css"].decode().rstrip().endswith("己 { margin: 0 }")


@pytest.mark.parametrize("source", ["{% macro component(block) %}\n{{ block.nosuch }}{% endmacro %}", "\n{% if %}"])
def test_a_broken_template_is_reported_at_its_line(course: ScratchCourse, source):
    course.lesson("one", ":::{note}\n甲\n:::\n")
    override(course, "templates/components/note.html", source)
    problems = Problems()
    with pytest.raises(BuildStopped):
        built(course.root, problems)
    assert [(str(problem.position), problem.rule) for problem in problems] == [
        ("templates/components/note.html:2:1", "template-is-well-formed")
    ]


def test_a_language_without_words_is_reported(course: ScratchCourse):
    course.lesson("one")
    listing = course.root / "content" / "course.yaml"
    listing.write_text(listing.read_text(encoding="utf-8").replace("zh-CN", "zh-TW"), encoding="utf-8")
    problems = Problems()
    with pytest.raises(BuildStopped):
        built(course.root, problems)
    assert [problem.rule for problem in problems] == ["language-has-words"]


def build(course: ScratchCourse, base_url: str = "") -> dict[str, bytes]:
    return built(course.root, base_url=base_url)


def override(course: ScratchCourse, path: str, text: str) -> None:
    file = course.root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
