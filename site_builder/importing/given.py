"""What an import is given."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.importing.safetensors import StoredTensors
from site_builder.source.text import SourceText


@dataclass(frozen=True, slots=True)
class Given:
    """A config and what lies beside it: the files that say how the weights are stored, and keys to pass over."""

    config: SourceText
    index: SourceText | None = None
    quantization: SourceText | None = None
    ignore: tuple[str, ...] = ()
    stored: tuple[StoredTensors, ...] = ()
    """The headers of all weight files; none where an index says their bytes."""
