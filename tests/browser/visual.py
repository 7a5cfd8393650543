"""Screenshots against references: what a reader sees has not moved unseen.

Both pictures are averaged over blocks of 4 × 4 pixels before they are compared, in the browser itself: a letter
drawn a little differently is forgiven, a line that breaks elsewhere, a colour or a box that moves is not.
``REFERENCES=write pytest tests/browser/test_visual.py`` writes the references anew: look at them, then commit.
"""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.chromium import PHONE, ROOT, WIDE, visit

REFERENCES = Path(__file__).parent / "references"
DIFFERENCES = ROOT / "test-artifacts" / "visual"
WRITING = os.environ.get("REFERENCES") == "write"
TOLERANCE = 0.01
"""Largest part of the blocks that may differ."""
FACES = ("Noto Sans CJK SC", "Noto Serif CJK SC")
"""The faces the references are drawn with; scripts/install-browser.sh installs them."""

LESSON = "c0/attention-only/index.html"


@dataclass(frozen=True)
class Scene:
    """One picture: a page, or the part of it that `selector` finds, as a browser context with `options` shows it.

    Without `script` the page's scripts are empty: a chart is then its own drawing, whichever library is at hand.
    """

    name: str
    path: str
    selector: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    media: str = "screen"
    script: bool = True


SCENES = (
    Scene("lesson", LESSON),
    Scene("lesson-dark", LESSON, options={"color_scheme": "dark"}),
    Scene("lesson-phone", LESSON, options={"viewport": PHONE}),
    Scene("lesson-print", LESSON, options={"viewport": {"width": 794, "height": 1123}}, media="print"),
    Scene("steps_figure", LESSON, "[data-component=steps_figure]"),
    Scene("dataflow", LESSON, "[data-component=dataflow]"),
    Scene("shape_diagram", LESSON, "[data-component=shape_diagram]"),
    Scene("calculator", LESSON, "[data-component=calculator]", script=False),
    Scene("calculator-phone", LESSON, "[data-component=calculator]", {"viewport": PHONE}, script=False),
    Scene("evidence", LESSON, "[data-component=evidence]"),
    Scene("claims-dark", LESSON, "[data-component=claims]", {"color_scheme": "dark"}),
    Scene("map", "index.html", options={"viewport": WIDE}),
    Scene("map-phone", "index.html", options={"viewport": PHONE}),
)

_COMPARE = """async ([one, other]) => {
  const BLOCK = 4, FORGIVEN = 24;
  const bitmaps = await Promise.all([one, other].map(async (data) => {
    const image = new Image();
    image.src = "data:image/png;base64," + data;
    await image.decode();
    return image;
  }));
  const [first, second] = bitmaps;
  const width = Math.max(first.width, second.width), height = Math.max(first.height, second.height);
  const columns = Math.ceil(width / BLOCK), rows = Math.ceil(height / BLOCK);
  const canvas = document.createElement("canvas");
  const averaged = (image) => {
    canvas.width = columns; canvas.height = rows;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, image.width / BLOCK, image.height / BLOCK);
    return context.getImageData(0, 0, columns, rows).data;
  };
  const left = averaged(first), right = averaged(second);
  const marks = new ImageData(columns, rows);
  let differing = 0;
  for (let place = 0; place < left.length; place += 4) {
    const apart = Math.max(...[0, 1, 2, 3].map((channel) => Math.abs(left[place + channel] - right[place + channel])));
    const differs = apart > FORGIVEN;
    differing += differs;
    marks.data.set(differs ? [200, 0, 60, 255] : [...right.slice(place, place + 3), 60], place);
  }
  canvas.getContext("2d").putImageData(marks, 0, 0);
  return [differing / (columns * rows), canvas.toDataURL("image/png").split(",")[1]];
}"""


_ALONE = """part => {
  for (let node = part; node.tagName !== "MAIN"; node = node.parentElement)
    for (const other of node.parentElement.children) if (other !== node) other.style.display = "none";
}"""


def picture(page: Page, scene: Scene, site: str) -> bytes:
    """The scene as PNG.  A part stands alone on the page, so that text before it does not move it by half a pixel."""
    if not scene.script:
        page.route("**/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    visit(page, f"{site}/{scene.path}")
    page.emulate_media(media=scene.media)
    if not scene.selector:
        return page.screenshot(animations="disabled")
    part = page.locator(scene.selector).first
    part.evaluate(_ALONE)
    return part.screenshot(animations="disabled")


def difference(page: Page, name: str, seen: bytes) -> float:
    """The part of the blocks in which `seen` differs from the reference; if too large, a picture of them is kept."""
    reference = REFERENCES / f"{name}.png"
    assert reference.is_file(), f"{reference} is missing; write it with REFERENCES=write and look at it"
    encoded = [base64.b64encode(data).decode() for data in (reference.read_bytes(), seen)]
    share, marked = page.evaluate(_COMPARE, encoded)
    if share > TOLERANCE:
        DIFFERENCES.mkdir(parents=True, exist_ok=True)
        (DIFFERENCES / f"{name}.png").write_bytes(seen)
        (DIFFERENCES / f"{name}.difference.png").write_bytes(base64.b64decode(marked))
    return share
