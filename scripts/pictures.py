"""The pictures of README.md, of the built course and of a change of one fact: ``python scripts/pictures.py``."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, FloatRect, sync_playwright

from site_builder.build.pipeline import Options, build_site
from site_builder.compare.as_html import as_html
from site_builder.compare.compare import compare
from site_builder.problems import Problems
from site_builder.source.folder import read_folder, read_package
from site_builder.source.snapshot import Files

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
LESSON = "c0/attention-only/index.html"
ANCHOR, OLD, NEW = "content/anchors/qwen3.8-27b.yaml", "head_dim: {value: 256", "head_dim: {value: 128"
SIZE = {"width": 1120, "height": 860}
SHOWN: FloatRect = {"x": 0, "y": 0, "width": 1120, "height": 780}


def main() -> None:
    """Build the course and its changed copy apart, and draw them."""
    files = read_folder(ROOT)
    before = build_site(files, read_package(), Options(), Problems()).files
    after = build_site(_changed(files), read_package(), Options(), Problems()).files
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder)
        for path, data in before.items():
            (site / path).parent.mkdir(parents=True, exist_ok=True)
            (site / path).write_bytes(data)
        (site / "diff.html").write_text(as_html(compare(before, after), before, after), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            _draw(browser, site / LESSON, scheme, '[data-component="calculator"]', f"lesson-{scheme}.png")
        _draw(browser, site / "diff.html", "light", "main", "diff.png")
        browser.close()


def _changed(files: Files) -> Files:
    text = files.text(ANCHOR, Problems())
    assert text is not None
    assert OLD in text.text
    return files.with_file(ANCHOR, text.text.replace(OLD, NEW).encode())


def _draw(browser: Browser, page: Path, scheme: str, part: str, name: str) -> None:
    """What a window shows from the top of a part of the page on."""
    context = browser.new_context(viewport=SIZE, color_scheme=scheme, reduced_motion="reduce", locale="zh-CN")  # type: ignore[arg-type]
    opened = context.new_page()
    opened.goto(page.as_uri())
    opened.mouse.move(1, 1)
    opened.locator(part).first.evaluate("element => element.scrollIntoView({block: 'start'})")
    opened.wait_for_function("() => !document.querySelector('[data-component]:not([data-ready], [data-plain])')")
    opened.locator(part).first.evaluate("element => element.scrollIntoView({block: 'start'})")
    PICTURES.mkdir(parents=True, exist_ok=True)
    opened.wait_for_function("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    opened.screenshot(path=PICTURES / name, animations="disabled", clip=SHOWN)
    context.close()


if __name__ == "__main__":
    main()
