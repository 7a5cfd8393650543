"""Accelerators as facts: memory, bandwidth, and dense FLOP/s by the width of what is multiplied, with their sources.

Memory is the nominal capacity in decimal bytes; drivers keep some of it.  FLOP/s are without sparsity, sums in FP32.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

CONFIGURATOR = "github.com/ai-dynamo/aiconfigurator systems/{}.yaml@095f58a"


@dataclass(frozen=True, slots=True)
class Device:
    """One accelerator: `memory` in B, `bandwidth` in B/s, `rates` in FLOP/s by the bits of an operand (16: BF16).

    `read` is the day on which the figures were compared with the source, or with who cites it.
    """

    name: str
    title: str
    memory: int
    bandwidth: int
    rates: Mapping[int, int]
    source: str
    read: str = "2026-12-01"

    def rate(self, bits: int) -> tuple[int, int]:
        """The fastest arithmetic on operands of at least `bits` bits, or else the widest: (its bits, FLOP/s)."""
        wide = [width for width in self.rates if width >= bits] or [max(self.rates)]
        return min(wide), self.rates[min(wide)]


GB, TFLOPS = 10**9, 10**12

DEVICES: tuple[Device, ...] = (
    Device(
        "a100-40gb", "NVIDIA A100 40 GB", 40 * GB, 1555 * GB, {16: 312 * TFLOPS},
        "github.com/hahnyuan/LLM-Viewer hardwares/hardware_params.py@472f71f",
    ),
    Device(
        "a100-80gb", "NVIDIA A100 SXM 80 GB", 80 * GB, 2039 * GB, {16: 312 * TFLOPS}, CONFIGURATOR.format("a100_sxm")
    ),
    Device(
        "h100", "NVIDIA H100 SXM", 80 * GB, 3350 * GB, {16: 989 * TFLOPS, 8: 1978 * TFLOPS},
        CONFIGURATOR.format("h100_sxm"),
    ),
    Device(
        "h200", "NVIDIA H200 SXM", 141 * GB, 4800 * GB, {16: 989 * TFLOPS, 8: 1978 * TFLOPS},
        CONFIGURATOR.format("h200_sxm"),
    ),
    Device(
        "b200", "NVIDIA B200 SXM", 180 * GB, 7700 * GB, {16: 2250 * TFLOPS, 8: 4500 * TFLOPS, 4: 9000 * TFLOPS},
        CONFIGURATOR.format("b200_sxm") + "; FP4: NVIDIA Blackwell architecture brief",
    ),
    Device(
        "l40s", "NVIDIA L40S", 48 * GB, 864 * GB, {16: 36205 * TFLOPS // 100, 8: 733 * TFLOPS},
        "github.com/ai-dynamo/aiconfigurator systems/l40s.yaml",
    ),
    Device(
        "rtx-4090", "NVIDIA GeForce RTX 4090", 24 * GB, 1008 * GB,
        {16: 1652 * TFLOPS // 10, 8: 3303 * TFLOPS // 10}, "NVIDIA Ada GPU architecture white paper, Appendix A",
    ),
    Device(
        "mi300x", "AMD Instinct MI300X", 192 * GB, 5300 * GB,
        {16: 13074 * TFLOPS // 10, 8: 26149 * TFLOPS // 10}, "AMD Instinct MI300X data sheet",
    ),
)  # fmt: skip
BY_NAME = {device.name: device for device in DEVICES}
