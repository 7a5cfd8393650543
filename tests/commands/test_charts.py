"""The light chart library comes by npm or from a copy, is checked, and its absence is reported and borne."""

import base64
import hashlib
import io
import tarfile
from dataclasses import replace

import pytest

from site_builder.commands import charts, face, npm
from site_builder.render.theme import LIGHT_LIBRARY

CONTENT = b"library"


@pytest.fixture
def registry(tmp_path, monkeypatch):
    """An npm that has one package, and the pin of it."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo("package/library.js")
        member.size = len(CONTENT)
        archive.addfile(member, io.BytesIO(CONTENT))
    (tmp_path / "registry.tgz").write_bytes(packed.getvalue())
    program = tmp_path / "npm"
    program.write_text(f'#!/bin/sh\ncp {tmp_path}/registry.tgz "$4/library-1.0.0.tgz"\n')
    program.chmod(0o755)
    integrity = "sha512-" + base64.b64encode(hashlib.sha512(packed.getvalue()).digest()).decode()
    pin = npm.Pin("library", "1.0.0", integrity, "library.js", hashlib.sha256(CONTENT).hexdigest())
    monkeypatch.setattr(charts, "PIN", pin)
    monkeypatch.setattr(npm.shutil, "which", lambda _: str(program))


@pytest.fixture
def library(course, registry):
    return course.root / LIGHT_LIBRARY


def test_a_package_with_the_pinned_hash_is_unpacked(course, library, capsys):
    code, out, err = course.told(capsys, "charts")
    assert (code, err) == (0, "")
    assert out == f"{LIGHT_LIBRARY}: library 1.0.0, integrity checked\n"
    assert library.read_bytes() == CONTENT


def test_a_file_already_there_is_not_fetched_again(course, library, capsys, monkeypatch):
    course.told(capsys, "charts")
    monkeypatch.setattr(npm.shutil, "which", lambda _: None)
    assert course.told(capsys, "charts") == (0, "", "")


def test_a_changed_file_is_fetched_again(course, library, capsys):
    course.told(capsys, "charts")
    library.write_bytes(b"tampered")
    assert course.told(capsys, "charts")[0] == 0
    assert library.read_bytes() == CONTENT


def test_another_package_than_the_pinned_is_refused_even_where_it_is_optional(course, library, capsys, monkeypatch):
    monkeypatch.setattr(charts, "PIN", replace(charts.PIN, integrity="sha512-AAAA"))
    code, _, err = course.told(capsys, "charts", "--optional")
    assert code == 1
    assert "pinned is sha512-AAAA" in err
    assert not library.exists()


@pytest.mark.parametrize(("program", "reason"), [(None, "there is no npm here"), ("/bin/false", "npm pack failed")])
def test_an_absent_registry_is_reported_and_borne_where_it_may_be(
    course, library, program, reason, capsys, monkeypatch
):
    monkeypatch.setattr(npm.shutil, "which", lambda _: program)
    code, _, err = course.told(capsys, "charts")
    assert code == 1
    assert reason in err
    code, _, err = course.told(capsys, "charts", "--optional")
    assert code == 0
    assert reason in err


def test_a_copy_serves_if_it_is_the_pinned_file(course, library, capsys, tmp_path):
    copy = tmp_path / "copy.js"
    copy.write_bytes(b"another")
    code, _, err = course.told(capsys, "charts", "--from", str(copy))
    assert code == 1
    assert "another file than the pinned one" in err
    copy.write_bytes(CONTENT)
    assert course.told(capsys, "charts", "--from", str(copy))[0] == 0
    assert library.read_bytes() == CONTENT
    assert course.told(capsys, "charts", "--from", str(tmp_path / "none.js")) == (0, "", "")


def test_a_course_with_the_library_builds_with_it(course, library, capsys):
    course.told(capsys, "charts")
    course.lesson("a", CALCULATOR)
    code, out, _ = course.told(capsys, "build")
    assert (code, "chart library: plotly-basic.min.js (light)" in out) == (0, True)
    assert (course.root / "site/assets/vendor/plotly-basic.min.js").read_bytes() == CONTENT
    assert course.told(capsys, "check") == (0, "", "")


CALCULATOR = """:::{calculator} Memory
:name: memory
:to: 4096
:start: 64

curves: [{value: "score_matrix(N=N)", label: scores}]
:::
"""


def test_a_face_comes_the_same_way(course, registry, monkeypatch, capsys):
    monkeypatch.setattr(face, "PIN", charts.PIN)
    assert course.told(capsys, "face") == (0, f"{face.FACE}: library 1.0.0, integrity checked\n", "")
    assert (course.root / face.FACE).read_bytes() == CONTENT
    monkeypatch.setattr(npm.shutil, "which", lambda _: None)
    (course.root / face.FACE).unlink()
    code, _, err = course.told(capsys, "face")
    assert (code, "not fetched: there is no npm here (any other face in static/preview/" in err) == (1, True)
