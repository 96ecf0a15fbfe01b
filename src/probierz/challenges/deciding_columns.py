"""Columns of few values that decide what is expected, several values each label: stars of reviews, say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import lgamma, log, log2
from pathlib import Path

from probierz.challenges.file_tables import split_rows
from probierz.challenges.revealed_results import FEWEST_BITS

__all__ = ["deciding_column"]

_MOST_VALUES, _FEWEST_EACH = 20, 3


def deciding_column(
    inputs: Path, expected: Path, in_header: Sequence[str] = (), out_header: Sequence[str] = ()
) -> str | None:
    """Name a column beside others of whose values, each on several lines, none has two labels.

    Raises ProbierzError where a file cannot be read.
    """
    wanted = (" ".join(row.values()) for row in split_rows(expected, out_header))
    labels: Counter[str] = Counter()
    pairs: dict[str, Counter[tuple[str, str]]] = {}
    for row, label in zip(split_rows(inputs, in_header), wanted, strict=False):
        if not labels and len(row) > 1:
            pairs = {name: Counter() for name in row}
        labels[label] += 1
        for name, found in [*pairs.items()]:
            found[row.get(name, ""), label] += 1
            if len(found) > _MOST_VALUES:
                del pairs[name]
        if not pairs:
            return None
    return next((name for name, found in pairs.items() if _decides(found, labels)), None)


def _decides(pairs: Counter[tuple[str, str]], labels: Counter[str]) -> bool:
    """Whether each value has one label, on lines enough."""
    if min(pairs.values(), default=0) < _FEWEST_EACH or len({value for value, _ in pairs}) < len(pairs):
        return False
    return _bits(len(pairs), [*labels.values()]) >= FEWEST_BITS


def _bits(values: int, labels: Sequence[int]) -> float:
    """How seldom so many values would have one label each by chance.

    Labels that are k1, k2, … lines stand in n! / (k1! k2! …) orders; in at most labels ** values of them it is so.
    """
    orders = lgamma(sum(labels) + 1) - sum(lgamma(count + 1) for count in labels)
    return orders / log(2) - values * log2(len(labels))
