"""The map and the ways between pages: where the reader stopped, and the arrows that turn to the neighbours."""

import pytest

from tests.browser.chromium import visit

pytestmark = pytest.mark.browser
LESSON = "c0/attention-only/index.html"
FORK = "c3/why-not-rnn/index.html"


def test_the_map_offers_to_go_on_where_the_reader_stopped(new_page, site_url):
    page = new_page()
    visit(page, site_url + "index.html")
    assert page.locator(".map-resume").is_hidden()
    visit(page, site_url + LESSON + "#先自己设计")
    page.wait_for_function(
        "() => document.querySelector('.contents-list a[aria-current]')?.textContent === '先自己设计'"
    )
    visit(page, site_url + "index.html")
    link = page.locator(".map-resume a")
    assert link.text_content() == "只留注意力，行不行？ · 先自己设计"
    link.click()
    page.wait_for_function("() => decodeURIComponent(location.hash) === '#先自己设计'")
    assert page.locator("h1").text_content() == "只留注意力，行不行？"


@pytest.mark.parametrize("kept", ["nonsense", '["https://elsewhere.example/", "#a", "b"]', '["../x.html"]', "7", "[]"])
def test_what_is_no_lesson_of_the_map_is_not_offered(new_page, site_url, kept):
    page = new_page()
    visit(page, site_url + "index.html")
    page.evaluate("kept => localStorage.setItem('reading ' + location.pathname.replace('index.html', ''), kept)", kept)
    visit(page, site_url + "index.html")
    assert page.locator(".map-resume").is_hidden()


def test_arrows_turn_to_a_neighbour_and_leave_controls_alone(new_page, site_url):
    page = new_page()
    visit(page, site_url + FORK)
    page.evaluate(
        """() => {
          const link = document.querySelector(".neighbour-map").cloneNode(true);
          Object.assign(link, { href: "#main", rel: "next" }).setAttribute("aria-keyshortcuts", "ArrowRight");
          document.querySelector(".neighbours").append(link);
        }"""
    )
    page.locator(".theme-choice input:checked").focus()
    page.keyboard.press("ArrowRight")
    assert "#main" not in page.url
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Alt+ArrowRight")
    assert "#main" not in page.url
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.hash === '#main'")


def test_a_report_of_an_error_names_the_section_that_is_read(new_page, site_url):
    page = new_page()
    visit(page, site_url + LESSON + "#先自己设计")
    page.wait_for_function(
        "() => document.querySelector('.contents-list a[aria-current]')?.textContent === '先自己设计'"
    )
    found = page.evaluate(
        """() => {
          const link = document.createElement("a");
          link.dataset.report = "#{title}|{section}|{address}";
          link.dataset.title = "课";
          document.querySelector("main").append(link);
          link.addEventListener("click", (event) => event.preventDefault());
          link.click();
          return decodeURIComponent(link.hash);
        }"""
    )
    title, section, address = found.split("|")
    assert (title, section) == ("#课", "先自己设计")
    assert address.endswith("attention-only/index.html#%E5%85%88%E8%87%AA%E5%B7%B1%E8%AE%BE%E8%AE%A1")
