"""Links with encoded names, anchors, and from any place the site may live at."""

import posixpath
import re
from urllib.parse import unquote

import pytest

from tests.scratch import snapshot

LINKS = """\
[a](第四课%20只留注意力.md) [b](<第四课 只留注意力.md#小结>)
[c](%E7%AC%AC%E5%9B%9B%E8%AF%BE%20只留注意力.md#%E5%B0%8F%E7%BB%93)
[d](100%25注意力.md) [e](<c++ 与 %23.md>) [f](第四课%20只留注意力.md#深挖)
[g](第五课.md) [h](第四课%20只留注意力.md#小節) [i](第四课 只留注意力.md)
"""
FIRST = 6  # the line of LINKS in its file


@pytest.fixture
def linked(course):
    course.lesson("第四课 只留注意力", "## 小结\n\n完。\n\n:::{dig} 想知道更多\n## 深挖\n\n内容。\n:::\n")
    course.lesson("100%注意力")
    course.lesson("c++ 与 #")
    course.lesson("links", LINKS)
    return course


def test_check_reports_exactly_the_three_bad_links(linked, capsys):
    code, _, err = linked.told(capsys, "check")
    lines = err.splitlines()
    assert len(lines) == 4, err
    assert code == 1
    absent, element, space = lines[:3]
    assert f"links.md:{FIRST + 3}:1:" in absent
    assert "there is no lesson '第五课.md'" in absent
    assert f"links.md:{FIRST + 3}:" in element
    assert "no element #小節" in element
    assert "#小结" in element
    assert f"links.md:{FIRST + 3}:" in space
    assert "the space in '第四课 只留注意力.md'" in space


def test_hrefs_lead_to_files_and_ids_whatever_the_address(linked):
    linked.build()
    files = snapshot(linked.root / "site")
    page = linked.page("links")
    found = {label: href for href, label in re.findall(r'<a href="([^"]*)">([a-i])</a>', page)}
    assert sorted(found) == list("abcdefgh")
    for href in (found[label] for label in "abcdef"):
        path, _, fragment = href.partition("#")
        assert not path.startswith("/")
        assert " " not in href
        target = files[posixpath.normpath(posixpath.join("c0/links", unquote(path)))].decode()
        assert not fragment or f'id="{unquote(fragment)}"' in target


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("[x](#nowhere)", "no element #nowhere"),
        ("[x]()", "this link has no address"),
        ("[x](planned.md)", "planned and not written yet"),
        ("[x](draft.md)", "'draft.md' is a draft, so this site does not hold it"),
        ("[x](links.html)", "write links.md"),
        ("[x](/c0/links/)", "begins with a slash"),
        ("[x](data.csv)", "leads to no file of the site"),
        ("[x](../../secret.md)", "there is no lesson"),
        ("[x](links.MD)", "leads to no file of the site"),
        ("[x][r]\n\n[r]: gone.md", "there is no lesson 'gone.md'"),
        ("| a |\n|---|\n| [x](gone.md) |", "there is no lesson 'gone.md'"),
        ("- > [x](gone.md)", "there is no lesson 'gone.md'"),
    ],
)
def test_links_to_nothing_are_reported_at_their_line(course, capsys, link, message):
    course.lesson("links", link + "\n")
    course.lesson("draft", front="draft: true\n")
    course.list_lessons(["links", "planned", "draft"])
    code, _, err = course.told(capsys, "check")
    assert code == 1
    assert err.count("[link-has-a-target]") == 1, err
    assert message in err
    assert "content/lessons/links.md:" in err
    assert course.told(capsys, "build")[0] == 0


def test_an_address_without_its_scheme_is_an_error_since_it_fails_on_a_disk(course, capsys):
    course.lesson("links", "[x](//example.org/x.md)\n")
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert err.startswith("content/lessons/links.md:6:1: ")


@pytest.mark.parametrize("text", ["[甲](见 第二节)", "`[x](a b.md)`", '[x](links.md "a b.md")', "$[x](a b.md)$"])
def test_brackets_that_are_no_link_are_left_alone(course, capsys, text):
    course.lesson("links", text + "\n")
    assert "the space in" not in course.told(capsys, "check")[2]


@pytest.mark.parametrize("link", ["https://example.org/a b", "mailto:a@example.org", "#一", "links.md#一"])
def test_good_links_and_whole_addresses_are_left_alone(course, capsys, link):
    course.lesson("links", f"## 一\n\n[x](<{link}>)\n")
    assert course.told(capsys, "check") == (0, "", "")
