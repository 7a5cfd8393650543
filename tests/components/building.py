"""A component's case: what an author writes in ``cases/<stem>.md``, and the HTML it becomes, ``cases/<stem>.html``."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.scratch import REPOSITORY, built

CASES = Path(__file__).parent / "cases"
LESSON = "---\ntitle: 一课\ntime: 5\n---\n\n开头。\n\n{case}\n\n结尾。\n"


def stems() -> tuple[str, ...]:
    """The stems that have a case."""
    return tuple(sorted(path.stem for path in CASES.glob("*.md")))


def built_component(stem: str, folder: Path) -> str:
    """The HTML of a case."""
    return built_body((CASES / f"{stem}.md").read_text(encoding="utf-8").strip(), folder)


def built_body(body: str, folder: Path) -> str:
    """The HTML of `body`, built as that of lesson 4 in a copy of the course made in `folder`."""
    content = folder / "content"
    shutil.copytree(REPOSITORY / "content", content)
    shutil.copy(CASES / "square.svg", content / "lessons")
    (content / "lessons" / "attention-only.md").write_text(LESSON.format(case=body), encoding="utf-8")
    page = built(folder)["c0/attention-only/index.html"].decode()
    return page.partition("<p>开头。</p>\n")[2].partition("<p>结尾。</p>\n")[0]
