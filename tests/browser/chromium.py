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
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, sync_playwright

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
LOOK = ("color_scheme", "reduced_motion", "forced_colors")
"""What a page can be made to prefer at any time."""
LAID_OUT = "() => !document.documentElement.classList.contains('laying-out')"
STARTED = "() => !document.querySelector('[data-component]:not([data-ready], [data-plain])')"
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""What a page has come to, or comes to: all is laid out; every component runs; what was done has been drawn."""
OPTIONS = {
    "viewport": WIDE,
    "locale": "zh-CN",
    "color_scheme": "light",
    "reduced_motion": "no-preference",
    "forced_colors": "none",
}


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


class Pages:
    """Chromium's pages, kept for the tests that come after: a new one costs three times what an open one costs."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._idle: dict[str, list[Page]] = {}
        self._changed: set[Page] = set()

    def new(self, options: dict[str, Any]) -> Page:
        """A page of a context of its own."""
        context = self.browser.new_context(**(OPTIONS | options))
        context.add_init_script(A_READER_IS_THERE)
        return context.new_page()

    def take(self, options: dict[str, Any]) -> tuple[str, Page]:
        """A page with these options that nothing was done to, and the name of its kind for `put_back`."""
        options = OPTIONS | options
        look = {name: options.pop(name) for name in LOOK}
        viewport = options.pop("viewport")
        kind = json.dumps(options, sort_keys=True)
        idle = self._idle.setdefault(kind, [])
        page = idle.pop() if idle else self._noting_changes(self.new(options))
        page.set_viewport_size(viewport)
        page.emulate_media(media="screen", **look)
        page.bring_to_front()
        return kind, page

    def put_back(self, kind: str, page: Page) -> None:
        """Forgets what was done in a page and in others of its context, and what they stored, wherever they stood."""
        for other in page.context.pages:
            if other is not page:
                other.close()
        if page.is_closed() or page in self._changed:
            page.context.close()
            return
        page.mouse.up()
        page.mouse.move(-1, -1)
        page.goto("about:blank")  # which would not hear that its storage changes
        session = page.context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
        session.send("Page.resetNavigationHistory")  # it ends at 50 entries
        session.detach()
        page.context.clear_cookies()
        self._idle[kind].append(page)

    def _noting_changes(self, page: Page) -> Page:
        """The page, which is not kept once it was given a script or an answer that it would go on with."""
        for name in ("add_init_script", "route"):
            setattr(page, name, partial(self._change, page, getattr(page, name)))
        return page

    def _change(self, page: Page, method: Callable[..., Any], *arguments: Any) -> None:
        self._changed.add(page)
        method(*arguments)


@pytest.fixture(scope="session")
def pages_of_browser(browser: Browser) -> Pages:
    return Pages(browser)


@pytest.fixture
def new_page(pages_of_browser: Pages, page_problems: list[str]) -> Iterator[Callable[..., Page]]:
    """Opens watched pages: ``new_page(viewport=PHONE, java_script_enabled=False)``.

    Keywords are those of Playwright's `Browser.new_context`. A page may have served another test, which left nothing
    behind in it; a test that stops its clock, which cannot be undone, asks for ``new_page(shared=False)``.
    """
    used: list[tuple[str, Page, Callable[[], None]]] = []

    def open_page(*, shared: bool = True, **options: Any) -> Page:
        kind, page = pages_of_browser.take(options) if shared else ("", pages_of_browser.new(options))
        used.append((kind, page, _watch(page, page_problems)))
        return page

    yield open_page
    for kind, page, unwatch in used:
        unwatch()
        if kind:
            pages_of_browser.put_back(kind, page)
        else:
            page.context.close()
    assert page_problems == []


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A watched page, 1280 px wide."""
    return new_page()


def visit(page: Page, url: str) -> None:
    """Opens a page as it is once it is laid out: until then, what is far from the window has no text and no size.

    The page would lay out the rest block by block, a frame for each (tests/browser/test_idle_layout.py waits for that);
    here it is laid out at once.
    """
    page.goto(url)
    page.evaluate("document.documentElement.classList.remove('laying-out'), document.body.offsetHeight")


def violations(page: Page, within: str = ":root") -> list[str]:
    """What axe finds wrong within the parts of a page that `within` selects."""
    options = {"preload": False, "resultTypes": ["violations"]}  # the rest, in full, would take most of the time
    found = Axe().run(page, context={"include": [within]}, options=options).response["violations"]
    return [f"{rule['id']}: {node['target']}" for rule in found for node in rule["nodes"]]


def _watch(page: Page, problems: list[str]) -> Callable[[], None]:
    """Notes what the page complains of, until what is returned is called."""

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            problems.append(f"console {message.type}: {message.text}")

    def asked(request: Request) -> None:
        if not request.url.startswith(("file:", "data:", "blob:", "about:", "http://127.0.0.1:")):
            problems.append(f"request outside the site: {request.url}")

    def threw(error: Error) -> None:
        problems.append(f"page error: {error}")

    handlers: dict[Any, Callable[[Any], None]] = {"console": heard, "pageerror": threw, "request": asked}
    for event, handler in handlers.items():
        page.on(event, handler)

    def unwatch() -> None:
        for event, handler in handlers.items():
            page.remove_listener(event, handler)

    return unwatch


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
