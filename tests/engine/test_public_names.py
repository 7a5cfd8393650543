"""The engine on its own: the examples of its documentation run, and nothing of the site comes along."""

import doctest
import subprocess
import sys

from site_builder import engine


def test_the_examples_of_the_documentation_are_true():
    found = doctest.testmod(engine)
    assert found.attempted > 10
    assert found.failed == 0


def test_every_public_name_exists():
    assert sorted(engine.__all__) == sorted(set(engine.__all__))
    assert all(hasattr(engine, name) for name in engine.__all__)


def test_importing_the_engine_imports_nothing_of_the_site_and_not_numpy():
    script = "import sys, site_builder.engine; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert "numpy" not in loaded
    of_ours = {name for name in loaded if name.startswith("site_builder.")}
    assert all(name.startswith("site_builder.engine") for name in of_ours)
