"""What a command says at its end: problems reported to a person, and its exit code."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from site_builder.problems import Problem

CLEAN, PROBLEMS, USAGE = 0, 1, 2


def tell(problems: Iterable[Problem]) -> int:
    """Print every problem on stderr with a closing count; return the exit code they make."""
    told = tuple(problems)
    for problem in told:
        kind = "warning: " if problem.severity == "warning" else ""
        print(f"{kind}{problem}", file=sys.stderr)
    if told:
        print(f"{len(told)} problem{'s' if len(told) > 1 else ''}", file=sys.stderr)
    return PROBLEMS if told else CLEAN
