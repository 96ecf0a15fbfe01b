"""Signs that tell texts apart, as operators and smileys do: without them, `20 - 15` would be `20 + 15`."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

LEAST_PART, FEWEST = 0.05, 3
"""On which part of a split, and on how many lines, signs have to be all that tells from another one: copies have other
punctuation, too.
"""

_SIGNS = re.compile(r"[^\w\s]+")
_WORDS = re.compile(r"\w+")
_OPERATOR = re.compile(r"[-+*/%<>=&|^~:@×÷−≤≥≠]|^[()\[\]{}]+$")


def telling_signs(lines: Sequence[str]) -> frozenset[str]:
    """Return runs of signs, such as `>=`, that are all by which many lines of a split differ."""
    alike: defaultdict[int, set[tuple[str, ...]]] = defaultdict(set)
    for line in lines:
        alike[hash(tuple(_WORDS.findall(line.casefold())))].add(tuple(_SIGNS.findall(line)))
    told = Counter(sign for variants in alike.values() if len(variants) > 1 for sign in _differing(variants))
    enough = max(LEAST_PART * len(lines), FEWEST)
    return frozenset(told) if sum(len(variants) - 1 for variants in alike.values()) >= enough else frozenset()


def telling_operators(lines: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Return the runs of signs with operators, all of them where they alone tell lines of other results apart.

    lines: the texts of a challenge, each with what is expected. Two such lines are enough, unlike with other signs,
    where one operator stands for another one or among numbers: so does no punctuation that a copy lacks.
    """
    operators: set[str] = set()
    results: defaultdict[tuple[int, bool], dict[tuple[str, ...], set[str]]] = defaultdict(dict)
    for text, result in lines:
        found = tuple(sign for sign in _SIGNS.findall(text) if _OPERATOR.search(sign))
        operators.update(found)
        if words := _WORDS.findall(text.casefold()):
            alike = results[hash(tuple(words)), any(map(str.isdecimal, words))]
            alike.setdefault(found, set()).add(" ".join(result.split()))
    some = ((variants, has_numbers) for (_, has_numbers), variants in results.items() if len(variants) > 1)
    tell = any(
        (has_numbers or all(variants)) and not set.intersection(*variants.values()) for variants, has_numbers in some
    )
    return frozenset(operators) if tell else frozenset()


def _differing(variants: Iterable[tuple[str, ...]]) -> Iterable[str]:
    """What not all of them have as often as the others; where only the order differs, every sign."""
    counts = [*map(Counter, variants)]
    signs = set().union(*counts)
    return {sign for sign in signs if len({one[sign] for one in counts}) > 1} or signs
