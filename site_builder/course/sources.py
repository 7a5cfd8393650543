"""The papers and records that claims cite."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.course.bibliography import BIBLIOGRAPHY, SOURCES, load_source_entries
from site_builder.course.files import SourceEntry
from site_builder.document.course import Source
from site_builder.document.tex import Macro
from site_builder.parse.words import Words, label
from site_builder.problems import Problems, SourcePosition
from site_builder.source.snapshot import Files


def load_sources(files: Files, problems: Problems, macros: Mapping[str, Macro] | None) -> dict[str, Source]:
    """Key → source, in the files' order; an entry with a problem is left out.  No year is 0, no address is empty.

    Titles hold no computed values, for what is computed cites them.
    """
    words = Words.of(files, SOURCES, problems, macros)

    def source(key: str, entry: SourceEntry, at: SourcePosition) -> Source:
        year, url = entry.year or 0, entry.url or ""
        if at.path == BIBLIOGRAPHY:
            return Source(
                key, label(entry.title.source, at, problems, words.notation), entry.authors.source, year, url, at
            )
        return Source(key, words.title(entry.title, numbers=False), words.plain(entry.authors), year, url, at)

    return {key: source(key, entry, at) for key, (entry, at) in load_source_entries(files, problems).items()}
