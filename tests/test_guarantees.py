"""docs/guarantees.md: every promise names tests, and every test it names exists."""

import ast
import re

from tests.scratch import REPOSITORY

GUARANTEES = (REPOSITORY / "docs" / "guarantees.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_every_named_test_exists():
    named = NAMED.findall(GUARANTEES)
    assert len(named) > 50
    for path, test in named:
        tree = ast.parse((REPOSITORY / path).read_text(encoding="utf-8"))
        assert test in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, f"{path}::{test}"


def test_every_promise_names_a_test():
    promises = [part for part in GUARANTEES.split("\n\n") if part.startswith("**")]
    assert len(promises) > 15
    for promise in promises:
        assert NAMED.search(promise), promise


def test_nothing_in_backticks_only_looks_like_a_test():
    written = re.findall(r"`(tests/[^`]*)`", GUARANTEES)
    assert {name for name in written if "::" not in name} == {"tests/test_guarantees.py"}
    assert len([name for name in written if "::" in name]) == len(NAMED.findall(GUARANTEES))
