"""A writer killed at random moments: the site is the old one or the new one, whole, and the next build recovers."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time

import pytest

from site_builder.output.manifest import MANIFEST
from site_builder.output.site import write_site
from site_builder.problems import Problems
from tests.scratch import environment, snapshot

PAGES = 120
WRITER = """
import itertools, sys
from pathlib import Path
from site_builder.output.site import write_site
from site_builder.problems import Problems
from tests.torture.test_kill import site_of
print("ready", flush=True)
for version in itertools.count(int(sys.argv[2])):
    write_site(site_of(version % 2), Path(sys.argv[1]), Problems())
"""


def site_of(version: int) -> dict[str, bytes]:
    """Two sites that share half their pages and differ in the rest, in text and in names."""
    shared = {f"shared/{page}/index.html": b"shared" * 500 for page in range(PAGES // 2)}
    own = {f"c{page}/{version}/index.html": b"%d" % version * 3000 for page in range(PAGES // 4)}
    changed = {f"changed/{page}.html": b"%d" % version * 5000 for page in range(PAGES // 4)}
    return shared | own | changed


def kill_a_writer(site, number, delay):
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(site), "1"],
        env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert writer.stdout is not None
    assert writer.stdout.readline() == b"ready\n"
    time.sleep(delay)
    writer.send_signal(number)
    try:
        writer.wait(10)
    except subprocess.TimeoutExpired:  # Python drops an interrupt that comes while an object is being finalised
        writer.kill()
        writer.wait(10)
    writer.stdout.close()


def assert_kills_leave_the_site_whole(folder, kills, seed):
    chance = random.Random(seed)
    site = folder / "site"
    assert write_site(site_of(0), site, Problems()).changed
    (site / "CNAME").write_text("example.org")
    (site / "shared" / "notes.txt").write_text("mine")
    mine = {"CNAME": b"example.org", "shared/notes.txt": b"mine"}
    whole = [site_of(version) | mine for version in (0, 1)]
    interrupted = 0
    for kill in range(kills):
        number = chance.choice([signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
        kill_a_writer(site, number, delay=chance.uniform(0, 0.15))
        found = {path: data for path, data in snapshot(site).items() if path != MANIFEST}
        assert found in whole, f"seed {seed}, kill {kill} ({number.name}): a mix"
        interrupted += len(list(folder.iterdir())) > 1
    problems = Problems()
    write_site(site_of(0) | {"last.html": b"last"}, site, problems)
    assert not len(problems)
    assert [path.name for path in folder.iterdir()] == ["site"]
    assert {path: data for path, data in snapshot(site).items() if path != MANIFEST} == whole[0] | {
        "last.html": b"last"
    }
    assert interrupted, "no kill came while a site was being staged: the test proves nothing"


def test_a_few_kills_leave_the_site_whole(tmp_path):
    assert_kills_leave_the_site_whole(tmp_path, kills=8, seed=8)


@pytest.mark.torture
def test_a_hundred_kills_leave_the_site_whole(tmp_path):
    assert_kills_leave_the_site_whole(tmp_path, kills=100, seed=time.time_ns())
