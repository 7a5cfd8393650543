"""What the commands cost as whole processes: processor seconds, beside a bare start of Python in the same run."""

import resource
import subprocess
import sys

import pytest

from tests.scratch import REPOSITORY, environment

RUNS = 5
COMMANDS = {
    "build": ("build", "--out", "{out}"),
    "check": ("check",),
    "numbers": ("numbers", "--set", "N=262144", "--format", "json"),
    "import": ("anchor", "import", "tests/importing/configs/Qwen3-8B.json", "-o", "{out}/anchor.yaml"),
}


def seconds(command):
    """User and system time of the quickest of some runs."""
    costs = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, cwd=REPOSITORY, env=environment(), check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        costs.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(costs)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_costs_little(name, tmp_path):
    bare = seconds([sys.executable, "-c", ""])
    arguments = [part.format(out=tmp_path) for part in COMMANDS[name]]
    ours = seconds([sys.executable, "-m", "site_builder", *arguments])
    print(f"\n{name}: {ours:.2f} s of processor time; bare Python {bare:.2f} s; ratio {ours / bare:.0f}")
