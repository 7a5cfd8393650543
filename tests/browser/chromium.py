"""A real Chromium for every browser test, and the course, built once, to open in it.

    def test_something(page, site_url):       # runs twice: over http:// and from file://
        page.goto(site_url + "c0/attention-only/index.html")

A test fails when a page it opened with `page` or `new_page` writes a warning or an error to the
console, throws, or asks for anything outside the site.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright

ROOT = Path(__file__).parents[2]
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
A_READER_IS_THERE = "addEventListener('load', () => dispatchEvent(new Event('pointermove')))"
"""Components come when a reader does something, which most tests are not about."""
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the session: the one named by CHROMIUM, or the machine's own."""
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    assert executable, "no Chromium is installed (set CHROMIUM to its path)"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(CHROMIUM_FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def page_problems() -> list[str]:
    """What pages of this test complained of; a test that provokes a complaint removes it from here."""
    return []


class Contexts:
    """Chromium's contexts by their options, kept for the tests that come after: a new one costs more than a page."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._kept: dict[str, BrowserContext] = {}

    def new(self, options: dict[str, Any]) -> BrowserContext:
        context = self.browser.new_context(**({"viewport": WIDE, "locale": "zh-CN"} | options))
        context.add_init_script(A_READER_IS_THERE)
        return context

    def kept(self, options: dict[str, Any]) -> BrowserContext:
        """The context with these options; what a page stored in it is gone."""
        key = json.dumps(options, sort_keys=True)
        if key not in self._kept:
            self._kept[key] = self.new(options)
        return self._kept[key]


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    return Contexts(browser)


@pytest.fixture
def new_page(contexts: Contexts, page_problems: list[str]) -> Iterator[Callable[..., Page]]:
    """Opens watched pages: ``new_page(viewport=PHONE, java_script_enabled=False)``.

    Keywords are those of Playwright's `Browser.new_context`. Pages with the same options share a context and
    nothing that a page can leave behind in it; a test that changes the context itself (its clock) asks for
    ``new_page(shared=False)``.
    """
    used: dict[BrowserContext, bool] = {}

    def open_page(*, shared: bool = True, **options: Any) -> Page:
        context = contexts.kept(options) if shared else contexts.new(options)
        used[context] = shared
        page = context.new_page()
        _watch(page, page_problems)
        return page

    yield open_page
    for context, shared in used.items():
        if shared:
            _empty(context)
        else:
            context.close()
    assert page_problems == []


def _empty(context: BrowserContext) -> None:
    """Closes every page of a context and forgets what they stored, wherever they stood."""
    fresh = context.new_page()  # one without scripts, which would hear that its storage changes
    for page in context.pages:
        if page is not fresh:
            page.close()
    context.new_cdp_session(fresh).send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
    fresh.close()
    context.clear_cookies()


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A watched page, 1280 px wide."""
    return new_page()


def visit(page: Page, url: str) -> None:
    """Opens a page as it is once it has settled: until then, what is far from the window has no text and no size.

    The page would lay out the rest block by block, a frame for each (tests/browser/test_settling.py waits for that);
    here it is laid out at once.
    """
    page.goto(url)
    page.evaluate("document.documentElement.classList.remove('settling'), document.body.offsetHeight")


def _watch(page: Page, problems: list[str]) -> None:
    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            problems.append(f"console {message.type}: {message.text}")

    def asked(request: Request) -> None:
        if not request.url.startswith(("file:", "data:", "blob:", "about:", "http://127.0.0.1:")):
            problems.append(f"request outside the site: {request.url}")

    page.on("console", heard)
    page.on("pageerror", lambda error: problems.append(f"page error: {error}"))
    page.on("request", asked)


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the course, built once by the command line."""
    site = tmp_path_factory.mktemp("built") / "site"
    command = [sys.executable, "-m", "site_builder", "build", "--root", str(ROOT), "--out", str(site)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False)
    assert done.returncode == 0, f"the course does not build:\n{done.stdout}{done.stderr}"
    return site


@pytest.fixture(scope="session")
def serve() -> Iterator[Callable[[Path], str]]:
    """Serves a folder on loopback, under a sub-path of the folder's own name: ``serve(folder)`` → its URL."""
    servers: list[tuple[ThreadingHTTPServer, threading.Thread]] = []

    def start(folder: Path) -> str:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_QuietHandler, directory=str(folder.parent)))
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        servers.append((server, thread))
        return f"http://127.0.0.1:{server.server_port}/{folder.name}/"

    yield start
    for server, thread in servers:
        server.shutdown()
        server.server_close()
        thread.join()


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="session", params=["http", "file"])
def site_url(request: pytest.FixtureRequest, built_site: Path, serve: Callable[[Path], str]) -> str:
    """The base URL of the built course, ending in a slash; the test runs over HTTP and from the disk."""
    return serve(built_site) if request.param == "http" else built_site.as_uri() + "/"
