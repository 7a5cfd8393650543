"""What tests of the parser share: a lesson from text, and its prose as bare HTML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from site_builder.document.inline import Prose
from site_builder.document.lesson import Lesson
from site_builder.parse.lesson import parse_lesson
from site_builder.problems import Problem, Problems
from site_builder.source.snapshot import files_of
from site_builder.source.text import SourceText

PATH = "content/lessons/lesson.md"
HEAD = "---\ntitle: 标题\ntime: 3\n---\n"
FIRST = HEAD.count("\n") + 1
"""The line of a file that the body of `parse` begins at."""


class BareRenderer(RendererHTML):
    """markdown-it's own HTML, with formulas as ``<math>TeX</math>`` and roles as ``<role>text</role>``."""

    def math_inline(self, tokens, idx, options, env) -> str:  # noqa: ARG002
        return f"<math>{escape(tokens[idx].content, quote=False)}</math>"

    math_inline_double = math_block = math_inline

    def role(self, tokens, idx, options, env) -> str:  # noqa: ARG002
        return f"<role>{escape(tokens[idx].content)}</role>"

    def hardbreak(self, tokens, idx, options, env) -> str:  # noqa: ARG002
        return "<br>"

    def footnote_ref(self, tokens, idx, options, env) -> str:  # noqa: ARG002
        return f"<sup>{tokens[idx].meta['id'] + 1}</sup>"


@dataclass(frozen=True)
class Parsed:
    """A lesson with all that was told about it."""

    lesson: Lesson | None
    problems: tuple[Problem, ...]

    @property
    def html(self) -> str:
        """The prose outside directives."""
        return "".join(html(block.tokens) for block in self.lesson.blocks if isinstance(block, Prose))

    @property
    def paragraphs(self) -> list[str]:
        """The inner HTML of each paragraph outside directives."""
        return [part.split("</p>")[0] for part in self.html.split("<p>")[1:]]

    @property
    def told(self) -> list[str]:
        """``line:column rule`` of each problem; lines count from the first of the body."""
        return [f"{p.position.line - FIRST + 1}:{p.position.column} {p.rule}" for p in self.problems]

    @property
    def errors(self) -> list[Problem]:
        return [problem for problem in self.problems if problem.severity == "error"]


def html(tokens: tuple[Token, ...]) -> str:
    return BareRenderer().render(tokens, MarkdownIt().options, {})


def parse(body: str, files: Mapping[str, str] | None = None) -> Parsed:
    """The lesson with this body; `files` are others of its course, by path from the root."""
    problems = Problems()
    lesson = parse_lesson(SourceText(PATH, HEAD + body), files_of({PATH: HEAD + body, **(files or {})}), problems)
    return Parsed(lesson, tuple(problems))
