from collections.abc import Mapping

import pytest

from tests.scratch import REPOSITORY, built


@pytest.fixture(scope="session")
def course_files() -> Mapping[str, bytes]:
    """The project's own course, rendered in memory."""
    return built(REPOSITORY)


@pytest.fixture(scope="session")
def pages(course_files: Mapping[str, bytes]) -> Mapping[str, str]:
    """The HTML pages of the course, by path."""
    return {path: data.decode() for path, data in course_files.items() if path.endswith(".html")}
