"""Who reads the blocks of other dialects, in the order in which they are asked."""

from __future__ import annotations

from site_builder.transfer.containers import CONTAINERS
from site_builder.transfer.fences import fence
from site_builder.transfer.formulas import display

READERS = (fence, *CONTAINERS, display)
