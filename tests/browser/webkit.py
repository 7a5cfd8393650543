"""Debian's WebKitGTK, driven over WebDriver (https://www.w3.org/TR/webdriver2/) under Xvfb: the engine of Safari.

with running_webkit() as webkit:
    webkit.open(url)
    webkit.wait_for("document.readyState === 'complete'")
    assert webkit.evaluate("innerWidth") > 0
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

PATIENCE = 60
"""Seconds that WebKit may take to start, and to answer."""
_OPENER = build_opener(ProxyHandler({}))


@contextmanager
def running_webkit() -> Iterator[WebKit]:
    """The machine's WebKitGTK on a screen of its own; both end with the block."""
    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    found = shutil.which("WebKitWebDriver") and shutil.which("Xvfb") and browsers
    assert found, "no WebKit is installed (Debian: apt install webkit2gtk-driver xvfb)"
    with _screen() as display, _driver(display) as address:
        options = {"binary": str(browsers[-1]), "args": ["--automation"]}
        asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        session = _ask("POST", f"{address}/session", asked)["sessionId"]
        webkit = WebKit(f"{address}/session/{session}")
        try:
            yield webkit
        finally:
            _ask("DELETE", webkit.address)


@contextmanager
def _screen() -> Iterator[str]:
    """The name of a virtual display, which chooses its own number."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=(writer,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader) as said:
            number = said.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        _end(process)


@contextmanager
def _driver(display: str) -> Iterator[str]:
    """The address of a WebDriver that shows its windows on `display`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {"DISPLAY": display, "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"}
    command = ["WebKitWebDriver", f"--port={port}"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        _until(lambda: _ask("GET", f"{address}/status")["ready"], "WebKitWebDriver did not start")
        yield address
    finally:
        _end(process)


def _until(answer: Any, otherwise: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        with suppress(URLError):
            if answer():
                return
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.05)


def _end(process: subprocess.Popen) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _ask(method: str, url: str, body: Any = None) -> Any:
    """The value of one command's answer; an AssertionError with WebKit's words when it refuses."""
    data = json.dumps(body or {}).encode() if method == "POST" else None
    try:
        with _OPENER.open(Request(url, data, method=method), timeout=PATIENCE) as answer:
            return json.load(answer)["value"]
    except HTTPError as refused:
        raise AssertionError(f"{method} {url}: {refused.read().decode()}") from None


@dataclass(frozen=True)
class WebKit:
    """One window."""

    address: str

    def open(self, url: str) -> None:
        """Goes to `url` and waits until it has loaded."""
        _ask("POST", f"{self.address}/url", {"url": url})

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression."""
        return _ask("POST", f"{self.address}/execute/sync", {"script": f"return {expression}", "args": []})

    def wait_for(self, expression: str) -> None:
        """Waits until a JavaScript expression is true."""
        _until(lambda: self.evaluate(expression), f"never came true: {expression}")

    def screenshot(self) -> bytes:
        """What the window shows, as PNG."""
        return b64decode(_ask("GET", f"{self.address}/screenshot"))
