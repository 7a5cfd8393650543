"""Roles become references with their own places."""

import pytest

from site_builder.document.inline import (
    CiteReference,
    DimReference,
    EvalReference,
    LessonReference,
    LiveReference,
    PromiseReference,
    SetReference,
    TermReference,
)
from site_builder.problems import SourcePosition, Written
from tests.parse.support import FIRST, PATH, parse


def references(source):
    tokens = [token for block in parse(source).lesson.blocks for token in block.tokens]
    return [child.meta["reference"] for token in tokens for child in token.children or () if child.type == "role"]


def at(line, column):
    return SourcePosition(PATH, FIRST + line - 1, column)


@pytest.mark.parametrize(
    ("source", "reference"),
    [
        ('{eval}`weights(unit="GB")`', EvalReference(Written('weights(unit="GB")', at(1, 8)), at(1, 8))),
        ("{lesson}`why-not-rnn`", LessonReference("why-not-rnn", "", at(1, 10))),
        ("{lesson}`为什么 <why-not-rnn>`", LessonReference("why-not-rnn", "为什么", at(1, 10))),
        ("{promise}`顺序 <word-order>`", PromiseReference("word-order", "顺序", at(1, 11))),
        ("{cite}`vaswani2017`", CiteReference("vaswani2017", "", at(1, 8))),
        ("{cite}`vaswani2017 §4, Table 1`", CiteReference("vaswani2017", "§4, Table 1", at(1, 8))),
        ("{term}`kv-cache`", TermReference("kv-cache", "", at(1, 8))),
        ("{dim}`d_k`", DimReference("d_k", at(1, 7))),
        (
            "{set}`131,072 <memory: N=2**17>`",
            SetReference("131,072", "memory", (("N", Written("2**17", at(1, 7))),), at(1, 7)),
        ),
        (
            "{set}`a < b <m:N = max(1, 2)>`",
            SetReference("a < b", "m", (("N", Written("max(1, 2)", at(1, 7))),), at(1, 7)),
        ),
        (
            "{set}`both <m: N = kv_cache(N=6, layers=1), dtype=float8>`",
            SetReference(
                "both",
                "m",
                (("N", Written("kv_cache(N=6, layers=1)", at(1, 7))), ("dtype", Written("float8", at(1, 7)))),
                at(1, 7),
            ),
        ),
        ("{live}`2 * N <memory>`", LiveReference(Written("2 * N", at(1, 8)), "memory", at(1, 8))),
        ("{live}`1 if N < 2 else 3 <m>`", LiveReference(Written("1 if N < 2 else 3", at(1, 8)), "m", at(1, 8))),
        ("{eval}`` a`b ``", EvalReference(Written("a`b", at(1, 10)), at(1, 10))),
    ],
)
def test_references(source, reference):
    assert references(source) == [reference]


def test_places_in_every_kind_of_block():
    blocks = ("甲\n乙 {dim}`N`", "> - {dim}`N`", "| 丙 | 丁 |\n|---|---|\n| 1 | {dim}`N` |", "## 戊 {dim}`N`", "[^1]")
    source = "\n\n".join((*blocks, "[^1]: 注\n    {dim}`N`"))
    assert [reference.position for reference in references(source)] == [
        at(2, 9), at(4, 11), at(8, 13), at(10, 12), at(15, 11),
    ]  # fmt: skip


@pytest.mark.parametrize("source", ["\\{dim}`N`", "`{dim}`N``", "    {dim}`N`", "{{dim}}", "{dim} 单独", "{ dim }`N`"])
def test_what_is_no_role(source):
    assert references(source) == []


def test_a_link_and_an_image_know_their_place():
    tokens = parse("甲\n见 [附录](#a) 与 ![图](x.png)").lesson.blocks[0].tokens[1].children
    places = {token.type: token.meta["position"] for token in tokens if token.type in ("link_open", "image")}
    assert places == {"link_open": at(2, 3), "image": at(2, 14)}


def test_places_in_values_of_yaml():
    body = (
        ':::{claims}\n- claim: "甲 {dim}`N`"\n  grade: none\n  source: x\n- claim: |\n    多行\n    论断 {dim}`N`\n'
        "  grade: none\n  source: x\n:::"
    )
    claims = parse(body).lesson.blocks[0].claims
    places = [
        child.meta["reference"].position
        for claim in claims
        for child in claim.text.tokens[0].children
        if child.type == "role"
    ]
    assert places == [at(2, 19), at(7, 14)]


@pytest.mark.parametrize(
    ("source", "told"),
    [("{eval}`\nlayers)`", "2:7"), ("甲{eval}`layers +\n  layers)`", "2:9"), ("{eval}`layers)`", "1:14")],
)
def test_a_mistake_in_an_expression_of_two_lines_has_a_place_in_its_line(source, told):
    [prose] = parse(source).lesson.blocks
    [role] = [child for child in prose.tokens[1].children if child.type == "role"]
    expression, (line, column) = role.meta["reference"].expression, map(int, told.split(":"))
    at = expression.place(expression.source.index(")"))
    assert (at.line - FIRST + 1, at.column) == (line, column)
