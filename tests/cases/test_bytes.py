"""Byte order marks, line ends, wrong encodings, odd spaces, odd locales."""

import pytest

from tests.scratch import snapshot

ODD = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
BOM = b"\xef\xbb\xbf---\ntitle: \xe6\x9c\x89\xe7\xad\xbe\xe5\x90\x8d\ntime: 5\n---\n## \xe4\xb8\x80\n"
CRLF = "---\r\ntitle: 回车\r\ntime: 5\r\n---\r\n## 二\r\n\r\n```python\r\na = 1\r\n```\r\n甲，\r\n乙\r\n".encode()


def test_bom_and_crlf_build_what_plain_files_build(course):
    course.source("01-bom", BOM)
    course.source("02-crlf", CRLF)
    odd = snapshot(course.build())
    page = course.page("02-crlf")
    assert "<h1>有签名</h1>" in course.page("01-bom")
    assert "<h1>回车</h1>" in page
    assert page.count("<pre") == 1
    assert "甲，乙" in page
    assert not [path for path, data in odd.items() if path.endswith(".html") and b"\r" in data]
    course.source("01-bom", BOM.removeprefix(b"\xef\xbb\xbf"))
    course.source("02-crlf", CRLF.replace(b"\r\n", b"\n"))
    assert snapshot(course.build()) == odd
    course.source("02-crlf", CRLF.replace(b"\r\n", b"\r"))
    assert snapshot(course.build()) == odd


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        # D7 A2, the first of the three characters in GBK, is UTF-8 for a Hebrew letter.
        ("03-gbk", "# 注意力\n".encode("gbk"), ":1:4: not UTF-8: byte 0xD2 at offset 4 (it looks like GBK; "),
        ("04-utf16", "# 位置\n".encode("utf-16"), ":1:1: not UTF-8: byte 0xFF at offset 0 (it looks like UTF-16; "),
        (
            "05-nbsp", "---\ntitle: 缩进\nhosts:\n\u00a0\u00a0- 甲\n---\n".encode(),
            ":4:1: a line without 'key: value' (here is U+00A0 NO-BREAK SPACE;",
        ),
        ("06-nul", b"# \xe9\x9b\xb6\x00\n", ":1:4: the text holds U+0000 NUL"),
        ("07-utf16-bare", "---\ntitle: a\n".encode("utf-16-le"),
         ":1:2: the text holds U+0000 NUL (the file looks like UTF-16"),
        ("08-surrogate", b"---\ntitle: \xed\xa0\x80\n---\n", ":2:8: not UTF-8: byte 0xED at offset 11"),
        ("09-cut", "---\ntitle: 课".encode()[:-1], ":2:8: not UTF-8"),
        ("10-latin", "---\ntitle: caf\xe9\ntime: 5\n---\n".encode("latin-1"), ":2:11: not UTF-8"),
        ("11-override", "---\ntitle: a\ntime: 5\n---\n\u202e甲\n".encode(), ":5:1: the text holds U+202E"),
        ("12-separator", "---\ntitle: a\ntime: 5\n---\n甲\u2028乙\n".encode(), ":5:2: the text holds U+2028"),
        ("13-bom-inside", "---\ntitle: a\ntime: 5\n---\n甲\ufeff乙\n".encode(), ":5:2: the text holds U+FEFF"),
        ("14-bell", b"---\ntitle: a\ntime: 5\n---\n\x07\x1b[31m\n", ":5:1: the text holds U+0007"),
        ("15-empty", b"", ":1:1: "),
        ("16-spaces-before-mark", "---\ntitle: a\ntime:\u30005\n---\n".encode(), ":3:1"),
    ],
)  # fmt: skip
def test_wrong_bytes_are_refused_by_name_and_place(course, name, data, message):
    course.source(name, data)
    done = course.run("build")
    assert done.returncode == 1
    assert f"content/lessons/{name}.md{message}" in done.stderr
    assert "Traceback" not in done.stderr
    assert "\ufffd" not in done.stderr
    assert not (course.root / "site").exists()


@pytest.mark.parametrize(
    "name", ["course.yaml", "sources.yaml", "glossary.yaml", "anchors/qwen3.8-27b.yaml", "lessons/part.md"]
)
@pytest.mark.parametrize("data", ["# 注意力\n".encode("gbk"), b"a: \x00\n", "a: 位\n".encode("utf-16")])
def test_in_every_file_of_the_course(course, capsys, name, data):
    course.lesson("a", ":::{include} part.md\n:::\n")
    course.write("content/lessons/part.md", "文\n")
    course.write(f"content/{name}", data)
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert err.startswith(f"content/{name}:1:")


@pytest.mark.parametrize(
    "locale",
    [ODD, {"PYTHONIOENCODING": "gbk"}, {"LC_ALL": "zh_CN.GBK", "LANG": "zh_CN.GBK"}, {"LC_ALL": "tr_TR.UTF-8"}],
)
def test_any_locale_gives_the_same_site_and_no_traceback(course, locale):
    course.lesson("a", "## ⚠ 小心 İ\n\n甲，\n乙 {eval}`weights`\n", title="⚠ 标题")
    expected = snapshot(course.build())
    done = course.run_apart("build", "--out", "other", **locale)
    assert done.returncode == 0, done.stderr
    assert snapshot(course.root / "other") == expected
    course.lesson("b", "{eval}`⚠`\n", title="⚠ 标题")
    told = course.run_apart("check", **locale)
    assert told.returncode == 1
    assert "content/lessons/b.md:6:8:" in told.stderr
    assert "Traceback" not in told.stderr
    assert "UnicodeError" not in told.stderr
