"""Peak figures of accelerators and what follows from them, exactly.  Dense BF16, no sparsity."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

GIGA, TERA = 10**9, 10**12


@dataclass(frozen=True, slots=True)
class Accelerator:
    """`bandwidth` of its memory in bytes a second, `compute` in dense BF16 FLOPs a second, and who says so."""

    id: str
    title: str
    bandwidth: int
    compute: int
    source: str

    @property
    def ridge(self) -> Fraction:
        """FLOPs it can do for each byte it reads; a kernel with fewer waits for memory."""
        return Fraction(self.compute, self.bandwidth)


ACCELERATORS: tuple[Accelerator, ...] = (
    Accelerator(
        "a100_sxm_80gb", "A100 SXM 80 GB", 2039 * GIGA, 312 * TERA,
        "ai-dynamo/aiconfigurator systems/a100_sxm.yaml@095f58a",
    ),
    Accelerator(
        "a100_40gb", "A100 40 GB", 1555 * GIGA, 312 * TERA,
        "hahnyuan/LLM-Viewer hardwares/hardware_params.py@472f71f",
    ),
    Accelerator(
        "h100_sxm", "H100 SXM", 3350 * GIGA, 989 * TERA,
        "ai-dynamo/aiconfigurator systems/h100_sxm.yaml@095f58a",
    ),
    Accelerator(
        "h200_sxm", "H200 SXM", 4800 * GIGA, 989 * TERA,
        "ai-dynamo/aiconfigurator systems/h200_sxm.yaml@095f58a",
    ),
    Accelerator(
        "b200_sxm", "B200 SXM", 7700 * GIGA, 2250 * TERA,
        "ai-dynamo/aiconfigurator systems/b200_sxm.yaml@095f58a",
    ),
)  # fmt: skip
"""NVIDIA's own page gives 1,979 TFLOPS for the H100: that is with sparsity, twice the dense figure."""
BY_ID = {accelerator.id: accelerator for accelerator in ACCELERATORS}


def decode_floor(weight_bytes: int, accelerator: Accelerator) -> Fraction:
    """Seconds to read every weight once: no token of a batch of one is decoded faster."""
    return Fraction(weight_bytes, accelerator.bandwidth)


def is_memory_bound(flops: int, bytes_read: int, accelerator: Accelerator) -> bool:
    """Whether an operation waits for memory rather than for arithmetic.  ValueError without a byte read."""
    if bytes_read < 1:
        raise ValueError("an operation reads at least one byte")
    return Fraction(flops, bytes_read) < accelerator.ridge
