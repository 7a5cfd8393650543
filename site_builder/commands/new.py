"""``new``: a course that builds at once, or a lesson of the course there is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files as resources
from pathlib import Path

from site_builder.commands.arguments import ROOT, Argument
from site_builder.commands.publishing import HOSTS, publishing_files
from site_builder.commands.report import CLEAN, report
from site_builder.commands.schema import schema_files
from site_builder.course.course import lesson_path, load_course
from site_builder.importing.importer import import_config
from site_builder.output.file import write_file
from site_builder.problems import Problems, SourcePosition
from site_builder.source.folder import read_folder, read_given
from site_builder.source.patterns import ID, WORDS
from site_builder.source.text import SourceText

LANGUAGES = ("en", "zh-CN")
ARGUMENTS = (
    Argument(
        ("kind",), "course or lesson, or publishing: the files that a host needs",
        {"choices": ("course", "lesson", "publishing")},
    ),
    Argument(
        ("name",), f"the folder of the new course, the id of the new lesson, or one of {', '.join(HOSTS)}",
        {"metavar": "DIR|ID|HOST"},
    ),
    ROOT,
    Argument(("--lang",), "the language of a new course (default: en)", {"choices": LANGUAGES, "default": "en"}),
    Argument(
        ("--model",), "the config.json of the model that a new course computes with (default: Qwen3-8B)",
        {"type": Path, "default": None, "metavar": "CONFIG.json"},
    ),
)  # fmt: skip
_STARTER = "site_builder.starter"
_LESSON = "---\ntitle: {title}\ntime: 10\ndraft: true\n---\n\n"


def run(kind: str, name: str, root: Path, lang: str, model: Path | None) -> int:
    """Make it; exit code 1 and nothing written on any problem."""
    problems = Problems()
    if kind == "course":
        made = _course(Path(name), lang, model, problems)
    else:
        made = _lesson(root, name, problems) if kind == "lesson" else publishing_files(root, name, problems)
    if not problems.errors:
        for path, text in made.items():
            if write_file(path, text.encode(), problems, replace=False):
                print(path)
    if not problems.errors and kind == "course":
        print(f"site-builder serve --root {name}")
    return report(problems) if problems.errors else CLEAN


def _course(folder: Path, lang: str, model: Path | None, problems: Problems) -> Mapping[Path, str]:
    """The files of a course of one lesson, by where they go."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        message = "this folder is there already and holds something" if folder.is_dir() else "this is a file"
        problems.error(SourcePosition(str(folder)), "output-is-writable", message, "choose a new one")
        return {}
    anchor_id, made = starter_anchor(model, problems)
    if not made:
        return {}
    own = {path: _starter(f"{lang}/{path}") for path in ("content/course.yaml", "content/lessons/first.md")}
    own["content/course.yaml"] = own["content/course.yaml"].replace("ANCHOR", anchor_id)
    own |= {str(path): text for path, text in schema_files().items()}
    own |= made
    return {folder / path: text for path, text in own.items()}


def starter_anchor(model: Path | None, problems: Problems) -> tuple[str, Mapping[str, str]]:
    """The anchor of a new course, of `model` or of the one that all have at first: its id, and the files to write."""
    config = read_given(model, problems) if model else SourceText("qwen3-8b/config.json", _starter("config.json"))
    anchor_id = _anchor_id(config.path) if config else ""
    anchor = import_config(config, problems, anchor_id) if config else None
    if anchor is None:
        return "", {}
    return anchor_id, {f"content/anchors/{anchor_id}.yaml": anchor, ".gitignore": _starter("gitignore")}


def _anchor_id(config: str) -> str:
    """The name of an anchor for the file `config`: its own, or that of its folder where it is a bare config.json."""
    path = Path(config)
    name = path.absolute().parent.name if path.stem == "config" else path.stem
    return re.sub(r"[^a-z0-9.-]+", "-", name.lower()).strip("-.") or "model"


def _lesson(root: Path, lesson_id: str, problems: Problems) -> Mapping[Path, str]:
    """The file of a lesson that `course.yaml` lists; a draft until its author says otherwise."""
    place = SourcePosition("content/course.yaml")
    if not re.search(ID, lesson_id):
        problems.error(SourcePosition(lesson_id[:80]), "field-has-its-type", f"an id is {WORDS[ID]}")
        return {}
    course = load_course(read_folder(root), problems)
    if course is None:
        return {}
    listed = next((lesson for lesson in course.lessons if lesson.id == lesson_id), None)
    path = root / lesson_path(lesson_id)
    if path.exists():
        problems.error(SourcePosition(lesson_path(lesson_id)), "output-is-writable", "this lesson is there already")
    elif listed is None:
        hint = f"add the line  - {{id: {lesson_id}, topic: …}}  where it belongs, then run this again"
        problems.error(place, "lesson-is-listed", f"no chapter lists a lesson {lesson_id!r}", hint)
    else:
        return {path: _LESSON.format(title=listed.title.plain if listed.title else lesson_id)}
    return {}


def _starter(path: str) -> str:
    return (resources(_STARTER) / path).read_text(encoding="utf-8")
