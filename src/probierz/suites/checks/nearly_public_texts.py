"""Texts of splits that can be read, nearly the same or inside of longer ones, with what is expected of them.

Those of tests that are the same word for word are told by `public_texts`, which also looks at other tasks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from probierz.challenges.problems import Severity
from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.checks.leaks import check_leaks, check_wrapped
from probierz.suites.checks.used_references import check_used_references
from probierz.suites.findings import recognised
from probierz.suites.suite import KnownFinding


class NearlyPublicTexts(NamedTuple):
    """What the check `leaks` says of a split and a public one, of how many texts.

    severity: how grave it is, see `severity_of_copies`.
    """

    split: str
    texts: int
    message: str
    severity: Severity


def nearly_public_texts(known: Sequence[KnownFinding], splits: Sequence[CheckedSplit]) -> Iterator[NearlyPublicTexts]:
    """Find what the check `leaks` tells of, where texts are nearly the same or inside of others, not the same in tests.

    known: what is declared of the data.
    """
    named = {split.name: split for split in splits}
    traits = [trait for trait in known if trait.check == "leaks" and set(trait.splits) <= named.keys()]
    leaks = [*check_leaks(splits), *check_wrapped(splits), *(used := [*check_used_references(splits)])]
    for leak, found in zip(leaks, recognised(leaks, traits), strict=False):  # what is declared and gone comes behind
        first, second = (named[name] for name in leak.splits)
        is_more = leak in used or not second.is_test or leak.count > _count_of_same(first, second)
        if found.severity != "known" and leak.severity != "known" and is_more and not first.is_test:
            yield NearlyPublicTexts(second.name, leak.count, found.message, leak.severity)


def _count_of_same(first: CheckedSplit, second: CheckedSplit) -> int:
    there = {*first.copied.keys} - {0}
    return sum(key in there for key in second.copied.keys)
