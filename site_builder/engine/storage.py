"""How numbers are stored: bytes for a block of elements, scales included.

A format packs `block_elements` elements into `block_bytes` bytes.  Plain types have blocks of one;
grouped formats carry their scale inside the block (q8_0: 32 × 1 B + one FP16 scale = 34 B).
`matrix_block` formats have one FP32 scale for each tile of a matrix instead, ragged tiles included.
"""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.engine.formula import Expression, Operand, as_expression, ceil_div, product


@dataclass(frozen=True, slots=True)
class StorageFormat:
    """A name as Hugging Face or llama.cpp writes it, and its exact size."""

    name: str
    block_elements: int
    block_bytes: int
    meaning: str
    matrix_block: tuple[int, int] | None = None


SUPER_BLOCKS = {
    "q6_k": 128 + 64 + 16 + 2,
    "q5_k": 128 + 32 + 12 + 4,
    "q4_k": 128 + 12 + 4,
    "q3_k": 64 + 32 + 12 + 2,
    "q2_k": 64 + 16 + 4,
    "iq4_xs": 128 + 4 + 2 + 2,
    "iq3_s": 64 + 8 + 32 + 4 + 2,
    "iq3_xxs": 64 + 32 + 2,
    "iq2_s": 64 + 8 + 8 + 2,
    "iq2_xs": 64 + 8 + 2,
    "iq2_xxs": 64 + 2,
    "iq1_m": 32 + 16 + 8,
    "iq1_s": 32 + 16 + 2,
}
"""Bytes of a block of 256 elements in llama.cpp (ggml-common.h): bits, scales, signs, and the block's own."""

FORMATS: tuple[StorageFormat, ...] = (
    StorageFormat("float32", 1, 4, "IEEE single precision"),
    StorageFormat("bfloat16", 1, 2, "BF16: 8 bits of exponent, 7 of fraction"),
    StorageFormat("float16", 1, 2, "IEEE half precision"),
    StorageFormat("float8", 1, 1, "FP8, one scale a tensor (not counted)"),
    StorageFormat("int8", 1, 1, "8 bits, no scales"),
    StorageFormat("int4", 2, 1, "4 bits, no scales: the ideal"),
    StorageFormat("int8_g32", 32, 34, "8 bits, an FP16 scale for 32 elements: 8.5 bits each"),
    StorageFormat("int4_g32", 32, 18, "4 bits, an FP16 scale for 32 elements: 4.5 bits each"),
    StorageFormat("int4_g128", 128, 66, "4 bits, an FP16 scale for 128 elements: 4.125 bits each"),
    StorageFormat("mxfp4", 32, 17, "OCP MXFP4: 4 bits, an 8-bit exponent for 32 elements: 4.25 bits each"),
    StorageFormat("nvfp4", 16, 9, "NVFP4: 4 bits, an FP8 scale for 16 elements: 4.5 bits each"),
    StorageFormat("int4_g128_zeros", 256, 133, "AWQ, GPTQ: 4 bits, an FP16 scale and a 4-bit zero for 128 elements"),
    StorageFormat("int4_g64_zeros", 128, 69, "AWQ, GPTQ: 4 bits, an FP16 scale and a 4-bit zero for 64 elements"),
    StorageFormat("nf4", 64, 36, "NF4: 4 bits, an FP32 scale for 64 elements"),
    StorageFormat("nf4_double", 16384, 8452, "NF4 with double quantisation: 8-bit scales, FP32 for 256 of them"),
    StorageFormat("q8_0", 32, 34, "llama.cpp q8_0: 32 × 8 bits and an FP16 scale"),
    StorageFormat("q5_1", 32, 24, "llama.cpp q5_1: 32 × 5 bits, an FP16 scale and an FP16 minimum"),
    StorageFormat("q5_0", 32, 22, "llama.cpp q5_0: 32 × 5 bits and an FP16 scale"),
    StorageFormat("q4_1", 32, 20, "llama.cpp q4_1: 32 × 4 bits, an FP16 scale and an FP16 minimum"),
    StorageFormat("q4_0", 32, 18, "llama.cpp q4_0: 32 × 4 bits and an FP16 scale"),
    StorageFormat("iq4_nl", 32, 18, "llama.cpp iq4_nl: 32 × 4 bits into a table, and an FP16 scale"),
    *(
        StorageFormat(name, 256, size, f"llama.cpp {name}: 256 elements in {size} B, {size * 8 / 256:g} bits each")
        for name, size in SUPER_BLOCKS.items()
    ),
    StorageFormat("fp8_block128", 1, 1, "FP8, an FP32 scale for each 128 × 128 tile", (128, 128)),
)
BY_NAME = {storage.name: storage for storage in FORMATS}
MATRIX_SCALE_BYTES = 4
SPELLINGS = {
    "fp32": "float32", "f32": "float32", "fp16": "float16", "f16": "float16", "half": "float16", "bf16": "bfloat16",
    "fp8": "float8", "e4m3": "float8", "fp8_e4m3": "float8", "float8_e4m3fn": "float8", "e5m2": "float8",
    "fp4": "nvfp4", "awq": "int4_g128_zeros", "gptq": "int4_g128_zeros", "bnb": "nf4",
}  # fmt: skip
"""What others write, and the format of ours it is; files of llama.cpp that mix types are `recipes`."""

PLAIN = tuple(storage.name for storage in FORMATS if storage.block_elements == 1 and storage.matrix_block is None)
BLOCKED = tuple(storage.name for storage in FORMATS if storage.matrix_block is None)
"""Formats whose size depends on the number of elements alone."""


def bytes_of(elements: Operand, storage: StorageFormat) -> Expression:
    """Bytes of `elements` elements: elements × bytes, or ⌈elements × block bytes ÷ block elements⌉.

    Scales of a `matrix_block` format are not in it: they depend on the shapes (`matrix_scales`).
    """
    if storage.block_elements == 1:
        return product(elements, storage.block_bytes)
    return ceil_div(product(elements, storage.block_bytes), as_expression(storage.block_elements))


def size_of(elements: int, storage: StorageFormat) -> int:
    """The value of `bytes_of`."""
    return -(-elements * storage.block_bytes // storage.block_elements)


def matrix_scales(rows: int, columns: int, storage: StorageFormat) -> int:
    """Scales of one rows × columns matrix: ⌈rows ÷ block⌉ · ⌈columns ÷ block⌉, or 0 without tiles."""
    if storage.matrix_block is None:
        return 0
    tile_rows, tile_columns = storage.matrix_block
    return -(-rows // tile_rows) * -(-columns // tile_columns)
