"""Fuzzing of the doors for bytes, YAML, JSON and the course file, by hand and for as long as wanted:

    python -m tests.torture.fuzz_source [CORPUS FOLDER] -max_total_time=600 -max_len=4096 -timeout=10

Whatever comes out as anything but a value or problems is a bug; libFuzzer keeps the input that did it.
"""

from __future__ import annotations

import sys

from tests.torture.driver import fuzz, instrumented

with instrumented("site_builder", "yaml"):
    import yaml

    from site_builder.course.files import CourseFile
    from site_builder.problems import Problems
    from site_builder.source import yaml as loader
    from site_builder.source.decode import decode
    from site_builder.source.fields import read as read_record
    from site_builder.source.json_nodes import load_json
    from site_builder.source.text import SourceText

PARSERS = (yaml.CSafeLoader, yaml.SafeLoader)


def read(data: bytes) -> None:
    """Read `data` through every door; the first byte chooses the parser."""
    problems = Problems()
    text = decode(data[1:], "a", problems)
    assert (text is None) == bool(problems.errors)
    if text is None:
        return
    loader._LOADER = PARSERS[data[0] % len(PARSERS)]
    for load in (loader.load_yaml, load_json):
        found = Problems()
        node = load(SourceText("a", text), found)
        assert (node is None) == bool(found.errors)
        for problem in found:
            str(problem).encode()
            assert 1 <= problem.position.line <= text.count("\n") + 1
        if node is not None:
            course = read_record(node, CourseFile, found)
            assert (course is None) == bool(found.errors)


if __name__ == "__main__":
    fuzz(lambda data: read(data) if data else None, sys.argv)
