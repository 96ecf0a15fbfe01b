"""Comparing outputs on the same lines: which differences are more than chance, and on which lines they arise."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from probierz.errors import OptionError
from probierz.scoring.comparison import ComparedPair, Comparison
from probierz.scoring.interval import (
    Method,
    ScoreInterval,
    bounds_of,
    check_options,
    interval_of,
    standard_error,
)
from probierz.scoring.resample import Resampled, bootstrap
from probierz.scoring.rows import ScoreRows
from probierz.scoring.score import Score
from probierz.scoring.signature import Signature
from probierz.scoring.significance import (
    Outcome,
    adjusted,
    bootstrap_test,
    differing,
    is_mean_of_hits,
    randomisation_test,
    sign_test,
)

__all__ = ["TESTS", "LineDifference", "compare", "line_differences"]

Test = Literal["auto", "sign", "randomisation", "bootstrap"]
TESTS = ("auto", "sign", "randomisation", "bootstrap")


def compare(
    scores: Sequence[Score] | Mapping[str, Score],
    names: Sequence[str] | None = None,
    *,
    test: Test = "auto",
    samples: int = 1000,
    trials: int = 10_000,
    level: float = 0.95,
    method: Method = "bca",
    correction: str = "holm",
    seed: int = 1,
) -> Comparison:
    """Compare the scores of several outputs on the same lines under one metric.

        >>> from probierz import score
        >>> expected = ["a"] * 20
        >>> first, second = score("Accuracy", expected, ["a"] * 20), score("Accuracy", expected, ["a", "b"] * 10)
        >>> compare([first, second]).pairs[0].p_value  # 10 lines better and none worse: 2 / 2 ** 10
        0.001953125

    scores: a list, or a dictionary by the names of the outputs, such as `score` gives for a dictionary of outputs.
    test: "auto" takes the exact sign test where the score is a mean over lines of 0 and 1, else randomisation.
    samples: of the bootstrap, for the intervals; trials: of the randomisation. method: of the intervals.
    correction: "holm", "benjamini-hochberg" or "none". All random numbers come from the seed.
    Raises OptionError for scores of different lines or metrics, scores without rows, unknown options.
    """
    if isinstance(scores, Mapping):
        names = names or list(scores)
        scores = list(scores.values())
    _refuse_other_values(scores)
    _check(scores, test, level, method, trials)
    names = list(names) if names is not None else [f"output {number}" for number in range(1, len(scores) + 1)]
    chosen = _chosen_test(scores, test)
    metric = scores[0].scheme.metric
    tallies = [_rows(score).tallies for score in scores]
    empty = Resampled([math.nan] * samples, [], [], 0)
    resampled = (
        bootstrap([(metric, one) for one in tallies], samples, seed=seed) if tallies[0] else [empty] * len(scores)
    )
    intervals = [
        interval_of(score, one, level, method, samples, seed) for score, one in zip(scores, resampled, strict=True)
    ]
    pairs = [
        _pair(scores, resampled, at, chosen, level=level, method=method, trials=trials, seed=seed)
        for at in combinations(range(len(scores)), 2)
    ]
    corrected = adjusted([pair.p_value for pair in pairs], correction)
    pairs = [replace(pair, adjusted=p) for pair, p in zip(pairs, corrected, strict=True)]
    return Comparison(
        tuple(names),
        tuple(scores),
        tuple(intervals),
        tuple(pairs),
        _clusters(scores, pairs, round(1 - level, 12)),
        chosen,
        _reason(scores[0].name, chosen, test, pairs),
        correction,
        level,
        _signature(scores, chosen, pairs, samples, seed, correction),
        _notes(names, intervals, pairs),
    )


def _refuse_other_values(scores: Sequence[object]) -> None:
    for one in scores:
        if not isinstance(one, Score):
            raise OptionError(
                "compare takes scores; score a dictionary of outputs first, as in "
                f"compare(score('WER', expected, outputs)); found {type(one).__name__}"
            )


def _check(scores: Sequence[Score], test: str, level: float, method: str, trials: int) -> None:
    check_options(level, method)
    if test not in TESTS:
        raise OptionError(f"no test is called {test!r}; there is {', '.join(TESTS)}")
    if trials < 1:
        raise OptionError(f"{trials} trials are too few; take at least 1, better 10000")
    if len(scores) < 2:
        raise OptionError("a comparison needs at least two outputs")
    schemes = {str(score.scheme) for score in scores}
    if len(schemes) > 1:
        raise OptionError(f"scores of different metrics cannot be compared: {', '.join(sorted(schemes))}")
    first = _rows(scores[0])
    for number, score in enumerate(scores[1:], 2):
        rows = _rows(score)
        if len(rows) != len(first):
            raise OptionError(
                f"output 1 was scored on {len(first)} lines and output {number} on {len(rows)}; "
                "only scores of the same lines can be compared"
            )
        if list(rows.numbers) != list(first.numbers):
            raise OptionError(
                f"{score.name} chooses other lines of output {number} than of output 1 (a flag looks at the output); "
                "only scores of the same lines can be compared"
            )


def _rows(score: Score) -> ScoreRows:
    if score.rows is None:
        raise OptionError(f"{score.name} was scored without rows, which a comparison needs; score with rows=True")
    return score.rows


# --- the test --------------------------------------------------------------------------------------------------------


def _chosen_test(scores: Sequence[Score], test: Test) -> str:
    hits = all(is_mean_of_hits(score.scheme.metric, _rows(score).tallies) for score in scores)
    if test == "auto":
        return "sign" if hits else "randomisation"
    if test == "sign" and not hits:
        raise OptionError(
            f"the sign test is for scores that are means over lines of 0 and 1, which {scores[0].name} is not; "
            "take randomisation"
        )
    return test


_NAMES = {
    "sign": "the exact sign test (McNemar)",
    "randomisation": "randomisation",
    "bootstrap": "the paired bootstrap",
}


def _reason(name: str, chosen: str, asked: str, pairs: Sequence[ComparedPair]) -> str:
    if asked != "auto":
        return f"The test is {_NAMES[chosen]}, as asked for."
    if chosen == "sign":
        return f"The test is {_NAMES[chosen]}, because {name} is a mean over lines of 0 and 1."
    if all(pair.exact for pair in pairs):
        return (
            f"The test is exact randomisation, because {name} is not a mean over lines of 0 and 1, "
            "and so few lines differ that all exchanges can be tried."
        )
    trials = max(pair.trials for pair in pairs)
    return (
        f"The test is approximate randomisation with {trials} trials, "
        f"because {name} is not a mean over lines of 0 and 1."
    )


def _pair(
    scores: Sequence[Score],
    resampled: Sequence[Resampled],
    at: tuple[int, int],
    test: str,
    *,
    level: float,
    method: Method,
    trials: int,
    seed: int,
) -> ComparedPair:
    first, second = (scores[one] for one in at)
    difference = _minus(first.value, second.value)
    paired = _difference_of(*(resampled[one] for one in at))
    bounds = bounds_of(difference, paired, level, method)
    places = differing(_rows(first).tallies, _rows(second).tallies)
    counts = _counts(first, second, places)
    outcome = _outcome(first, second, difference, paired, test, trials, seed, counts)
    better, worse, equal = counts or (None, None, None)
    return ComparedPair(
        first=at[0],
        second=at[1],
        difference=difference,
        low=bounds.low,
        high=bounds.high,
        p_value=outcome.p_value,
        adjusted=outcome.p_value,
        trials=outcome.trials,
        exact=outcome.exact,
        standard_error=standard_error(paired.values) if len(_rows(first)) > 1 else math.nan,
        better=better,
        worse=worse,
        equal=equal,
        notes=(*outcome.notes, *_own_notes(bounds.notes, difference)),
    )


def _own_notes(notes: Sequence[str], difference: float) -> list[str]:
    """Notes on the interval of a difference; that equal outputs have an interval without width goes without saying."""
    return [] if difference == 0 else [f"difference: {note}" for note in notes]


def _minus(one: float, other: float) -> float:
    """The difference; 0 for two scores that are infinite alike."""
    return 0.0 if one == other else one - other


def _difference_of(first: Resampled, second: Resampled) -> Resampled:
    return Resampled(
        list(map(_minus, first.values, second.values)),
        list(map(_minus, first.without, second.without)),
        first.counts,
        first.groups,
    )


def _outcome(
    first: Score,
    second: Score,
    difference: float,
    paired: Resampled,
    test: str,
    trials: int,
    seed: int,
    counts: tuple[int, int, int] | None,
) -> Outcome:
    if math.isnan(first.value) or math.isnan(second.value):
        return Outcome(math.nan, 0, False, ("there is no p-value: a score is NaN",))
    if test == "sign" and counts is not None:
        return sign_test(counts[0], counts[1])
    tallies = [_rows(score).tallies for score in (first, second)]
    if not differing(*tallies):
        return sign_test(0, 0)
    if test == "bootstrap":
        return bootstrap_test(difference, paired.values)
    values = first.value, second.value
    return randomisation_test(first.scheme.metric, tallies[0], tallies[1], values, trials=trials, seed=seed)


def _signature(
    scores: Sequence[Score], test: str, pairs: Sequence[ComparedPair], samples: int, seed: int, correction: str
) -> Signature:
    signature = scores[0].signature
    trials = max(pair.trials for pair in pairs) if test == "randomisation" else 0
    options = {
        "test": test,
        "trials": str(trials),
        "samples": str(samples),
        "seed": str(seed),
        "correction": correction,
    }
    digests = {key: value for key, value in signature.digests.items() if key != "output"}
    for number, score in enumerate(scores, 1):
        if "output" in score.signature.digests:
            digests[f"output {number}"] = score.signature.digests["output"]
    return replace(signature, options={**signature.options, **options}, digests=digests)


def _notes(names: Sequence[str], intervals: Sequence[ScoreInterval], pairs: Sequence[ComparedPair]) -> tuple[str, ...]:
    notes = [f"{name}: {note}" for name, interval in zip(names, intervals, strict=True) for note in interval.notes]
    notes += [f"{names[pair.first]} and {names[pair.second]}: {note}" for pair in pairs for note in pair.notes]
    return tuple(dict.fromkeys(notes))


# --- clusters --------------------------------------------------------------------------------------------------------


def _clusters(scores: Sequence[Score], pairs: Sequence[ComparedPair], alpha: float) -> tuple[int | None, ...]:
    """Going from the best score to the worst, a new cluster begins where all before differ from all that follow."""
    different = {frozenset((pair.first, pair.second)) for pair in pairs if pair.adjusted <= alpha}
    ranked = [at for at, score in enumerate(scores) if not math.isnan(score.value)]
    ranked.sort(key=lambda at: scores[at].value, reverse=scores[0].better == "higher")
    clusters: list[int | None] = [None] * len(scores)
    number = 1
    for place, at in enumerate(ranked):
        above, below = ranked[:place], ranked[place:]
        if above and all(frozenset((one, other)) in different for one in above for other in below):
            number += 1
        clusters[at] = number
    return tuple(clusters)


# --- lines -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LineDifference:
    """A line on which two outputs differ: its number, both values, and the gain of the first, positive if better."""

    number: int
    first: float
    second: float
    gain: float


def line_differences(first: Score, second: Score) -> list[LineDifference]:
    """Return the lines on which two outputs differ, the largest difference first, then by number.

    The values are those of the line as a test set of its own. Where a metric has none for single lines (correlations),
    first and second are NaN; the gain is what the first output's score loses when it takes this line from the second.
    """
    _check([first, second], "auto", 0.95, "bca", 1)
    rows = _rows(first), _rows(second)
    places = differing(rows[0].tallies, rows[1].tallies)
    values = [_values_at(side, places) for side in rows]
    gains = [_minus(one, other) for one, other in zip(*values, strict=True)]
    if places and all(math.isnan(value) for side in values for value in side):
        gains = _exchange_gains(first, rows, places)
    sign = 1.0 if first.better == "higher" else -1.0
    found = [
        LineDifference(rows[0].numbers[at], one, other, sign * gain)
        for at, one, other, gain in zip(places, *values, gains, strict=True)
        if gain
    ]
    return sorted(found, key=lambda one: (math.isnan(one.gain), -abs(one.gain), one.number))


def _values_at(rows: ScoreRows, places: Sequence[int]) -> list[float]:
    return replace(rows, tallies=[rows.tallies[at] for at in places], numbers=places).values


def _exchange_gains(score: Score, rows: tuple[ScoreRows, ScoreRows], places: Sequence[int]) -> list[float]:
    import numpy

    from probierz.scoring.pool import pool_of

    pool = pool_of(score.scheme.metric, [*rows[0].tallies, *(rows[1].tallies[at] for at in places)])
    count = len(rows[0])
    step = max(1, pool.block_weights // len(pool))
    gains: list[float] = []
    for start in range(0, len(places), step):
        some = numpy.array(places[start : start + step])
        weights = numpy.zeros((len(some), len(pool)))
        weights[:, :count] = 1
        weights[numpy.arange(len(some)), some] = 0
        weights[numpy.arange(len(some)), count + start + numpy.arange(len(some))] = 1
        gains += [score.value - value for value in pool.values(weights)]
    return gains


def _counts(first: Score, second: Score, places: Sequence[int]) -> tuple[int, int, int] | None:
    """On how many lines the first is better, worse, and neither; None where single lines have no value."""
    sign = 1.0 if first.better == "higher" else -1.0
    values = [_values_at(_rows(score), places) for score in (first, second)]
    if places and all(math.isnan(value) for side in values for value in side):
        return None
    gains = [sign * _minus(one, other) for one, other in zip(*values, strict=True)]
    better, worse = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    return better, worse, len(_rows(first)) - better - worse
