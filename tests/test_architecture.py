"""The architecture, enforced by reading the source: floors, fences, sizes, stems, rules, words."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from site_builder.document import blocks
from site_builder.document.frames import FRAMES
from site_builder.parse.directives.calculator import ROLES
from site_builder.parse.directives.registry import DIRECTIVES
from site_builder.problems import Problems
from site_builder.rules.table import RULE_IDS, RULES
from site_builder.source.folder import read_package
from site_builder.source.nodes import plain_data
from site_builder.source.yaml import load_yaml

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "site_builder"
SOURCES = tuple(sorted(PACKAGE.rglob("*.py")))

FLOORS = {
    "__main__": 10, "cli": 9, "library": 9, "commands": 8, "serving": 7, "build": 6, "transfer": 6, "checks": 5,
    "render": 5, "resolve": 4, "importing": 4,
    "course": 3, "facts": 3, "expression": 2, "parse": 2,
    "document": 1, "figures": 1, "source": 1, "output": 1, "compare": 1, "engine": 0, "problems": 0,
    "rules": -1,
}  # fmt: skip

FENCES = {
    "numpy": ("engine/", "figures/"),
    "yaml": ("source/",),
    "pybtex": ("source/bibtex.py",),
    "imagesize": ("source/image_size.py",),
    "rapidfuzz": ("problems.py",),
    "markdown_it": ("parse/", "render/", "document/inline.py"),
    "mdit_py_plugins": ("parse/",),
    "jinja2": ("render/",),
    "rjsmin": ("render/assets.py",),
    "markupsafe": ("render/",),
    "pygments": ("render/",),
    "plotly": ("figures/",),
    "brotli": ("output/compress.py",),
    "math_core": ("document/maths.py",),
    "resvg_py": ("output/raster.py",),
}

DOORS = ("source/", "output/", "commands/", "serving/", "cli.py", "library.py", "__main__.py")
"""Where files of this machine are read and written."""

NO_COMPONENT = {"include"}
"""Directives that leave nothing on the page but what they bring in."""

HAN = re.compile("[\u3400-\u9fff\U00020000-\U0003ffff]{2}")


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def part_of(dotted: str) -> str:
    """``site_builder.engine.units`` → ``engine``; the package itself → nothing."""
    return ([*dotted.split("."), ""])[1]


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Every module that a file imports, wherever in the file."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}:{node.lineno}: relative import"
            if node.module == "site_builder":
                yield from ((f"site_builder.{alias.name}", node.lineno) for alias in node.names)
            else:
                yield str(node.module), node.lineno


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_imports_point_down(path):
    own = part_of("site_builder." + name_of(path).removesuffix(".py").replace("/", "."))
    if own == "__init__":
        assert not list(imports(path))
        return
    for module, line in imports(path):
        other = part_of(module) if module.split(".")[0] == "site_builder" else own
        if other not in (own, "__version__"):
            assert FLOORS[other] < FLOORS[own], f"{name_of(path)}:{line}: {own} imports {other}"


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_third_parties_stay_behind_their_fences(path):
    for module, line in imports(path):
        top = module.split(".")[0]
        if top != "site_builder" and top not in sys.stdlib_module_names:
            assert top in FENCES, f"{name_of(path)}:{line}: {top} has no fence"
            assert name_of(path).startswith(FENCES[top]), f"{name_of(path)}:{line}: {top} is for {FENCES[top]} only"


def test_only_the_doors_know_a_folder():
    """What lies between them gets files as values: no function there takes or makes a path of this machine."""
    for path in SOURCES:
        if not name_of(path).startswith(DOORS):
            assert not [name for name, _ in imports(path) if name in ("os", "io", "tempfile", "shutil")], name_of(path)
            for node in ast.walk(parsed(path)):
                if isinstance(node, ast.FunctionDef):
                    named = {each.id for part in (node.args, node.returns) if part for each in ast.walk(part)
                             if isinstance(each, ast.Name)}  # fmt: skip
                    assert "Path" not in named, f"{name_of(path)}:{node.lineno}: {node.name}"


def test_the_engine_reads_no_files():
    for path in (PACKAGE / "engine").rglob("*.py"):
        assert not {"os", "io", "pathlib", "tempfile", "shutil"} & {module.split(".")[0] for module, _ in imports(path)}
        calls = [node.func for node in ast.walk(parsed(path)) if isinstance(node, ast.Call)]
        assert not [call for call in calls if isinstance(call, ast.Name) and call.id == "open"]


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_files_and_functions_stay_small(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 300
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= 60, f"{name_of(path)}:{node.lineno}: {node.name} has {length} lines"


def test_packages_re_export_nothing():
    for path in PACKAGE.rglob("*/__init__.py"):
        if name_of(path) != "engine/__init__.py":
            body = [node for node in parsed(path).body if not _is_docstring(node)]
            assert not body, f"{name_of(path)} holds more than a docstring"


def test_one_stem_names_the_directive_the_block_the_template_and_the_case():
    frames = {frame.stem for frame in FRAMES}
    directives = {directive.stem for directive in DIRECTIVES} - NO_COMPONENT - frames
    modules = {path.stem for path in (PACKAGE / "parse" / "directives").glob("*.py")}
    classes = [kind for kind in vars(blocks).values() if isinstance(kind, type) and kind.__module__ == blocks.__name__]
    assert directives == {kind.stem for kind in classes if isinstance(vars(kind).get("stem"), str)}
    assert directives | {"frame"} == {path.stem for path in (ROOT / "templates" / "components").glob("*.html")}
    assert directives == {path.stem for path in (ROOT / "tests" / "components" / "cases").glob("*.md")} - frames
    assert directives | NO_COMPONENT | {"frames"} <= modules
    assets = ROOT / "static" / "components"
    assert directives == {path.stem for path in assets.glob("*.css")}
    assert directives >= {path.stem.partition("-")[0] for path in assets.glob("*.js")}


def test_every_language_has_the_same_words():
    files = sorted((ROOT / "templates" / "locale").glob("*.yaml"))
    assert [path.stem for path in files] == ["en", "zh-CN"]
    problems = Problems()
    texts = [read_package().text(path.relative_to(ROOT).as_posix(), problems) for path in files]
    english, chinese = (plain_data(load_yaml(text, problems)) for text in texts)
    assert not len(problems)
    del chinese["quantities"]  # the engine's own titles are English
    assert list(_keys(english)) == list(_keys(chinese))


def _keys(words, prefix=""):
    for key, value in words.items():
        yield f"{prefix}{key}"
        if isinstance(value, dict):
            yield from _keys(value, f"{prefix}{key}.")


def test_every_rule_is_used_and_every_rule_used_exists():
    used: set[str] = set()
    for path in SOURCES:
        if not name_of(path).startswith("rules/"):
            strings = {node.value for node in ast.walk(parsed(path)) if _is_string(node)}
            used |= strings & RULE_IDS
            for node in ast.walk(parsed(path)):
                if _is_problem_call(node) and _is_string(node.args[1]):
                    assert node.args[1].value in RULE_IDS, f"{name_of(path)}:{node.lineno}"
    assert used == RULE_IDS, f"never used: {sorted(RULE_IDS - used)}"


def test_every_rule_is_one_sentence_with_an_id_of_its_own():
    assert len(RULE_IDS) == len(RULES)
    for rule in RULES:
        assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)+", rule.id), rule
        assert re.fullmatch("[A-Z:].*\\.", rule.sentence), rule


def test_python_holds_no_sentence_a_reader_sees():
    for path in SOURCES:
        spared = {id(node.value) for node in ast.walk(parsed(path)) if _is_docstring(node) or _is_example(node)}
        for node in ast.walk(parsed(path)):
            if _is_string(node) and id(node) not in spared:
                assert not HAN.search(node.value), f"{name_of(path)}:{node.lineno}: {node.value!r}"


@pytest.mark.parametrize("pattern", ["templates/**/*.html", "static/**/*.js"])
def test_templates_and_scripts_hold_no_sentence_a_reader_sees(pattern):
    found = [path for path in ROOT.glob(pattern) if "vendor" not in path.parts]
    assert found
    for path in found:
        comments = r"\{#.*?#\}" if path.suffix == ".html" else r"/\*.*?\*/|(?<!:)//[^\n]*"
        text = re.sub(comments, "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not HAN.search(text), f"{path.relative_to(ROOT)}: {HAN.search(text)}"


ROLE = re.compile(rf"""\b(?:role|curve|id)\b[\])'"]*\s*(?:[!=]==?|in)\s*[\[(]*["'](?:{"|".join(ROLES)})["']""")


def test_nothing_is_tied_to_a_lesson_or_to_a_curve_s_role():
    """No lesson's id in what makes pages; a role is a look, which only the macro that draws its mark asks for."""
    lessons = {path.stem for path in (ROOT / "content" / "lessons").glob("*.md")}
    found = [path for part in ("site_builder", "templates", "static") for path in (ROOT / part).rglob("*.*")]
    texts = {path: path.read_text(encoding="utf-8") for path in found if path.suffix in (".py", ".html", ".js", ".css")}
    assert lessons
    for path, text in texts.items():
        if "vendor" not in path.parts:
            assert not [name for name in lessons if name in text], path
            text = re.sub(r"{% macro mark\(role\).*?{%-? endmacro", "", text, flags=re.DOTALL)
            assert not ROLE.search(text), f"{path}: {ROLE.search(text)}"


def _is_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and _is_string(node.value)


def _is_example(node: ast.AST) -> bool:
    """A directive's example: what an author may write, shown in the manual."""
    return isinstance(node, ast.keyword) and node.arg == "example"


def _is_problem_call(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("error", "warning")
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "problems"
        and len(node.args) >= 3
    )
