"""The preview answers its own machine, from memory, and tells of every edition."""

import http.client
import json
import threading
from contextlib import closing

import pytest

from site_builder.build.pipeline import Options
from site_builder.problems import BuildStopped, SourcePosition
from site_builder.serving.preview import Preview, changed_numbers
from site_builder.serving.server import PreviewServer
from tests.build.courses import course as course_files
from tests.build.courses import outcome

PAGE = b"<!doctype html>\n<html>\n<head>\n<title>%s</title>\n</head>\n<body></body>\n</html>\n"
SITE = {
    "index.html": PAGE % b"map",
    "c0/a/index.html": PAGE % b"lesson",
    "第四课/index.html": PAGE % "第四课".encode(),
    "assets/site.css": b"main{}",
}


class Course:
    """A course whose next build is what the test says."""

    def __init__(self):
        self.site = dict(SITE)
        self.mistakes = ()

    def build(self, problems):
        for message in self.mistakes:
            problems.error(SourcePosition("content/lessons/a.md", 3), "role-is-known", message, "a hint")
        if self.mistakes:
            raise BuildStopped
        return self.site


@pytest.fixture
def course():
    return Course()


@pytest.fixture
def preview(course):
    preview = Preview(course.build)
    preview.rebuild()
    yield preview
    preview.close()


@pytest.fixture
def server(preview):
    with PreviewServer(preview, 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        preview.close()
        server.shutdown()
        thread.join()


def ask(server, path, method="GET", **headers):
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    connection.putrequest(method, path, skip_host="Host" in headers, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body, dict(answer.getheaders())


def test_pages_are_those_of_the_build_with_the_previews_script(server):
    status, body, headers = ask(server, "/c0/a/")
    assert status == 200
    style = b'<link rel="stylesheet" href="/_site-builder/live.css">'
    script = b'<script src="/_site-builder/live.js" defer></script>'
    assert body.replace(b"\n" + style + b"\n" + script, b"") == SITE["c0/a/index.html"]
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert ask(server, "/assets/site.css")[:2] == (200, b"main{}")
    assert ask(server, "/%E7%AC%AC%E5%9B%9B%E8%AF%BE/")[0] == 200
    assert ask(server, "/c0/a/?n=1")[0] == 200
    for own in ("live.js", "live.css"):
        assert ask(server, f"/_site-builder/{own}")[0] == 200


def test_a_folder_leads_to_its_page(server):
    status, _, headers = ask(server, "/c0/a?x")
    assert (status, headers["Location"]) == (301, "/c0/a/")


@pytest.mark.parametrize(
    "path",
    [
        "/../site-leak/x.txt", "/%2e%2e/site-leak/x.txt", "/..%2fsite-leak%2fx.txt", "/%2e%2e%2fsite-leak/x.txt",
        "/..%5c..%5cetc%5chostname", "//etc/hostname", "/lessons%00.html", "/%ff", "/_site-builder/server.py",
        "/_site-builder/../server.py", "/_site-builder/", "/none", "/c0/a/index.html/",
    ],
)  # fmt: skip
def test_nothing_outside_the_site_is_served(server, path):
    status, body, _ = ask(server, path)
    assert status == 404
    assert b"There is no page here." in body
    assert ask(server, "/")[0] == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"}, {"Host": "127.0.0.1"}, {"Host": "127.0.0.1:1"}, {"Host": ""},
        {"Origin": "https://evil.example"}, {"Origin": "null"},
        {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors"}, {"Sec_Fetch_Site": "same-site"},
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/", "/_site-builder/events", "/_site-builder/live.js"])
def test_a_foreign_page_gets_nothing(server, headers, path):
    status, body, _ = ask(server, path, **headers)
    assert status == 403
    assert body == b"for this machine only\n"


def test_its_own_page_and_a_visit_get_an_answer(server):
    own = f"http://localhost:{server.server_port}"
    assert ask(server, "/", Host=own.removeprefix("http://"), Origin=own)[0] == 200
    assert ask(server, "/", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate")[0] == 200


def test_a_head_has_no_body_and_does_not_stream(server):
    for path in ("/", "/_site-builder/events"):
        assert ask(server, path, method="HEAD")[1] == b""


def test_other_methods_are_refused(server):
    assert ask(server, "/", method="POST")[0] == 501


def listen(server):
    """The events, one after another, as the browser would get them."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)) as connection:
        connection.request("GET", "/_site-builder/events")
        answer = connection.getresponse()
        while line := answer.readline():
            if line.startswith(b"data: "):
                yield json.loads(line.removeprefix(b"data: "))


def test_each_edition_is_reported_with_its_problems(server, preview, course):
    events = listen(server)
    assert next(events) == {"edition": 1, "good": True, "problems": [], "numbers": {}}
    course.mistakes = ("no such role",)
    preview.rebuild()
    told = next(events)
    assert (told["edition"], told["good"]) == (2, False)
    assert told["problems"] == [
        {"place": "content/lessons/a.md:3:1", "severity": "error", "message": "no such role", "hint": "a hint",
         "rule": "role-is-known"}
    ]  # fmt: skip
    assert ask(server, "/c0/a/")[0] == 200
    course.mistakes = ()
    preview.rebuild()
    assert next(events)["good"]
    preview.close()
    assert list(events) == []


def test_before_the_first_good_build_a_page_says_so(course):
    course.mistakes = ("no such role",)
    preview = Preview(course.build)
    preview.rebuild()
    with PreviewServer(preview, 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        status, body, _ = ask(server, "/")
        server.shutdown()
        thread.join()
    assert status == 404
    assert b"has not been built yet" in body
    assert b"live.js" in body


def test_a_waiter_gets_the_newest_edition_or_nothing(preview):
    assert preview.wait(0, 60).number == 1
    assert preview.wait(1, 0) is None
    preview.rebuild()
    assert preview.wait(1, 60).number == 2
    preview.close()
    assert preview.wait(1, 60) is None


def test_the_written_site_holds_nothing_of_the_preview():
    site, told = outcome(course_files(), Options())
    assert site, told
    assert [path for path, data in site.files.items() if b"_site-builder" in data or b"EventSource" in data] == []


def number(value, quantity="weights"):
    return f'<data value="{value}" data-quantity="{quantity}">x</data>'.encode()


def test_changed_numbers_are_counted_by_page():
    before = {"a.html": number(1) + number(2) + number(2), "b.html": number(1), "c.html": b"", "d.css": b""}
    after = {
        "a.html": number(2) + number(3) + number(2) + number(4),
        "b.html": b"text " + number(1),
        "e.html": number(9),
    }
    assert changed_numbers(before, after) == {"a.html": 2}
