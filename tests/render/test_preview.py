"""The picture of a lesson for links to it: its lines, its number, and the face that the course brings."""

import subprocess
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

import imagesize
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from site_builder.build import previews
from site_builder.render import preview
from site_builder.render.preview import FACES, HEIGHT, NAME, WIDTH, Preview, preview_svg
from tests.scratch import REPOSITORY

TOKENS = (REPOSITORY / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
FACE = f"{FACES}/Noto-Sans-CJK-SC.ttc"
NUMBERED = "lede: 一张表，读满就要 {eval}`score_matrix(N=native_context)`（很多）。\n"
PAGE = "site/c0/a"


def texts(preview):
    """(size, text) of each line, from the top."""
    lines = ElementTree.fromstring(preview_svg(preview, TOKENS)).iter("{http://www.w3.org/2000/svg}text")
    return [(int(line.attrib["font-size"]), line.text) for line in lines]


def test_a_short_title_stands_in_one_line_over_its_number():
    found = texts(Preview("课程", "只留注意力，行不行？", "128 GiB", "这张表就要 128 GiB 显存"))
    assert [text for _, text in found] == ["课程", "只留注意力，行不行？", "这张表就要 128 GiB 显存"]


def test_a_clause_that_is_too_long_leaves_the_number_alone():
    assert texts(Preview("课程", "题", "128 GiB", "很长的一句话" * 5 + " 128 GiB"))[-1][1] == "128 GiB"
    assert [text for _, text in texts(Preview("课程", "题", "", ""))] == ["课程", "题"]


@example("<<<<<<<<<<< 。。。。。")
@example("，" * 40 + "甲。")
@given(st.text(st.sampled_from("甲乙丙，。？！ ab（）<&\"'"), min_size=1, max_size=60))
def test_a_title_is_broken_where_lines_may_break_and_nothing_is_lost(title):
    _, *lines = texts(Preview("课程", title, "", ""))
    written = "".join(text or "" for _, text in lines)
    if not written.endswith("…"):
        assert written.replace(" ", "") == title.replace(" ", "")
    assert not any((text or "x")[0] in "，。？！）" for _, text in lines[1:])
    assert len(lines) <= 3


def test_what_is_no_face_is_reported_and_nothing_is_built(course, capsys):
    course.lesson("a", "文\n")
    course.write(f"{FACES}/Noto-Sans.ttf", b"no face")
    code, _, err = course.told(capsys, "build", "--base-url", "https://example.org")
    assert code == 1
    assert err.startswith(f"{FACES}/Noto-Sans.ttf:1:1: this is no face of the family 'Noto Sans', which its name says")
    assert course.told(capsys, "build")[0] == 0  # without an address there are no pictures


@pytest.fixture
def with_face(course):
    """A course that brings the face which the machine's browser uses for Chinese."""
    ask = ["fc-match", "--format=%{file}", "Noto Sans CJK SC:bold"]
    path = subprocess.run(ask, capture_output=True, text=True, check=True).stdout
    assert path.endswith(".ttc"), "install fonts-noto-cjk"
    course.write(FACE, Path(path).read_bytes())
    return course


@pytest.mark.browser
def test_a_site_with_an_address_has_a_picture_of_each_lesson(with_face, capsys):
    course = with_face
    course.lesson("a", "文\n", front=NUMBERED)
    assert course.told(capsys, "build", "--base-url", "https://example.org/x")[0] == 0
    path = course.root / PAGE / NAME
    assert imagesize.get(str(path)) == (WIDTH, HEIGHT)
    assert f'<meta property="og:image" content="https://example.org/x/c0/a/{NAME}">' in course.page("a")
    assert "og:image" not in (course.root / "site/index.html").read_text(encoding="utf-8")
    assert not list((course.root / "site").rglob("*.ttc"))
    first = path.read_bytes()
    assert course.told(capsys, "build", "--base-url", "https://example.org/x", "--no-cache")[0] == 0
    assert path.read_bytes() == first
    course.lesson("a", "文\n", front=NUMBERED.replace("native_context", "4"))
    course.told(capsys, "build", "--base-url", "https://example.org/x")
    assert path.read_bytes() != first
    assert course.told(capsys, "build")[0] == 0
    assert not path.exists()
    assert "og:" not in course.page("a")


@pytest.mark.browser
def test_a_file_that_is_named_as_another_family_is_reported(with_face, capsys):
    course = with_face
    course.lesson("a", "文\n")
    (course.root / FACE).rename(course.root / FACES / "Other.ttc")
    code, _, err = course.told(capsys, "build", "--base-url", "https://example.org")
    assert (code, "name it as its family" in err) == (1, True)


def test_a_picture_that_was_drawn_is_kept_for_the_next_build(course, capsys, monkeypatch):
    drawn = []

    @contextmanager
    def counting(family, face):
        yield lambda svg: drawn.append(svg) or svg.encode()

    for module in (preview, previews):
        monkeypatch.setattr(module, "rasteriser", counting)
    course.lesson("a", "文\n", front=NUMBERED)
    course.write(f"{FACES}/Any-Face.ttf", b"as good as any")
    build = ("build", "--base-url", "https://example.org")
    assert course.told(capsys, *build)[0] == 0
    first = (course.root / PAGE / NAME).read_bytes()
    assert drawn.count(first.decode()) == 1
    assert course.told(capsys, *build)[0] == 0
    assert drawn.count(first.decode()) == 1
    assert (course.root / PAGE / NAME).read_bytes() == first
    course.told(capsys, *build, "--no-cache")
    assert drawn.count(first.decode()) == 2
