"""How a command declares its arguments, and the ones that several share."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument: its flags (or its name), one line of help, and argparse's settings for it."""

    flags: tuple[str, ...]
    help: str
    settings: Mapping[str, Any] = field(default_factory=dict)


def existing_folder(text: str) -> Path:
    """The folder named by `text`, absolute."""
    try:
        path = Path(text).resolve(strict=True)
        readable = path.is_dir() and os.access(path, os.R_OK | os.X_OK)
    except (OSError, ValueError, RuntimeError):  # too long a name, a character no name may have, a loop of links
        readable = False
    if not readable:
        raise argparse.ArgumentTypeError(f"{text[:200]!r} is not a folder that can be read")
    return path


def web_address(text: str) -> str:
    """A whole address, without the final slash."""
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    unwritten = re.search(r"[\s<>\"'`\\\x00-\x1f]", text)
    if unwritten or parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise argparse.ArgumentTypeError(f"{text[:200]!r} is not an address like https://example.org/course")
    return text.rstrip("/")


ROOT = Argument(
    ("--root",),
    "the course's folder, which holds content/ (default: the current one)",
    {"type": existing_folder, "default": ".", "metavar": "DIR"},
)
ANCHOR = Argument(
    ("--anchor",),
    "another anchor than the course's, by id or file, or a config.json: the facts that every number is computed from",
    {"type": Path, "default": None, "metavar": "FILE"},
)
NO_CACHE = Argument(
    ("--no-cache",),
    "make every page anew, and keep none for the next time",
    {"action": "store_true"},
)
DRAFTS = Argument(("--drafts",), "include the lessons marked draft", {"action": "store_true"})
