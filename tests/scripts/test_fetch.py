"""What comes from the npm registry is checked, and its absence is reported and borne."""

import base64
import hashlib
import importlib.util
import io
import sys
import tarfile

import pytest

from tests.scratch import REPOSITORY

CONTENT = b"library"


@pytest.fixture
def fetch(tmp_path, monkeypatch):
    """The script, with one pin and a registry of one package."""
    spec = importlib.util.spec_from_file_location("fetch", REPOSITORY / "scripts" / "fetch.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo("package/library.js")
        member.size = len(CONTENT)
        archive.addfile(member, io.BytesIO(CONTENT))
    (tmp_path / "registry.tgz").write_bytes(packed.getvalue())
    npm = tmp_path / "npm"
    npm.write_text(f'#!/bin/sh\ncp {tmp_path}/registry.tgz "$4/library-1.0.0.tgz"\n')
    npm.chmod(0o755)
    pin = {
        "package": "library",
        "version": "1.0.0",
        "integrity": "sha512-" + base64.b64encode(hashlib.sha512(packed.getvalue()).digest()).decode(),
        "file": "package/library.js",
        "target": "vendor/library.js",
        "sha256": hashlib.sha256(CONTENT).hexdigest(),
    }
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "PINS", {"library": pin})
    monkeypatch.setattr(module.shutil, "which", lambda _: str(npm))
    monkeypatch.setattr(sys, "argv", ["fetch.py", "library"])
    return module


def test_a_package_with_the_pinned_hash_is_unpacked(fetch, tmp_path, capsys):
    assert fetch.main() == 0
    assert (tmp_path / "vendor" / "library.js").read_bytes() == CONTENT
    assert "integrity checked" in capsys.readouterr().out


def test_a_file_already_there_is_not_fetched_again(fetch, tmp_path, capsys, monkeypatch):
    fetch.main()
    capsys.readouterr()
    monkeypatch.setattr(fetch.shutil, "which", lambda _: None)
    assert fetch.main() == 0
    assert capsys.readouterr() == ("", "")


def test_a_changed_file_is_fetched_again(fetch, tmp_path):
    fetch.main()
    (tmp_path / "vendor" / "library.js").write_bytes(b"tampered")
    assert fetch.main() == 0
    assert (tmp_path / "vendor" / "library.js").read_bytes() == CONTENT


def test_another_package_than_the_pinned_is_refused(fetch, tmp_path):
    fetch.PINS["library"]["integrity"] = "sha512-AAAA"
    with pytest.raises(SystemExit, match=r"integrity is sha512-.*, pinned is sha512-AAAA"):
        fetch.main()
    assert not (tmp_path / "vendor").exists()


@pytest.mark.parametrize(("npm", "reason"), [(None, "there is no npm here"), ("/bin/false", "npm pack failed")])
def test_an_absent_registry_is_reported_and_borne_where_it_may_be(fetch, npm, reason, capsys, monkeypatch):
    monkeypatch.setattr(fetch.shutil, "which", lambda _: npm)
    assert fetch.main() == 1
    assert reason in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["fetch.py", "--optional", "library"])
    assert fetch.main() == 0
    assert reason in capsys.readouterr().err
