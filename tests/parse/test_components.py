"""Every component parses from its case file; every mistake in mistakes/ is reported as its .problems file says."""

from pathlib import Path

import pytest

from site_builder.document import blocks
from site_builder.document.blocks import Framed
from site_builder.document.frames import FRAMES
from site_builder.document.inline import Prose
from site_builder.parse.directives.registry import DIRECTIVES
from tests.parse.support import HEAD, parse

COMPONENTS = Path(__file__).parents[1] / "components"
CASES = sorted((COMPONENTS / "cases").glob("*.md"))
MISTAKES = sorted((COMPONENTS / "mistakes").glob("*.md"))
PARTS = {
    f"content/lessons/parts/{path.name}": path.read_text(encoding="utf-8")
    for path in (COMPONENTS / "mistakes" / "parts").iterdir()
}
"""The files that cases include."""


def read(path: Path):
    return parse(path.read_text(encoding="utf-8"), PARTS)


def test_a_stem_is_the_name_of_its_module_and_of_its_block():
    frames = {frame.stem for frame in FRAMES}
    alone = [directive for directive in DIRECTIVES if directive.stem not in frames]
    assert [each.make.__module__.rpartition(".")[2] for each in alone] == [each.stem for each in alone]
    classes = {cls.stem for cls in vars(blocks).values() if isinstance(getattr(cls, "stem", None), str)}
    assert classes == {directive.stem for directive in alone} - {"include"}


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.stem)
def test_the_example_of_a_frame_makes_it(frame):
    [block] = parse(frame.example).lesson.blocks
    assert isinstance(block, Framed)
    assert block.frame is frame


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_makes_its_block(path):
    parsed = read(path)
    assert parsed.told == []
    assert path.stem in [block.stem for block in parsed.lesson.blocks if not isinstance(block, Prose)]


@pytest.mark.parametrize("directive", DIRECTIVES, ids=lambda directive: directive.stem)
def test_the_example_of_the_manual_is_right(directive):
    assert parse(directive.example, PARTS).told == []


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_mistakes_are_reported(path):
    expected = path.with_suffix(".problems").read_text(encoding="utf-8").splitlines()
    found = read(path).problems
    assert [_line(problem) for problem in found] == expected


def _line(problem) -> str:
    hint = f": {problem.hint}" if problem.hint else ""
    return f"{problem.position.line - HEAD.count(chr(10))}:{problem.position.column} {problem.rule}{hint}"


def test_a_mistake_leaves_the_rest_of_the_lesson_checked():
    parsed = parse(":::{nope}\n{evl}`x`\n\n:::{note}\n:::\n:::\n\n$\\bad$")
    assert [problem.rule for problem in parsed.problems] == [
        "directive-is-known", "role-is-known", "directive-body-is-right", "directive-is-closed", "maths-is-well-formed",
    ]  # fmt: skip


def test_deeper_headings_stand_inside_a_section():
    (stepper,) = parse(":::{stepper}\n### 一\n甲\n#### 细节\n乙\n### 二\n丙\n:::").lesson.blocks
    assert [section.title.plain for section in stepper.sections] == ["一", "二"]
    assert [section.position.column for section in stepper.sections] == [1, 1]
