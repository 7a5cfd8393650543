from collections.abc import Mapping

import pytest

from site_builder.pipeline import Options, build_files
from site_builder.problems import Problems
from tests.scratch import REPOSITORY


@pytest.fixture(scope="session")
def course_files() -> Mapping[str, bytes]:
    """The project's own course, rendered in memory."""
    problems = Problems()
    files = build_files(Options(REPOSITORY), problems)
    assert not problems.errors
    return files


@pytest.fixture(scope="session")
def pages(course_files: Mapping[str, bytes]) -> Mapping[str, str]:
    """The HTML pages of the course, by path."""
    return {path: data.decode() for path, data in course_files.items() if path.endswith(".html")}
