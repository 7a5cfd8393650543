"""A course in the shape of a real one, and what readers look for in it."""

from __future__ import annotations

from functools import cache

from site_builder.build.pipeline import Options, build_site
from site_builder.problems import Problems
from site_builder.source.folder import read_package
from site_builder.source.nodes import plain_data
from site_builder.source.snapshot import files_of
from site_builder.source.text import SourceText
from site_builder.source.yaml import load_yaml
from tests.build.courses import ANCHOR, COURSE
from tests.scratch import REPOSITORY

HERE = REPOSITORY / "tests" / "search"


@cache
def chapters() -> dict[str, str]:
    """Id → Markdown of each chapter."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted((HERE / "chapters").glob("*.md"))}


@cache
def site() -> dict[str, bytes]:
    """The site of the chapters."""
    problems = Problems()
    files = {
        "content/course.yaml": COURSE % ", ".join(f"{{id: {name}, topic: 题}}" for name in chapters()),
        ANCHOR: (REPOSITORY / ANCHOR).read_text(encoding="utf-8"),
        **{f"content/lessons/{name}.md": text for name, text in chapters().items()},
    }
    built = build_site(files_of(files), read_package(), Options(), problems)
    assert not problems.errors  # numbers of these chapters are typed, which is only a warning
    return built.files


def queries() -> list[dict[str, object]]:
    """What a reader types, and the section that should be found."""
    text = (HERE / "queries.yaml").read_text(encoding="utf-8")
    node = load_yaml(SourceText("queries.yaml", text), Problems())
    read: list[dict[str, object]] = plain_data(node)
    return read
