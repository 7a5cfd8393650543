"""Whatever stands in a slot, the page is no wider than a phone: a long word, number and address in every one that
holds words of an author.

A window of 1280 pixels at 400 % is one of 320 pixels to the page.
"""

import shutil

import pytest

from tests.components.building import CASES, LESSON, stems
from tests.scratch import REPOSITORY, built

pytestmark = pytest.mark.browser

LONG = {
    "word": "torch.nn.functional.scaled_dot_product_attention_with_a_name_that_goes_on",
    "number": "1234567890" * 9,
    "address": "https://example.org/" + "a-long/path_of_it/" * 8,
}
FILL = """(long) => {
  const OURS = [
    ".site-foot nav, .site-head button, .skip, .map-facts, .map-state, .block-label, .target-number, .areas-legend",
    ".areas-n, .calculator-control, .calculator-badge, .calculator-tools, .figure-switch, .grade, .badge, .meta-row",
    ".number",
  ].join();
  // Every text of the page but that of formulas, drawings, code and scripts, and the words and numbers that are ours.
  const slots = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const slot = texts.currentNode.parentElement;
    const apart = slot.closest("math, svg, pre, script, style, noscript, option, textarea, .visually-hidden, " + OURS);
    if (!apart && texts.currentNode.data.trim()) slots.add(slot);
  }
  for (const slot of slots) slot.append(" " + long);
  document.querySelectorAll("details").forEach((fold) => { fold.open = true; });
  return slots.size;
}"""
WIDER = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const held = (part) => {
    for (let box = part.parentElement; box; box = box.parentElement) {
      if (box !== document.body && box.parentElement && getComputedStyle(box).overflowX !== "visible") return true;
    }
    return false;
  };
  return [...document.body.querySelectorAll("*")]
    .filter((part) => part.getBoundingClientRect().right > width + 0.5 && !held(part) && !part.closest("math *"))
    .map((part) => `${part.parentElement.className} > ${part.tagName}.${part.className}`).slice(-6);
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site with a lesson that holds every component's case, and the repository's own lessons."""
    folder = tmp_path_factory.mktemp("long")
    shutil.copytree(REPOSITORY / "content", folder / "content")
    shutil.copy(CASES / "square.svg", folder / "content" / "lessons")
    cases = [(CASES / f"{stem}.md").read_text(encoding="utf-8").strip() for stem in stems() if stem != "calculator"]
    body = "\n\n".join(cases)  # the areas stand beside a calculator already
    (folder / "content" / "lessons" / "attention-only.md").write_text(LESSON.format(case=body), encoding="utf-8")
    for path, data in built(folder).items():
        (folder / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "site" / path).write_bytes(data)
    return folder / "site"


@pytest.mark.parametrize("kind", LONG)
@pytest.mark.parametrize("path", ["c0/attention-only/index.html", "index.html", "glossary/index.html"])
def test_nothing_long_in_any_slot_widens_the_page(new_page, site, path, kind):
    page = new_page(viewport={"width": 320, "height": 640})
    page.goto((site / path).as_uri())
    assert page.evaluate(FILL, LONG[kind]) > 5
    assert page.evaluate(WIDER) == []
