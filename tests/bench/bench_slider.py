"""What one move of the slider costs, beside the least it could: a bare SVG with three markers and three texts.

Time is the main thread's own, from the event until layout is done, so that other work on the machine counts little.
"""

from tests.browser.calculators import open_calculator

FLOOR = """() => {
    const host = document.querySelector("main").appendChild(document.createElement("div"));
    const part = (parent, name) => parent.appendChild(document.createElementNS("http://www.w3.org/2000/svg", name));
    const svg = part(host, "svg");
    svg.setAttribute("width", 860);
    svg.setAttribute("height", 430);
    const markers = [0, 1, 2].map(() => part(svg, "circle"));
    const texts = [0, 1, 2].map(() => part(svg, "text").appendChild(new Text(" ")));
    for (const marker of markers) marker.setAttribute("r", 5);
    const slider = Object.assign(document.createElement("input"), { type: "range", id: "floor", max: 352 });
    host.append(slider);
    let frame = 0;
    const show = () => {
        frame = 0;
        const step = Number(slider.value);
        markers.forEach((marker, index) => {
            marker.setAttribute("cx", 2 * step);
            marker.setAttribute("cy", 300 - step / 2 - 20 * index);
            texts[index].data = (1.7 * step).toFixed(2) + " GiB";
            texts[index].parentNode.setAttribute("x", 2 * step);
            texts[index].parentNode.setAttribute("y", 280 - step / 2 - 20 * index);
        });
    };
    slider.addEventListener("input", () => (frame = frame || requestAnimationFrame(show)));
}"""
MOVES = """async slider => {
    for (let move = 0; move < 100; move++) {
        slider.value = 50 + ((move * 7) % 300);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    }
}"""


class Clock:
    """The main thread's time in script, style and layout."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent(self):
        metrics = {item["name"]: item["value"] for item in self.session.send("Performance.getMetrics")["metrics"]}
        return sum(metrics[name] for name in ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration"))

    def cost(self, slider, rounds=4):
        """Milliseconds a move, in the quietest of some rounds."""
        costs = []
        for _ in range(rounds):
            before = self.spent()
            slider.evaluate(MOVES)
            costs.append((self.spent() - before) * 10)
        return min(costs)


def test_a_move_costs_about_twice_the_least(page, built_site):
    calculator = open_calculator(page, built_site.as_uri() + "/")
    calculator.drawn()
    page.evaluate(FLOOR)
    clock = Clock(page)
    floor, ours = clock.cost(page.locator("#floor")), clock.cost(calculator.slider)
    print(f"\none move: {ours:.2f} ms; the least: {floor:.2f} ms; ratio {ours / floor:.2f}")
    assert ours <= 2.2 * floor
