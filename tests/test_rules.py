"""Every rule has a bad line that breaks it alone, and a good one that breaks none: those of `check --list`."""

from __future__ import annotations

from functools import cache

import pytest

from site_builder.build.pipeline import Options
from site_builder.importing.importer import import_config
from site_builder.problems import Problems
from site_builder.rules.table import RULES
from site_builder.source.json_nodes import load_json
from site_builder.source.text import SourceText
from tests.build.courses import outcome
from tests.scratch import REPOSITORY

HEAD = "title: A lesson\ntime: 5\n"
CALCULATOR = """
:::{calculator} Memory
:name: memory
:to: 4096
:start: 64

curves: [{value: "score_matrix(N=N)", label: scores}]
:::
"""
LESSONS = {"lesson": "", "lesson with a calculator": CALCULATOR}
"""Rules of one lesson's text, and what else stands in it."""
BYTES = {
    "file-size-is-bounded": (b"word " * 1_000_000, b"word " * 10_000),
    "source-is-utf-8": ("café".encode("latin-1"), "café".encode()),
    "source-has-no-control-characters": (b"a\x07b", b"a b"),
}
"""What `check --list` says of the bytes of a lesson in words."""
ANCHOR = (REPOSITORY / "content/anchors/qwen3.8-27b.yaml").read_text(encoding="utf-8").replace("qwen3.8-27b", "model")
EXPERTS = (
    (REPOSITORY / "content/anchors/qwen3-30b-a3b.yaml").read_text(encoding="utf-8").replace("qwen3-30b-a3b", "experts")
)
COURSE = {
    "content/anchors/model.yaml": ANCHOR,
    "content/anchors/experts.yaml": EXPERTS,
    "content/lessons/part.md": "A part.\n",
    "content/lessons/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    "content/sources.yaml": "vaswani2017: {title: Attention, authors: Vaswani et al., year: 2017}\n",
    "content/glossary.yaml": "kv-cache: {title: KV cache, english: KV cache, sentence: Kept.}\n",
}


def files(lessons: dict[str, str], head: str = HEAD, more: str = "") -> dict[str, str]:
    """The course: its first lesson refers to what it has, its last pays what it owes, `lessons` stand between."""
    first = "{cite}`vaswani2017` {term}`kv-cache` {promise}`order` ![a dot](dot.svg)\n\n:::{include} part.md\n:::\n"
    bodies = {"a": first, **lessons, "z": "{paid}`order`\n"}
    listed = ", ".join(f"{{id: {name}, topic: Memory}}" for name in bodies)
    fields = {
        "title": "A course", "lang": "en", "anchor": "model",
        "chapters": f"[{{id: c, label: C, title: Chapter, lessons: [{listed}]}}]",
        "promises": "{order: {text: Order, lesson: z}}",
    }  # fmt: skip
    kept = {name: value for name, value in fields.items() if not more.startswith(f"{name}:")}
    return {
        **COURSE,
        "content/course.yaml": more + "\n" + "".join(f"{name}: {value}\n" for name, value in kept.items()),
        **{f"content/lessons/{name}.md": f"---\n{head}---\n\n{body}\n" for name, body in bodies.items()},
    }


def broken(course: dict[str, str]) -> set[str]:
    """The ids of the rules that the course breaks."""
    return {rule_of(line) for line in outcome(course, Options())[1]}


def rule_of(line: str) -> str:
    return line.rpartition("[")[2].rstrip("]")


@cache
def of_lessons(kind: str) -> dict[str, set[str]]:
    """The rules that the bad, or good, line of each rule breaks, all built as lessons of one course."""
    lessons = {rule.id: getattr(rule, kind) + "\n" + LESSONS[rule.at] for rule in RULES if rule.at in LESSONS}
    course = files(lessons)
    if kind == "bad":
        course |= {"content/lessons/circle.md": ":::{include} circle.md\n:::\n"}
    listing = course["content/course.yaml"].replace("promises: {", "promises: {earlier: {text: x, lesson: a}, ")
    _, told = outcome(course | {"content/course.yaml": listing}, Options())
    others = {"include-is-acyclic": "/circle.md:"}
    return {
        name: {rule_of(line) for line in told if f"/{name}.md:" in line or others.get(name, "none") in line}
        for name in lessons
    }


def of_a_file(rule, line: str) -> set[str]:
    """The rules that a line breaks in the file it is of."""
    match rule.at:
        case "front matter":
            course = files({"b": "Text."})
            return broken(course | {"content/lessons/b.md": f"---\n{line}\n---\n\nText.\n"})
        case "course.yaml":
            return broken(files({"b": "Text."}, more=line))
        case "lessons of course.yaml":
            course = files({})
            listing = course["content/course.yaml"].replace("{id: a, topic: Memory}", line)
            return broken(course | {"content/course.yaml": listing})
        case "bytes":
            data = BYTES[rule.id][line == rule.good]
            course = files({"b": ""})
            return broken(course | {"content/lessons/b.md": f"---\n{HEAD}---\n\n".encode() + data})
        case "anchors/model.yaml":
            text = ANCHOR
            for field in line.split(", "):
                name, _, value = field.partition(": ")
                before = next(each for each in ANCHOR.splitlines() if each.startswith(f"  {name}: "))
                text = text.replace(before, f"  {name}: {{value: {value}, source: config}}")
            return broken(files({}) | {"content/anchors/model.yaml": text})
        case "path":
            text = ANCHOR if line.startswith("anchors/") else f"---\n{HEAD}---\n\nText.\n"
            path = line if line.startswith("static/") else f"content/{line}"
            name = line.rpartition("/")[2].removesuffix(".md")
            listed = {name: "Text."} if rule.id == "name-is-portable" else {}
            course = files(listed)
            return broken(course if path in course else course | {path: text})
        case "glossary.yaml":
            course = files({})
            return broken(course | {"content/glossary.yaml": course["content/glossary.yaml"] + line + "\n"})
    path = rule.at if rule.at.startswith("templates/") else f"content/{rule.at}"
    return broken(files({"b": ":::{note} Title\nText.\n:::"}) | {path: line + "\n"})


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.at in LESSONS], ids=lambda rule: rule.id)
def test_of_lines_in_a_lesson_the_bad_breaks_its_rule_alone_and_the_good_none(rule):
    assert (of_lessons("bad")[rule.id], of_lessons("good")[rule.id]) == ({rule.id}, set())


APART = ("config.json", "command")


@pytest.mark.parametrize("rule", [r for r in RULES if r.at not in (*LESSONS, *APART)], ids=lambda rule: rule.id)
def test_so_they_do_in_other_files(rule):
    assert (of_a_file(rule, rule.bad), of_a_file(rule, rule.good)) == ({rule.id}, set())


LLAMA = (
    '{"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 64, "num_hidden_layers": 2, '
    '"num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 100, '
    '"max_position_embeddings": 64, "torch_dtype": "bfloat16", "tie_word_embeddings": false, "rms_norm_eps": 1e-6, '
    '"rope_theta": 10000.0, "hidden_act": "silu", "attention_bias": false, "mlp_bias": false}'
)


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.at == "config.json"], ids=lambda rule: rule.id)
def test_so_they_do_in_a_config(rule):
    def rules_of(line: str) -> set[str]:
        problems = Problems()
        text = SourceText("config.json", LLAMA if "…" in line else line)
        if rule.id == "architecture-is-known":
            import_config(text, problems)
        else:
            load_json(text, problems)
        return {problem.rule for problem in problems}

    assert (rules_of(rule.bad), rules_of(rule.good)) == ({rule.id}, set())


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.at == "command"], ids=lambda rule: rule.id)
def test_so_they_do_as_a_command(rule, course, capsys):
    course.lesson("a")
    told = []
    for line in (rule.bad, rule.good):
        words = [str(course.root / word) if word in ("content", "site") else word for word in line.split()[1:]]
        told.append(course.told(capsys, *words))
    assert [code for code, _, _ in told] == [1, 0]
    assert f"[{rule.id}]" in told[0][2]


def test_every_rule_has_a_bad_line_and_a_good_one():
    for rule in RULES:
        assert rule.bad != rule.good, rule.id
        assert max(map(len, (*rule.bad.split("\n"), *rule.good.split("\n")))) <= 110, rule.id
