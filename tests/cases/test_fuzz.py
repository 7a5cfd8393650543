"""Any text: a page that is safe, well-formed and without a loss, or problems that have places."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.torture.door import Door
from tests.torture.pieces import PIECES, composed

FOUND = (
    "```:alt: 羊\n鼠",
    '[^a"onmouseover=x] 甲\n\n[^a"onmouseover=x]: 注',
    "龙龙$$.$$",
    "\n## $$++!$$",
    "牛 ~~^~~马~~***~~$$~~**~~$$",
    "用 <std::vector> 与 <a:b>",
    "## sources\n## main\n{cite}`vaswani2017`",
    "甲[^1]乙[^1]\n\n[^1]: 注\n\n丙[^1-1]\n\n[^1-1]: 丁",
    "![虎](https://a.b/x.png)",
    "[a](java&Tab;script:1) [b](&#1;javascript:1)",
    "\n[甲]: [甲]:\n\n[甲]",
    "[{term}`kv-cache`](b.md) [甲[^1]](b.md)\n\n[^1]: 注",
    ":::{claims}\n- {claim: '$|v|$  \n$|v|$牛鼠', grade: none, source: vaswani2017}\n:::\n",
    "::::{dig} 见 {cite}`vaswani2017 §鼠`\n文\n::::",
)
"""Texts that once broke what must hold."""


@pytest.fixture(scope="module")
def door(tmp_path_factory):
    return Door(tmp_path_factory.mktemp("door") / "course")


@pytest.mark.parametrize("body", FOUND)
def test_what_was_found_holds(door, body):
    door.read(body)


@given(body=st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
@settings(
    max_examples=150,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_lesson_is_a_safe_page_or_problems(door, body):
    door.read(body)


@given(data=st.binary(max_size=60))
@settings(
    max_examples=150,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_lesson_of_whole_blocks_is_a_safe_page_or_problems(door, data):
    door.read(composed(data))
