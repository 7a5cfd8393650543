"""What whole builds cost by the size of the course: cold, and warm after one edit, as ratios to a fixed loop.

``SIZES="1 100" make bench`` asks for other sizes than those below.
"""

import os
import resource
import subprocess
import sys
import time

import pytest

from tests.bench.synthetic import lesson, write_course
from tests.scratch import environment

SIZES = tuple(int(size) for size in os.environ.get("SIZES", "1 100 1000 5000").split())
LOOP = "x = 0\nfor i in range(10_000_000):\n    x += i"
"""What everything is compared with: one process, no memory, no disk."""
COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}
"""Python keeps the bytecode of our modules, as it does for a user, whatever this shell asks for."""


def cost(command, **changes):
    """(wall seconds, processor seconds of the process and its children) of a command that must succeed."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, env=environment(**changes), check=True, capture_output=True)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.parametrize("size", SIZES)
def test_a_build_costs_by_what_changed(size, tmp_path):
    write_course(tmp_path, size)
    build = [sys.executable, "-m", "site_builder", "build", "--root", str(tmp_path)]
    compiled = COMPILED | {"PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode")}
    cache = compiled | {"XDG_CACHE_HOME": str(tmp_path / "caches")}
    runs = 5 if size <= 100 else 1
    loop = min(cost([sys.executable, "-c", LOOP]) for _ in range(3))
    cost([sys.executable, "-m", "site_builder", "build", "--help"], **compiled)
    cold = min(cost([*build, "--no-cache"], **compiled) for _ in range(runs))
    cost(build, **cache)
    warm = []
    for number in range(runs):
        text = lesson(0, size, f"\n再加一句 {number}。\n")
        (tmp_path / "content" / "lessons" / "l0.md").write_text(text, encoding="utf-8")
        warm.append(cost(build, **cache))
    print(f"\n{size} lessons, wall and processor time; the loop {loop[0]:.2f} s and {loop[1]:.2f} s")
    for name, (wall, processor) in {"cold": cold, "warm": min(warm)}.items():
        ratios = f"ratios {wall / loop[0]:.1f} and {processor / loop[1]:.1f}"
        print(f"  {name}: {wall:.2f} s and {processor:.2f} s, {ratios}")
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024  # KiB on Linux
    print(f"  the largest process so far: {largest:.0f} MiB")
