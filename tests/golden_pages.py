"""The built pages and components that reviewers read in a diff.  ``python -m tests.golden_pages`` writes them anew."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.components.building import CASES, built_component, stems
from tests.scratch import REPOSITORY, built

GOLDEN = REPOSITORY / "tests" / "golden"
PAGES = ("index.html", "c0/attention-only/index.html", "c3/why-not-rnn/index.html")


def built_pages() -> dict[str, str]:
    """The pages as they are built now; which chart library was at hand makes no difference."""
    files = built(REPOSITORY)
    return {page: files[page].decode().replace("/plotly.min.js", "/plotly-basic.min.js") for page in PAGES}


def built_components() -> dict[str, str]:
    """The HTML of every component's case, by stem."""
    pages = {}
    for stem in stems():
        with tempfile.TemporaryDirectory() as folder:
            pages[stem] = built_component(stem, Path(folder))
    return pages


def main() -> int:
    for page, text in built_pages().items():
        _write(GOLDEN / page, text)
    for stem, text in built_components().items():
        _write(CASES / f"{stem}.html", text)
    return 0


def _write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(REPOSITORY)}: changed; read the diff")


if __name__ == "__main__":
    sys.exit(main())
