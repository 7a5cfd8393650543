"""An installed builder needs nothing of the checkout, and a course of its own only ``content/``."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from plotly.offline import get_plotlyjs_version

from site_builder.commands.charts import PIN
from tests.scratch import REPOSITORY, environment, snapshot

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCKS = ("requirements.lock", "requirements-test.lock")


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the package as a wheel installs it."""
    folder = tmp_path_factory.mktemp("installed")
    source = folder / "source"
    files = subprocess.run(["git", "ls-files", "-z"], cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    for name in filter(None, files.split("\0")):
        if (REPOSITORY / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((REPOSITORY / name).read_bytes())
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--target", str(folder / "target"), str(source)], check=True, capture_output=True)
    return folder / "target"


def test_the_installed_builder_makes_the_same_site(installed, course, tmp_path):
    course.lesson("a", "{eval}`weights()`\n\n:::{note}\n甲\n:::\n")
    run = [sys.executable, "-m", "site_builder", "build", "--root", str(course.root), "-o"]
    subprocess.run([*run, tmp_path / "one"], cwd=tmp_path, env=environment(), check=True, capture_output=True)
    changed = environment(PYTHONPATH=str(installed))
    subprocess.run([*run, tmp_path / "two"], cwd=tmp_path, env=changed, check=True, capture_output=True)
    assert snapshot(tmp_path / "one") == snapshot(tmp_path / "two")


def test_the_courses_own_files_override_ours_one_by_one(course, capsys):
    course.lesson("a")
    for name, text in (
        ("static/css/page.css", ".mine{}\n"),
        ("templates/components/note.html", "{% macro component(block) %}<b>mine</b>{% endmacro %}\n"),
    ):
        (course.root / name).parent.mkdir(parents=True, exist_ok=True)
        (course.root / name).write_text(text)
    course.lesson("a", ":::{note}\n甲\n:::\n")
    assert course.told(capsys, "build")[0] == 0
    styles = (course.root / "site" / "assets" / "site.css").read_text(encoding="utf-8")
    assert ".mine{}" in styles
    assert "--score" in styles
    assert "<b>mine</b>" in course.page("a")


def test_the_wheel_lists_every_package(installed):
    packages = {path.parent.relative_to(REPOSITORY) for path in (REPOSITORY / "site_builder").rglob("*.py")}
    assert all((installed / package).is_dir() for package in packages)
    for folder in ("templates", "static"):
        ours = {path.relative_to(REPOSITORY / folder) for path in (REPOSITORY / folder).rglob("*") if path.is_file()}
        theirs = {
            path.relative_to(installed / "site_builder" / folder)
            for path in (installed / "site_builder" / folder).rglob("*")
            if path.is_file()
        }
        assert {path for path in ours if path.parts[0] != "vendor"} <= theirs


@pytest.mark.parametrize("name", LOCKS)
def test_locks_pin_every_package_by_hash_and_name_no_host(name):
    text = (REPOSITORY / name).read_text(encoding="utf-8")
    pinned = re.findall(r"^[a-z0-9-]+==\S+ \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+", text, re.MULTILINE)
    assert len(pinned) == len(re.findall(r"^\w", text, re.MULTILINE))
    asked = PROJECT["dependencies"]
    assert {re.match("[a-z0-9-]+", each)[0] for each in asked} <= {each.partition("==")[0] for each in pinned}
    assert "://" not in text
    assert not re.search(r"^\s*-", text.replace("    --hash=", ""), re.MULTILINE)


def test_the_light_chart_library_has_the_version_of_the_wheels():
    assert PIN.version == get_plotlyjs_version()


def test_without_the_light_library_the_wheels_own_serves(course, capsys, monkeypatch):
    monkeypatch.setattr("site_builder.render.theme.LIGHT_LIBRARY", "static/vendor/absent.js")
    case = (Path(__file__).parent / "components" / "cases" / "calculator.md").read_text(encoding="utf-8")
    course.lesson("a", case)
    code, out, _ = course.told(capsys, "build")
    assert (code, "plotly.min.js" in out) == (0, True)
    bundle = (course.root / "site" / "assets" / "vendor" / "plotly.min.js").read_bytes()
    assert bundle.startswith(b"/**")
    assert get_plotlyjs_version().encode() in bundle[:200]
    assert 'data-plotly="../../assets/vendor/plotly.min.js"' in course.page("a")


def test_every_package_that_is_imported_is_declared():
    """What another package happens to bring may be gone with its next version."""
    declared = {re.split(r"[><=!~ ]", line)[0].lower() for line in PROJECT["dependencies"]}
    provided = packages_distributions()
    sources = (path.read_text(encoding="utf-8") for path in (REPOSITORY / "site_builder").rglob("*.py"))
    imported = {
        found
        for text in sources
        for found in re.findall(r"^\s*(?:from|import) (\w+)[\w.]*(?: import |$)", text, re.MULTILINE)
    }
    others = imported - set(sys.stdlib_module_names) - {"site_builder"}
    assert others >= {"yaml", "markdown_it", "markupsafe"}
    assert {name for name in others if not declared & {each.lower() for each in provided.get(name, ())}} == set()
