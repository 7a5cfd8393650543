"""``serve`` as a person starts it: one line with the address, problems as they come, an end on Ctrl+C."""

import http.client
import re
import signal
import socket
import subprocess
from contextlib import closing, contextmanager

import pytest

from tests.scratch import COMMAND, environment, snapshot


@contextmanager
def serving(root, *arguments):
    """A running preview; gives the process and its port."""
    process = subprocess.Popen(
        [*COMMAND, "serve", "--root", str(root), "--port", "0", *arguments],
        env=environment(PYTHONUNBUFFERED="1"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        yield process, int(re.search(r"http://127\.0\.0\.1:(\d+)/", line_with(process, "follows every save"))[1])
    finally:
        process.kill()
        process.communicate()


def line_with(process, words):
    """The next line that holds `words`."""
    return next(line for line in process.stdout if words in line)


def get(port, path):
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def test_a_save_is_served_a_mistake_is_reported_and_nothing_is_written(course):
    course.lesson("a", "第一版。\n")
    before = snapshot(course.root)
    with serving(course.root) as (process, port):
        assert "第一版。" in get(port, "/c0/a/")[1]
        assert snapshot(course.root) == before
        course.lesson("a", "第二版。\n")
        line_with(process, "up to date")
        assert "第二版。" in get(port, "/c0/a/")[1]
        course.lesson("a", "{nothing}`x`\n")
        assert line_with(process, "role-is-known").startswith("content/lessons/a.md:6:1: ")
        assert "第二版。" in get(port, "/c0/a/")[1]
        (course.root / "content").rename(course.root / "elsewhere")
        line_with(process, "course.yaml")
        (course.root / "elsewhere").rename(course.root / "content")
        line_with(process, "role-is-known")
        process.send_signal(signal.SIGINT)
        assert line_with(process, "stopped")
        assert process.wait(60) == 0
    assert not (course.root / "site").exists()


def test_a_course_that_cannot_be_built_yet_is_served_all_the_same(course):
    course.lesson("a", "{nothing}`x`\n")
    with serving(course.root) as (process, port):
        assert get(port, "/")[0] == 404
        course.lesson("a")
        line_with(process, "up to date")
        assert get(port, "/")[0] == 200


def test_a_taken_port_is_one_line(course, capsys):
    course.lesson("a")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, out, err = course.told(capsys, "serve", "--port", str(port))
    assert (code, out) == (1, "")
    assert err == f"port {port} is taken (--port takes another, --port 0 any that is free)\n"


@pytest.mark.parametrize("port", ["65536", "-1", "八", "80a", ""])
def test_what_is_no_port_is_refused(course, capsys, port):
    code, _, err = course.told(capsys, "serve", f"--port={port}")
    assert code == 2
    assert "is no port: a number from 0 to 65535" in err
