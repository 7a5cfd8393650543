"""docs/tutorial.md, followed to the letter: its files are written and its commands run, in its order."""

import re

import pytest

from tests.scratch import REPOSITORY, ScratchCourse

TUTORIAL = (REPOSITORY / "docs" / "tutorial.md").read_text(encoding="utf-8")
FILE = re.compile(r"`(my-course/content/[\w./-]+)`[^`]*?:\n\n(`{3,4})\w+\n(.*?)\2\n", re.DOTALL)


def steps():
    """Commands, and (path, text) of files, as they come."""
    for found in re.finditer(r"^    (site-builder [^\n]*)$", TUTORIAL, re.MULTILINE):
        yield found.start(), found[1]
    for found in FILE.finditer(TUTORIAL):
        yield found.start(), (found[1], found[3])


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """The folder at the end, and what each command said."""
    root = tmp_path_factory.mktemp("tutorial")
    person, said = ScratchCourse(root), {}
    for _, step in sorted(steps()):
        if isinstance(step, tuple):
            person.write(*step)
            continue
        command = step.split()[1:]
        if command[0] != "serve":  # tests/commands/test_serve.py has it
            done = person.run(*command)
            said[step] = (done.returncode, done.stdout, done.stderr)
    return root / "my-course", said


def test_every_command_does_what_it_says(followed):
    _, said = followed
    assert len(said) == 5
    assert all((code, err) == (0, "") for code, _, err in said.values()), said


def test_the_numbers_are_those_of_the_formulas(followed):
    """Qwen3-8B: 8,190,735,360 parameters in BF16 at 4.8 TB/s; 2 × 36 × 8 × 128 × 2 bytes a token of cache."""
    _, said = followed
    table = next(out for step, (_, out, _) in said.items() if " numbers " in step)
    assert f"{8_190_735_360 * 2 / 4.8e12 * 1e3:.4g} ms" in table
    assert f"{2 * 36 * 8 * 128 * 2 * 8192 / 4.8e12 * 1e6:.4g} µs" in table


def test_the_page_has_the_calculator_and_where_its_curves_meet(followed):
    root, _ = followed
    page = (root / "site" / "memory" / "next" / "index.html").read_text(encoding="utf-8")
    meet = -(-8_190_735_360 * 2 // (2 * 36 * 8 * 128 * 2))
    assert 'data-component="calculator"' in page
    assert f"{meet:,}" in page
    assert "3.413 ms" in page
