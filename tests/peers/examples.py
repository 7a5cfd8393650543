"""What peers expect of their examples, and what we make of them: same, reported, or different in silence."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import escape

import html5lib
import pytest

from site_builder.document.blocks import Figure
from site_builder.document.inline import Prose
from site_builder.problems import Problems
from site_builder.render.markdown import PageRenderer
from site_builder.source.nodes import MappingNode, Node, ScalarNode, SequenceNode
from site_builder.source.text import SourceText
from site_builder.source.yaml import load_yaml
from tests.parse.support import parse
from tests.scratch import REPOSITORY

RENDERER = PageRenderer(str)
_KEPT = str.maketrans({" ": "␣", "\t": "␉", "\n": "⏎"})
"""White space of code, which counts."""
SAME, REPORTED, SILENT = "same", "reported", "silent"


def examples(package: str, expression: str) -> list[dict]:
    """The examples of a package from npm, which `npm ci` installs; `expression` is where its module `m` has them."""
    folder = REPOSITORY / "node_modules" / package
    if not folder.is_dir() or not shutil.which("node"):
        pytest.skip(f"{package} is not installed: npm ci")
    script = f"import('{package}').then(m => process.stdout.write(JSON.stringify({expression})))"
    found = subprocess.run(["node", "-e", script], cwd=REPOSITORY, capture_output=True, check=True, timeout=60)
    return json.loads(found.stdout)


def of_markdown(source: str, expected: str) -> tuple[str, str]:
    """What an example comes to, and the first rule that is reported of it."""
    parsed = parse(source)
    shown = "".join(map(_html, parsed.lesson.blocks))
    rule = next((problem.rule for problem in parsed.problems), "")
    if _read(shown) == _read(expected) and not parsed.errors:
        return SAME, rule
    return (REPORTED if rule else SILENT), rule


def _html(block: object) -> str:
    if isinstance(block, Figure):
        title = "".join(_html(each) for each in block.caption)
        words = re.sub("<[^>]*>", "", title).strip()
        titled = f' title="{words}"' if words else ""
        return f'<p><img src="{escape(block.path)}" alt="{escape(block.alternative)}"{titled}></p>'
    return RENDERER.blocks(block.tokens) if isinstance(block, Prose) else f"<{type(block).__name__}>"


def _read(html: str) -> list[object]:
    """Elements, what matters of their attributes, and text, as a browser reads them; white space is one space."""
    found: list[object] = []

    def walk(element, is_code: bool) -> None:
        is_code = is_code or element.tag in ("pre", "code")
        if element.tag != "span":
            found.append((element.tag, tuple(sorted(_attributes(element)))))
        text(element.text, is_code)
        for child in element:
            walk(child, is_code)
            if child.tag != "span":
                found.append(f"/{child.tag}")
            text(child.tail, is_code)

    def text(given: str | None, is_code: bool) -> None:
        words = given or ""
        words = words.translate(_KEPT) if is_code else re.sub(r"[ \t\n]+", " ", words)
        if not words.strip() and not is_code:
            words = " " if found and isinstance(found[-1], str) and not found[-1].startswith("/") and words else ""
        if words and found and isinstance(found[-1], str) and not found[-1].startswith("/"):
            found[-1] += words
        elif words:
            found.append(words)

    walk(html5lib.parseFragment(html, namespaceHTMLElements=False), False)
    return [part.strip(" ⏎") if isinstance(part, str) else part for part in found if part != " "]


def _attributes(element):
    for name in ("href", "src", "alt", "title", "start"):
        if (value := element.get(name)) is not None:
            yield name, value.rpartition("/")[2] if name == "src" else value
    yield from [("class", element.get("class"))] if str(element.get("class", "")).startswith("language-") else []


def of_yaml(case: dict) -> tuple[str, str]:
    """What an example of YAML comes to; one that is no YAML has to be reported."""
    problems = Problems()
    node = load_yaml(SourceText("a.yaml", case["yaml"]), problems)
    rule = next((problem.rule for problem in problems), "")
    if case.get("fail"):
        return (SAME if problems.errors else REPORTED if rule else SILENT), rule
    if node is None or problems.errors:
        return (REPORTED if rule else SILENT), rule
    expected = json.loads(case["json"]) if case.get("json") else None
    return (SAME if _is_same(node, expected) else REPORTED if rule else SILENT), rule


def _is_same(node: Node, expected: object) -> bool:
    """Whether a node is what JSON says; values are text here, as they are written."""
    match node, expected:
        case MappingNode(), dict():
            entries = {entry.key: entry.value for entry in node.entries}
            return entries.keys() == expected.keys() and all(_is_same(entries[key], expected[key]) for key in expected)
        case SequenceNode(), list():
            return len(node.items) == len(expected) and all(map(_is_same, node.items, expected))
        case ScalarNode(), None:
            return node.written in ("", "~", "null", "Null", "NULL")
        case ScalarNode(), bool():
            return node.written.lower() == str(expected).lower()
        case ScalarNode(), int() | float():
            return _number(node.written) == expected
        case ScalarNode(), str():
            return node.written == expected
    return False


def _number(written: str) -> float | None:
    try:
        return int(written, 0) if re.match("0[xo]", written) else float(written)
    except ValueError:
        return None
