"""``serve``: the course in a browser, up to date with every save.  Nothing is written."""

from __future__ import annotations

import argparse
import errno
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from pathlib import Path

from site_builder.build.store import Memory
from site_builder.commands.arguments import ANCHOR, DRAFTS, ROOT, Argument
from site_builder.commands.report import CLEAN, PROBLEMS, report
from site_builder.commands.site import site_of
from site_builder.problems import Problems
from site_builder.serving.preview import Preview
from site_builder.serving.server import PreviewServer
from site_builder.serving.watch import Watch

POLL_SECONDS = 0.08
"""How often the folders are looked at; the sum of this and a build is what an author waits for."""


def port(text: str) -> int:
    """A port's number; 0 is any that is free."""
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no port: a number from 0 to 65535")
    return int(text)


ARGUMENTS = (
    ROOT,
    Argument(
        ("--port",),
        "the port on this machine (default: 8000); 0 takes a free one",
        {"type": port, "default": 8000, "metavar": "PORT"},
    ),
    ANCHOR,
    DRAFTS,
)


def run(root: Path, port: int, anchor: Path | None, drafts: bool) -> int:
    """Serve until interrupted; exit code 1 where the port cannot be had."""

    store = Memory()

    def build(problems: Problems) -> Mapping[str, bytes]:
        return site_of(root, anchor, problems, drafts=drafts, store=store).files

    preview = Preview(build)
    try:
        server = PreviewServer(preview, port)
    except OSError as error:
        reason = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be had: {error.strerror}"
        print(f"port {port} {reason} (--port takes another, --port 0 any that is free)", file=sys.stderr)
        return PROBLEMS
    with server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()
        try:
            _keep_up(root, preview, f"http://127.0.0.1:{server.server_port}/")
        except KeyboardInterrupt:
            print("stopped")
        preview.close()
        server.shutdown()
    return CLEAN


def _keep_up(root: Path, preview: Preview, address: str) -> None:
    """Build now and after every change, until interrupted."""
    watch = Watch(root)
    _rebuild(preview)
    print(f"{address} follows every save; Ctrl+C stops it", flush=True)
    while True:
        time.sleep(POLL_SECONDS)
        if watch.has_changed():
            watch.wait_until_quiet()
            _rebuild(preview)


def _rebuild(preview: Preview) -> None:
    """Print problems as ``check`` does, and what a good build changed; a bug of ours does not end the preview."""
    try:
        edition = preview.rebuild()
    except Exception:
        traceback.print_exc()
        print("a bug of ours stopped this build; the page shows the last good one", file=sys.stderr)
        return
    report(edition.problems)
    for page, count in sorted(edition.numbers.items()):
        print(f"{page}: {count} number{'s' if count > 1 else ''} changed", flush=True)
    if edition.is_good and edition.number > 1:
        print("up to date", flush=True)
