"""Accelerators as facts: memory, bandwidth, and dense BF16 FLOP/s, each with its source and the day it was read.

Memory is the nominal capacity in decimal bytes, which is what a data sheet promises; drivers keep some of it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Device:
    """One accelerator: `memory` in B, `bandwidth` in B/s, `compute` in FLOP/s of dense BF16 with FP32 sums."""

    name: str
    title: str
    memory: int
    bandwidth: int
    compute: int
    source: str
    read: str = "2026-12-01"


GB, TFLOPS = 10**9, 10**12

DEVICES: tuple[Device, ...] = (
    Device("a100-40gb", "NVIDIA A100 40 GB", 40 * GB, 1555 * GB, 312 * TFLOPS, "NVIDIA A100 data sheet"),
    Device("a100-80gb", "NVIDIA A100 SXM 80 GB", 80 * GB, 2039 * GB, 312 * TFLOPS, "NVIDIA A100 data sheet"),
    Device("h100", "NVIDIA H100 SXM", 80 * GB, 3350 * GB, 989 * TFLOPS, "NVIDIA H100 data sheet, without sparsity"),
    Device("h200", "NVIDIA H200 SXM", 141 * GB, 4800 * GB, 989 * TFLOPS, "NVIDIA H200 data sheet, without sparsity"),
    Device("l40s", "NVIDIA L40S", 48 * GB, 864 * GB, 362 * TFLOPS, "NVIDIA L40S data sheet, without sparsity"),
    Device("rtx-4090", "NVIDIA GeForce RTX 4090", 24 * GB, 1008 * GB, 165 * TFLOPS, "NVIDIA Ada architecture paper"),
    Device("mi300x", "AMD Instinct MI300X", 192 * GB, 5300 * GB, 1307 * TFLOPS, "AMD Instinct MI300X data sheet"),
)
BY_NAME = {device.name: device for device in DEVICES}
