"""Texts of tests that can be read, nearly the same or inside of longer ones, with what is expected of them.

Those that are the same word for word are told by `public_texts`, which also looks at other tasks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from probierz.challenges.challenge import kind_of_split
from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.checks.leaks import check_leaks, check_wrapped
from probierz.suites.findings import recognised
from probierz.suites.suite import KnownFinding

__all__ = ["NearlyPublicTexts", "nearly_public_texts"]


class NearlyPublicTexts(NamedTuple):
    """What the check `leaks` says of a test and a public split. are_most: scores on the test would say little."""

    test: str
    message: str
    are_most: bool


def nearly_public_texts(known: Sequence[KnownFinding], splits: Sequence[CheckedSplit]) -> Iterator[NearlyPublicTexts]:
    """Find what the check `leaks` fails for, where texts are nearly the same or inside of others, not the same.

    known: what is declared of the data.
    """
    named = {split.name: split for split in splits}
    traits = [trait for trait in known if trait.check == "leaks" and set(trait.splits) <= named.keys()]
    for found in recognised([*check_leaks(splits), *check_wrapped(splits)], traits):
        first, second = (named[name] for name in found.splits)
        if found.severity not in ("error", "warning") or not found.count or _is_test(first) == _is_test(second):
            continue
        public, test = (first, second) if _is_test(second) else (second, first)
        if found.count > _count_of_same(first, second):
            leaked = found.count if test is second else next(check_leaks([public, test])).count
            yield NearlyPublicTexts(test.name, found.message, 2 * leaked > len(test.words))


def _is_test(split: CheckedSplit) -> bool:
    return kind_of_split(split.name) == "test"


def _count_of_same(first: CheckedSplit, second: CheckedSplit) -> int:
    there = {tuple(words) for words in first.words if words}
    return sum(tuple(words) in there for words in second.words)
