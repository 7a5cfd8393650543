"""Small mutations of what guards files, text and numbers, by hand: ``make mutate [ONLY=site_builder/output]``.

cosmic-ray, which `pip install cosmic-ray` puts beside the other tools, changes one operator, number or branch at a time
in a copy of the checkout and runs the tests of the module.  What no test sees is printed with its difference: read
each, and write the test that it asks for, or leave it where it changes nothing that anyone can see.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "mutate"
TOOLS = Path(sys.executable).parent
TESTS = {
    "site_builder/output": "tests/output",
    "site_builder/source": "tests/source tests/cases/test_yaml.py tests/cases/test_bytes.py",
    "site_builder/engine/units.py": "tests/engine/test_units.py",
    "site_builder/parse/dollars.py": "tests/parse/test_dollars.py tests/parse/test_money.py",
    "site_builder/render/ledger.py": "tests/render/test_ledger.py",
}
"""What is changed, and the tests that must see it."""
CONFIG = """[cosmic-ray]
module-path = ["{module}"]
timeout = 60.0
excluded-modules = []
test-command = "{python} -m pytest -x -q -p no:cacheprovider -m 'not torture and not browser' {tests}"
[cosmic-ray.distributor]
name = "local"
"""


def main(only: str) -> int:
    """Mutate what lies in or below `only`; the exit code is 1 where the tool is absent."""
    if not (TOOLS / "cosmic-ray").is_file():
        print("make mutate needs cosmic-ray: pip install cosmic-ray", file=sys.stderr)
        return 1
    tree = _copied()
    for module, tests in TESTS.items():
        if module.startswith(only) or only.startswith(module):
            _mutated(tree, only if only.startswith(module) else module, tests)
    return 0


def _copied() -> Path:
    """The files of the checkout, for the tool changes them in place."""
    shutil.rmtree(WORK, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        target = WORK / "tree" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    return WORK / "tree"


def _mutated(tree: Path, module: str, tests: str) -> None:
    config, session = WORK / "config.toml", WORK / f"{module.replace('/', '-')}.sqlite"
    config.write_text(CONFIG.format(module=module, python=sys.executable, tests=tests), encoding="utf-8")
    print(f"{module}: {tests}", flush=True)
    for command in (("init", config, session), ("exec", config, session)):
        subprocess.run([TOOLS / "cosmic-ray", *map(str, command)], cwd=tree, check=True)
    subprocess.run([TOOLS / "cr-report", "--surviving-only", "--show-diff", str(session)], cwd=tree, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
