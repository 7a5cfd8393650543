"""Shapes of arrays, checked by their names: the letters at the end of ``scores_NN`` are its axes.

`engine/dims.py` says what each letter means.  One letter has one size within an operation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]


class ShapeError(ValueError):
    """Arrays that do not fit an operation; the message has the operation, the shapes and the sizes."""

    def __init__(self, operation: str, reason: str, shapes: Mapping[str, tuple[int, ...]]) -> None:
        given = ", ".join(f"{name} is {shape}" for name, shape in shapes.items())
        super().__init__(f"{operation}: {reason} ({given})")
        self.operation = operation
        self.shapes = shapes


def sizes_of(operation: str, **arrays: Array) -> dict[str, int]:
    """The size of every letter in the names of `arrays`: ``sizes_of("scores", q_ND=q, k_ND=k)``.

    Raises `ShapeError` where an array has another number of axes than its name has letters, where a
    letter has two sizes, and for a size of 0.
    """
    shapes = {name: np.shape(array) for name, array in arrays.items()}
    sizes: dict[str, int] = {}
    for name, shape in shapes.items():
        letters = name.rpartition("_")[2]
        if len(letters) != len(shape):
            raise ShapeError(operation, f"{name} needs the axes {', '.join(letters)}", shapes)
        for letter, size in zip(letters, shape, strict=True):
            if size == 0:
                raise ShapeError(operation, f"{letter} is 0", shapes)
            if sizes.setdefault(letter, size) != size:
                raise ShapeError(operation, f"{letter} is both {sizes[letter]} and {size}", shapes)
    return sizes


def group_of(operation: str, member: int, members: tuple[str, int], groups: tuple[str, int]) -> int:
    """The group of one of `members` when consecutive ones share a group: ⌊member·groups/members⌋.

    Both counts come with their name, ``("query heads", 24)`` and ``("KV heads", 4)``.  Raises `ShapeError` when the
    groups do not divide the members, or there is no such member.
    """
    (member_name, member_count), (group_name, group_count) = members, groups
    shapes = {member_name: (member_count,), group_name: (group_count,)}
    if group_count < 1 or member_count < 1 or member_count % group_count:
        raise ShapeError(operation, f"{group_count} {group_name} do not divide {member_count} {member_name}", shapes)
    if not 0 <= member < member_count:
        raise ShapeError(operation, f"there is no number {member} among the {member_name}", shapes)
    return member * group_count // member_count
