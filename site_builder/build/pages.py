"""The pages of a course: those that a store holds and nothing has changed, and the others made anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from site_builder.build.key import is_current, page_key
from site_builder.build.page import Shared
from site_builder.build.record import to_page, to_record
from site_builder.build.store import Store
from site_builder.build.workers import make_pages
from site_builder.document.page import Page
from site_builder.source.snapshot import Files


def pages_of(lesson_ids: Sequence[str], files: Files, shared: Shared, store: Store | None) -> Iterator[Page]:
    """The pages in the order of the lessons."""
    keys = {lesson_id: page_key(lesson_id, files, shared.digest) for lesson_id in lesson_ids}
    kept = {lesson_id: _kept(keys[lesson_id], files, store) for lesson_id in lesson_ids}
    made = make_pages([lesson_id for lesson_id in lesson_ids if kept[lesson_id] is None], files, shared)
    for lesson_id in lesson_ids:
        page = kept.pop(lesson_id)
        if page is None:
            page = next(made)
            if store:
                store.put(keys[lesson_id], to_record(page))
        yield page


def _kept(key: str, files: Files, store: Store | None) -> Page | None:
    record = store.get(key) if store else None
    if record is None:
        return None
    try:
        page = to_page(record)
    except (KeyError, TypeError, ValueError):
        return None  # nothing of ours: it is made again
    return page if is_current(page, files) else None
