"""The calculator's chart: dragging, Plotly taking over, sizes, themes, print, and pages where it never comes."""

import pytest

from tests.browser.calculators import open_calculator
from tests.browser.chromium import PHONE, WIDE

pytestmark = pytest.mark.browser

SHIFT = """() => new Promise(done => new PerformanceObserver(list =>
    done(list.getEntries().filter(entry => !entry.hadRecentInput).reduce((sum, entry) => sum + entry.value, 0))
).observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 300))"""
LAG = """root => {
    // By how much Plotly's drawing is narrower than its box.
    const chart = root.querySelector('[data-role="plotly"]');
    return chart.getBoundingClientRect().width - chart.querySelector(".main-svg").getBoundingClientRect().width;
}"""
MISSES = """root => {
    // Pixels between each marker and its point in Plotly's own coordinates.
    const chart = root.querySelector('[data-role="plotly"]');
    const box = chart.getBoundingClientRect();
    const { xaxis, yaxis } = chart._fullLayout;
    const n = Number(root.querySelector('[data-role="guide-label"]').textContent.replace(/[^0-9]/g, ""));
    const values = { score: 2 * n * n, kv: 1024 * n, weights: 55562855904 };
    return [...root.querySelectorAll('[data-role="marker"]')].map(marker => {
        const place = marker.firstElementChild.getBoundingClientRect();
        const x = box.left + xaxis._offset + xaxis.d2p(n);
        const y = box.top + yaxis._offset + yaxis.d2p(values[marker.dataset.curve]);
        return Math.hypot((place.left + place.right) / 2 - x, (place.top + place.bottom) / 2 - y);
    });
}"""


def centre(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def misses(calculator):
    calculator.state()
    return calculator.root.evaluate(MISSES)


def test_plotly_takes_over_in_the_same_box(page, site_url):
    calculator = open_calculator(page, site_url)
    calculator.part("plot").scroll_into_view_if_needed()
    before = calculator.part("plot").bounding_box()
    calculator.drawn()
    assert calculator.part("plot").bounding_box() == before
    assert page.evaluate(SHIFT) < 0.01
    assert max(misses(calculator)) < 1.5
    lines = calculator.root.locator(".js-line")
    assert lines.count() == 3
    for index, path in enumerate(calculator.root.locator("path.calculator-curve[data-curve]:not([data-extra])").all()):
        assert centre(path.bounding_box()) == pytest.approx(centre(lines.nth(index).bounding_box()), abs=1)


def test_plotly_is_not_asked_for_before_a_reader_wants_more(page, url):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    calculator = open_calculator(page, url)
    calculator.part("plot").scroll_into_view_if_needed()
    calculator.watched()
    assert not [address for address in asked if "plotly" in address]


def test_moving_n_never_redraws_plotly(calculator):
    calculator.drawn()
    changes = calculator.root.evaluate("""async root => {
        let changes = 0;
        const all = { subtree: true, childList: true, attributes: true, characterData: true };
        new MutationObserver(list => (changes += list.length)).observe(root.querySelector('[data-role="plotly"]'), all);
        const slider = root.querySelector('input[type="range"]');
        for (let step = 0; step < 352; step += 11) {
            slider.value = step;
            slider.dispatchEvent(new Event("input", { bubbles: true }));
            await new Promise(requestAnimationFrame);
        }
        return changes;
    }""")
    assert changes == 0
    assert max(misses(calculator)) < 1.5


def test_a_marker_is_dragged_along_its_curve(calculator, page):
    calculator.part("plot").scroll_into_view_if_needed()
    marker = calculator.root.locator('[data-role="marker"][data-curve="score"] circle')
    place = marker.bounding_box()
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    plot = calculator.part("plot").bounding_box()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + plot["width"] / 22, y, steps=5)
    calculator.shows("65,536")
    assert page.evaluate("location.hash") == ""
    page.mouse.up()
    calculator.goto_state("#n=65536")
    assert calculator.state()["values"] == ["8 GiB", "64 MiB", "51.75 GiB"]


def test_a_drag_beyond_the_edge_stops_at_the_end(calculator, page):
    calculator.part("plot").scroll_into_view_if_needed()
    plot = calculator.part("plot").bounding_box()
    page.mouse.move(plot["x"] + 50, plot["y"] + 50)
    page.mouse.down()
    page.mouse.move(5, plot["y"] + 50, steps=3)
    calculator.shows("1")
    page.mouse.up()


def test_a_finger_drags_it(new_page, url):
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    calculator = open_calculator(page, url)
    calculator.part("plot").scroll_into_view_if_needed()
    plot = calculator.part("plot").bounding_box()
    session = page.context.new_cdp_session(page)

    def touch(kind, fraction):
        at = [{"x": plot["x"] + fraction * plot["width"], "y": plot["y"] + 100}] if kind != "touchEnd" else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", 0.5)
    for fraction in (0.52, 0.6, 0.7, 16.02 / 22):
        touch("touchMove", fraction)
    touch("touchEnd", 0)
    calculator.goto_state("#n=65536")
    assert calculator.part("hover").is_hidden()


def test_a_mouse_that_passes_over_is_reported_the_values(calculator, page):
    calculator.part("plot").scroll_into_view_if_needed()
    plot = calculator.part("plot").bounding_box()
    page.mouse.move(plot["x"] + plot["width"] * 10 / 22, plot["y"] + 30)
    told = calculator.part("hover")
    told.wait_for()
    lines = [line.strip() for line in told.inner_text().splitlines() if line.strip()]
    assert lines == ["N = 1,024", "分数矩阵 2 MiB", "K+V 1 MiB", "全部权重 51.75 GiB"]
    calculator.shows("32,768")
    page.mouse.move(1, 1)
    told.wait_for(state="hidden")


def test_the_markers_stay_on_the_curves_at_every_width(page, url):
    page.set_viewport_size({"width": 400, "height": 800})
    calculator = open_calculator(page, url)
    calculator.drawn()
    for width in (1200, 400, 1200):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function(f"() => Math.abs(({LAG})(document)) < 2")
        assert max(misses(calculator)) < 1.5
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_closer_look_keeps_the_markers_on_the_curves_and_follows_n(calculator, page):
    calculator.part("guess-skip").click()
    calculator.drawn()
    button = calculator.part("zoom")
    button.press("Enter")
    page.wait_for_function("() => document.querySelector('[data-role=\"plotly\"]')._fullLayout.xaxis.range[0] > 3")
    assert max(misses(calculator)) < 1.5
    calculator.root.get_by_role("button", name="6", exact=True).click()
    page.wait_for_function("() => document.querySelector('[data-role=\"plotly\"]')._fullLayout.xaxis.range[0] < 1")
    assert max(misses(calculator)) < 1.5
    assert button.inner_text() == "看全图"
    button.click()
    page.wait_for_function("() => document.querySelector('[data-role=\"plotly\"]')._fullLayout.xaxis.range[1] > 6.6")
    assert max(misses(calculator)) < 1.5


CONTRAST = """root => {
    const channels = colour => {
        const canvas = new OffscreenCanvas(1, 1).getContext("2d");
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const linear = c => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const light = colour => channels(colour).map(c => linear(c / 255))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = getComputedStyle(root).backgroundColor;
    const texts = [...root.querySelectorAll(".xtick text, .ytick text, .annotation-text")];
    return texts.map(text => {
        const [a, b] = [light(getComputedStyle(text).fill), light(ground)].sort((x, y) => y - x);
        return (a + 0.05) / (b + 0.05);
    });
}"""


def test_its_texts_can_be_read_in_light_and_dark_and_back(page, url):
    calculator = open_calculator(page, url)
    calculator.drawn()
    colours = set()
    for scheme in ("light", "dark", "light"):
        page.emulate_media(color_scheme=scheme)
        ratios = calculator.root.evaluate(CONTRAST)
        assert len(ratios) > 10
        assert min(ratios) >= 4.5
        colours.add(calculator.root.locator(".js-line").first.evaluate("line => getComputedStyle(line).stroke"))
    assert len(colours) == 2


def test_printed_it_is_the_drawing_with_its_whole_table(page, url):
    calculator = open_calculator(page, url)
    calculator.drawn()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 900})
    assert calculator.part("drawing").is_visible()
    assert not calculator.part("plotly").is_visible()
    assert calculator.root.locator("input:visible, button:visible").count() == 0
    table = calculator.root.locator(".table-scroll")
    assert table.evaluate("box => box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1")
    assert page.evaluate("document.documentElement.scrollWidth") <= 700


def test_its_table_hides_no_row(new_page, url):
    for viewport in (WIDE, PHONE):
        calculator = open_calculator(new_page(viewport=viewport), url)
        table = calculator.root.locator(".table-scroll")
        assert table.evaluate("box => box.scrollHeight <= box.clientHeight + 1")
        assert calculator.root.locator("tbody tr").last.is_visible()


def test_in_a_closed_section_it_draws_when_opened(page, changed_site):
    url = changed_site(
        (r'(<section class="calculator)', r'<details id="closed"><summary>open</summary>\n\1'),
        (r'(<script type="application/json" data-role="figure">[^<]*</script>\n</section>)', r"\1\n</details>"),
    )
    page.set_viewport_size({"width": 400, "height": 800})
    calculator = open_calculator(page, url)
    page.locator("#closed summary").first.scroll_into_view_if_needed()
    calculator.watched()
    page.locator("#closed > summary").click()
    calculator.drawn()
    assert abs(calculator.root.evaluate(LAG)) < 2
    page.set_viewport_size({"width": 1200, "height": 800})
    page.wait_for_function(f"() => Math.abs(({LAG})(document)) < 2")
    assert max(misses(calculator)) < 1.5
