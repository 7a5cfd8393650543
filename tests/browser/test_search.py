"""Search in the browser: what is fetched when, what is found first, how a reader moves in it."""

import hashlib
import unicodedata

import pytest
from axe_playwright_python.sync_playwright import Axe

from site_builder.render.fold import folded
from tests.browser.chromium import PHONE, visit
from tests.search.chapters import queries, site

pytestmark = pytest.mark.browser
LESSON = "c0/attention-only/index.html"
WHOLE = "() => lesson.search && lesson.search('zzzz').isWhole"


def open_search(page, url, typed=""):
    """The page with the box open, all data come, and something typed."""
    visit(page, url)
    page.keyboard.press("/")
    page.wait_for_function(WHOLE)
    if typed:
        page.keyboard.type(typed)
    return page.get_by_role("searchbox")


def links(page):
    return page.locator(".search-list a")


@pytest.fixture(scope="session")
def chapters_url(tmp_path_factory):
    folder = tmp_path_factory.mktemp("chapters")
    for path, data in site().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder.as_uri() + "/"


def test_nothing_comes_before_a_reader_goes_to_the_box(page, site_url):
    asked = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(site_url)))
    visit(page, site_url + LESSON)
    assert not [url for url in asked if "search" in url]
    page.keyboard.press("/")
    page.wait_for_function(WHOLE)
    assert {"assets/search.js", "assets/search.css", "assets/search/0.js", "assets/search/1.js"} <= {*asked}


def test_what_is_typed_is_found_marked_and_counted(page, site_url):
    box = open_search(page, site_url + LESSON, "分数 N^2")
    first = links(page).first
    first.wait_for()
    assert page.locator(".search-status").inner_text() == f"找到 {links(page).count()} 处。"
    marks = {*page.locator(".search-list mark").all_inner_texts()}
    assert {"分数", "N²"} <= marks
    assert {folded(mark) for mark in marks} <= {"分数", "n2"}
    box.fill("量子纠缠")
    page.get_by_text("没有找到").wait_for()
    assert links(page).count() == 0
    box.fill("分数距阵")
    page.get_by_text("没有“分数距阵”，找的是“分数矩阵”。").wait_for()
    box.fill("")
    page.locator(".search-panel").wait_for(state="hidden")


def test_enter_leads_to_the_first_section_and_opens_its_fold(page, site_url):
    open_search(page, site_url + "index.html", "没有循环，生成的时候")
    links(page).first.wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**/" + LESSON + "#*")
    target = page.locator("[id='part-没有循环-生成的时候不还是一个词一个词地蹦吗']")
    assert target.get_attribute("open") is not None


def test_the_keyboard_goes_through_the_list_and_back(page, site_url):
    box = open_search(page, site_url + LESSON, "注意力")
    links(page).nth(1).wait_for()
    focused = "document.activeElement"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(f"{focused} === document.querySelectorAll('.search-list a')[1]")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(f"{focused} === document.querySelectorAll('.search-list a')[0]")
    page.keyboard.press("Escape")
    assert page.evaluate(f"{focused}.type") == "search"
    assert page.locator(".search-panel").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator(".search-panel").is_visible()
    assert box.input_value() == "注意力"
    page.keyboard.press("Escape")
    assert (box.input_value(), page.evaluate(f"{focused}.tagName")) == ("", "BODY")


def test_the_key_is_a_character_where_one_types_and_not_with_others(page, site_url):
    visit(page, site_url + LESSON)
    page.keyboard.press("Control+/")
    assert page.evaluate("document.activeElement.tagName") == "BODY"
    page.keyboard.press("/")
    page.keyboard.press("/")
    assert page.get_by_role("searchbox").input_value() == "/"


def test_what_an_input_method_composes_is_not_searched_for(page, site_url):
    open_search(page, site_url + LESSON, "注意")
    links(page).first.wait_for()
    before = links(page).count()
    page.evaluate(
        """() => {
          const box = document.querySelector(".search-input");
          box.value = "注意zzzz";
          box.dispatchEvent(new InputEvent("input", { isComposing: true, bubbles: true }));
        }"""
    )
    assert links(page).count() == before


def test_every_query_finds_what_it_should(page, chapters_url):
    """Of the queries that were written before the ranking."""
    open_search(page, chapters_url + "index.html")
    found = page.evaluate(
        """(queries) => queries.map(({ query, within }) =>
          lesson.search(query).hits.slice(0, within || 1).map(({ url, section }) => url + "#" + section.id))""",
        queries(),
    )
    assert len(queries()) >= 30
    missed = []
    for asked, got in zip(queries(), found, strict=True):
        name, _, anchor = str(asked["wanted"]).partition("#")
        wanted = f"c0/{name}/index.html#{anchor}" if name else None
        if (wanted not in got) if wanted else got:
            missed.append((asked["query"], wanted, got))
    assert missed == []


def test_texts_fold_as_they_do_while_building(page, chapters_url):
    """Every character that Python knows, alone and among others; a sum tells where they differ."""
    open_search(page, chapters_url + "index.html")
    known = [chr(code) for code in range(0x20000) if unicodedata.category(chr(code)) not in ("Cn", "Cs")]
    texts = ["".join(known[at : at + 500]) for at in range(0, len(known), 500)]
    texts += [f"a{'-'.join(known[at : at + 300])} 1,000 \\sqrt{{x}} {known[at]}" for at in range(0, 12_000, 300)]
    texts += [r"\frac{QK^{\top}}{\sqrt{d_k}} \cdot \mathrm{V}", "1,048,576 51.75 GiB 10⁻³ a - b c-d -5", "Σας Ǆ ﬁ İ ẞ"]
    theirs = page.evaluate(
        """async (texts) => Promise.all(texts.map(async function (text) {
          const bytes = new TextEncoder().encode(lesson.folded(text));
          const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
          return [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("");
        }))""",
        texts,
    )
    ours = [hashlib.sha256(folded(text).encode()).hexdigest() for text in texts]
    assert [text for text, one, other in zip(texts, ours, theirs, strict=True) if one != other] == []


def test_marks_lie_where_the_folded_form_was_found(page, chapters_url):
    open_search(page, chapters_url + "index.html")
    cases = [
        ("一共 31.25 GiB。", "31.25gib", ["31.25 GiB"]), ("O(N²) 与 n^2", "n2", ["N²", "n^2"]), ("QKᵀ", "qk", ["QK"]),
        ("词表 151,936 个", "151936", ["151,936"]), ("KV cache", "cache", ["cache"]), ("甲乙甲", "甲", ["甲", "甲"]),
        ("ak 与 kv", "k", ["k"]),
    ]  # fmt: skip
    for text, term, wanted in cases:
        places = page.evaluate("([text, term]) => lesson.search.places(text, [term])", [text, term])
        assert [text[start:end] for start, end in places] == wanted, (text, term)


def test_on_a_phone_the_sign_becomes_a_line(new_page, site_url):
    page = new_page(viewport=PHONE)
    visit(page, site_url + LESSON)
    box = page.get_by_role("searchbox")
    assert box.bounding_box()["width"] < 60
    box.click()
    page.keyboard.type("显存")
    links(page).first.wait_for()
    assert box.bounding_box()["width"] > 300
    panel = page.locator(".search-panel").bounding_box()
    assert panel["x"] >= 0
    assert panel["x"] + panel["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_open_list(new_page, site_url, scheme):
    page = new_page(color_scheme=scheme)
    open_search(page, site_url + LESSON, "注意立")
    links(page).first.wait_for()
    assert Axe().run(page, context=".search", options={"preload": False}).response["violations"] == []


def test_without_scripts_and_on_paper_there_is_no_box(new_page, site_url):
    page = new_page(java_script_enabled=False)
    page.goto(site_url + LESSON)
    assert not page.locator(".search").is_visible()
    page = new_page()
    visit(page, site_url + LESSON)
    assert page.locator(".search").is_visible()
    page.emulate_media(media="print")
    assert not page.locator(".search").is_visible()


def test_data_that_does_not_come_is_reported(page, site_url, page_problems):
    page.route("**/search/0.js", lambda route: route.abort())
    visit(page, site_url + LESSON)
    page.keyboard.press("/")
    page.keyboard.type("分数")
    page.get_by_text("没能载入").wait_for()
    page_problems.clear()
