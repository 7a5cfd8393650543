"""Texts compressed beside themselves: what comes out of them is what went in, and twice the same."""

from __future__ import annotations

import gzip

import brotli

from site_builder.output.compress import LEAST, with_compressed

PAGE = "<p>一段文字，a text.</p>\n".encode() * 200
FILES = {
    "index.html": PAGE,
    "assets/site.css": b"p{}" * LEAST,
    "small.css": b"p{}",
    "picture.png": b"\x89PNG" + bytes(5000),
    "own.csv": PAGE,
    "own.csv.gz": b"mine",
}


def test_every_text_has_its_two_and_nothing_else_has():
    made = with_compressed(FILES)
    assert made.keys() - FILES.keys() == {
        "index.html.gz", "index.html.br", "assets/site.css.gz", "assets/site.css.br", "own.csv.br",
    }  # fmt: skip
    assert FILES.items() <= made.items()
    assert gzip.decompress(made["index.html.gz"]) == PAGE == brotli.decompress(made["index.html.br"])
    assert all(len(data) < len(FILES[path[:-3]]) for path, data in made.items() if path not in FILES)


def test_the_same_text_gives_the_same_bytes():
    first, second = with_compressed(FILES), with_compressed(dict(reversed(FILES.items())))
    assert first == second
    assert first["index.html.gz"][4:8] == bytes(4)  # no time of day


def test_the_command_writes_them_and_takes_them_away_again(course, capsys):
    course.lesson("a", "正文。\n" * 300)
    page = course.root / "site/c0/a/index.html"
    assert course.told(capsys, "build", "--precompress")[0] == 0
    assert gzip.decompress(page.with_name("index.html.gz").read_bytes()) == page.read_bytes()
    assert course.told(capsys, "build")[0] == 0
    assert not list((course.root / "site").rglob("*.br"))
