"""``[words][name]`` whose name is defined nowhere: it would be printed with its brackets."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from markdown_it.common.utils import normalizeReference

from site_builder.parse.slip import slip
from site_builder.problems import Mistake

_REFERENCE = re.compile(r"(?<![A-Za-z0-9\])\\^!])!?\[((?:[^\[\]\\\n]|\\.){1,300})\]\[([^\[\]\n^@]{0,300})\]")


def unresolved_references(content: str, defined: Collection[str]) -> Iterator[Mistake]:
    """Each such link of `content`, whose code and formulas are blanked; `defined` are the names of the file."""
    for found in _REFERENCE.finditer(content):
        name = found[2] or found[1]
        if normalizeReference(name) not in defined:
            message = f"no line of this file says where [{name[:60]}] leads, so the brackets would be printed"
            hint = rf"write [words](address), or \[ where it is text; or add a line [{name[:60]}]: address"
            yield slip(found.start(), "link-is-written-right", message, hint)
