"""Images stand wherever text stands, have their size before they come, and are what they say they are."""

import struct
import zlib

import pytest

from site_builder.render.image_check import fault_of_image
from site_builder.source.image_size import image_size
from tests.scratch import prose


def png(width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
        + chunk(b"IEND", b"")
    )


def jpeg(width, height, orientation=None):
    exif = b""
    if orientation:
        entry = b"MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1" + struct.pack(">HH", orientation, 0) + b"\0\0\0\0"
        exif = b"\xff\xe1" + struct.pack(">H", len(entry) + 8) + b"Exif\0\0" + entry
    frame = b"\xff\xc0\0\x0b\x08" + struct.pack(">HH", height, width) + b"\1\1\x11\0"
    return b"\xff\xd8" + exif + frame + b"\xff\xd9"


def drawing(attributes):
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}/>'.encode()


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (png(640, 480), (640, 480)),
        (jpeg(30, 20), (30, 20)),
        (jpeg(30, 20, orientation=6), (20, 30)),
        (b"GIF89a" + struct.pack("<HH", 7, 9) + b"\0\0\0;", (7, 9)),
        (drawing('width="120" height="80"'), (120, 80)),
        (drawing('viewBox="0 0 10 10"'), None),
        (drawing('width="1e999" height="80"'), None),
        (drawing('width="100%" height="100%"'), None),
        (b"\xff\xd8\xff\xe0" + bytes(100), None),
        (b"", None),
    ],
)
def test_the_size_of_an_image(data, size):
    assert image_size(data) == size


@pytest.mark.parametrize(
    ("path", "data", "fault"),
    [
        ("a.jpg", b"\xff\xd8\xff\xe0" + bytes(100), "what it holds is no jpg image"),
        ("a.png", png(20_000, 20_000), "it is 20,000 × 20,000 pixels large"),
        ("a.png", png(0, 20), "what it holds is no png image"),
        ("a.png", png(5_000, 5_000), ""),
        ("a.jpeg", jpeg(30, 20), ""),
    ],
)
def test_what_is_no_image_or_too_large_is_refused(path, data, fault):
    found = fault_of_image(path, data)
    assert found.startswith(fault)
    assert bool(found) == bool(fault)


def test_an_image_from_elsewhere_is_refused_once_with_what_to_do(course, capsys):
    course.lesson("a", "![甲](https://example.org/a.png)\n\n- ![乙](https://example.org/b.png)\n")
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert err.count("an image from elsewhere is not shown") == 2
    assert err.count("save it beside the lesson, and give its path") == 2
    assert "there is no file" not in err


def test_images_stand_in_lists_cells_and_sentences(course, capsys):
    for name, size in (("a", (40, 30)), ("b", (64, 48)), ("c", (20, 10)), ("d", (800, 200))):
        course.write(f"content/lessons/images/{name}.png", png(*size))
    course.lesson(
        "x",
        "- 甲\n\n  ![乙 $x_1$](images/a.png)\n\n| 图 | 数 |\n|---|---|\n| ![丙](images/b.png) | 1 |\n\n"
        "句中 ![丁](images/c.png) 也可以。\n\n![戊](images/d.png){width=400}\n\n"
        ":::{figure} images/d.png\n:alt: 己\n:width: 200\n:::\n",
    )
    code, _, err = course.told(capsys, "build")
    assert (code, err) == (0, "")
    page = prose(course.page("x"))
    at = 'src="../../assets/images/lessons/images/{}.png" alt="{}" width="{}" height="{}"'
    for expected in (
        ("a", "乙 x_1", 40, 30),
        ("b", "丙", 64, 48),
        ("c", "丁", 20, 10),
        ("d", "戊", 400, 100),
        ("d", "己", 200, 50),
    ):
        assert at.format(*expected) in page
    assert page.count("<figure") == 2
    assert (course.root / "site/assets/images/lessons/images/b.png").read_bytes() == png(64, 48)


def test_an_image_that_is_missing_is_reported_where_it_stands(course, capsys):
    course.lesson("x", "- 甲 ![乙](a.png)\n")
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert "content/lessons/x.md:6:5: " in err
