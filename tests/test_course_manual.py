"""What docs/course.md shows builds as it stands, and it names every field."""

import re
from pathlib import Path

from site_builder.course.files import (
    ChapterEntry,
    CourseFile,
    LessonEntry,
    PipelineEntry,
    PromiseEntry,
    SourceEntry,
    TermEntry,
)
from site_builder.facts.quantities import ArgumentEntry, QuantityEntry
from site_builder.facts.sheets import FactEntry, SheetFile
from site_builder.source.fields import record
from tests.scratch import REPOSITORY, ScratchCourse

MANUAL = (REPOSITORY / "docs" / "course.md").read_text(encoding="utf-8")
CONFIG = REPOSITORY / "tests" / "importing" / "configs" / "Qwen3-8B.json"


BLOCK = re.compile(r"^```\w+\n(.*?)^```", re.DOTALL | re.MULTILINE)


def test_the_course_that_it_shows_builds(tmp_path: Path, capsys):
    course, lesson, more, sources, glossary, sheet, quantities = BLOCK.findall(MANUAL)
    shown = ScratchCourse(tmp_path)
    shown.write("content/course.yaml", course)
    shown.write("content/lessons/scores.md", lesson)
    shown.write("config.json", CONFIG.read_bytes())
    for line in re.findall(r"^    ([^#].+)$", BLOCK.sub("", MANUAL), re.MULTILINE):
        program, *words = line.split()
        assert program == "site-builder"
        if words[0] == "serve":  # runs until it is stopped: what it serves is checked
            words = ["check", *words[1:]]
        assert shown.run(*words).returncode == 0
    assert shown.told(capsys, "check") == (0, "", "")
    assert shown.told(capsys, "build")[0] == 0
    # Table of 40,960² scores of two bytes: 3.125 GiB.
    assert ">3.125 GiB</a>" in (tmp_path / "site" / "memory" / "scores" / "index.html").read_text(encoding="utf-8")
    shown.write("content/course.yaml", course + more)
    shown.write("content/sources.yaml", sources)
    shown.write("content/glossary.yaml", glossary)
    shown.write("content/facts/h200.yaml", sheet)
    shown.write("content/quantities.yaml", quantities)
    own = "{eval}`training_memory()` {eval}`decode_floor()` {eval}`served(N=4096)`"
    shown.write(
        "content/lessons/scores.md", lesson + "\n{promise}`batching` {cite}`vaswani2017` {term}`kv-cache`\n" + own
    )
    assert shown.told(capsys, "check") == (0, "", "")


def keys(entry):
    return [field.key for field in record(entry).fields]


def test_it_names_every_field():
    for entry in (CourseFile, ChapterEntry, LessonEntry, PromiseEntry, PipelineEntry):
        for field in keys(entry):
            assert f"`{field}`" in MANUAL or f"`{field}:" in MANUAL, field
    for entry in (SheetFile, FactEntry, QuantityEntry, ArgumentEntry):
        for field in keys(entry):
            assert f"`{field}`" in MANUAL or f"{field}:" in MANUAL, field
    for entry in (SourceEntry, TermEntry):
        for field in keys(entry):
            assert f"  {field}: " in MANUAL, field
