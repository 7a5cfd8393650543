"""One chapter of another tool as a lesson: its title, its text rewritten, and what cannot be read kept as code."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from site_builder.parse.headings import slug
from site_builder.parse.lesson import parse_lesson
from site_builder.problems import Problem, Problems
from site_builder.source.nodes import MappingNode, ScalarNode
from site_builder.source.snapshot import files_of
from site_builder.source.text import SourceText
from site_builder.source.yaml import load_yaml
from site_builder.transfer.context import Context, Label, bare
from site_builder.transfer.made import Line, converted
from site_builder.transfer.notes import Note

_FRONT = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*$\n?", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_ATTRIBUTES = re.compile(r"[ \t]*\{[#.:-][^{}]*\}[ \t]*$")
_ID = re.compile(r"\{[^{}]*?#([\w:.-]+)")
_LABEL = re.compile(r":(?:eq)?label:`([^`]+)`|^\(([\w:.-]+)\)=$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|(?<=\n)%%[^%\n]+%%[ \t]*(?=\n)", re.DOTALL)
_FORMULA = re.compile(r"(?<![\\$`])\$\$?[^$\n`]+\$\$?")
_MOST_REPAIRS = 60


@dataclass(frozen=True, slots=True)
class Source:
    """A chapter before it is rewritten: `lines` are those of its body, each with its number in the file."""

    path: str
    title: str
    lines: tuple[Line, ...]


def read_source(path: str, text: str, otherwise: str, context: Context) -> Source:
    """The chapter's title and body: the title of its front matter, or its first heading of the first level."""
    front = _FRONT.match(text)
    title = ""
    if front:
        node = load_yaml(SourceText(path, front[1]), Problems(), 2)
        entries = node.entries if isinstance(node, MappingNode) else ()
        given = {entry.key: entry.value for entry in entries}
        value = given.get("title")
        title = value.written if isinstance(value, ScalarNode) else ""
        if left := sorted(given.keys() - {"title"}):
            context.note("left", "front matter", ", ".join(left))
        text = "\n" * front[0].count("\n") + text[front.end() :]
    lines = [Line(number, line) for number, line in enumerate(_without_comments(text, context).split("\n"), 1)]
    lines = _atx(lines)
    first = next((found for found in _headings(lines) if found[1][1] == "#"), None)
    if first is not None and (not title or bare(first[1][2]) == bare(title)):
        title = title or _plain(first[1][2])
        del lines[first[0]]
    deeper = any(line[1] == "#" for _, line in _headings(lines))
    if deeper:
        for index, mark in _headings(lines):
            if len(mark[1]) < 6:
                lines[index] = Line(lines[index].number, "#" + lines[index].text.lstrip())
    return Source(path, title or otherwise, tuple(lines))


def _without_comments(text: str, context: Context) -> str:
    """`text` without comments, outside code; as many lines as before."""
    parts = re.split(
        r"(^[ \t]*(?:`{3,}|~{3,})[^\n]*\n.*?^[ \t]*(?:`{3,}|~{3,})[ \t]*$|`[^`\n]+`)",
        text,
        flags=re.MULTILINE | re.DOTALL,
    )
    dropped = 0
    for index in range(0, len(parts), 2):
        parts[index], count = _COMMENT.subn(lambda found: "\n" * found[0].count("\n"), parts[index])
        dropped += count
    if dropped:
        context.note("left", "comments", f"{dropped} of them")
    return "".join(parts)


def _atx(lines: Sequence[Line]) -> list[Line]:
    """Headings underlined with = or - as headings with #."""
    made: list[Line] = []
    for line in lines:
        before = made[-1].text if made else ""
        mark = re.fullmatch(r"(=|-)\1{2,}[ \t]*", line.text)
        is_text = bool(before.strip()) and not re.match(r"\s*(?:[#>|`~:]|[-*+] |\d+[.)] |---)", before)
        if mark and is_text and (len(made) < 2 or not made[-2].text.strip()):
            made[-1] = Line(made[-1].number, f"{'#' if mark[1] == '=' else '##'} {before.strip()}")
            made.append(Line(line.number, ""))
        else:
            made.append(line)
    return made


def _headings(lines: Sequence[Line]) -> list[tuple[int, re.Match[str]]]:
    found, fence = [], ""
    for index, line in enumerate(lines):
        if mark := _FENCE.match(line.text):
            fence = "" if fence and mark[1].startswith(fence) else fence or mark[1]
        elif not fence and (heading := _HEADING.match(line.text)):
            found.append((index, heading))
    return found


def _plain(words: str) -> str:
    words = _ATTRIBUTES.sub("", words)
    for _ in range(2):  # an image in a link
        words = re.sub(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])?", r"\1", words)
    words = re.sub(r"</?\w[^<>]*>|:label:`[^`]*`", "", words)
    return re.sub(r"[*`]|(?<!\w)_|_(?!\w)", "", words).strip()


def labels_of(source: Source, lesson: str) -> tuple[Mapping[str, Label], Mapping[str, str]]:
    """What names of this chapter stand for; the bare letters of each heading → its id on the page."""
    labels: dict[str, Label] = {}
    headings: dict[str, str] = {}
    at = {index: _plain(heading[2]) for index, heading in _headings(source.lines)}
    words, kind, element = source.title, "heading", ""
    for index, line in enumerate(source.lines):
        if index in at:
            words, kind, element = at[index], "heading", slug(at[index])
            headings.setdefault(bare(words), element)
            if found := _ID.search(line.text):
                labels[found[1]] = Label(lesson, "heading", words, element)
        elif line.text.strip() and not _LABEL.match(line.text.strip()):
            kind = "figure" if re.match(r"\s*(?:!\[|\$\$|.*\$\$\s*$)", line.text) else "text"
        named = {found[1] or found[2] for found in _LABEL.finditer(line.text)}
        if option := re.match(r"\s*:(?:name|label):\s*(\S+)", line.text):
            named.add(option[1])
        if formula := re.search(r"\$\$\s*(?:\{#([\w:.-]+)|\(([A-Za-z][\w:.-]*)\))", line.text):
            named.add(formula[1] or formula[2])
            kind = "figure"
        for name in named:
            is_heading = kind == "heading"
            fragment = element if is_heading else re.sub(r"[^\w-]+", "-", name)
            labels[name] = Label(lesson, "heading" if is_heading else "figure", words, fragment)
    return labels, headings


def lesson_text(source: Source, context: Context) -> str:
    """The whole file of the lesson."""
    lines = [Line(line.number, re.sub(r"^\([\w:.-]+\)=$", "", line.text)) for line in source.lines]
    body = "\n".join(converted(lines, context).lines)
    body += "".join(f"\n\n[^note-{number}]: {note}" for number, note in enumerate(context.footnotes, 1))
    body = body.strip("\n")
    head = f"---\ntitle: {_quoted(source.title)}\ntime: {minutes(body)}\n---\n\n"
    return _repaired(head + body + "\n", context)


def title_of(text: str) -> str:
    """The title that `lesson_text` gave a lesson."""
    return re.sub(r"\\(.)", r"\1", text.split("\n", 2)[1].removeprefix('title: "')[:-1])


def minutes(text: str) -> int:
    """How long a person reads: four hundred Chinese characters or two hundred words a minute."""
    chinese = len(re.findall("[\u3400-\u9fff]", text))
    words = len(re.findall(r"[A-Za-z]{2,}", text))
    return min(600, max(1, round(chinese / 400 + words / 200)))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _repaired(text: str, context: Context) -> str:
    """`text` with each block that stops a build kept as code, for a person to look at."""
    for _ in range(_MOST_REPAIRS):
        path = f"content/lessons/{context.lesson}.md"
        problems = Problems()
        files = files_of({path: text, **context.images})
        parse_lesson(SourceText(path, text), files, problems)
        error = next(iter(problems.errors), None)
        if error is None:
            return text
        changed = _without_error(text, error, context)
        if changed == text:
            return text
        text = changed
    context.note("person", "kept as code: the whole chapter", _beginning(text))
    head, body = text.split("\n---\n", 1)
    return f"{head}\n---\n\n{_fenced(body.strip(chr(10)).split(chr(10)))}\n"


def _beginning(text: str) -> str:
    """The first words of a lesson's text."""
    return text.split("\n---\n", 1)[1].strip()[:80]


def _fenced(lines: Sequence[str]) -> str:
    """`lines` as a block of code, whatever marks they hold."""
    longest = max((len(run) for line in lines for run in re.findall(r"`{3,}", line)), default=2)
    marks = "`" * (longest + 1)
    return "\n".join((f"{marks}text", *lines, marks))


def _without_error(text: str, error: Problem, context: Context) -> str:
    lines = text.split("\n")
    row = min(error.position.line - 1, len(lines) - 1)
    head = lines.index("---", 1) if "---" in lines[1:] else 0
    context.notes.found.append(
        Note(error.position.path, row + 1, "person", f"kept as code: {error.message}", lines[row])
    )
    if row <= head:  # nothing but the title can be wrong there
        title = re.sub(r"https?://\S+|[^\w\s.,:;!?'()+-]", "", lines[1].removeprefix("title: "))
        return "\n".join((lines[0], f"title: {_quoted(' '.join(title.split()) or context.lesson)}", *lines[2:]))
    for formula in _FORMULA.finditer(lines[row]):
        if formula.start() < error.position.column <= formula.end():
            lines[row] = f"{lines[row][: formula.start()]}`{formula[0]}`{lines[row][formula.end() :]}"
            return "\n".join(lines)
    if re.match(r"\[\^[^\[\]]+\]:", lines[row]):
        lines[row] = "\\" + lines[row]  # a note that nothing refers to: a paragraph of its own
        lines[row + 1 : row + 1] = [""] if lines[row + 1 : row + 2] != [""] else []
        lines[row:row] = [""] if lines[row - 1].strip() else []
        return "\n".join(lines)
    if re.match(r"\s*:{3,}", lines[row]):
        lines[row] = f"`` {lines[row].strip()} ``"
        return "\n".join(lines)
    start = end = row
    while start > head + 1 and lines[start - 1].strip() and not _FENCE.match(lines[start]):
        start -= 1
    while end + 1 < len(lines) and lines[end + 1].strip():
        end += 1
    before, behind = ([""] if lines[start - 1].strip() else []), ([""] if lines[end + 1 : end + 2] != [""] else [])
    return "\n".join((*lines[:start], *before, _fenced(lines[start : end + 1]), *behind, *lines[end + 1 :]))
