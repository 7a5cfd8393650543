"""Pages made by two processes, where there are enough of them."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from site_builder.build.page import Shared, make_page
from site_builder.build.record import to_page, to_record
from site_builder.document.page import Page
from site_builder.source.snapshot import Files

FEW = 50
"""Up to as many pages one process is as quick as two."""
PROCESSES = 2
MANY = 50
"""Pages after which a process looks for garbage, which is off otherwise: parsers leave some that refers to itself."""


@dataclass(slots=True)
class _Task:
    """What a process needs besides the names of its lessons; it is inherited, not sent."""

    files: Files | None = None
    shared: Shared | None = None
    made: int = 0


_task = _Task()


def make_pages(lesson_ids: Sequence[str], files: Files, shared: Shared) -> Iterator[Page]:
    """The pages in the order of the lessons; trees are dropped page by page, and none travels."""
    if len(lesson_ids) <= FEW or not _can_fork():
        yield from (make_page(lesson_id, files, shared) for lesson_id in lesson_ids)
        return
    import multiprocessing

    first, *others = lesson_ids
    yield make_page(first, files, shared)  # what it imports and compiles, the processes inherit
    with multiprocessing.get_context("fork").Pool(PROCESSES, _begin, (files, shared)) as pool:
        yield from map(to_page, pool.imap(_record, others, chunksize=8))


def _can_fork() -> bool:
    """Whether a process can inherit what is known: on Linux; elsewhere a fork is not safe, or there is none."""
    import multiprocessing  # here, because only a large course asks

    return sys.platform == "linux" and multiprocessing.cpu_count() > 1


def _begin(files: Files, shared: Shared) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted, and ends its children
    _task.files, _task.shared = files, shared
    gc.freeze()  # what is inherited is no garbage


def _record(lesson_id: str) -> dict[str, Any]:
    assert _task.files is not None
    assert _task.shared is not None
    _task.made += 1
    if _task.made % MANY == 0:
        gc.collect()
    return to_record(make_page(lesson_id, _task.files, _task.shared))
