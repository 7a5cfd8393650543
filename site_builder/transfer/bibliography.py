"""The BibTeX of a source, which a course has as one file."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.course.bibliography import BIBLIOGRAPHY, load_source_entries
from site_builder.problems import Problems
from site_builder.source.snapshot import Files, files_of
from site_builder.transfer.notes import Note
from site_builder.transfer.order import APART


def bibliography_of(files: Files, notes: list[Note]) -> tuple[Mapping[str, bytes], Mapping[str, str]]:
    """The bibliography's file, none where the source has none, and the authors of each of its entries by key.

    Several files are one after the other; where they cannot be read, a person has to.
    """
    paths = [path for path in files.names("", ".bib", deep=True) if not APART.search(path)]
    texts = [text.text.strip() for path in paths if (text := files.text(path, Problems()))]
    if not any(texts):
        return {}, {}
    whole = {BIBLIOGRAPHY: "\n\n".join(dict.fromkeys(texts)).encode() + b"\n"}
    problems = Problems()
    entries = load_source_entries(files_of(whole), problems)
    if problems.errors:
        first = problems.errors[0]
        notes.append(Note(paths[0], first.position.line, "person", "a bibliography that cannot be read", first.message))
        return {}, {}
    return whole, {key: entry.authors.source for key, (entry, _) in entries.items()}
