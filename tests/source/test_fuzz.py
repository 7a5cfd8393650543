"""Any bytes, any path, any YAML: never an exception, never a silent loss, always a place in the file."""

from __future__ import annotations

import json
import os
from datetime import timedelta
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from site_builder.problems import Problems
from site_builder.source import yaml as loader
from site_builder.source.decode import decode
from site_builder.source.folder import read_folder
from site_builder.source.nodes import MappingNode, Node, SequenceNode, plain_data
from site_builder.source.text import SourceText

FUZZ = settings(
    max_examples=200,
    deadline=timedelta(seconds=2),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    derandomize=True,
)

YAML_PIECES = st.sampled_from(
    [
        *"abc012.-+_~&*!|>%@`'\"#,:?[]{}<= \n\t",
        *("\n  ", "\n- ", ": ", "- ", " #", "<<: ", "&a ", "*a", "!!str ", "---\n", "...\n", "%YAML 1.1\n"),
        *(
            "1e9",
            ".inf",
            ".nan",
            "0x",
            "2026-02-30",
            "true",
            "null",
            "\\u",
            "\\x00",
            "\u00a0",
            "\u3000",
            "：",
            "锚",
            "😀",
        ),
    ]
)
ENDS = st.sampled_from(
    [b"\xef\xbb\xbf", b"\r\n", b"\r", b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\xd7\xa2", "锚".encode()]
)


def nodes(node: Node) -> list[Node]:
    match node:
        case MappingNode():
            return [node, *(inner for entry in node.entries for inner in nodes(entry.value))]
        case SequenceNode():
            return [node, *(inner for item in node.items for inner in nodes(item))]
        case _:
            return [node]


def load(text: str) -> tuple[Node | None, Problems]:
    """The node of a text, after asserting what holds for every text."""
    problems = Problems()
    node = loader.load_yaml(SourceText("a.yaml", text), problems)
    assert (node is None) == bool(problems.errors)
    places = [problem.position for problem in problems] + [each.position for each in nodes(node) if node]
    lines = text.count("\n") + 1
    longest = max(len(line) for line in text.split("\n"))
    assert all(1 <= place.line <= lines and 1 <= place.column <= longest + 1 for place in places)
    assert all(str(problem).count("\n") == 0 for problem in problems)
    return node, problems


@pytest.mark.parametrize("parser", ["CSafeLoader", "SafeLoader"])
@given(text=st.lists(YAML_PIECES, max_size=40).map("".join))
@FUZZ
def test_yaml_is_read_or_refused(parser: str, text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loader, "_LOADER", getattr(yaml, parser))
        node, _ = load(text)
        if node:
            json.dumps(plain_data(node), allow_nan=False).encode()


@given(data=st.binary(max_size=200) | st.lists(ENDS | st.binary(max_size=4), max_size=20).map(b"".join))
@FUZZ
def test_bytes_are_text_or_refused(data: bytes) -> None:
    problems = Problems()
    text = decode(data, "a.md", problems)
    assert (text is None) == bool(problems.errors)
    if text is not None:
        assert "\r" not in text
        assert len(text.splitlines()) == len(text.removesuffix("\n").split("\n")) - (not text)
        assert decode(text.encode(), "a.md", problems) == text


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**39), 10**39)
    | st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False)
    | st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cn"], exclude_characters="\ufeff\ufffe\uffff"))
    | st.sampled_from(["yes", "010", "1e5", "12:30", "null", "#", "a: b", "- a", "", " ", "2026-02-30", ".inf"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc锚_", min_size=1), inner, max_size=4),
    max_leaves=12,
)


@given(value=VALUES)
@FUZZ
def test_plain_values_come_back(value: object) -> None:
    """What another writer of YAML 1.2 writes (JSON is such YAML) is read as the same values."""
    written = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    node, problems = load(written)
    assert node is not None, [str(problem) for problem in problems]
    assert plain_data(node) == value


@given(
    path=st.lists(
        st.sampled_from([*"abx./\\~: \x00", "..", "../", "//", "lessons", "up", "loop", "a.md", "\ud800", "锚"])
    ).map("".join)
)
@FUZZ
def test_no_path_leaves_the_root(path: str, tmp_path: Path) -> None:
    root = tmp_path / "course"
    if not root.exists():
        (root / "lessons").mkdir(parents=True)
        (tmp_path / "course-x").mkdir()
        for name in ("x", "a.md", "course-x/a.md"):
            (tmp_path / name).write_text("SECRET")
        (root / "lessons/a.md").write_text("open")
        (root / "up").symlink_to("..")
        (root / "lessons/up").symlink_to("..")
        (root / "loop").symlink_to("loop")
    files = read_folder(root)
    for read in (files.text, files.data):
        problems = Problems()
        found = read(path, problems, base="lessons")
        assert found in (None, b"open", SourceText(getattr(found, "path", ""), "open"))
        assert (found is None) == bool(problems.errors)
        assert os.fspath(tmp_path) not in "".join(map(str, problems))
