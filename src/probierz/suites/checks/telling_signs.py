"""Signs that tell texts apart, as operators and smileys do: without them, `20 - 15` would be `20 + 15`."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

__all__ = ["telling_signs"]

LEAST_PART, FEWEST = 0.05, 3
"""On which part of a split, and on how many lines, signs have to be all that tells from another one: copies have other
punctuation, too.
"""

_SIGNS = re.compile(r"[^\w\s]+")
_WORDS = re.compile(r"\w+")


def telling_signs(lines: Sequence[str]) -> frozenset[str]:
    """Return runs of signs, such as `>=`, that are all by which many lines of a split differ."""
    alike: defaultdict[int, set[tuple[str, ...]]] = defaultdict(set)
    for line in lines:
        alike[hash(tuple(_WORDS.findall(line.casefold())))].add(tuple(_SIGNS.findall(line)))
    told = Counter(sign for variants in alike.values() if len(variants) > 1 for sign in _differing(variants))
    enough = max(LEAST_PART * len(lines), FEWEST)
    return frozenset(told) if sum(len(variants) - 1 for variants in alike.values()) >= enough else frozenset()


def _differing(variants: Iterable[tuple[str, ...]]) -> Iterable[str]:
    """What not all of them have as often as the others; where only the order differs, every sign."""
    counts = [*map(Counter, variants)]
    signs = set().union(*counts)
    return {sign for sign in signs if len({one[sign] for one in counts}) > 1} or signs
