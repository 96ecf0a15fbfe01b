"""How far several people agree on labels, where not everybody has to have looked at everything.

>>> nominal_alpha([["a", "a", "a"], ["b", "b"], ["a", "b", "b"]])
0.5625
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence


def nominal_alpha(items: Iterable[Sequence[str]]) -> float:
    """Krippendorff's nominal alpha of any number of people; labels that are missing are left out.

        α = 1 - (n - 1) · Σ_u ( Σ_{c≠k} n_uc · n_uk / (m_u - 1) ) / Σ_{c≠k} n_c · n_k

    items: the labels of each. m_u: how many item u has; n_uc: how many of them are c; n_c: how many are c in all, and n
    all of them, of items with two labels at least. Up to 1, 0 as by chance. For two people and nothing missing it is
    the metric Krippendorff-Alpha.
    Empty: NaN; also when all labels are the same.
    Source: Krippendorff 2011, Computing Krippendorff's Alpha-Reliability.
    """
    totals: Counter[str] = Counter()
    parts = []
    for labels in items:
        if len(labels) > 1:
            counts = Counter(labels)
            totals.update(counts)
            parts.append(_different(counts) / (len(labels) - 1))
    by_chance = _different(totals)
    return 1 - (totals.total() - 1) * math.fsum(parts) / by_chance if by_chance else math.nan


def agreeing_pairs(labels: Sequence[str]) -> float | None:
    """Return the share of pairs of people who gave an item the same label; None with fewer than two."""
    pairs = len(labels) * (len(labels) - 1)
    return 1 - _different(Counter(labels)) / pairs if pairs else None


def _different(counts: Counter[str]) -> int:
    """Return the number of ordered pairs of labels that differ."""
    return counts.total() ** 2 - sum(count**2 for count in counts.values())
