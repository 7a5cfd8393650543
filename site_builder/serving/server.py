"""The preview over HTTP, for this machine alone: pages from memory, and a stream of new editions."""

from __future__ import annotations

import json
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files as resources
from typing import Any
from urllib.parse import unquote, urlsplit

from site_builder.problems import Problem
from site_builder.serving.preview import Edition, Preview

OWN = "/_site-builder/"
"""Where the server's own files are; no page of a site can have an address that begins so."""
HEARTBEAT_SECONDS = 15.0
"""How often an idle stream says that it lives, which is how a closed one is noticed."""

_TYPES = {
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "json": "application/json; charset=utf-8", "svg": "image/svg+xml; charset=utf-8",
    "xml": "application/xml; charset=utf-8", "txt": "text/plain; charset=utf-8",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "avif": "image/avif", "ico": "image/x-icon", "woff2": "font/woff2",
}  # fmt: skip
_LIVE = f'<head>\n<link rel="stylesheet" href="{OWN}live.css">\n<script src="{OWN}live.js" defer></script>'.encode()
_BARE = b"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>%s</title>
</head>
<body>
<main id="main"><p>%s</p></main>
</body>
</html>
"""


class PreviewServer(ThreadingHTTPServer):
    """Listens on the loopback address alone.  Raises OSError where the port is taken."""

    daemon_threads = True

    def __init__(self, preview: Preview, port: int) -> None:
        self.preview = preview
        super().__init__(("127.0.0.1", port), _Handler)
        self.hosts = frozenset(f"{name}:{self.server_port}" for name in ("127.0.0.1", "localhost"))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that went away in the middle of an answer is nobody's mistake."""


class _Handler(BaseHTTPRequestHandler):
    server: PreviewServer
    protocol_version = "HTTP/1.1"
    server_version = "site-builder"
    sys_version = ""

    def do_GET(self) -> None:
        if not self._is_ours():
            self._answer(HTTPStatus.FORBIDDEN, "text/plain; charset=utf-8", b"for this machine only\n")
        elif self._path() == OWN + "events" and self.command == "GET":
            self._stream()
        else:
            self._answer(*self._page(self._path()))

    do_HEAD = do_GET

    def _is_ours(self) -> bool:
        """Whether a page of this preview asks, or its reader: no other site may, whatever it calls this machine."""
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        if host not in self.server.hosts or origin not in (None, f"http://{host}"):
            return False
        is_visit = self.headers.get("Sec-Fetch-Mode") == "navigate"
        return is_visit or self.headers.get("Sec-Fetch-Site") not in ("cross-site", "same-site")

    def _path(self) -> str:
        """The address asked for, without its query; what cannot be read is an address that nothing has."""
        try:
            return unquote(urlsplit(self.path).path, errors="strict")
        except ValueError:
            return "/?"

    def _page(self, path: str) -> tuple[HTTPStatus, str, bytes]:
        edition = self.server.preview.edition
        if path.startswith(OWN) and path.removeprefix(OWN) in ("live.js", "live.css"):
            return HTTPStatus.OK, _type(path), _own(path.removeprefix(OWN))
        name = path.removeprefix("/") + ("index.html" if path.endswith("/") else "")
        if name in edition.files:
            return HTTPStatus.OK, _type(name), _with_script(name, edition.files[name])
        if f"{name}/index.html" in edition.files:
            return HTTPStatus.MOVED_PERMANENTLY, "", b""
        said = b"There is no page here." if edition.files else b"The course has not been built yet."
        return HTTPStatus.NOT_FOUND, _TYPES["html"], _with_script("404.html", _BARE % (said, said))

    def _answer(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        if status == HTTPStatus.MOVED_PERMANENTLY:
            self.send_header("Location", urlsplit(self.path).path + "/")
        if kind:
            self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _stream(self) -> None:
        """Server-sent events: the edition there is, then each later one."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        known = -1
        while not self.server.preview.is_closed:
            edition = self.server.preview.wait(known, HEARTBEAT_SECONDS)
            known = edition.number if edition else known
            self.wfile.write(_event(edition) if edition else b":\n\n")
            self.wfile.flush()

    def log_message(self, *_: Any) -> None:
        """Requests are not printed: the terminal is for problems."""


def _event(edition: Edition) -> bytes:
    news = {
        "edition": edition.number,
        "good": edition.is_good,
        "problems": [_as_data(problem) for problem in edition.problems],
        "numbers": dict(edition.numbers),
    }
    return f"data: {json.dumps(news, ensure_ascii=False)}\n\n".encode()


def _as_data(problem: Problem) -> dict[str, str]:
    return {
        "place": str(problem.position), "severity": problem.severity, "message": problem.message,
        "hint": problem.hint, "rule": problem.rule,
    }  # fmt: skip


def _type(name: str) -> str:
    return _TYPES.get(name.rpartition(".")[2].lower(), "application/octet-stream")


def _with_script(name: str, body: bytes) -> bytes:
    """A page with the preview's own script, first of all, and style; no written site has them."""
    return body.replace(b"<head>", _LIVE, 1) if name.endswith(".html") else body


@cache
def _own(name: str) -> bytes:
    return (resources("site_builder.serving") / name).read_bytes()
