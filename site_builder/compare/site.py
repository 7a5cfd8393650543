"""A built site as its ``numbers.json`` describes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from site_builder.problems import Mistake, Refused

NUMBERS = "numbers.json"
VERSION = 1
Record: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class SiteRecord:
    """The file read: `data` is as docs/numbers.md has it."""

    data: Record

    @cached_property
    def pages(self) -> Mapping[str, Record]:
        """The pages by the ids of their lessons, in reading order."""
        return {page["id"]: page for page in self.data["pages"]}

    @cached_property
    def facts(self) -> Mapping[str, Record]:
        """Sheet → fact → its record."""
        facts: Mapping[str, Record] = self.data["facts"]
        return facts

    def fact(self, origin: str, page: Record) -> tuple[str, str] | None:
        """(sheet, name) of the fact an input of the page came from, or None where it is none."""
        sheet, _, name = origin.rpartition(".")
        sheet, name = sheet or page["model"], name.partition("[")[0]
        return (sheet, name) if name in self.facts.get(sheet, {}) else None


def read_site(data: bytes | None) -> SiteRecord:
    """The ``numbers.json`` in `data`.  Refused for a file that is none, or of another version."""
    if data is None:
        raise Refused(Mistake("file-is-present", f"there is no {NUMBERS}", "build the site with this version"))
    try:
        read = json.loads(data)
        version = read["version"]
        site = SiteRecord(read)
        assert isinstance(site.pages, dict)
        assert isinstance(site.facts, dict)
    except (ValueError, KeyError, TypeError, AssertionError, RecursionError):
        raise Refused(Mistake("file-is-present", "this is no list of numbers of a site")) from None
    if version != VERSION:
        raise Refused(Mistake("file-is-present", f"this is version {version}; {VERSION} is read", "build it again"))
    return site
