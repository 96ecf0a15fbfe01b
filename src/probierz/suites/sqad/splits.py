"""Balanced splits of records: 60 : 10 : 30, or five folds, with the types of questions and answers in proportion.

Records are put in order of question type and answer type, at random among equals. Then each gets the part that is
furthest behind its share. So the whole is divided in proportion to one record, every type and pair of types to two;
and pairs too rare to be divided share with their neighbours, which have the same question type. Where articles stay
whole, `article_splits` comes as near to that as they allow.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from probierz.errors import OptionError
from probierz.suites.sqad.article_splits import ALL, Strata, parts_of_articles

PARTS = {"train": 0.6, "dev-0": 0.1, "test-A": 0.3}
"""The published proportions: training, validation, test."""

FEWEST = 10
"""Records that are divided in these proportions."""

FOLD_VALIDATION = 300
"""Records that validate in each fold."""


@dataclass(frozen=True)
class Item:
    """What a split looks at: the name of a record, its types, and its article."""

    name: str
    question_type: str
    answer_type: str
    article: str = ""


def split_records(items: Sequence[Item], *, seed: int = 1, by_article: bool = False) -> dict[str, str]:
    """Return the part of each record, by name: train, dev-0 or test-A.

    by_article: records of one article stay in one part; the proportions then hold as nearly as that allows, and no
    part is empty where there are articles enough.
    Raises OptionError for fewer than ten records.
    """
    if len(items) < FEWEST:
        raise OptionError(f"60 : 10 : 30 of {len(items)} records leaves a part empty; at least {FEWEST} are needed")
    return _divide(items, PARTS, seed, by_article)


def folds_of(items: Sequence[Item], *, folds: int = 5, seed: int = 1, by_article: bool = False) -> dict[str, int]:
    """Return the fold of each record, by name, from 1. Raises OptionError for fewer records than folds."""
    if len(items) < folds:
        raise OptionError(f"{len(items)} records cannot be divided into {folds} folds")
    parts = _divide(items, {str(fold): 1 / folds for fold in range(1, folds + 1)}, seed, by_article)
    return {name: int(fold) for name, fold in parts.items()}


def fold_parts(
    items: Sequence[Item],
    folds: dict[str, int],
    test: int,
    *,
    validation: int = FOLD_VALIDATION,
    seed: int = 1,
    by_article: bool = False,
) -> dict[str, str]:
    """Return the part of each record when one fold is the test: 300 others validate, the rest trains.

    Where fewer than ten times as many records are left, a tenth of them validates.
    """
    rest = [item for item in items if folds[item.name] != test]
    share = min(validation / len(rest), 0.1) if rest else 0.1
    parts = _divide(rest, {"train": 1 - share, "dev-0": share}, seed * 1000 + test, by_article)
    return {item.name: parts.get(item.name, "test-A") for item in items}


def _divide(items: Sequence[Item], shares: dict[str, float], seed: int, by_article: bool) -> dict[str, str]:
    shuffled = sorted(items, key=lambda item: item.name)
    random.Random(seed).shuffle(shuffled)
    if by_article:
        return _divide_articles(shuffled, shares)
    ordered = sorted(shuffled, key=lambda item: (item.question_type, item.answer_type))
    return {item.name: part for item, part in zip(ordered, _in_turn(len(ordered), shares), strict=True)}


def _in_turn(count: int, shares: dict[str, float]) -> list[str]:
    """Parts in turn, so that after every number of them each has its share, to one."""
    given = dict.fromkeys(shares, 0)
    turns = []
    for number in range(1, count + 1):
        part = max(shares, key=lambda name: shares[name] * number - given[name])
        given[part] += 1
        turns.append(part)
    return turns


def _divide_articles(items: Sequence[Item], shares: dict[str, float]) -> dict[str, str]:
    """Whole articles, the largest first."""
    articles: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        articles[item.article or item.name].append(item)
    groups = sorted(articles.values(), key=len, reverse=True)
    parts = parts_of_articles([_strata(group) for group in groups], shares)
    return {item.name: part for group, part in zip(groups, parts, strict=True) for item in group}


def _strata(items: Sequence[Item]) -> Strata:
    kinds = [(("question", item.question_type), ("answer", item.answer_type)) for item in items]
    return Counter({ALL: len(items)}) + Counter(kind for both in kinds for kind in both)
