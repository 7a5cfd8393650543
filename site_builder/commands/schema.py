"""``schema``: JSON Schemas of YAML files, front matter and directives, for editors that complete while one types."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from site_builder.commands.arguments import ROOT, Argument
from site_builder.commands.report import CLEAN, report
from site_builder.course.files import CourseFile, SourceEntry, TermEntry
from site_builder.facts.quantities import QuantityEntry
from site_builder.facts.sections import FEED_FORWARDS, MIXERS, file_record
from site_builder.facts.sheets import SheetFile
from site_builder.output.file import write_file
from site_builder.parse.directives.registry import DIRECTIVES
from site_builder.parse.directives.spec import Directive
from site_builder.parse.front_matter import FrontMatter
from site_builder.problems import Problems
from site_builder.source.fields import record
from site_builder.source.kinds import mapping

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_NUMBERED = "|".join(sorted({*MIXERS.values(), *FEED_FORWARDS.values()}))
FOLDER = ".schemas"
"""Beside ``content/``, where the first line of a YAML file names its own: ``$schema=../.schemas/course.json``."""
ARGUMENTS = (
    ROOT,
    Argument(("--print",), "print them as one JSON and write nothing", {"action": "store_true", "dest": "printed"}),
)


def run(root: Path, printed: bool) -> int:
    """Write or print them; exit code 1 where a file cannot be written."""
    if printed:
        print(json.dumps(schemas(), ensure_ascii=False, indent=1))
        return CLEAN
    problems = Problems()
    for path, text in schema_files().items():
        if write_file(root / path, text.encode(), problems, replace=True):
            print(path)
    return report(problems) if problems.errors else CLEAN


def schema_files() -> dict[Path, str]:
    """The files, by where they go in a course."""
    return {Path(FOLDER) / f"{name}.json": json.dumps(each, indent=1) + "\n" for name, each in schemas().items()}


def schemas() -> dict[str, Mapping[str, Any]]:
    """The schema of each kind of file, by its name: ``course`` is that of ``content/course.yaml``."""
    found = {
        "course": record(CourseFile).schema(),
        "sources": mapping(record(SourceEntry).kind()).schema,
        "glossary": mapping(record(TermEntry).kind()).schema,
        "anchor": _anchor(),
        "facts": record(SheetFile).schema(),
        "front-matter": record(FrontMatter).schema(),
        "quantities": mapping(record(QuantityEntry).kind()).schema,
        "directives": _directives(),
    }
    return {name: {"$schema": _DRAFT, "title": name, **schema} for name, schema in found.items()}


def _directives() -> dict[str, Any]:
    """Each directive by its name: its options, and its body where that is YAML."""
    return {"type": "object", "properties": {each.stem: _directive(each) for each in DIRECTIVES}}


def _directive(directive: Directive) -> dict[str, Any]:
    options = {option.name: option.kind.schema | {"description": option.doc} for option in directive.options}
    asked = [option.name for option in directive.options if option.required]
    parts: dict[str, Any] = {
        "options": {"type": "object", "properties": options, "required": asked, "additionalProperties": False}
    }
    needed = ["options"]
    if directive.data:
        parts["body"] = directive.data.schema
        needed += ["body"] if directive.body == "data" else []
    return {"type": "object", "description": directive.doc, "properties": parts, "required": needed}


def _anchor() -> dict[str, Any]:
    """An anchor may have a section of one kind more than once, numbered: ``attention_2``, with ``head_dim_2`` in it."""
    schema = file_record(()).schema()
    numbered = {f"^({_NUMBERED})_[0-9]+$": {"type": "object"}}
    return schema | {"patternProperties": numbered}
