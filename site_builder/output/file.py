"""Writing one file of the user's choice, whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from site_builder.problems import Problems, SourcePosition


def write_file(path: Path, data: bytes, problems: Problems, replace: bool) -> bool:
    """Make `path` hold `data`; False, with a problem reported and the old file untouched, where it cannot.

    A file that holds something else is replaced only if `replace`: someone may have worked on it.
    """
    if not replace and path.is_file() and path.read_bytes() != data:
        message = "this file is there already and holds something else"
        problems.error(SourcePosition(str(path)), "output-is-writable", message, "--force replaces it")
        return False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    except (OSError, ValueError) as error:
        return _refused(path, error, problems)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError as error:
        os.unlink(name)
        return _refused(path, error, problems)
    return True


def _refused(path: Path, error: Exception, problems: Problems) -> bool:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    problems.error(SourcePosition(str(path)), "output-is-writable", f"this file cannot be written: {reason}")
    return False
