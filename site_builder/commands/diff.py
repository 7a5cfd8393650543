"""``diff``: two sites, or two states of the course, compared number by number and word by word."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path

from site_builder.build.pipeline import Options, build_site
from site_builder.commands.arguments import ROOT, Argument
from site_builder.commands.report import CLEAN, PROBLEMS, USAGE, report
from site_builder.compare.as_html import as_html
from site_builder.compare.as_markdown import as_markdown
from site_builder.compare.as_text import as_text
from site_builder.compare.compare import compare
from site_builder.compare.report import Report
from site_builder.compare.site import NUMBERS
from site_builder.problems import BuildStopped, Problems, Refused
from site_builder.source.folder import read_folder, read_package, read_site
from site_builder.source.revision import read_revision

NOW = "."
"""The course as it lies in its folder, saved or committed or not."""
ARGUMENTS = (
    Argument(("old",), "a built site's folder, or a revision of the course: HEAD~1", {"metavar": "OLD"}),
    Argument(
        ("new",), "the same of the newer one (default: the course as it is now)",
        {"metavar": "NEW", "nargs": "?", "default": NOW},
    ),
    ROOT,
    Argument(
        ("--format",), "text for a terminal, json for programs, html for one page, github for a summary in Markdown",
        {"choices": ("text", "json", "html", "github"), "default": "text", "dest": "form"},
    ),
)  # fmt: skip


def run(root: Path, old: str, new: str, form: str) -> int:
    """Compare; exit code 0 and nothing printed where nothing changed, 1 where something did, 2 without two sites."""
    try:
        sides = [_site(root, side) for side in (old, new)]
        report = compare(*sides)
    except _NoSite as error:
        print(f"site-builder diff: {error}", file=sys.stderr)
        return USAGE
    except Refused as refusal:
        mistake = refusal.mistake
        hint = f" ({mistake.hint})" if mistake.hint else ""
        print(f"site-builder diff: {mistake.message}{hint}", file=sys.stderr)
        return USAGE
    if not report:
        return CLEAN
    sys.stdout.write(FORMATS[form](report, sides[0], sides[1]))
    return PROBLEMS


class _NoSite(Exception):
    """One of the sides is neither a built site nor a course that builds."""


def _site(root: Path, side: str) -> Mapping[str, bytes]:
    """A built site's folder; else the course in the root now, or as it was at a revision, built in memory."""
    if side != NOW and (Path(side) / NUMBERS).is_file():
        return read_site(Path(side))
    if side != NOW and Path(side).is_dir():
        raise _NoSite(f"{side!r} holds no {NUMBERS}: build the site with this version")
    try:
        files = read_folder(root) if side == NOW else read_revision(root, side)
    except Refused as refusal:
        raise _NoSite(f"{side!r} is no built site and no revision: {refusal.mistake.message}") from None
    problems = Problems()
    try:
        return build_site(files, read_package(), Options(), problems).files
    except BuildStopped:
        report(problems.errors)
        raise _NoSite(f"the course does not build {'as it is now' if side == NOW else 'at ' + repr(side)}") from None


def _json(report: Report, *_: Mapping[str, bytes]) -> str:
    return json.dumps(asdict(report), ensure_ascii=False, indent=1) + "\n"


def _text(report: Report, *_: Mapping[str, bytes]) -> str:
    return as_text(report)


def _github(report: Report, *_: Mapping[str, bytes]) -> str:
    return as_markdown(report)


FORMATS: dict[str, Callable[..., str]] = {"text": _text, "json": _json, "html": as_html, "github": _github}
