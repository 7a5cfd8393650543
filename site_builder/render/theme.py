"""Templates, styles, scripts and words: those of the package, overridden by the course's own.

Templates, styles and scripts are overridden file by file, words one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from site_builder.course.locale import Words, load_words
from site_builder.problems import Problems, SourcePosition
from site_builder.source.text import list_files, read_bytes, read_text

_HERE = Path(__file__).resolve().parents[1]
PACKAGE = _HERE if (_HERE / "templates").is_dir() else _HERE.parent
"""The folder of the package's ``templates/`` and ``static/``: installed inside it, in a checkout beside it."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Templates by name (``components/note.html``), static files by path (``css/base.css``), words of one language."""

    templates: Mapping[str, str]
    static: Mapping[str, bytes]
    words: Words


def read_theme(root: Path, lang: str, problems: Problems, at: SourcePosition | None = None) -> Theme | None:
    """The theme for a course in `lang`; None, with problems told, where something cannot be read.

    `at` is where the language is written.
    """
    mark = problems.mark
    templates = {
        name: text.text
        for name, (folder, path) in _overlaid(root, "templates", ".html", problems).items()
        if (text := read_text(folder, path, problems))
    }
    static = {
        name: data
        for name, (folder, path) in _overlaid(root, "static", "", problems).items()
        if (data := read_bytes(folder, path, problems)) is not None
    }
    words = load_words(PACKAGE, root, lang, problems, at)
    return None if words is None or problems.has_errors_since(mark) else Theme(templates, static, words)


def _overlaid(root: Path, folder: str, suffix: str, problems: Problems) -> dict[str, tuple[Path, str]]:
    """Name within `folder` → (the root it is read from, its path there), sorted by name."""
    found = {
        path.removeprefix(f"{folder}/"): (base, path)
        for base in (PACKAGE, root)
        for path in list_files(base, folder, suffix, problems, recursive=True)
    }
    return dict(sorted(found.items()))
