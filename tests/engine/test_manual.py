"""The examples of docs/engine.md are true."""

import doctest
from pathlib import Path

MANUAL = Path(__file__).parents[2] / "docs" / "engine.md"


def test_the_examples_of_the_manual_are_true():
    found = doctest.testfile(str(MANUAL), module_relative=False, encoding="utf-8")
    assert found.attempted > 20
    assert found.failed == 0
