"""axe finds nothing, in any state a reader can bring a page into."""

import pytest

from tests.browser.chromium import PHONE, WIDE, violations, visit

pytestmark = pytest.mark.browser
LESSON = "c0/attention-only/index.html"
COURSE_PAGES = tuple(f"{name}/index.html" for name in ("glossary", "sources", "evidence", "promises"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("path", [LESSON, "index.html"])
def test_as_it_loads_and_with_every_fold_open(new_page, built_site, path, viewport, scheme):
    page = new_page(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    visit(page, f"{built_site.as_uri()}/{path}")
    assert violations(page) == []
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    assert violations(page) == []


@pytest.mark.parametrize(("viewport", "scheme"), [(WIDE, "light"), (PHONE, "dark")], ids=["wide", "phone"])
@pytest.mark.parametrize("path", COURSE_PAGES)
def test_pages_about_the_whole_course(new_page, built_site, path, viewport, scheme):
    page = new_page(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    visit(page, f"{built_site.as_uri()}/{path}")
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_with_a_card_shown(new_page, built_site, scheme):
    page = new_page(color_scheme=scheme, reduced_motion="reduce")
    visit(page, f"{built_site.as_uri()}/{LESSON}")
    page.locator(".lede a.number").hover()
    page.locator("#card").wait_for(state="visible")
    assert violations(page) == []


SCROLLING = """() => [...document.querySelectorAll(".table-scroll, .figure-scroll, .formula, .ledger-formula, pre")]
  .filter((part) => part.checkVisibility())
  .map((part) => [part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight,
                  part.tabIndex === 0, part.role, part.ariaLabel])"""
WIDE_PARTS = """
<h3>标题<math><semantics><mi>N</mi><annotation>\\N</annotation></semantics></math></h3>
<div class="table-scroll"><table><tr><td>{long}</td></tr></table></div>
<div><div class="table-scroll"><table><caption>表的名字</caption><tr><td>{long}</td></tr></table></div></div>
<div class="formula"><math><mtext>{long}</mtext></math></div>
<pre>{long}</pre>
<div class="figure-scroll" data-label="图的名字"><svg class="figure-drawing" width="900" height="9"></svg></div>
"""


def test_what_scrolls_has_a_name_and_only_while_it_scrolls(new_page, built_site):
    page = new_page(viewport={"width": 320, "height": 800})
    lesson = built_site / LESSON
    wide = WIDE_PARTS.replace("{long}", "long" * 12)
    text = lesson.read_text(encoding="utf-8").replace("</main>", wide + "</main>")
    page.route("**/attention-only/index.html", lambda route: route.fulfill(body=text, content_type="text/html"))
    visit(page, lesson.as_uri())
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    page.wait_for_function("() => document.querySelector('.ledger [role=group]')")
    found = page.evaluate(SCROLLING)
    assert [name for *_, name in found[-5:]] == ["标题N", "表的名字", "公式", "代码", "图的名字"]
    assert len([part for part in found if part[0]]) > 7
    for scrolls, reached, role, name in found:
        assert (reached, role, bool(name)) == ((True, "group", True) if scrolls else (False, None, False))
    assert violations(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function("() => document.querySelectorAll('[role=group].table-scroll').length === 0")
    for scrolls, reached, role, name in page.evaluate(SCROLLING):
        assert (reached, role, bool(name)) == ((True, "group", True) if scrolls else (False, None, False))


def test_with_a_card_that_scrolls(new_page, built_site):
    page = new_page(viewport={"width": 320, "height": 256}, reduced_motion="reduce")
    visit(page, f"{built_site.as_uri()}/{LESSON}")
    page.locator(".lede a.number").hover()
    page.locator("#card[tabindex]").wait_for(state="visible")
    assert violations(page) == []


def test_without_script(new_page, built_site):
    page = new_page()
    page.route("**/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    visit(page, f"{built_site.as_uri()}/{LESSON}")
    assert violations(page) == []
