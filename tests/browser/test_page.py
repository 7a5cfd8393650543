"""The page around the components: colours, folds, contents, paper, every width, no script."""

import pytest

from site_builder.render.assets import PRINT, SELDOM, STYLES
from site_builder.render.light_dark import fallback
from tests.browser.chromium import LAID_OUT, PHONE, ROOT, STARTED, TWO_FRAMES, visit

pytestmark = pytest.mark.browser
LESSON = "c0/attention-only/index.html"
PAGES = (LESSON, "index.html")
COMPONENTS = sorted(f"components/{path.name}" for path in (ROOT / "static/components").glob("*.css"))
PAPER = "getComputedStyle(document.documentElement).backgroundColor"


def lightness(page) -> int:
    """The sum of red, green and blue of the paper."""
    return page.evaluate(PAPER + ".match(/[0-9]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)")


def test_dark_follows_the_system_and_the_switch_overrides_it(new_page, site_url):
    page = new_page(color_scheme="dark")
    visit(page, site_url + LESSON)
    assert lightness(page) < 150
    page.get_by_role("radio", name="浅色").check()
    assert lightness(page) > 600
    page.get_by_role("radio", name="跟随系统").check()
    assert lightness(page) < 150


def test_the_choice_is_remembered_before_the_first_paint(new_page, site_url):
    page = new_page(color_scheme="light")
    visit(page, site_url + LESSON)
    page.get_by_role("radio", name="深色").check()
    visit(page, site_url + "index.html")
    first = page.locator("head script").first
    assert first.get_attribute("src") == "assets/first_paint.js"
    assert first.get_attribute("defer") is None
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert lightness(page) < 150
    assert page.get_by_role("radio", name="深色").is_checked()


def test_the_switch_is_one_stop_of_the_keyboard_and_moves_by_arrows(new_page, site_url):
    page = new_page(color_scheme="light")
    visit(page, site_url + LESSON)
    page.get_by_role("radio", name="跟随系统").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("radio", name="深色").is_checked()
    assert lightness(page) < 150


def test_a_link_into_a_closed_fold_opens_it(page, site_url):
    visit(page, site_url + LESSON)
    page.locator(".dig").evaluate("fold => { fold.querySelector('.block-body > *').id = 'inside'; }")
    page.evaluate("location.hash = '#inside'")
    page.wait_for_function("() => document.querySelector('.dig').open")


def test_paper_has_every_fold_open_and_puts_them_back(page, site_url):
    visit(page, site_url + LESSON)
    page.wait_for_function(STARTED)  # some of them close a fold that stands open without script
    before = page.locator("details[open]").count()
    assert before < page.locator("details").count()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details[open]").count() == page.locator("details").count()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details[open]").count() == before


def test_paper_is_light_and_shows_folds_without_script_too(new_page, site_url):
    page = new_page(java_script_enabled=False, color_scheme="dark")
    page.goto(site_url + LESSON)
    page.emulate_media(media="print")
    assert page.locator(".dig .block-body p").first.bounding_box()["height"] > 0
    assert page.locator(".faq-answer").last.bounding_box()["height"] > 0
    assert page.locator(".ledger-value").last.bounding_box()["height"] > 0
    assert page.locator(".theme-switch").is_hidden()


def test_contents_mark_where_the_reader_is(page, site_url):
    visit(page, site_url + LESSON)
    heading = page.locator("main > h2").nth(1)
    heading.evaluate("heading => scrollTo({ top: heading.offsetTop - 60, behavior: 'instant' })")
    page.wait_for_function(
        "text => document.querySelector('.contents [aria-current]')?.textContent === text", arg=heading.inner_text()
    )


@pytest.mark.parametrize("width", [390, 800, 1280, 1920])
def test_a_lesson_without_headings_stands_where_others_do(new_page, course, width):
    course.lesson("a", "## 一节\n\n正文。\n")
    course.lesson("b", "正文。\n")
    site = course.build()
    page = new_page(viewport={"width": width, "height": 900})
    places = []
    for lesson in "ab":
        visit(page, (site / "c0" / lesson / "index.html").as_uri())
        box = page.locator("main").bounding_box()
        places.append((box["x"], box["width"]))
    assert places[0] == places[1]


def test_a_jump_to_the_end_and_back_marks_the_last_and_no_heading(page, site_url):
    visit(page, site_url + LESSON)
    last = page.locator(".contents-list a").last.text_content()
    page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
    marked = "text => document.querySelector('.contents [aria-current]')?.textContent === text"
    page.wait_for_function(marked, arg=last)
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.wait_for_function("() => !document.querySelector('.contents [aria-current]')")


def test_contents_stand_beside_the_text_or_fold_on_a_phone_without_script(new_page, site_url):
    wide = new_page(java_script_enabled=False)
    wide.goto(site_url + LESSON)
    assert wide.locator(".contents-list a").first.is_visible()
    phone = new_page(java_script_enabled=False, viewport=PHONE)
    phone.goto(site_url + LESSON)
    assert phone.locator(".contents-list a").first.is_hidden()
    phone.locator(".contents summary").click()
    assert phone.locator(".contents-list a").first.is_visible()


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("width", [320, 390, 667, 768, 1024, 1280, 1920, 2560])
def test_no_width_scrolls_sideways(new_page, site_url, path, width):
    page = new_page(viewport={"width": width, "height": 375 if width == 667 else 800})
    visit(page, site_url + path)
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_measure_is_comfortable(page, site_url):
    visit(page, site_url + LESSON)
    ems = page.locator("main > p").first.evaluate("p => p.clientWidth / parseFloat(getComputedStyle(p).fontSize)")
    assert 36 <= ems <= 40


@pytest.mark.parametrize("path", PAGES)
def test_controls_are_large_enough_to_touch(new_page, site_url, path):
    page = new_page(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    visit(page, site_url + path)
    page.wait_for_function("() => !document.querySelector('[data-component=calculator]:not([data-ready])')")
    small = page.locator(
        "button:visible, summary:visible, label.theme-choice:visible, .site-name a:visible"
    ).evaluate_all(
        """controls => controls.filter((control) => {
             const box = control.getBoundingClientRect();
             const reach = getComputedStyle(control, '::after').position === 'absolute'
               ? parseFloat(getComputedStyle(control, '::after').height) : 0;
             return Math.max(box.height, reach) < 44 || box.width < 44;
           }).map((control) => control.outerHTML.slice(0, 120))"""
    )
    assert small == []


def test_nothing_on_screen_is_dead_without_script(new_page, site_url):
    page = new_page(java_script_enabled=False)
    page.goto(site_url + LESSON)
    assert page.locator("button:enabled:visible").count() == 0
    assert page.locator("input:enabled:visible").count() == 0


def test_nothing_shifts_while_the_page_is_laid_out(own_page, site_url):
    page = own_page
    page.add_init_script(
        """addEventListener('DOMContentLoaded', () => { window.shift = 0;
             new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; })
               .observe({ type: 'layout-shift', buffered: true }); });"""
    )
    page.goto(site_url + LESSON)
    page.wait_for_function(LAID_OUT)
    page.wait_for_function(STARTED)
    page.evaluate(TWO_FRAMES)
    assert page.evaluate("window.shift") < 0.01


def test_one_broken_component_harms_no_other(new_page, built_site, serve, page_problems, tmp_path):
    import shutil

    site = tmp_path / "broken"
    shutil.copytree(built_site, site)
    script = site / "assets" / "components" / "stepper.js"
    text = script.read_text(encoding="utf-8")
    broken = text.replace('lesson.component("stepper"', 'null.nothing; lesson.component("stepper"')
    assert broken != text
    script.write_text(broken, encoding="utf-8")
    page = new_page()
    visit(page, serve(site) + LESSON)
    page.wait_for_selector("[data-component=steps_figure][data-ready]", state="attached")
    assert page.locator("[data-component=stepper][data-ready]").count() == 0
    assert page.locator("[data-component=stepper] p").last.is_visible()
    assert len(page_problems) == 1
    assert "stepper" in page_problems.pop()


SPACED = """() => {
  for (const part of document.querySelectorAll("body *")) {
    const { style } = part;
    style.setProperty("line-height", "1.5", "important");
    style.setProperty("letter-spacing", "0.12em", "important");
    style.setProperty("word-spacing", "0.16em", "important");
    if (part.matches("p")) style.setProperty("margin-bottom", "2em", "important");
  }
}"""
"""The spacing a reader may set for themselves (WCAG 1.4.12)."""


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_a_reader_may_set_the_text_wider(new_page, built_site, path, width):
    page = new_page(viewport={"width": width, "height": 800})
    visit(page, f"{built_site.as_uri()}/{path}")
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    page.evaluate(SPACED)
    assert page.evaluate("document.documentElement.scrollWidth") == width


LINE_BEGINNINGS = """() => {
  const CLOSING = "，。；：、！？）》」』”’…", found = [], range = document.createRange();
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    const block = node.parentElement.closest("p, li, td, th, dd, dt, h2, h3, h4, summary");
    if (!block || !CLOSING.includes(node.data[0]) || !block.checkVisibility()) continue;
    range.setStart(node, 0);
    range.setEnd(node, 1);
    const mark = range.getBoundingClientRect(), box = block.getBoundingClientRect();
    const start = box.left + parseFloat(getComputedStyle(block).paddingLeft);
    if (mark.width && Math.abs(mark.left - start) < 1.5 && mark.top > box.top + 10) found.push(block.textContent);
  }
  return found;
}"""


def test_no_line_begins_with_what_ends_a_clause(page, built_site):
    visit(page, f"{built_site.as_uri()}/{LESSON}")
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    for width in range(300, 720, 7):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(LINE_BEGINNINGS) == [], width


def test_no_formula_of_the_ledger_is_cut(page, built_site):
    visit(page, f"{built_site.as_uri()}/{LESSON}")
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    cut = page.locator(".ledger-formula, .formula").evaluate_all(
        "boxes => boxes.filter(box => box.scrollHeight > box.clientHeight).map(box => box.textContent)"
    )
    assert cut == []


def test_the_contents_title_is_a_stop_of_the_keyboard_only_where_it_opens_something(new_page, site_url):
    page = new_page(viewport={"width": 1280, "height": 900})
    visit(page, site_url + LESSON)
    summary = page.locator(".contents-fold > summary")
    assert summary.evaluate("summary => summary.tabIndex") == -1
    page.set_viewport_size(PHONE)
    page.wait_for_function("() => document.querySelector('.contents-fold > summary').tabIndex === 0")


RULES = """texts => texts.map(text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules].map(rule => rule.cssText.replace(/([,:])\\s+/g, "$1")).join("\\n");
})"""


def test_the_styles_that_are_sent_are_the_styles_that_were_written(page, built_site):
    alone = [f"components/{stem}.css" for stem in SELDOM]
    joined = (*STYLES, *(path for path in COMPONENTS if path not in alone), PRINT)
    tokens, *rest = ((ROOT / "static" / path).read_text(encoding="utf-8") for path in joined)
    sent = {"site.css": "\n".join((tokens, fallback(tokens), *rest))}
    sent |= {path: (ROOT / "static" / path).read_text(encoding="utf-8") for path in alone}
    page.goto("about:blank")
    for path, written in sent.items():
        before, after = page.evaluate(RULES, [written, (built_site / "assets" / path).read_text(encoding="utf-8")])
        assert after == before, path


def test_marks_outlive_a_printer_without_backgrounds(page, built_site):
    visit(page, f"{built_site.as_uri()}/{LESSON}")
    page.emulate_media(media="print")
    marks = {".grade": "::before", ".dataflow-node:nth-child(2)": "::after", ".dataflow-swatch": None}
    for part, pseudo in marks.items():
        kept = page.evaluate(
            "([part, pseudo]) => getComputedStyle(document.querySelector(part), pseudo).printColorAdjust",
            [part, pseudo],
        )
        assert kept == "exact", part


def test_small_marks_of_the_type(page, built_site):
    """No shadow where nothing scrolls, a section sign as narrow as a letter, one title everywhere."""
    visit(page, f"{built_site.as_uri()}/{LESSON}")
    still = page.locator(".table-scroll:not([tabindex])").first
    assert still.evaluate("part => getComputedStyle(part).backgroundImage") == "none"
    wide = """() => {
        const sign = document.querySelector("main > p").appendChild(document.createElement("span"));
        sign.textContent = "§";
        return sign.getBoundingClientRect().width / parseFloat(getComputedStyle(sign).fontSize);
    }"""
    assert page.evaluate(wide) < 0.7
    name = page.locator(".site-name").inner_text()
    visit(page, f"{built_site.as_uri()}/index.html")
    assert page.locator("h1").inner_text() == name
    assert page.title() == name
