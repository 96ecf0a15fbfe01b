"""Whole articles divided into parts, as near to the wanted shares of records as they can be.

A part that stays empty is the worst; then counts how far the sizes of the parts are from their shares; and of what is
equally near, how far the types are from theirs. Few articles are tried in every way. Of many, each goes where its
types, and records at all, are missed most; then one or two articles move, or change places with one or two of another
part, as long as that comes nearer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, permutations, product
from typing import NamedTuple

Stratum = tuple[str, ...]
Strata = Counter[Stratum]
"""How many records of each type an article has, and under `ALL` how many there are."""

ALL: Stratum = ()
MOST_TRIED = 20_000
"""Ways to divide a few articles; nine of them have so many for three parts."""

Farness = tuple[int, float]
"""Empty parts, and the sum over parts of (records - wanted)^2 / wanted."""


class ArticleExchange(NamedTuple):
    """Articles of one or two sizes leave their part for another, from which none, one or two of other sizes come."""

    source: str
    leaving: tuple[int, ...]
    target: str
    coming: tuple[int, ...]


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
    found = min(near, key=lambda way: _unlikeness(_given(articles, way, shares), shares, total))
    return list(found)


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
    """Parts after all exchanges that come nearer, the one that comes nearest first."""
    found = list(parts)
    while True:
        there = {
            part: Counter(one[ALL] for one, at in zip(articles, found, strict=True) if at == part) for part in shares
        }
        sizes = {part: sum(there[part].elements()) for part in shares}
        far = {one: _farness(_after(one, sizes), shares, total[ALL]) for one in _exchanges(there)}
        best = min(far, key=lambda one: far[one])
        if far[best] >= _farness(sizes, shares, total[ALL]):
            return found
        gone = _to_move(articles, found, best.source, best.leaving, best.target, shares, total)
        come = _to_move(articles, found, best.target, best.coming, best.source, shares, total)
        found = [best.target if at in gone else best.source if at in come else part for at, part in enumerate(found)]


def _exchanges(there: Mapping[str, Counter[int]]) -> Iterator[ArticleExchange]:
    """An exchange for each number of records by which one can grow. there: the sizes of the articles of each part."""
    for source, target in permutations(there, 2):
        by_growth: dict[int, ArticleExchange] = {}
        for leaving, coming in product(_one_or_two(there[source]), [(), *_one_or_two(there[target])]):
            growth = sum(leaving) - sum(coming)
            if growth > 0:
                by_growth.setdefault(growth, ArticleExchange(source, leaving, target, coming))
        yield from by_growth.values()


def _one_or_two(sizes: Counter[int]) -> list[tuple[int, ...]]:
    """One or two sizes for each sum; one where that is enough."""
    by_sum: dict[int, tuple[int, ...]] = {size: (size,) for size in sorted(sizes)}
    for pair in combinations_with_replacement(sorted(sizes), 2):
        if pair[0] != pair[1] or sizes[pair[0]] > 1:
            by_sum.setdefault(sum(pair), pair)
    return list(by_sum.values())


def _after(exchange: ArticleExchange, sizes: Mapping[str, int]) -> dict[str, int]:
    source, leaving, target, coming = exchange
    growth = sum(leaving) - sum(coming)
    return {**sizes, source: sizes[source] - growth, target: sizes[target] + growth}


def _to_move(
    articles: Sequence[Strata], parts: Sequence[str], source: str, sizes: Sequence[int], target: str,
    shares: Mapping[str, float], total: Strata,
) -> list[int]:  # fmt: skip
    """The numbers of articles of these sizes in a part, which the other part misses most, and their own least."""
    given = _given(articles, parts, shares)

    def wish(at: int) -> float:
        missed, kept = (_missed(articles[at], total, given[part], shares[part]) for part in (target, source))
        return missed - kept

    chosen: list[int] = []
    for size in sizes:
        able = [at for at, one in enumerate(articles) if parts[at] == source and one[ALL] == size and at not in chosen]
        chosen.append(max(able, key=wish))
    return chosen
