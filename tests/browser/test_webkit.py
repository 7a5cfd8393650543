"""The lesson in WebKit, at every width: quiet, no wider than its window, numbers and labels as in the other engines."""

import json
import shutil

import pytest

from tests.browser.chromium import visit
from tests.browser.test_firefox import LESSON, SHOWN, cards  # noqa: F401 (a fixture)
from tests.browser.webkit import running_webkit

pytestmark = pytest.mark.browser
WIDTHS = (240, 280, 320, 340, 360, 375, 390, 412, 430, 480, 540, 640, 768, 900, 1024, 1280, 1440)
HEAR = """window.heard = [];
for (const word of ["warn", "error"]) console[word] = (...said) => heard.push(`${word}: ${said.join(" ")}`);
addEventListener("error", (event) => heard.push(`error: ${event.message}`));
"""
FRAME = "<!doctype html><meta charset=utf-8><title>frame</title><iframe width=1280 height=900 src={src}></iframe>"
FRAMED = "document.querySelector('iframe').contentWindow"
STARTED = f"!{FRAMED}.document.querySelector('[data-component]:not([data-ready], [data-plain])')"
LABELS = """(page) => [...page.document.querySelectorAll('svg .figure-label')]
  .filter((label) => label.checkVisibility() && label.getNumberOfChars())
  .map((label) => {
    const [matrix, drawing] = [label.getScreenCTM(), label.closest("svg").getBoundingClientRect()];
    const last = label.getNumberOfChars() - 1;
    const [from, to] = [label.getStartPositionOfChar(0), label.getEndPositionOfChar(last)];
    const part = { start: 0, middle: 0.5, end: 1 }[page.getComputedStyle(label).textAnchor];
    const at = new DOMPoint(from.x + part * (to.x - from.x), from.y).matrixTransform(matrix);
    return [label.textContent, at.x - drawing.left, at.y - drawing.top, to.y - from.y];
  })"""
"""Every label of the page's drawings: where it is anchored on its base line, and how far its end stands from that."""


@pytest.fixture(scope="module")
def listening(built_site, serve, tmp_path_factory):
    """The address of a copy of the site that keeps what its console hears."""
    site = tmp_path_factory.mktemp("listening") / "site"
    shutil.copytree(built_site, site)
    first = site / "assets" / "first_paint.js"
    first.write_text(HEAR + first.read_text(encoding="utf-8"), encoding="utf-8")
    (site / "frame.html").write_text(FRAME.format(src=LESSON), encoding="utf-8")
    return serve(site)


@pytest.fixture(scope="module")
def lesson(listening):
    """The lesson in a frame, which unlike a window can have any width; all of it laid out, every component started."""
    with running_webkit() as webkit:
        webkit.open(f"{listening}frame.html")
        webkit.evaluate(f"{FRAMED}.document.documentElement.classList.remove('laying-out')")
        webkit.evaluate(f"{FRAMED}.dispatchEvent(new Event('pointermove')) && null")
        webkit.wait_for(STARTED)
        yield webkit
        assert webkit.evaluate(f"{FRAMED}.heard") == []


def test_it_is_webkit_and_a_complaint_is_heard(lesson):
    assert "AppleWebKit" in lesson.evaluate("navigator.userAgent")
    assert "Chrome" not in lesson.evaluate("navigator.userAgent")
    lesson.evaluate(f"{FRAMED}.console.warn('spoken') && null")
    assert lesson.evaluate(f"{FRAMED}.heard.splice(0)") == ["warn: spoken"]


def test_it_is_no_wider_than_any_window(lesson):
    measured = """((page) => [WIDTHS].flat().map((width) => {
      document.querySelector("iframe").width = width;
      const root = page.document.documentElement;
      return [width, root.scrollWidth - root.clientWidth];
    }))(FRAMED)"""
    found = lesson.evaluate(measured.replace("WIDTHS", json.dumps(WIDTHS)).replace("FRAMED", FRAMED))
    assert [(width, over) for width, over in found if over] == []


def test_the_cards_say_what_python_says(lesson, cards):  # noqa: F811
    lesson.evaluate(f"{FRAMED}.document.querySelector('button[data-set][data-value=\"262144\"]').click()")
    shown = SHOWN.replace("document", f"{FRAMED}.document")
    lesson.wait_for(f"{shown}[0] === '262,144'")
    assert lesson.evaluate(shown) == ["262,144", cards(262144)]


@pytest.mark.parametrize("width", [390, 1280])
def test_labels_stand_where_chromium_draws_them(lesson, new_page, listening, width):
    lesson.evaluate(f"(document.querySelector('iframe').width = {width})")
    page = new_page(viewport={"width": width, "height": 900})
    visit(page, listening + LESSON)
    page.wait_for_function("() => !document.querySelector('[data-component]:not([data-ready], [data-plain])')")
    page.evaluate("document.querySelector('button[data-set][data-value=\"262144\"]').click()")
    theirs, ours = page.evaluate(f"({LABELS})(window)"), lesson.evaluate(f"({LABELS})({FRAMED})")
    assert [text for text, *_ in ours] == [text for text, *_ in theirs]
    assert [pair for pair in zip(ours, theirs, strict=True) if apart(*pair) > 1] == []


def apart(left, right):
    """The largest of two labels' differences, in px."""
    return max(abs(a - b) for a, b in zip(left[1:], right[1:], strict=True))
