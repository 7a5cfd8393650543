"""``content/sources.yaml``: the papers and records that claims cite."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.course.entries import load_entries
from site_builder.course.files import SourceEntry
from site_builder.course.head import SOURCES
from site_builder.document.course import Source
from site_builder.document.tex import Macro
from site_builder.parse.words import Words
from site_builder.problems import Problems
from site_builder.source.snapshot import Files


def load_sources(files: Files, problems: Problems, macros: Mapping[str, Macro] | None) -> dict[str, Source]:
    """Key → source, in the file's order; an entry with a problem is left out.  No year is 0, no address is empty.

    Titles hold no computed values, for what is computed cites them.
    """
    entries = load_entries(files, SOURCES, SourceEntry, problems)
    words = Words.of(files, SOURCES, problems, macros)
    return {
        key: Source(
            key,
            words.title(entry.title, numbers=False),
            words.plain(entry.authors),
            entry.year or 0,
            entry.url or "",
            position,
        )
        for key, (entry, position) in entries.items()
    }
