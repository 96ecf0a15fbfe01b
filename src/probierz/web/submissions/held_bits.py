"""How many bits the expected results of a hidden test hold, where that can be said: of a test with few classes."""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache

from probierz.challenges.challenge import open_challenge
from probierz.errors import ProbierzError
from probierz.lines import LineReader
from probierz.web.challenges.models import Version
from probierz.web.configuration import places

__all__ = ["held_bits"]

MOST_CLASSES = 20
"""With more different expected results they are no classes: texts, numbers."""


def held_bits(version: Version, split: str, lines: int) -> float | None:
    """Return n H for n lines whose classes have the entropy H = -Σ p log2 p; None where results are no classes."""
    try:
        entropy = _entropy(version.challenge.slug, version.folder, split)
    except (OSError, ProbierzError):  # files that were lost are told elsewhere
        return None
    return lines * entropy or None


@lru_cache(256)
def _entropy(slug: str, folder: str, split: str) -> float:
    """The entropy of expected results, in bits a line; 0 where there are too many different ones to be classes."""
    challenge = open_challenge(places.version_folder(slug, folder))
    found: Counter[str] = Counter()
    expected = str(challenge.split(split).expected)
    with LineReader(expected, dialect=challenge.dialect, header=tuple(challenge.out_header)) as reader:
        for line in reader:
            found[str(line)] += 1
            if len(found) > MOST_CLASSES:
                return 0.0
    lines = found.total()
    if 2 * len(found) > lines:
        return 0.0
    return -sum(count / lines * math.log2(count / lines) for count in found.values())
