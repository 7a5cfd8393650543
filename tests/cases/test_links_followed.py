"""In a real browser: links are followed at the root, under a sub-path, from the disk, into closed sections."""

import http.server
import threading
from functools import partial
from urllib.parse import unquote

import pytest

from tests.browser.chromium import visit
from tests.cases.test_links import LINKS

pytestmark = pytest.mark.browser


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def address(request, course, tmp_path):
    """The built site at ``/``, at ``/course/v2/`` or on the disk; its address."""
    course.lesson(
        "第四课 只留注意力", "## 小结\n\n完。\n\n" + "长文。\n\n" * 60 + ":::{dig} 想知道更多\n## 深挖\n\n内容。\n:::\n"
    )
    course.lesson("100%注意力")
    course.lesson("c++ 与 #")
    course.lesson("links", LINKS)
    if request.param == "file":
        yield course.build().as_uri() + "/"
        return
    root = tmp_path / "served"
    site = root / request.param.strip("/") if request.param != "/" else root
    done = course.run("build", "--out", str(site))
    assert done.returncode == 0, done.stderr
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}{request.param}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("address", ["/", "/course/v2/", "file"], indirect=True)
def test_links_are_followed_wherever_the_site_lives(address, page):
    for label, title, fragment in (
        ("a", "第四课 只留注意力", ""), ("b", "第四课 只留注意力", "小结"), ("c", "第四课 只留注意力", "小结"),
        ("d", "100%注意力", ""), ("e", "c++ 与 #", ""),
    ):  # fmt: skip
        visit(page, address + "c0/links/index.html")
        page.get_by_role("link", name=label, exact=True).click()
        page.wait_for_load_state()
        assert unquote(page.url).startswith(unquote(address) + f"c0/{title}/index.html")
        assert page.locator("h1").inner_text() == "一课"
        assert unquote(page.evaluate("location.hash")) == (f"#{fragment}" if fragment else "")


@pytest.mark.parametrize("address", ["/course/v2/", "file"], indirect=True)
def test_a_link_into_a_closed_section_opens_it_and_scrolls_there(address, page):
    visit(page, address + "c0/links/index.html")
    page.get_by_role("link", name="f", exact=True).click()
    page.wait_for_load_state()
    heading = page.locator("h2", has_text="深挖")
    heading.wait_for(state="visible")
    assert page.locator("details.dig").get_attribute("open") is not None
    page.wait_for_function(
        "() => { const box = [...document.querySelectorAll('h2')].at(-1).getBoundingClientRect();"
        " return box.top >= 0 && box.bottom <= innerHeight; }"
    )
