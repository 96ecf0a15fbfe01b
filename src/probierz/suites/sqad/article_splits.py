"""Whole articles divided into parts, as near to the wanted shares of records as they can be.

A part that stays empty is the worst; then counts how far the sizes of the parts are from their shares; and of what is
equally near, how far the types are from theirs. Few articles are tried in every way. Of many, each goes where its
types, and records at all, are missed most; then articles move, or change places, as long as that comes nearer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

__all__ = ["ALL", "Strata", "parts_of_articles"]

Stratum = tuple[str, ...]
Strata = Counter[Stratum]
"""How many records of each type an article has, and under `ALL` how many there are."""

ALL: Stratum = ()
MOST_TRIED = 20_000
"""Ways to divide a few articles; nine of them have so many for three parts."""

Farness = tuple[int, float]
"""Empty parts, and the sum over parts of (records - wanted)^2 / wanted."""


class Step(NamedTuple):
    """An article of a size leaves its part for another, from which one of another size comes; 0: none does."""

    source: str
    size: int
    target: str
    back: int


def parts_of_articles(articles: Sequence[Strata], shares: Mapping[str, float]) -> list[str]:
    """Return the part of each article. Of articles that are alike the first ones get the first parts."""
    if not articles:
        return []
    total: Strata = sum(articles, Counter())
    if len(shares) ** len(articles) <= MOST_TRIED:
        return _nearest(articles, shares, total)
    return _improved(articles, _in_turn(articles, shares, total), shares, total)


def _farness(sizes: Mapping[str, int], shares: Mapping[str, float], count: int) -> Farness:
    far = sum((sizes[part] - share * count) ** 2 / (share * count) for part, share in shares.items())
    return sum(not sizes[part] for part in shares), round(far, 9)  # what is equally near is so to the last digit


# --- few articles ----------------------------------------------------------------------------------------------------


def _nearest(articles: Sequence[Strata], shares: Mapping[str, float], total: Strata) -> list[str]:
    """The nearest of all ways."""
    by_farness: dict[Farness, list[tuple[str, ...]]] = {}
    for way in product(shares, repeat=len(articles)):
        sizes = dict.fromkeys(shares, 0)
        for part, article in zip(way, articles, strict=True):
            sizes[part] += article[ALL]
        by_farness.setdefault(_farness(sizes, shares, total[ALL]), []).append(way)
    near = by_farness[min(by_farness)]
    return list(min(near, key=lambda way: _unlikeness(_given(articles, way, shares), shares, total)))


def _given(articles: Sequence[Strata], parts: Sequence[str], shares: Mapping[str, float]) -> dict[str, Strata]:
    """What each part has."""
    given: dict[str, Strata] = {part: Counter() for part in shares}
    for part, article in zip(parts, articles, strict=True):
        given[part].update(article)
    return given


def _unlikeness(given: Mapping[str, Strata], shares: Mapping[str, float], total: Strata) -> float:
    """How far types are from their shares: the sum over types and parts of (records - wanted)^2 / wanted."""
    wanted = {(part, one): share * count for part, share in shares.items() for one, count in total.items()}
    return round(sum((given[part][one] - count) ** 2 / count for (part, one), count in wanted.items()), 9)


# --- many articles ---------------------------------------------------------------------------------------------------


def _in_turn(articles: Sequence[Strata], shares: Mapping[str, float], total: Strata) -> list[str]:
    """The largest article first: each goes where its types, and records at all, are missed most."""
    given: dict[str, Strata] = {part: Counter() for part in shares}
    parts = [""] * len(articles)
    for number in sorted(range(len(articles)), key=lambda one: -articles[one][ALL]):
        parts[number] = max(shares, key=lambda part: _missed(articles[number], total, given[part], shares[part]))
        given[parts[number]].update(articles[number])
    return parts


def _missed(article: Strata, total: Strata, given: Strata, share: float) -> float:
    """How far behind its share a part is, over the strata of an article; all records together count as one stratum."""
    return sum(count * (share - given[one] / total[one]) / share for one, count in article.items())


def _improved(
    articles: Sequence[Strata], parts: Sequence[str], shares: Mapping[str, float], total: Strata
) -> list[str]:
    """Parts after all steps that come nearer, the one that comes nearest first."""
    found, given = list(parts), _given(articles, parts, shares)
    while True:
        sizes = {part: given[part][ALL] for part in shares}
        there = {(part, article[ALL]) for part, article in zip(found, articles, strict=True)}
        far = {step: _farness(_after(step, sizes), shares, total[ALL]) for step in _steps(sorted(there), shares)}
        step = min(far, key=lambda one: far[one])
        if far[step] >= _farness(sizes, shares, total[ALL]):
            return found
        for source, size, target in ((step.source, step.size, step.target), (step.target, step.back, step.source)):
            if size:
                moved = _to_move(articles, found, source, size, target, given, shares, total)
                found[moved] = target
                given[source].subtract(articles[moved])
                given[target].update(articles[moved])


def _steps(there: Sequence[tuple[str, int]], shares: Mapping[str, float]) -> Iterator[Step]:
    """All steps. there: the sizes of articles that each part has."""
    for source, size in there:
        for target in shares:
            if target != source:
                yield Step(source, size, target, 0)
        yield from (Step(source, size, target, back) for target, back in there if target != source and back < size)


def _after(step: Step, sizes: Mapping[str, int]) -> dict[str, int]:
    moved = step.size - step.back
    return {**sizes, step.source: sizes[step.source] - moved, step.target: sizes[step.target] + moved}


def _to_move(
    articles: Sequence[Strata], parts: Sequence[str], source: str, size: int, target: str,
    given: Mapping[str, Strata], shares: Mapping[str, float], total: Strata,
) -> int:  # fmt: skip
    """The number of the article of a size in a part which the other part misses most, and its own least."""
    able = [at for at, article in enumerate(articles) if parts[at] == source and article[ALL] == size]

    def missed(at: int, part: str) -> float:
        return _missed(articles[at], total, given[part], shares[part])

    return max(able, key=lambda at: missed(at, target) - missed(at, source))
