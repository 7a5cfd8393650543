"""A folder of another tool as files of a course."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from site_builder.problems import Problems, SourcePosition
from site_builder.source.snapshot import Files, files_of
from site_builder.transfer.bibliography import bibliography_of
from site_builder.transfer.blocks import READERS
from site_builder.transfer.chapter import Source, labels_of, lesson_text, read_source, title_of
from site_builder.transfer.context import Context, Label
from site_builder.transfer.labels import with_known_labels
from site_builder.transfer.notebook import notebook_text
from site_builder.transfer.notes import Note, Notes
from site_builder.transfer.order import SUFFIXES, chapters_of, sources_of

_MOST = 2000
"""Chapters of one course."""


@dataclass(frozen=True, slots=True)
class Imported:
    """The files of the course, by path from its root, and what became of the text.  `lang` is that of the text."""

    files: Mapping[str, bytes]
    notes: tuple[Note, ...]
    lang: str
    title: str
    chapters: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """Each chapter's title, and the ids and titles of its lessons."""


def import_course(files: Files, name: str, only: Sequence[str], problems: Problems) -> Imported | None:
    """The lessons that the Markdown and notebooks of `files` become; `only` these, where any are named."""
    paths, order = (tuple(only), "") if only else chapters_of(files)
    if not paths or len(paths) > _MOST:
        message = f"{len(paths)} chapters are here; a course has 1 to {_MOST:,}"
        problems.error(SourcePosition(name), "file-is-present", message, f"their names end in {', '.join(SUFFIXES)}")
        return None
    texts, drawn = _texts(paths, files, problems)
    lessons = dict(zip(texts, _ids(tuple(texts)), strict=True))
    both = files_of({**drawn}).over(files) if drawn else files
    unread: list[Note] = []
    bibliography, citations = bibliography_of(files, unread)
    labels: dict[str, Label] = {}
    headings: dict[str, Mapping[str, str]] = {}
    read: list[tuple[Source, Context]] = []
    for path, text in texts.items():
        context = Context(
            both, path, lessons[path], lessons, labels, headings, Notes(path), citations=citations, readers=READERS
        )
        source = read_source(path, text, _words(path), context)
        own, headings[context.lesson] = labels_of(source, context.lesson)
        labels |= {key: label for key, label in own.items() if key not in labels}
        read.append((source, context))
    made = with_known_labels({context: lesson_text(source, context) for source, context in read}, labels)
    images = {path: data for _, context in read for path, data in context.images.items()}
    notes = unread + [note for _, context in read for note in context.notes.found]
    if not only:
        left = sorted(set(sources_of(files)) - set(paths)) if order else []
        notes += [Note(path, 1, "left", f"a file that {order} does not name", path) for path in left]
    whole = "".join(texts.values())
    lang = "zh-CN" if len(re.findall("[\u3400-\u9fff]", whole)) > len(whole) / 20 else "en"
    lesson_files = {f"content/lessons/{lesson}.md": text.encode() for lesson, text in made.items()}
    return Imported(
        {**lesson_files, **images, **bibliography},
        tuple(sorted(set(notes))),
        lang,
        _title(files, name),
        _chapters(read, made),
    )


def _texts(paths: Sequence[str], files: Files, problems: Problems) -> tuple[dict[str, str], dict[str, bytes]]:
    texts: dict[str, str] = {}
    drawn: dict[str, bytes] = {}
    for path in paths:
        source = files.text(path, problems)
        text = source.text if source else None
        if text is not None and path.endswith(".ipynb"):
            images: dict[str, bytes] = {}
            text = notebook_text(text, _slug(posixpath.splitext(posixpath.basename(path))[0]), images)
            drawn |= {posixpath.join(posixpath.dirname(path), name): data for name, data in images.items()}
            if text is None:
                problems.error(SourcePosition(path), "json-is-well-formed", "this is no notebook")
        if text is not None:
            texts[path] = text
    return texts, drawn


def _slug(text: str) -> str:
    """A name for files and addresses: letters and digits of any script."""
    return re.sub(r"[^\w-]+|_+", "-", text.lower()).strip("-")[:60].strip("-")


def _ids(paths: Sequence[str]) -> list[str]:
    """An id for each chapter: its file's name, with its folder's where others have the same."""

    def named(path: str, depth: int) -> str:
        stem = posixpath.splitext(path)[0]
        parts = [part for part in stem.split("/") if part]
        if parts[-1].lower() in ("index", "readme") and len(parts) > 1:
            parts = parts[:-1]
        return _slug("-".join(parts[-depth:])) or "lesson"

    ids = [named(path, 1) for path in paths]
    ids = [named(path, 9) if ids.count(each) > 1 else each for path, each in zip(paths, ids, strict=True)]
    taken: dict[str, int] = {}
    unique = []
    for each in ids:
        taken[each] = taken.get(each, 0) + 1
        unique.append(each if taken[each] == 1 else f"{each}-{taken[each]}")
    return unique


def _words(path: str) -> str:
    stem = posixpath.splitext(posixpath.basename(path))[0]
    return re.sub(r"[-_]+", " ", re.sub(r"^\d+[-_. ]*", "", stem)).strip() or stem


def _title(files: Files, name: str) -> str:
    """What the source calls itself: in its configuration, or in the heading of its first page."""
    for path, pattern in (
        ("mkdocs.yml", r"^site_name:\s*(.+)$"), ("_config.yml", r"^title:\s*(.+)$"),
        ("book.toml", r"^title\s*=\s*(.+)$"),
        ("_quarto.yml", r"^\s*title:\s*(.+)$"), ("myst.yml", r"^\s*title:\s*(.+)$"),
        ("README.md", r"^#\s+(.+)$"), ("index.md", r"^#\s+(.+)$"), ("docs/index.md", r"^#\s+(.+)$"),
    ):  # fmt: skip
        text = files.text(path, Problems()) if files.has(path) else None
        if text and (found := re.search(pattern, text.text, re.MULTILINE)):
            return re.sub(r"[*`\[\]<>\"']|\{.*\}", "", found[1]).strip()[:80] or name
    return name


def _chapters(
    read: Sequence[tuple[Source, Context]], made: Mapping[str, str]
) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The lessons by the folder of their files, as deep as folders differ."""
    folders = [posixpath.dirname(source.path).split("/") for source, _ in read]
    shared = posixpath.commonprefix(folders)
    groups: dict[str, list[tuple[str, str]]] = {}
    for (_, context), folder in zip(read, folders, strict=True):
        own = folder[len(shared)] if len(folder) > len(shared) else ""
        groups.setdefault(own, []).append((context.lesson, title_of(made[context.lesson])))
    return tuple((_words(own) if own else "", tuple(lessons)) for own, lessons in groups.items())
