"""Every fuzzer for as long as ``TORTURE_SECONDS`` says: nothing found, or the input that did it is shown."""

import os
import subprocess
import sys

import pytest

from tests.scratch import REPOSITORY, environment

SECONDS = int(os.environ.get("TORTURE_SECONDS", "60"))


@pytest.mark.torture
@pytest.mark.parametrize("fuzzer", ["fuzz_lesson", "fuzz_source"])
def test_a_fuzzer_finds_nothing(fuzzer, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", f"tests.torture.{fuzzer}", f"-max_total_time={SECONDS}", "-max_len=400",
         "-len_control=0",
         "-timeout=60", f"-artifact_prefix={tmp_path}/"],
        cwd=REPOSITORY, env=environment(), capture_output=True, text=True, errors="replace", check=False,
        timeout=3 * SECONDS + 300,
    )  # fmt: skip
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
