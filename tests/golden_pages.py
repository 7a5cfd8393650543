"""The built pages that reviewers read in a diff.  ``python -m tests.golden_pages`` writes them anew."""

from __future__ import annotations

import sys

from site_builder.pipeline import Options, build_files
from site_builder.problems import Problems
from tests.scratch import REPOSITORY

GOLDEN = REPOSITORY / "tests" / "golden"
PAGES = ("index.html", "c0/attention-only/index.html")


def built_pages() -> dict[str, str]:
    """The pages as they are built now; which chart library was at hand makes no difference."""
    files = build_files(Options(REPOSITORY), Problems())
    return {page: files[page].decode().replace("/plotly.min.js", "/plotly-basic.min.js") for page in PAGES}


def main() -> int:
    for page, text in built_pages().items():
        path = GOLDEN / page
        path.parent.mkdir(parents=True, exist_ok=True)
        changed = not path.exists() or path.read_text(encoding="utf-8") != text
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(REPOSITORY)}: {'changed, read the diff' if changed else 'as it was'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
