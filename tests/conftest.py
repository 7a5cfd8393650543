from pathlib import Path

import pytest

from tests.scratch import ScratchCourse, scratch_course


@pytest.fixture
def course(tmp_path: Path) -> ScratchCourse:
    """An empty course of its own for the test."""
    return scratch_course(tmp_path / "course")
