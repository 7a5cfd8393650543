"""``content/glossary.yaml``: the terms of the course."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.course.entries import load_entries
from site_builder.course.files import TermEntry
from site_builder.document.course import Term
from site_builder.document.tex import Macro
from site_builder.parse.words import Words
from site_builder.problems import Problems
from site_builder.source.snapshot import Files

GLOSSARY = "content/glossary.yaml"


def load_glossary(files: Files, problems: Problems, macros: Mapping[str, Macro] | None) -> dict[str, Term]:
    """Key → term, in the file's order; an entry with a problem is left out."""
    entries = load_entries(files, GLOSSARY, TermEntry, problems)
    words = Words.of(files, GLOSSARY, problems, macros)
    return {
        key: Term(key, words.title(entry.title), words.plain(entry.english), words.title(entry.sentence), position)
        for key, (entry, position) in entries.items()
    }
