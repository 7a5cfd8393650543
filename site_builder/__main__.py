"""The entry point: ``site-builder`` and ``python -m site_builder``."""

from __future__ import annotations

import os
import sys

INTERRUPTED = 130


def main() -> int:
    """Run the command line; an interrupt at any moment, imports included, is exit 130."""
    try:
        _speak_utf8()
        from site_builder.cli import main as run

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        print("site-builder: interrupted", file=sys.stderr)
        return INTERRUPTED


def _speak_utf8() -> None:
    """Start again in Python's UTF-8 mode where the locale cannot name every file (``LC_ALL=C``)."""
    if sys.getfilesystemencoding().lower() != "utf-8" and not sys.flags.utf8_mode:
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
