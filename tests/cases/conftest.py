"""The real browser of tests/browser, for the cases that need one."""

from tests.browser.conftest import browser, new_page, page, page_problems

__all__ = ["browser", "new_page", "page", "page_problems"]
