"""Tests of the difference between two outputs on the same lines, and corrections for many of them.

All p-values are two-sided. A test is exact, or has the +1 of Phipson and Smyth (2010), so that it never claims more
than it may; trials in which a score is NaN count against a difference.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from probierz.errors import OptionError
from probierz.metrics.definition import Metric
from probierz.metrics.tallies import Mean, Tally
from probierz.scoring.pool import AdditivePool, Pool, pool_of

if TYPE_CHECKING:
    from numpy import ndarray

__all__ = [
    "CORRECTIONS",
    "Outcome",
    "adjusted",
    "bootstrap_test",
    "differing",
    "is_mean_of_hits",
    "randomisation_test",
    "sign_test",
]

CORRECTIONS = ("holm", "benjamini-hochberg", "none")


class Outcome(NamedTuple):
    """A p-value, from how many trials, whether all possible ones were gone through, and what a reader should know."""

    p_value: float
    trials: int
    exact: bool
    notes: tuple[str, ...] = ()


def differing(first: Sequence[Tally], second: Sequence[Tally]) -> list[int]:
    """Return the places of the lines that left different tallies."""
    pairs = zip(first, second, strict=True)
    return [at for at, (one, other) in enumerate(pairs) if one is not other and one != other]


# --- sign test -------------------------------------------------------------------------------------------------------


def is_mean_of_hits(metric: Metric, tallies: Sequence[Tally]) -> bool:
    """Whether the score is the mean over lines of values that are all 0 or 1."""
    if metric.tally_kind is not Mean or metric.finish is not Mean.mean:
        return False
    return all(tally[0] in (0, 1) and tally[1] == 1 for tally in tallies)


def sign_test(better: int, worse: int) -> Outcome:
    """McNemar's test in its exact form: of b + w lines with different hits, b or more on one side by a fair coin.

        p = min(1, 2 Σ C(n, k) / 2ⁿ for k = 0 … min(b, w)),  n = b + w

    Empty: 1 where no line differs. Source: McNemar 1947; Dixon and Mood 1946.
    """
    lines = better + worse
    if not lines:
        return Outcome(1.0, 0, True, (_SAME,))
    return Outcome(min(1.0, 2 * _tail(min(better, worse), lines)), 0, True, _too_few(lines))


def _tail(most: int, lines: int) -> float:
    """P(X ≤ most) where X counts the heads of so many fair coins."""
    if lines <= 1000:
        return float(sum(math.comb(lines, hits) for hits in range(most + 1)) / 2**lines)
    whole = math.lgamma(lines + 1) - lines * math.log(2)
    parts = (whole - math.lgamma(hits + 1) - math.lgamma(lines - hits + 1) for hits in range(most + 1))
    return math.fsum(map(math.exp, parts))


_SAME = "no line tells the outputs apart"


def _too_few(lines: int) -> tuple[str, ...]:
    least = 2.0 ** (1 - min(lines, 1000))
    if least <= 0.05:
        return ()
    plural = "line differs" if lines == 1 else "lines differ"
    return (f"only {lines} {plural}, so that no p-value below {least:g} is possible",)


# --- randomisation ---------------------------------------------------------------------------------------------------


def randomisation_test(
    metric: Metric,
    first: Sequence[Tally],
    second: Sequence[Tally],
    values: tuple[float, float],
    *,
    trials: int = 10_000,
    seed: int = 1,
) -> Outcome:
    """Exchange the outputs on random lines: if they are equally good, the difference is as often as large as it is.

        p = (1 + trials with a difference at least as large) / (1 + trials)

    first, second: a tally a line; values: the two scores. Where few lines differ, all exchanges are gone through and p
    is the share of such ones. Source: Noreen 1989; Riezler and Maxwell 2005.
    """
    places = differing(first, second)
    if not places:
        return Outcome(1.0, 0, True, (_SAME,))
    mixer = _Mixer(metric, first, second, places)
    exact = 2 ** (len(places) - 1) <= trials
    step = max(1, mixer.pool.block_weights // len(places))
    masks = _all_masks(len(places), step) if exact else _random_masks(len(places), trials, seed, step)
    limit = abs(values[0] - values[1])
    limit -= 1e-11 * max(map(abs, values)) if math.isfinite(limit) else 0.0  # sums in another order differ by a hair
    extreme = total = 0
    for mask in masks:
        total += len(mask)
        extreme += sum(
            not abs(one - other) < limit
            for one, other in zip(*mixer.values(mask), strict=True)  # NaN: not less
        )
    if exact:
        return Outcome(extreme / total, total, True, _too_few(len(places)))
    return Outcome((extreme + 1) / (total + 1), total, False)


def _all_masks(lines: int, step: int) -> Iterator[ndarray[Any, Any]]:
    """Every way to exchange some of the lines; the last never is, as exchanging all others is the same difference."""
    import numpy

    count = 2 ** (lines - 1)
    for start in range(0, count, step):
        numbers = numpy.arange(start, min(start + step, count))
        yield (numbers[:, None] >> numpy.arange(lines) & 1).astype(float)


def _random_masks(lines: int, trials: int, seed: int, step: int) -> Iterator[ndarray[Any, Any]]:
    import numpy

    generator = numpy.random.default_rng(seed)
    for start in range(0, trials, step):
        size = min(step, trials - start)
        bits = numpy.frombuffer(generator.bytes(size * ((lines + 7) // 8)), dtype=numpy.uint8)
        yield numpy.unpackbits(bits.reshape(size, -1), axis=1)[:, :lines].astype(float)


class _Mixer:
    """Two outputs that exchange lines: the values of both, given which lines are exchanged."""

    def __init__(self, metric: Metric, first: Sequence[Tally], second: Sequence[Tally], places: Sequence[int]) -> None:
        gone = set(places)
        same = [tally for at, tally in enumerate(first) if at not in gone]
        self.lines = len(places)
        self.pool: Pool = pool_of(metric, [first[at] for at in places] + [second[at] for at in places] + same)
        self.same = len(same)
        array = self.pool.array if isinstance(self.pool, AdditivePool) else None
        self.sums = None if array is None else self._sums(array)  # once: they are the same in every trial

    def _sums(self, array: ndarray[Any, Any]) -> tuple[ndarray[Any, Any], ndarray[Any, Any], ndarray[Any, Any]]:
        """The sums of both outputs, and what each line moves from one to the other when it is exchanged."""
        first, second = array[: self.lines], array[self.lines : 2 * self.lines]
        same = array[2 * self.lines :].sum(axis=0)
        return first.sum(axis=0) + same, second.sum(axis=0) + same, second - first

    def values(self, mask: ndarray[Any, Any]) -> tuple[list[float], list[float]]:
        """Return the values of the first and the second output; `mask` is 1 where a line is exchanged."""
        import numpy

        if isinstance(self.pool, AdditivePool) and self.sums is not None:
            first, second, change = self.sums
            moved = mask @ change
            sums = first + moved, second - moved
            values = [self.pool.finish_all(numpy.maximum(one, self.pool.least)) for one in sums]
            return values[0], values[1]
        always = numpy.ones((len(mask), self.same))
        kept = 1 - mask
        return (
            self.pool.values(numpy.hstack([kept, mask, always])),
            self.pool.values(numpy.hstack([mask, kept, always])),
        )


# --- bootstrap -------------------------------------------------------------------------------------------------------


def bootstrap_test(difference: float, samples: Sequence[float]) -> Outcome:
    """How often a paired bootstrap sample strays from the mean of all by as much as the outputs differ.

        p = (1 + samples with |dᵢ - mean d| ≥ |d|) / (1 + samples)

    dᵢ: the difference in sample i, both outputs on the same lines; d: on the test set itself. sacreBLEU centres the
    sizes |dᵢ| and counts one tail; its p-values are smaller, and not uniform without a difference.
    Source: Koehn 2004; Riezler and Maxwell 2005 (shifted to the null hypothesis).
    """
    kept = [sample for sample in samples if math.isfinite(sample)]
    if not kept:
        return Outcome(math.nan, len(samples), False, ("there is no p-value: no sample has a difference",))
    mean = math.fsum(kept) / len(kept)
    limit = abs(difference) * (1 - 1e-11)
    extreme = sum(not abs(sample - mean) < limit for sample in samples)
    return Outcome((extreme + 1) / (len(samples) + 1), len(samples), False)


# --- many tests ------------------------------------------------------------------------------------------------------


def adjusted(p_values: Sequence[float], correction: str) -> list[float]:
    """Return p-values corrected for their number; NaN stays NaN and does not count.

    "holm": the chance of any false claim is kept (Holm 1979). "benjamini-hochberg": the expected share of false claims
    among all claims is (Benjamini and Hochberg 1995). "none": as they are.
    """
    if correction not in CORRECTIONS:
        raise OptionError(f"no correction is called {correction!r}; there is {', '.join(CORRECTIONS)}")
    places = sorted((at for at, p in enumerate(p_values) if not math.isnan(p)), key=p_values.__getitem__)
    result = list(p_values)
    count = len(places)
    if correction == "holm":
        largest = 0.0
        for rank, at in enumerate(places):
            largest = max(largest, (count - rank) * p_values[at])
            result[at] = min(1.0, largest)
    elif correction == "benjamini-hochberg":
        smallest = 1.0
        for rank, at in reversed(list(enumerate(places, 1))):
            smallest = min(smallest, p_values[at] * count / rank)
            result[at] = smallest
    return result
