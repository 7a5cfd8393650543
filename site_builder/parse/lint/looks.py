"""What looks like Markdown and is none: full-width marks, other dialects, lines that only look like list or table.

It stays text, so nothing is lost; but a reader would see the marks, or lines run together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Look:
    """What is found by a pattern: in a text, whose code, formulas and addresses are blanked out, or at the start of a
    line of a paragraph, where the first row that fits counts."""

    pattern: re.Pattern[str]
    rule: str
    message: str
    hint: str
    where: Literal["text", "line"] = "text"


LOOKS: tuple[Look, ...] = (
    Look(re.compile(r"^[ \t]*＞", re.MULTILINE), "marks-are-ascii",
         "this looks like a quote but is not", "write >"),
    Look(re.compile(r"^[ \t]*｀{3}", re.MULTILINE), "marks-are-ascii",
         "this looks like code but is not", "write ```"),
    Look(re.compile(r"｀[^｀\n]+｀"), "marks-are-ascii",
         "this looks like code but is not", "write `…`"),
    Look(re.compile(r"＊＊[^＊\n]+＊＊"), "marks-are-ascii",
         "this looks bold but is not", "write **…**"),
    Look(re.compile(r"＄(?!\d)[^＄\n]+＄(?!\d)"), "marks-are-ascii",
         "this looks like a formula but is not", "write $…$"),
    Look(re.compile(r"｛[a-z]+｝"), "marks-are-ascii",
         "this looks like a role but is not", "write {name}`…`"),
    Look(re.compile(r"［[^［］\n]+］[（(]|【[^【】\n]+】\("), "marks-are-ascii",
         "this looks like a link but is not", "write [words](address)"),
    Look(re.compile(r"^[ \t]*\[!\w+\]", re.MULTILINE), "marks-are-ascii",
         "this looks like a note but is not", "write :::{note} or :::{warning}"),
    Look(re.compile(r"(?<![\w:]):[a-z][\w+-]*:(?=`)"), "role-is-well-formed",
         "this looks like a role but is not", "write {name}`…`"),
    Look(re.compile(r"\[@[\w-]+(?:,[^\[\]]*)?\]"), "role-is-well-formed", "a source is not cited like this",
         "write {cite}`key`"),
    Look(re.compile(r"!?\[\[[^\[\],]+\]\]"), "link-is-written-right", "this looks like a link but is not",
         "write [words](file.md), or :::{figure} for an image"),
    Look(re.compile(r"(?<![=\w])==(?=[^=\s])[^=\n]+(?<=\S)==(?!=)"), "emphasis-is-closed",
         "== marks nothing and would be printed", "write **…**"),
    Look(re.compile(r"(?<=[ \t])\{#[\w-]+\}$"), "heading-is-written-right", "an id behind a heading is printed",
         "leave it out: a heading's id is made of its words"),
    Look(re.compile(r"(?<!\\)\](?=[ \t]+\((?:[^\s()#]+\.md(?:#[^\s()]*)?|https?://[^\s()]+)\))"),
         "link-is-written-right", "this looks like a link but is not",
         r"write [words](address) without a space between; \] where it is text"),
    Look(re.compile(r"<!--"), "comment-is-not-printed", "this comment is not closed, and would be printed",
         "end it with -->"),
    Look(re.compile(r"%%[^%\n]{1,500}%%"), "comment-is-not-printed", "this comment would be printed",
         "keep remarks out of the text"),
    Look(re.compile(r"(?<=[A-Za-z])~\d{1,3}~|(?<=\w)\^[\w+-]{1,5}\^"), "maths-is-well-formed",
         "this is neither lowered nor raised, but printed as typed", "write $x_2$, or <sub>2</sub> and <sup>2</sup>"),
    Look(re.compile(r"(?<!\\)\\(?:begin|end)\{[a-z]+\*?\}"), "maths-is-well-formed",
         "TeX outside a formula is printed as typed", "put it between lines of $$"),
    Look(re.compile(r"^[ \t]*\*\[[^\[\]\n]{1,100}\]:", re.MULTILINE), "link-is-written-right",
         "an abbreviation is not explained like this, but printed", "write {term}`key`"),
    Look(re.compile(r"(?<=\n): (?=\S)"), "list-is-written-right", "this looks like a definition but is not",
         "write a list, or {term}`key`"),
    Look(re.compile(r"(?<![A-Za-z\d)}])\^\[[^\[\]\n]{1,300}\]"), "link-is-written-right",
         "this looks like a note but is not", "write [^1], and [^1]: with its text below"),
    Look(re.compile(r"^\[TOC\][ \t]*$", re.IGNORECASE | re.MULTILINE), "directive-is-known",
         "a table of contents is on every page", "remove this line"),
    Look(re.compile(r"^[ \t]*(?:!!!|\?\?\?\+?) [\w-]+", re.MULTILINE), "directive-is-known",
         "this looks like a frame but is not", "write :::{note} or :::{warning}, and ::: below"),
    Look(re.compile(r"(?<!~)~{3,}(?!~)"), "emphasis-is-closed", "three or more ~ are printed in part", "write ~~…~~"),
    Look(re.compile(r"&#(?:0+|[xX]0+);"), "source-has-no-control-characters", "this is no character", "remove it"),
    Look(re.compile(r"(?<!\\)\[[^\[\]\n]{1,200}\](?:（[^（）\n]{1,500}[）)]|\([^()\n]{1,500}）)"),
         "link-is-written-right", "this is no link: its target is in full-width brackets", "write (…)"),
    Look(re.compile(r"(?<=\d)~~(?=\d)"), "emphasis-is-closed",
         "~~ between digits strikes out what follows, or is printed; the range sign is a single ~",
         "write 2~3, or a space before what is to be struck out"),
    Look(re.compile(r"\{\{[<%][^{}\n]{1,300}[%>]\}\}"), "directive-is-known",
         "a tag of another tool's templates is printed as typed", "remove it, or write a directive such as :::{note}"),
    Look(re.compile(r"(?<=[)\]])\{[.#][A-Za-z][^{}\n]{0,200}\}|\{:[ ]?[.#\w][^{}\n]{0,200}\}"), "directive-is-known",
         "classes and ids in braces are printed as typed", "remove them"),
    Look(re.compile(r"\{[^{}\n]{0,200}\bwidth=[\"']?[\d.]+%[^{}\n]{0,200}\}"), "image-is-a-figure",
         "this width is printed as typed", "a width is a number of pixels: {width=300}"),
    Look(re.compile(r"\A:[ \t]+(?=\S)"), "list-is-written-right", "this looks like a definition but is not",
         "write a list, or {term}`key`"),
    Look(re.compile(r"\.\. [\w-]{1,40}::"), "directive-is-known", "this looks like a directive but is not",
         "write :::{note} or another directive of this dialect", "line"),
    Look(re.compile(r"\+(?:[-=]{2,}\+)+$"), "table-is-written-right", "a table is not drawn like this, but printed",
         "write a header, below it |---|---|, and rows between bars", "line"),
    Look(re.compile(r"#{1,6}[^\s#!]|#{1,6}[^\S \t\n]|#{7,}|[＃]"), "heading-is-written-right",
         "this looks like a heading but is not", "write one to six # and an ordinary space before the words", "line"),
    Look(re.compile(r"(?=.*[-—–－])(?=.*[|｜])[\s|｜:：\-—–－]+$"), "table-is-written-right",
         "this looks like the second row of a table but is not",
         "use ASCII | : and -, as many cells as the header, and a header above", "line"),
    Look(re.compile(r"::?\{[\w-]+\}(?!`)"), "directive-is-known",
         "this looks like a directive but is not", "write at least three colons", "line"),
)  # fmt: skip
