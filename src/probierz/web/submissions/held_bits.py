"""How many bits the expected results of a hidden test hold, where that can be said: of a test with few classes."""

from __future__ import annotations

import math
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
    """Return n log2(k) for n lines with k classes; None where expected results are no classes."""
    try:
        classes = _classes(version.challenge.slug, version.folder, split)
    except (OSError, ProbierzError):  # files that were lost are told elsewhere
        return None
    return lines * math.log2(classes) if classes > 1 else None


@lru_cache(256)
def _classes(slug: str, folder: str, split: str) -> int:
    """How many different expected results there are; 0 where there are too many to be classes."""
    challenge = open_challenge(places.version_folder(slug, folder))
    found: set[str] = set()
    lines = 0
    expected = str(challenge.split(split).expected)
    with LineReader(expected, dialect=challenge.dialect, header=tuple(challenge.out_header)) as reader:
        for line in reader:
            lines += 1
            found.add(str(line))
            if len(found) > MOST_CLASSES:
                return 0
    return len(found) if 2 * len(found) <= lines else 0
