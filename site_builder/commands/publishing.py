"""What a course needs to be published: one file for each host, with the policy that its pages carry."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files as resources
from pathlib import Path

from site_builder.problems import Problems, SourcePosition, nearest
from site_builder.render.writer import POLICY

HOSTS = {
    "github": {".github/workflows/course.yml": "github.yml"},
    "gitlab": {".gitlab-ci.yml": "gitlab.yml"},
    "netlify": {"static/root/_headers": "headers"},
    "cloudflare": {"static/root/_headers": "headers"},
    "nginx": {"nginx.conf": "nginx.conf"},
    "pre-commit": {".pre-commit-config.yaml": "pre-commit.yaml"},
}
"""Host → the files of the course, each with the one of ours it is made from."""


def publishing_files(root: Path, host: str, problems: Problems) -> Mapping[Path, str]:
    """The files by where they go; nothing, with the problem reported, for a host that is not known."""
    if host not in HOSTS:
        message = f"nothing is known of a host {host!r}"
        problems.error(SourcePosition(host[:80]), "field-has-its-type", message, nearest(host, HOSTS))
        return {}
    return {root / path: _ours(name) for path, name in HOSTS[host].items()}


def _ours(name: str) -> str:
    text = (resources("site_builder.starter") / "publishing" / name).read_text(encoding="utf-8")
    return text.replace("POLICY", POLICY)
