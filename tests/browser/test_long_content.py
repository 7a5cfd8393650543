"""Whatever stands in a slot, the page is no wider than a phone: a long word, number, address and formula in every one
that holds words of an author.

A window of 1280 pixels at 400 % is one of 320 pixels to the page.
"""

import shutil

import pytest

from site_builder.render.formula import formula
from tests.components.building import CASES, LESSON, stems
from tests.scratch import REPOSITORY, built

pytestmark = pytest.mark.browser

LONG = {
    "word": "torch.nn.functional.scaled_dot_product_attention_with_a_name_that_goes_on",
    "number": "1234567890" * 9,
    "address": "https://example.org/" + "a-long/path_of_it/" * 8,
    "formula": formula(" + ".join(f"a_{{{turn}}}x^{{{turn}}}" for turn in range(40))),
    "fraction": formula(rf"\frac{{{'x + ' * 40}y}}{{z}}"),
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
  const range = document.createRange();
  for (const slot of slots) slot.append(" ", range.createContextualFragment(long));
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


A4 = 658
"""Pixels that the margins leave of a sheet."""
WIDE = f"""---
title: Wide
time: 5
---

$${" + ".join(f"a_{{{turn}}}x^{{{turn}}}" for turn in range(40))}$$

$$
\\begin{{pmatrix}} {" & ".join(f"a_{{1,{turn}}}" for turn in range(20))} \\end{{pmatrix}}
$$ (matrix)

| a | b |
|---|---|
| x | ${" = ".join("xyz_1" for turn in range(40))}$ |

| {" | ".join(f"column {turn}" for turn in range(16))} |
|{"---|" * 16}
| {" | ".join(f"12{turn},456" for turn in range(16))} |

:::{{table}} Sorted
rows: {{over: N, values: [1024, 1048576]}}
columns: [{", ".join(f"{{label: name {turn}, value: kv_cache(N=N)}}" for turn in range(12))}]
:::
"""


def test_paper_shows_wide_formulas_and_tables_whole(new_page, tmp_path):
    shutil.copytree(REPOSITORY / "content", tmp_path / "content")
    (tmp_path / "content" / "lessons" / "attention-only.md").write_text(WIDE, encoding="utf-8")
    for path, data in built(tmp_path).items():
        (tmp_path / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / path).write_bytes(data)
    page = new_page(viewport={"width": A4, "height": 900})
    page.goto((tmp_path / "site" / "c0" / "attention-only" / "index.html").as_uri())
    page.locator(".plot").scroll_into_view_if_needed()
    page.wait_for_selector(".plot-sort")
    page.emulate_media(media="print")
    assert page.evaluate(WIDER) == []
    assert page.evaluate("document.documentElement.scrollWidth") == A4
    assert page.locator(".plot-sort:visible").count() == 12  # the columns' names
