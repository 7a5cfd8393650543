"""``check``: every problem and every warning of the course, and nothing written."""

from __future__ import annotations

import json
from pathlib import Path

from site_builder.commands.arguments import ANCHOR, DRAFTS, NO_CACHE, ROOT, Argument
from site_builder.commands.report import CLEAN, PROBLEMS, report
from site_builder.commands.site import site_of, store_of
from site_builder.problems import BuildStopped, Problem, Problems
from site_builder.rules.rule import Rule
from site_builder.rules.table import RULES

ARGUMENTS = (
    ROOT,
    ANCHOR,
    DRAFTS,
    NO_CACHE,
    Argument(
        ("--list",),
        "print every rule with a bad line and a good one, and stop",
        {"action": "store_true", "dest": "rules_only"},
    ),
    Argument(
        ("--format",),
        "text for people (stderr), json for programs, github for annotations (stdout)",
        {"choices": ("text", "json", "github"), "default": "text", "dest": "form"},
    ),
)


def run(root: Path, anchor: Path | None, drafts: bool, no_cache: bool, rules_only: bool, form: str) -> int:
    """Check the course; exit code 1 where anything was found."""
    if rules_only:
        print("\n\n".join(map(_shown, RULES)))
        return CLEAN
    problems = Problems()
    try:
        site_of(root, anchor, problems, drafts=drafts, store=store_of(root, no_cache), is_slow=True)
    except BuildStopped:
        assert problems.errors
    return FORMATS[form](tuple(problems))


def _shown(rule: Rule) -> str:
    """A rule's id and sentence, and below them the two lines, each with where it stands."""
    where = "" if rule.at == "lesson" else f" ({rule.at})"
    lines = [rule.id, f"  {rule.sentence}"]
    for kind, example in (("bad", rule.bad), ("good", rule.good)):
        shown = example.split("\n") if example else ["(nothing)"]
        lines += [f"  {kind}{where}:", *(f"    {line}".rstrip() for line in shown)]
    return "\n".join(lines)


def _report_json(problems: tuple[Problem, ...]) -> int:
    print(json.dumps([_record(problem) for problem in problems], indent=2))
    return PROBLEMS if problems else CLEAN


def _record(problem: Problem) -> dict[str, str | int]:
    return {
        "path": problem.position.path,
        "line": problem.position.line,
        "column": problem.position.column,
        "severity": problem.severity,
        "rule": problem.rule,
        "message": problem.message,
        "hint": problem.hint,
    }


def _report_github(problems: tuple[Problem, ...]) -> int:
    for problem in problems:
        place = problem.position
        path = _escape(place.path).replace(":", "%3A").replace(",", "%2C")
        text = problem.message + (f" ({problem.hint})" if problem.hint else "")
        print(
            f"::{problem.severity} file={path},line={place.line},col={place.column},"
            f"title={problem.rule}::{_escape(text)}"
        )
    return PROBLEMS if problems else CLEAN


def _escape(text: str) -> str:
    """Text of a workflow command: its three reserved characters by number."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


FORMATS = {"text": report, "json": _report_json, "github": _report_github}
