"""The header of a safetensors file: 8 bytes that give its length, then JSON that names every tensor."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import prod
from typing import Any, TypeGuard

from site_builder.problems import Problems, SourcePosition

LONGEST_HEADER = 100_000_000
"""The format's own limit."""
PREFIX_BYTES = 8
_PLAIN = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2}
_OTHERS = {"I64": 8, "U64": 8, "I32": 4, "U32": 4, "I16": 2, "U16": 2, "I8": 1, "U8": 1, "BOOL": 1, "F8_E4M3": 1,
           "F8_E5M2": 1, "F8_E8M0": 1}  # fmt: skip
_BYTES = _PLAIN | _OTHERS


@dataclass(frozen=True, slots=True)
class StoredTensors:
    """What one file holds: its `bytes`, header included, and its `elements`, None where some are packed."""

    path: str
    bytes: int
    elements: int | None


def header_length(start: bytes) -> int:
    """The length of the JSON, from the first 8 bytes, little-endian; 0 where they are fewer."""
    return int.from_bytes(start[:PREFIX_BYTES], "little") if len(start) >= PREFIX_BYTES else 0


def read_header(path: str, start: bytes, problems: Problems) -> StoredTensors | None:
    """The tensors that the first bytes of a file describe; None, with the problem reported."""
    length, position = header_length(start), SourcePosition(path)
    header = start[PREFIX_BYTES : PREFIX_BYTES + length]
    if not 2 <= length <= LONGEST_HEADER or len(header) < length:
        message = f"this is no safetensors file: {len(header):,} bytes of a header of {length:,}"
        problems.error(position, "json-is-well-formed", message)
        return None
    try:
        tensors = json.loads(header)
    except (ValueError, RecursionError):
        problems.error(position, "json-is-well-formed", "the header of this safetensors file is not JSON")
        return None
    given = tensors.items() if isinstance(tensors, dict) else ()
    found = {name: _tensor(each) for name, each in given if name != "__metadata__"}
    wrong = next((name for name, tensor in found.items() if tensor is None), None)
    if wrong is not None or not found:
        message = "names no tensor" if wrong is None else f"says of {wrong[:60]!r} no shape of the bytes it takes"
        problems.error(position, "field-has-its-type", f"the header of this safetensors file {message}")
        return None
    known = [tensor for tensor in found.values() if tensor is not None]
    plain = all(tensor.dtype in _PLAIN for tensor in known)
    return StoredTensors(
        path,
        PREFIX_BYTES + length + max(tensor.end for tensor in known),
        sum(tensor.elements for tensor in known) if plain else None,
    )


@dataclass(frozen=True, slots=True)
class _Tensor:
    dtype: str
    elements: int
    end: int


def _tensor(given: Any) -> _Tensor | None:
    """One entry; None where it is no tensor, or its shape does not take the bytes that its offsets span."""
    if not isinstance(given, dict):
        return None
    dtype, shape, offsets = given.get("dtype"), given.get("shape"), given.get("data_offsets")
    if not isinstance(dtype, str) or not _is_wholes(shape) or not _is_wholes(offsets) or len(offsets) != 2:
        return None
    elements, spanned = prod(shape), offsets[1] - offsets[0]
    if dtype in _BYTES and spanned != elements * _BYTES[dtype]:
        return None
    return _Tensor(dtype, elements, offsets[1])


def _is_wholes(given: Any) -> TypeGuard[list[int]]:
    return isinstance(given, list) and all(type(each) is int and 0 <= each < 2**63 for each in given)
