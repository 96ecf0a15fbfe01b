"""Metrics that give single errors of a small hidden test away where they stand beside others.

A step hides an error or two under each metric by itself. Under the Matthews coefficient and the kappas one error of n
moves a score by about 2 / n of a range of 2, the more the rarer a class is; their step, a quarter of z / sqrt(n), is
two such errors or less on fewer than 200 lines. Rates of errors count words or letters, of which one line may have as
many wrong as somebody likes. Beside the steps of another metric both tell which of the outputs in one step has an error
more.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from probierz.challenges.config import CONFIG_NAME
from probierz.challenges.problems import Problem
from probierz.schemes.scheme import parse_scheme
from probierz.web.challenges.models import Part, Test

FEWEST_LINES = 200
_TELLING = re.compile(r"(Mean/)?(MCC|\w+-Kappa|WER|CER|TER|WAR|CAR)\b")


class TellingMetrics(NamedTuple):
    """Metrics of a hidden test, by their names, and about how many lines it shows scores of."""

    split: str
    metrics: tuple[str, ...]
    lines: int

    @property
    def names(self) -> str:
        """The metrics as a sentence has them."""
        return " and ".join(self.metrics)


def telling_of_tests(tests: Iterable[Test]) -> list[TellingMetrics]:
    """Return what tells single errors among the hidden tests of a version, of divided ones among public parts."""
    schemes: dict[tuple[str, int], list[str]] = defaultdict(list)
    for test in tests:
        if test.is_hidden and test.part != Part.PRIVATE:
            schemes[test.split, test.judging_lines].append(test.scheme)
    found = (_telling(split, some, lines) for (split, lines), some in schemes.items())
    return [one for one in found if one.metrics]


def warned_of(split: str, schemes: Sequence[str], lines: int) -> list[Problem]:
    """Return a warning where metrics of a hidden test of so many lines tell single errors."""
    telling = _telling(split, schemes, lines)
    if not telling.metrics:
        return []
    message = (
        f"beside other metrics {telling.names} gives single errors of {split} away, as that hidden test has {lines} "
        "lines"
    )
    remedy = (
        f"leave it out on hidden tests, give them {FEWEST_LINES} lines or more, or show a score only if it is a sure "
        "improvement"
    )
    return [Problem(CONFIG_NAME, None, message, remedy, "warning")]


def _telling(split: str, schemes: Sequence[str], lines: int) -> TellingMetrics:
    names = [parse_scheme(scheme).metric.name for scheme in schemes]
    is_small = lines < FEWEST_LINES and len({*names}) > 1
    telling = dict.fromkeys(name for name in names if is_small and _TELLING.match(name))
    return TellingMetrics(split, tuple(telling), lines)
