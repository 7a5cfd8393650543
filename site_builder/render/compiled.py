"""Templates compiled, kept as texts for the next run: compiling them takes longer than writing a page."""

from __future__ import annotations

import marshal
from base64 import b64decode, b64encode
from collections.abc import Mapping
from types import CodeType
from typing import Any

from jinja2.bccache import Bucket, BytecodeCache


class Compiled(BytecodeCache):
    """The bytecode of templates by name and source; `texts` is what is worth keeping, `has_more` whether it grew.

    It is good for one version of Python and of Jinja: who keeps it sees to that.
    """

    def __init__(self, kept: Any = None) -> None:
        texts = kept.items() if isinstance(kept, Mapping) else ()
        self.texts: dict[str, str] = {name: text for name, text in texts if isinstance(text, str)}
        self.has_more = False

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give the template its code, if it is kept; what is damaged is not there."""
        try:
            code = marshal.loads(b64decode(self.texts[_name(bucket)]))
        except (KeyError, ValueError, EOFError, TypeError):
            return
        bucket.code = code if isinstance(code, CodeType) else None

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.texts[_name(bucket)] = b64encode(marshal.dumps(bucket.code)).decode()
        self.has_more = True


def _name(bucket: Bucket) -> str:
    return f"{bucket.key} {bucket.checksum}"
