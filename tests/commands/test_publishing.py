"""What ``new publishing`` writes: well-formed files that call commands which exist, and the policy of the pages."""

from __future__ import annotations

import re

import pytest

from site_builder import cli
from site_builder.commands import build, check, diff
from site_builder.commands.publishing import HOSTS
from site_builder.problems import Problems
from site_builder.render.writer import POLICY
from site_builder.source.nodes import plain_data
from site_builder.source.text import SourceText
from site_builder.source.yaml import load_yaml
from tests.scratch import REPOSITORY

COMMANDS = {"build": build, "check": check, "diff": diff}


@pytest.fixture
def written(course, capsys):
    """Writes the file of a host; its text."""

    def write(host: str) -> str:
        code, out, err = course.told(capsys, "new", "publishing", host)
        assert (code, err) == (0, "")
        (path,) = HOSTS[host]
        assert out == f"{course.root / path}\n"
        return (course.root / path).read_text(encoding="utf-8")

    return write


@pytest.mark.parametrize("host", ["github", "gitlab", "pre-commit"])
def test_workflows_can_be_read_and_call_what_there_is(written, host):
    text, problems = written(host), Problems()
    assert isinstance(plain_data(load_yaml(SourceText("a.yml", text), problems)), dict)
    assert not len(problems), list(problems)
    calls = re.findall(r"site-builder (build|check|diff)\b([^\n|>]*)", text)
    assert calls
    for name, rest in calls:
        flags = {flag for argument in COMMANDS[name].ARGUMENTS for flag in argument.flags}
        assert set(re.findall(r"--[\w-]+", rest)) <= flags, (name, rest)


def test_a_difference_is_no_failure_and_a_mistake_is(written):
    assert '>> "$GITHUB_STEP_SUMMARY" || test $? -eq 1\n' in written("github")


@pytest.mark.parametrize("host", ["netlify", "cloudflare", "nginx"])
def test_hosts_repeat_the_policy_of_the_pages(written, host):
    assert f"{POLICY}; frame-ancestors 'none'" in written(host)


def test_headers_are_published_at_the_root(written, course, capsys):
    course.lesson("a")
    text = written("netlify")
    assert course.told(capsys, "build")[0] == 0
    assert (course.root / "site" / "_headers").read_text(encoding="utf-8") == text


def test_a_file_of_ones_own_stays_and_an_unknown_host_is_reported(course, capsys):
    file = course.write("nginx.conf", "mine\n")
    assert course.told(capsys, "new", "publishing", "nginx")[0] == 1
    assert file.read_text(encoding="utf-8") == "mine\n"
    code, _, err = course.told(capsys, "new", "publishing", "githup")
    assert (code, "did you mean 'github'?" in err) == (1, True)


def test_the_page_of_the_docs_knows_every_host():
    page = (REPOSITORY / "docs" / "publishing.md").read_text(encoding="utf-8")
    assert all(f"`{host}`" in page and f"`{path}`" in page for host, files in HOSTS.items() for path in files)
    assert {name for name, _ in cli.COMMANDS} >= {*COMMANDS, "new"}
