import shutil
import subprocess

import pytest

from tests.browser.visual import FACES, REFERENCES, SCENES, TOLERANCE, WRITING, difference, picture

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def faces() -> None:
    """The faces of the references are installed: with others every line would break elsewhere."""
    assert shutil.which("fc-list"), "fontconfig is needed: run scripts/install-browser.sh"
    installed = subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True, check=True).stdout
    for face in FACES:
        assert face in installed, f"the face {face} is not installed: run scripts/install-browser.sh"


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_reader_sees_what_the_reference_shows(new_page, built_site, faces, scene):
    page = new_page(reduced_motion="reduce", **scene.options)
    seen = picture(page, scene, built_site.as_uri())
    if WRITING:
        (REFERENCES / f"{scene.name}.png").write_bytes(seen)
    judge = new_page()
    judge.goto("about:blank")
    assert difference(judge, scene.name, seen) <= TOLERANCE


def test_a_difference_is_seen(new_page, built_site, faces, tmp_path, monkeypatch):
    """The comparison can fail: another theme, and a page that lies 12 pixels lower."""
    monkeypatch.setattr("tests.browser.visual.DIFFERENCES", tmp_path)
    page = new_page(reduced_motion="reduce", color_scheme="dark")
    page.goto(f"{built_site.as_uri()}/{SCENES[0].path}")
    dark = page.screenshot()
    page.emulate_media(color_scheme="light")
    page.locator("body").evaluate("body => { body.style.marginBlockStart = '12px'; }")
    lower = page.screenshot()
    judge = new_page()
    judge.goto("about:blank")
    assert difference(judge, SCENES[0].name, dark) > 0.5
    assert difference(judge, SCENES[0].name, lower) > TOLERANCE
    assert {path.name for path in tmp_path.iterdir()} == {"lesson.png", "lesson.difference.png"}
