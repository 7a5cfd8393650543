"""Debian's Firefox, driven over WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/): Playwright drives only its own.

with running_firefox(tmp_path) as firefox:
    with firefox.page(width=390) as page:
        page.open(url)
        page.click("button")
        assert page.complaints() == []
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

PATIENCE = 60
"""Seconds that Firefox may take to start, and to answer."""


@contextmanager
def running_firefox(profile: Path) -> Iterator[Firefox]:
    """The Firefox named by FIREFOX, or the machine's own, with an empty `profile`; it ends with the block."""
    executable = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
    assert executable, "no Firefox is installed (set FIREFOX to its path)"
    command = [executable, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(profile)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with connect(_address(process, profile), proxy=None, ping_interval=None, max_size=None) as socket:
            firefox = Firefox(socket)
            firefox.ask("session.new", capabilities={})
            firefox.ask("session.subscribe", events=["log.entryAdded"])
            yield firefox
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _address(process: subprocess.Popen, profile: Path) -> str:
    """Where Firefox listens, once it has written that into its profile."""
    written = profile / "WebDriverBiDiServer.json"
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        assert process.poll() is None, f"Firefox ended at its start with exit code {process.returncode}"
        if written.exists() and (text := written.read_text(encoding="utf-8")).endswith("}"):
            server = json.loads(text)
            return f"ws://{server['ws_host']}:{server['ws_port']}/session"
        time.sleep(0.1)
    raise AssertionError(f"Firefox did not start within {PATIENCE} s")


class Firefox:
    """One BiDi session; what its pages write to the console is kept under their contexts."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = count(1)
        self.complaints: dict[str, list[str]] = {}

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """The result of one command; an AssertionError with Firefox's words when it refuses."""
        asked = next(self._ids)
        self._socket.send(json.dumps({"id": asked, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=PATIENCE))
            if message.get("method") == "log.entryAdded":
                self._hear(message["params"])
            elif message.get("id") == asked:
                assert message["type"] == "success", f"{method}: {message['error']}: {message['message']}"
                return message["result"]

    def _hear(self, entry: dict[str, Any]) -> None:
        if entry["level"] in ("warn", "error"):
            heard = self.complaints.setdefault(entry["source"].get("context", ""), [])
            heard.append(f"{entry['type']} {entry['level']}: {entry['text']}")

    @contextmanager
    def page(self, width: int, height: int = 800) -> Iterator[FirefoxPage]:
        """An empty tab that shares nothing with others, not even storage; sizes in CSS pixels."""
        user = self.ask("browser.createUserContext")["userContext"]
        context = self.ask("browsingContext.create", type="tab", userContext=user)["context"]
        self.ask("browsingContext.setViewport", context=context, viewport={"width": width, "height": height})
        yield FirefoxPage(self, context)
        self.ask("browser.removeUserContext", userContext=user)


@dataclass(frozen=True)
class FirefoxPage:
    """One tab."""

    firefox: Firefox
    context: str

    def open(self, url: str) -> None:
        """Goes to `url` and waits until it has loaded, with a reader who does something."""
        self.firefox.ask("browsingContext.navigate", context=self.context, url=url, wait="complete")
        self.evaluate("dispatchEvent(new Event('pointermove'))")

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression, awaited, as JSON carries it; None for undefined."""
        answer = self.firefox.ask(
            "script.evaluate",
            target={"context": self.context},
            expression=f"(async () => JSON.stringify((await ({expression})) ?? null))()",
            awaitPromise=True,
        )
        assert answer["type"] == "success", f"{expression}: {answer['exceptionDetails']['text']}"
        return json.loads(answer["result"]["value"])

    def wait_for(self, expression: str) -> None:
        """Waits until a JavaScript expression is true."""
        deadline = time.monotonic() + PATIENCE
        while not self.evaluate(expression):
            assert time.monotonic() < deadline, f"never came true: {expression}"
            time.sleep(0.05)

    def click(self, selector: str) -> None:
        """A mouse click on the middle of the first element that `selector` finds, scrolled into view."""
        self.evaluate(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{ block: 'center' }})")
        locator = {"type": "css", "value": selector}
        found = self.firefox.ask("browsingContext.locateNodes", context=self.context, locator=locator, maxNodeCount=1)
        origin = {"type": "element", "element": {"sharedId": found["nodes"][0]["sharedId"]}}
        self._act(
            "pointer",
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        )

    def press(self, key: str) -> None:
        """One stroke of a key, by its WebDriver value: a character, or ``"\\ue014"`` for the right arrow."""
        self._act("key", {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})

    def _act(self, device: str, *actions: dict[str, Any]) -> None:
        source = {"type": device, "id": device, "actions": list(actions)}
        self.firefox.ask("input.performActions", context=self.context, actions=[source])

    def complaints(self) -> list[str]:
        """The warnings and errors in the console so far."""
        self.evaluate("null")
        return self.firefox.complaints.get(self.context, [])
