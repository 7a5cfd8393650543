"""A real Chromium for every browser test, and the course, built once, to open in it.

    def test_something(page, site_url):       # runs twice: over http:// and from file://
        page.goto(site_url + "c0/attention-only/index.html")

A test fails when a page it opened with `page` or `new_page` writes a warning or an error to the
console, throws, or asks for anything outside the site.
"""

from __future__ import annotations

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
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

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


@pytest.fixture
def new_page(browser: Browser, page_problems: list[str]) -> Iterator[Callable[..., Page]]:
    """Opens watched pages: ``new_page(viewport=PHONE, java_script_enabled=False)``.

    Keywords are those of Playwright's `Browser.new_context`.
    """
    contexts = []

    def open_page(**options: Any) -> Page:
        context = browser.new_context(**({"viewport": WIDE, "locale": "zh-CN"} | options))
        contexts.append(context)
        page = context.new_page()
        _watch(page, page_problems)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert page_problems == []


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A watched page, 1280 px wide."""
    return new_page()


def visit(page: Page, url: str) -> None:
    """Opens a page and waits until it has settled: until then, what is far from the window has no text and no size."""
    page.goto(url)
    page.wait_for_function("() => !document.documentElement.classList.contains('settling')")


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
