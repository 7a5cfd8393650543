"""The watch over pages itself: a page that complains is noticed, over HTTP and from the disk."""

import pytest

pytestmark = pytest.mark.browser

HEAD = "<!doctype html><link rel='icon' href='data:,'><title>t</title>"


@pytest.fixture(params=["http", "file"])
def small_site_url(request, tmp_path, serve):
    quiet = f"{HEAD}<script>document.title = 'run'</script>"
    bad = f"{HEAD}<script>console.warn('w'); null.x</script><img src='http://0.0.0.0:9/x'>"
    (tmp_path / "index.html").write_text(quiet, encoding="utf-8")
    (tmp_path / "bad.html").write_text(bad, encoding="utf-8")
    return serve(tmp_path) if request.param == "http" else tmp_path.as_uri() + "/"


def test_a_quiet_page_passes(page, small_site_url):
    page.goto(small_site_url + "index.html")
    assert page.title() == "run"


def test_every_complaint_is_noticed(page, small_site_url, page_problems):
    expected = {"console warning", "console error", "page error", "request outside the site"}
    with (
        page.expect_console_message(lambda message: message.type == "warning"),
        page.expect_console_message(lambda message: message.type == "error"),
        page.expect_event("pageerror"),
        page.expect_event("request", lambda request: request.url == "http://0.0.0.0:9/x"),
    ):
        page.goto(small_site_url + "bad.html")
    kinds = {problem.partition(":")[0] for problem in page_problems}
    page_problems.clear()
    assert kinds == expected


def test_a_page_can_be_opened_without_script(new_page, small_site_url):
    page = new_page(java_script_enabled=False)
    page.goto(small_site_url + "index.html")
    assert page.title() == "t"
