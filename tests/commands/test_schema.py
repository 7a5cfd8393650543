"""``schema``: what the project itself has is valid, and what a reader refuses is not."""

import json
from datetime import date

import pytest
import yaml
from jsonschema import Draft202012Validator

from site_builder.commands.schema import schemas
from site_builder.parse.directives.registry import DIRECTIVES
from tests.scratch import REPOSITORY, ScratchCourse

PLACES = {
    "content/course.yaml": "course",
    "content/sources.yaml": "sources",
    "content/glossary.yaml": "glossary",
    "content/quantities.yaml": "quantities",
    "content/anchors/*.yaml": "anchor",
    "content/facts/*.yaml": "facts",
    "content/lessons/*.md": "front-matter",
}
FILES = [
    (path, kind)
    for root in (REPOSITORY, REPOSITORY / "examples" / "numbers")
    for pattern, kind in PLACES.items()
    for path in sorted(root.glob(pattern))
]


def validator(kind):
    return Draft202012Validator(schemas()[kind])


def plain(value):
    """YAML as an editor reads it; a date is the text it was."""
    match value:
        case dict():
            return {str(key): plain(each) for key, each in value.items()}
        case list():
            return [plain(each) for each in value]
        case date():
            return value.isoformat()
    return value


@pytest.mark.parametrize("kind", schemas())
def test_every_schema_is_one(kind):
    Draft202012Validator.check_schema(schemas()[kind])


@pytest.mark.parametrize(("path", "kind"), FILES, ids=lambda each: getattr(each, "name", each))
def test_the_projects_own_files_are_valid(path, kind):
    text = path.read_text(encoding="utf-8")
    read = plain(yaml.safe_load(text.split("\n---\n")[0] if kind == "front-matter" else text))
    assert [error.message for error in validator(kind).iter_errors(read)] == []


def test_there_is_a_file_of_every_kind():
    assert {kind for _, kind in FILES} == set(schemas()) - {"directives"}


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        ("course", "{title: a, lang: en, anchor: b, chapters: [], chapter: []}"),
        ("course", "{title: a, lang: en, chapters: []}"),
        ("course", "{title: a, lang: en, anchor: b, chapters: [{id: c, label: C, title: t, lessons: [{id: x}]}]}"),
        ("course", "{title: a, lang: en, anchor: b, chapters: [], severities: {entry-is-usd: error}}"),
        ("sources", "{a: {title: t, authors: b, year: 1066}}"),
        ("sources", "{a: {title: t, authors: b, url: example.org}}"),
        ("glossary", "{a: {title: t, english: e}}"),
        ("front-matter", "{title: t}"),
        ("front-matter", "{title: t, time: 5, titel: t}"),
        ("quantities", "{a: {title: t, formula: weights(), arguments: {n: {from: -1}}}}"),
        ("facts", "{title: t, sources: {}, facts: {a: {value: 3, place: p}}}"),
        ("anchor", "{id: a, title: t, sources: {}, model: {hidden_size: {value: 0, source: s}}}"),
    ],
)
def test_what_a_reader_refuses_is_not_valid(kind, written):
    assert not validator(kind).is_valid(yaml.safe_load(written))


def written_parts(example):
    """A directive as an editor would see it: its options, and its body where that is YAML."""
    opening, *lines = example.splitlines()[:-1]
    stem = opening.strip(":").partition("}")[0].strip("{")
    options = [line[1:].partition(": ") for line in lines if line.startswith(":")]
    body = yaml.safe_load("\n".join(line for line in lines if not line.startswith(":")))
    return {stem: {"options": {name: value.strip() for name, _, value in options}, "body": body}}


DATA = [each for each in DIRECTIVES if each.body == "data"]


@pytest.mark.parametrize("directive", DATA, ids=lambda each: each.stem)
def test_the_examples_of_directives_are_valid(directive):
    assert [error.message for error in validator("directives").iter_errors(written_parts(directive.example))] == []


@pytest.mark.parametrize(
    ("stem", "before", "after"),
    [
        ("calculator", "label: 一样大", "lable: 一样大"),
        ("calculator", "role: score", "role: scores"),
        ("calculator", ":to:", ":too:"),
        ("calculator", ":name: memory", ":name: 2nd"),
        ("plot", "kind: bar", "kind: pie"),
        ("plot", "models: [", "models: 3, also: ["),
        ("claims", "grade: proved", "grade: proven"),
        ("predictions", "right: 2", "right: 0"),
        ("attention_figure", "word: 我", "words: 我"),
    ],
)
def test_what_a_directive_refuses_is_not_valid(stem, before, after):
    (directive,) = (each for each in DATA if each.stem == stem)
    assert before in directive.example
    assert not validator("directives").is_valid(written_parts(directive.example.replace(before, after, 1)))


def test_they_are_written_beside_the_content_and_printed(course, capsys):
    code, out, err = course.told(capsys, "schema")
    assert (code, err) == (0, "")
    written = {path.split("/")[1]: json.loads((course.root / path).read_text()) for path in out.split()}
    assert written == {
        f"{name}.json": schema for name, schema in json.loads(course.told(capsys, "schema", "--print")[1]).items()
    }
    assert course.told(capsys, "check")[0] == 0


def test_a_new_course_names_its_schema(tmp_path, capsys):
    made = tmp_path / "made"
    ScratchCourse(tmp_path).told(capsys, "new", "course", str(made))
    first = (made / "content" / "course.yaml").read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../.schemas/course.json"
    assert (made / ".schemas" / "course.json").is_file()
