"""What a command says at its end: problems reported to a person, and its exit code."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from site_builder.problems import Problem

CLEAN, PROBLEMS, USAGE = 0, 1, 2


def report(problems: Iterable[Problem]) -> int:
    """Print every problem on stderr with a closing count; return the exit code they make."""
    found = tuple(problems)
    for problem in found:
        kind = "warning: " if problem.severity == "warning" else ""
        print(f"{kind}{problem}", file=sys.stderr)
    if found:
        print(f"{len(found)} problem{'s' if len(found) > 1 else ''}", file=sys.stderr)
    return PROBLEMS if found else CLEAN
