"""What a test set says of several outputs: their scores, the differences of all pairs, and groups."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from probierz.errors import OptionError
from probierz.ordering import best_first
from probierz.scoring.format import four_decimals
from probierz.scoring.interval import ScoreInterval
from probierz.scoring.power import Power
from probierz.scoring.score import Score
from probierz.scoring.signature import Signature

if TYPE_CHECKING:
    from probierz.display.pictures import Picture

Verdict = Literal["different", "not told apart", "impossible"]


@dataclass(frozen=True)
class ComparedPair:
    """Two outputs, by their places among all.

    difference: value of the first minus value of the second; low, high: its interval, of the same model as the test, so
    that 0 is outside exactly where p_value is at most 1 - level. p_value: two-sided; adjusted: corrected for the number
    of pairs. trials: of the test, 0 where none are needed; exact: whether nothing was drawn or approximated; is_tail:
    whether p lies beyond what the trials resolve. least: the smallest p-value that these outputs could have had;
    is_decidable: whether, with that, a difference could have been shown among so many pairs.
    smallest_difference: the smallest true difference of two such outputs that these lines can show at this level with a
    power of 80 %, see `power`: of outputs that disagree by chance as these do, however far apart these are; NaN where
    nothing could be shown, or the scale has no room for one so large; why_no_smallest_difference says so in words where
    a verdict is possible.
    better, worse, equal: on how many lines the first is so, None where single lines have no value.
    may_hide_errors: whether the better one has errors, or the heavy ones of them, on so few lines that others may be
    missing by chance, enough to make up for the difference. notes: what a reader should know.
    """

    first: int
    second: int
    difference: float
    low: float
    high: float
    p_value: float
    adjusted: float
    trials: int
    exact: bool
    standard_error: float
    better: int | None
    worse: int | None
    equal: int | None
    least: float = 0.0
    is_tail: bool = False
    is_decidable: bool = True
    notes: tuple[str, ...] = ()
    may_hide_errors: bool = False
    smallest_difference: float = math.nan
    why_no_smallest_difference: str = ""
    power: Power | None = None


@dataclass(frozen=True)
class Comparison:
    """What a test set says of several outputs under one metric.

    names, scores, intervals: of the outputs, in the order given. pairs: all of them. clusters: for each output the
    number of its group of those that cannot be told apart, from 1, the best, see `groups_of`; None for a score that
    is NaN.
    test: "sign", "randomisation" or "bootstrap". reason: why, in a sentence.
    """

    names: tuple[str, ...]
    scores: tuple[Score, ...]
    intervals: tuple[ScoreInterval, ...]
    pairs: tuple[ComparedPair, ...]
    clusters: tuple[int | None, ...]
    test: str
    reason: str
    correction: str
    level: float
    signature: Signature
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the metric."""
        return self.scores[0].name

    @property
    def alpha(self) -> float:
        """Up to which corrected p-value outputs count as different."""
        return round(1 - self.level, 12)

    @property
    def corrected_pairs(self) -> int:
        """For how many pairs p-values are corrected: those for which a verdict would be possible by itself."""
        return sum(pair.least <= self.alpha and not math.isnan(pair.p_value) for pair in self.pairs)

    def best_first(self) -> list[int]:
        """Return the places of the outputs, the best first and NaN last."""
        return best_first([score.value for score in self.scores], self.scores[0].better)

    def pair(self, first: int, second: int) -> ComparedPair:
        """Return the pair of these two, the difference turned round where they are in the other order.

        Raises OptionError for a pair that there is not.
        """
        for pair in self.pairs:
            if (pair.first, pair.second) == (first, second):
                return pair
            if (pair.first, pair.second) == (second, first):
                return _turned(pair)
        raise OptionError(f"there is no pair of the outputs number {first} and {second}")

    def is_different(self, pair: ComparedPair) -> bool:
        """Whether the difference of a pair is more than chance."""
        return pair.adjusted <= self.alpha

    def verdict(self, pair: ComparedPair) -> Verdict:
        """What can be said of a pair: "different", "not told apart", or "impossible", where nothing could be shown."""
        if self.is_different(pair):
            return "different"
        return "not told apart" if pair.is_decidable and not math.isnan(pair.p_value) else "impossible"

    def plot(self) -> Picture:
        """Return a picture of the differences between all pairs. Raises MissingExtra without matplotlib."""
        return _matrix(self)

    def plot_intervals(self) -> Picture:
        """Return a picture of the scores with their intervals. Raises MissingExtra without matplotlib."""
        return _intervals(self)

    def __str__(self) -> str:
        """Return a few lines: the outputs from the best on, each with its interval and group, and what was found."""
        direction = "higher" if self.scores[0].better == "higher" else "lower"
        lines = [f"{self.name} ({direction} is better) of {self.scores[0].signature.lines} lines"]
        width = max(map(len, self.names))
        for at in self.best_first():
            cluster = self.clusters[at]
            value, low, high = map(four_decimals, (self.scores[at].value, *self.intervals[at]))
            lines.append(
                f"  {self.names[at]:<{width}}  {value}  {self.level:.0%} {low} to {high}  "
                f"group {'-' if cluster is None else cluster}"
            )
        verdicts = Counter(map(self.verdict, self.pairs))
        found = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.items())
        return "\n".join([*lines, f"pairs: {found} (test: {self.test}, correction: {self.correction})"])

    def _repr_html_(self) -> str:
        return _html(self)

    def as_dict(self) -> dict[str, Any]:
        """Return the comparison as plain data; values are not rounded."""
        return {
            "metric": self.name,
            "scheme": str(self.scores[0].scheme),
            "better": self.scores[0].better,
            "outputs": [
                {"output": name, "value": score.value, "cluster": cluster, "interval": interval.as_dict()}
                for name, score, cluster, interval in zip(
                    self.names, self.scores, self.clusters, self.intervals, strict=True
                )
            ],
            "pairs": [self._pair_as_dict(pair) for pair in self.pairs],
            "test": self.test,
            "reason": self.reason,
            "correction": self.correction,
            "level": self.level,
            "alpha": self.alpha,
            "corrected_pairs": self.corrected_pairs,
            "signature": str(self.signature),
            "notes": list(self.notes),
        }

    def _pair_as_dict(self, pair: ComparedPair) -> dict[str, Any]:
        plain = {
            "p" if key == "p_value" else key: getattr(pair, key)  # as in tables, and of slices
            for key in pair.__dataclass_fields__
            if key != "power"
        }
        return {
            **plain,
            "first": self.names[pair.first],
            "second": self.names[pair.second],
            "different": self.is_different(pair),
            "verdict": self.verdict(pair),
            "notes": list(pair.notes),
        }


def _turned(pair: ComparedPair) -> ComparedPair:
    return replace(
        pair,
        first=pair.second,
        second=pair.first,
        difference=-pair.difference,
        low=-pair.high,
        high=-pair.low,
        better=pair.worse,
        worse=pair.better,
    )


# --- tables and pictures ----------------------------------------------------------------------------------------------


def _html(comparison: Comparison) -> str:
    """A row for each output, the best first: score, interval, group, and its difference from every other."""
    from probierz.display.html import table

    names = comparison.names
    head = ["output", comparison.name, "low", "high", "group", *(f"minus {name}" for name in names)]
    rows = []
    for at in comparison.best_first():
        interval, cluster = comparison.intervals[at], comparison.clusters[at]
        numbers = (comparison.scores[at].value, interval.low, interval.high)
        differences = [_difference(comparison, at, other) for other in range(len(names))]
        shown = map(four_decimals, numbers)
        rows.append((names[at], *shown, "" if cluster is None else str(cluster), *differences))
    stars = f"* more than chance: corrected p at most {comparison.alpha:g}"
    return table(head, rows, numbers=head[1:], notes=[comparison.reason, stars, *comparison.notes])


def _matrix(comparison: Comparison) -> Picture:
    """A square picture: what the output of the row scores more than that of the column."""
    from probierz.display import pictures

    order = comparison.best_first()
    numbers = [[0.0 if one == other else comparison.pair(one, other).difference for other in order] for one in order]
    texts = [[_difference(comparison, one, other) for other in order] for one in order]
    names = [comparison.names[at] for at in order]
    title = f"{comparison.name}: row minus column"
    return pictures.matrix(names, numbers, texts, title=title, note="* more than chance")


def _intervals(comparison: Comparison) -> Picture:
    """The scores with their intervals, the best output above."""
    from probierz.display import pictures

    order = comparison.best_first()
    bounds = [(comparison.intervals[at].low, comparison.intervals[at].high) for at in order]
    return pictures.intervals(
        [comparison.names[at] for at in order],
        [comparison.scores[at].value for at in order],
        bounds,
        title=f"{comparison.name} ({comparison.scores[0].better} is better), {comparison.level * 100:g} % intervals",
    )


def _difference(comparison: Comparison, one: int, other: int) -> str:
    if one == other:
        return ""
    pair = comparison.pair(one, other)
    return f"{four_decimals(pair.difference, '+')}{' *' if comparison.is_different(pair) else ''}"
