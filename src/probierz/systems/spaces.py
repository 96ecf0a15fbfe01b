"""What a search for settings tries: the values that a recipe, or somebody, holds for worth trying."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Range:
    """All numbers from low to high; whole ones if both are. log: those of each size equally often, as 0.01 and 0.1."""

    low: float
    high: float
    log: bool = False

    def __str__(self) -> str:
        return f"{self.low:g}..{self.high:g}"


@dataclass(frozen=True)
class OneOf:
    """One of some values."""

    values: tuple[Any, ...]

    def __str__(self) -> str:
        return ",".join(map(str, self.values))


Space = Mapping[str, Range | OneOf]
"""What is tried for each setting."""
