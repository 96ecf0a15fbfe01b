"""What several people say of the same items: the label of most, how far they agree, which items are hard."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from probierz.inspection.raters import agreeing_pairs, nominal_alpha


class LabelledItem(NamedTuple):
    """An item and what people say of it. by: label by number of its labeller. majority: empty where nobody decided.

    is_tied: whether as many said something else, and the majority was drawn among them. difficulty: the share of pairs
    of people who differ; None with fewer than two.
    """

    line: int
    by: Mapping[int, str]
    majority: str
    is_tied: bool
    difficulty: float | None


class Together(NamedTuple):
    """How far people agree. alpha: Krippendorff's, nominal; NaN where all labels are the same, or nothing is shared.

    shared: items that two people at least decided. agreed: those of which all said the same.
    """

    alpha: float
    shared: int
    agreed: int


def majority(labels: Sequence[str], seed: int, line: int) -> tuple[str, bool]:
    """Return the label that most people gave, and whether it was drawn among several; the same seed draws the same."""
    counts = Counter(labels)
    most = max(counts.values(), default=0)
    best = sorted(label for label, count in counts.items() if count == most)
    if not best:
        return "", False
    return random.Random(f"{seed} {line}").choice(best), len(best) > 1


def labelled_items(lines: Sequence[int], given: Mapping[int, Mapping[int, str]], seed: int) -> list[LabelledItem]:
    """Return the items in this order. given: by line and number of the labeller, what was decided."""
    items = []
    for line in lines:
        by = dict(sorted(given.get(line, {}).items()))
        label, is_tied = majority(list(by.values()), seed, line)
        pairs = agreeing_pairs(list(by.values()))
        items.append(LabelledItem(line, by, label, is_tied, None if pairs is None else 1 - pairs))
    return items


def together(items: Sequence[LabelledItem]) -> Together:
    """Return how far people agree on items."""
    shared = [list(item.by.values()) for item in items if len(item.by) > 1]
    return Together(nominal_alpha(shared), len(shared), sum(len(set(labels)) == 1 for labels in shared))
