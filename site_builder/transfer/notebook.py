"""A Jupyter notebook as Markdown: its texts, its code, and what running it printed and drew."""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import Any

_DRAWN = {"image/png": ".png", "image/jpeg": ".jpg"}


def notebook_text(written: str, stem: str, images: dict[str, bytes]) -> str | None:
    """The Markdown of a notebook; the images it holds are added to `images`, by their paths.  None if it is none."""
    try:
        notebook = json.loads(written)
        cells = [cell for cell in notebook["cells"] if isinstance(cell, dict)]
        language = str(notebook.get("metadata", {}).get("kernelspec", {}).get("language") or "python")
        return "\n\n".join(part for cell in cells for part in _cell(cell, language, stem, images)) + "\n"
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):  # not of the shape of a notebook
        return None


def _cell(cell: dict[str, Any], language: str, stem: str, images: dict[str, bytes]) -> list[str]:
    source = _joined(cell.get("source"))
    if cell.get("cell_type") == "markdown":
        for name, given in (cell.get("attachments") or {}).items():
            path = _save(given, stem, images)
            source = source.replace(f"attachment:{name}", path or name)
        return [source]
    if cell.get("cell_type") != "code":
        return [_fenced("text", source)] if source.strip() else []
    parts = [_fenced(language, source)] if source.strip() else []
    for output in cell.get("outputs") or ():
        data = output.get("data") or {}
        path = _save(data, stem, images)
        printed = _joined(output.get("text") or data.get("text/plain") or output.get("traceback"))
        if path:
            parts.append(f"![{stem}]({path})")
        elif printed.strip():
            parts.append(_fenced("text", re.sub("\x1b\\[[0-9;]*m", "", printed)))
    return parts


def _save(data: Any, stem: str, images: dict[str, bytes]) -> str:
    """The path of the image that `data` holds, kind → base64; nothing where it holds none."""
    for kind, suffix in _DRAWN.items():
        if isinstance(data, dict) and kind in data:
            path = f"notebook-images/{stem}-{len(images) + 1}{suffix}"
            try:
                images[path] = base64.b64decode(_joined(data[kind]))
            except (binascii.Error, ValueError):
                return ""
            return path
    return ""


def _joined(source: Any) -> str:
    return "".join(map(str, source)) if isinstance(source, list) else str(source or "")


def _fenced(language: str, code: str) -> str:
    marks = "`" * (max((len(run) for run in re.findall(r"`{3,}", code)), default=2) + 1)
    return f"{marks}{language}\n{code.rstrip()}\n{marks}"
