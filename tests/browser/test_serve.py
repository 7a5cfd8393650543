"""The preview in a browser: a save changes what it has to and keeps where the reader is."""

import re
import shutil
import threading

import pytest
from playwright.sync_api import expect

from site_builder.commands.site import site_of
from site_builder.serving.preview import Preview
from site_builder.serving.server import PreviewServer
from tests.browser.calculators import CalculatorPage
from tests.scratch import REPOSITORY

pytestmark = pytest.mark.browser

LESSON = "content/lessons/attention-only.md"
ANCHOR = "content/anchors/qwen3.8-27b.yaml"


class Previewed:
    """The course in a folder of its own, its preview, and the browser's page on it."""

    def __init__(self, root, preview, address):
        self.root, self.preview, self.address = root, preview, address

    def save(self, path, change):
        file = self.root / path
        before = file.read_text(encoding="utf-8")
        after = change(before)
        assert after != before
        file.write_text(after, encoding="utf-8")
        return self.preview.rebuild()

    def shown(self, page):
        """Wait until the page has what the newest edition says."""
        number = self.preview.edition.number
        page.wait_for_selector(f'html[data-edition="{number}"]', state="attached")


def started(page):
    """Wait until every component has begun."""
    page.locator("[data-component]:not([data-ready], [data-plain])").first.wait_for(state="detached")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    root = tmp_path_factory.mktemp("course")
    shutil.copytree(REPOSITORY / "content", root / "content")
    preview = Preview(lambda problems: site_of(root, None, problems).files)
    assert preview.rebuild().is_good
    with PreviewServer(preview, 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield Previewed(root, preview, f"http://127.0.0.1:{server.server_port}/")
        preview.close()
        server.shutdown()
        thread.join()


@pytest.fixture
def lesson(course, page):
    page.goto(course.address + "c0/attention-only/")
    course.shown(page)
    started(page)
    return page


def test_a_save_changes_a_paragraph_and_nothing_else(course, lesson):
    lesson.evaluate("for (const block of document.querySelectorAll('main *')) block.mine = true")
    lesson.evaluate("scrollTo(0, 3000)")
    place = lesson.evaluate("scrollY")
    course.save(LESSON, lambda text: text.replace("\n## ", "\n一段刚写的话。\n\n## ", 1))
    course.shown(lesson)
    fresh = lesson.evaluate("[...document.querySelectorAll('main *')].filter(block => !block.mine).length")
    assert "一段刚写的话。" in lesson.locator("main").text_content()
    assert fresh <= 3
    assert abs(lesson.evaluate("scrollY") - place) < 200  # the height of the new paragraph at most
    assert lesson.locator("#site-builder-problems details[open]").count() == 0


def test_a_mistake_lies_over_the_last_good_page_until_it_is_mended(course, lesson):
    course.save(LESSON, lambda text: text + "\n{nothing}`x`\n\n:::{none}\n:::\n")
    course.shown(lesson)
    panel = lesson.locator("#site-builder-problems")
    assert re.search(rf"{re.escape(LESSON)}:\d+:\d+", panel.inner_text())
    assert panel.locator("[data-severity=error]").count() >= 1
    assert lesson.locator("h1").is_visible()
    course.save(LESSON, lambda text: text.replace("\n{nothing}`x`\n\n:::{none}\n:::\n", ""))
    course.shown(lesson)
    assert panel.locator("[data-severity=error]").count() == 0


def test_another_anchor_keeps_n_and_says_which_pages_have_other_numbers(course, lesson):
    calculator = CalculatorPage(lesson)
    calculator.box.fill("4096")
    calculator.box.press("Enter")
    calculator.shows("4,096")
    before = calculator.state()["values"]
    course.save(ANCHOR, lambda text: re.sub(r"(vocab\w*:[^\n]*?)248320", r"\g<1>248321", text))
    course.shown(lesson)
    assert "c0/attention-only/index.html" in lesson.locator("#site-builder-problems [role=status]").inner_text()
    started(lesson)
    after = calculator.shows("4,096")["values"]
    assert len(after) == len(before)
    course.save(ANCHOR, lambda text: text.replace("248321", "248320"))
    course.shown(lesson)


def test_a_page_that_goes_and_comes_back(course, lesson, page_problems):
    kept = (course.root / LESSON).read_bytes()
    (course.root / LESSON).unlink()
    course.preview.rebuild()
    course.shown(lesson)
    expect(lesson.locator("main")).to_contain_text("There is no page here.")
    (course.root / LESSON).write_bytes(kept)
    course.preview.rebuild()
    course.shown(lesson)
    assert lesson.locator("h1").is_visible()
    assert lesson.locator("[data-component=calculator]").count() >= 1
    page_problems[:] = [told for told in page_problems if "404" not in told]


def test_two_pages_follow_one_course(course, lesson, new_page):
    other = new_page()
    other.goto(course.address)
    course.shown(other)
    course.save("content/course.yaml", lambda text: re.sub(r"(?m)^title: .*$", "title: 另一个名字", text, count=1))
    for page in (lesson, other):
        course.shown(page)
        assert "另一个名字" in page.locator(".site-name, h1").first.inner_text()


def test_a_style_changes_in_place(course, lesson):
    (course.root / "static/css").mkdir(parents=True, exist_ok=True)
    own = (REPOSITORY / "static/css/base.css").read_text(encoding="utf-8") + "\nh1 { letter-spacing: 7px; }\n"
    (course.root / "static/css/base.css").write_text(own, encoding="utf-8")
    lesson.evaluate("window.sameDocument = true")
    course.preview.rebuild()
    course.shown(lesson)
    expect(lesson.locator("h1")).to_have_css("letter-spacing", "7px")
    assert lesson.evaluate("window.sameDocument")
    (course.root / "static/css/base.css").unlink()
    course.preview.rebuild()
    course.shown(lesson)
