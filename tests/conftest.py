from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.browser.chromium import browser, built_site, new_page, page, page_problems, pages_of_browser, serve, site_url
from tests.scratch import ScratchCourse, scratch_course

__all__ = ["browser", "built_site", "new_page", "page", "page_problems", "pages_of_browser", "serve", "site_url"]
"""The fixtures of tests/browser/chromium.py, made once a session whichever folder asks for them."""

settings.register_profile("busy machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy machine")
"""A property is about values, not about time: a machine with other work must not fail it."""


@pytest.fixture(autouse=True, scope="session")
def caches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The user's caches are left alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("caches")))
        yield


@pytest.fixture
def course(tmp_path: Path) -> ScratchCourse:
    """An empty course of its own for the test."""
    return scratch_course(tmp_path / "course")
