"""Comparing outputs on the same lines: which differences are more than chance, and on which lines they arise."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

from probierz.errors import OptionError
from probierz.metrics.tallies import Tally
from probierz.ordering import best_first, missing_last
from probierz.scoring.clustered import owners_of
from probierz.scoring.clusters import clusters_of
from probierz.scoring.comparison import ComparedPair, Comparison
from probierz.scoring.exchange import Exchange, Exchanges
from probierz.scoring.executors import divided, opened, parts_in_order
from probierz.scoring.interval import (
    FEW_LINES,
    Method,
    ScoreInterval,
    check_options,
    check_whole_number,
    intervals,
    smallest_difference,
)
from probierz.scoring.paired_class_draws import PairedDraws, paired_table
from probierz.scoring.pool import pool_of
from probierz.scoring.resample import bootstrap
from probierz.scoring.rows import ScoreRows
from probierz.scoring.score import Score
from probierz.scoring.signature import Signature
from probierz.scoring.significance import (
    Outcome,
    adjusted,
    bootstrap_interval,
    bootstrap_test,
    differing,
    has_one_end,
    share_of_lines,
    sign_interval,
    sign_test,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["TESTS", "LineDifference", "compare", "line_differences"]

Test = Literal["auto", "sign", "randomisation", "bootstrap"]
TESTS = ("auto", "sign", "randomisation", "bootstrap")


_MOST_TOGETHER = 4_000_000
"""Lines of all outputs whose numbers are held at once; of more, only those of two outputs are."""


def compare(
    scores: Sequence[Score] | Mapping[str, Score],
    names: Sequence[str] | None = None,
    *,
    test: Test = "auto",
    samples: int = 1000,
    trials: int = 10_000,
    level: float = 0.95,
    method: Method = "auto",
    correction: str = "holm",
    seed: int = 1,
    cluster: Sequence[Hashable] | None = None,
    jobs: int | Executor = 1,
    executor: Executor | None = None,
) -> Comparison:
    """Compare the scores of several outputs on the same lines under one metric.

        >>> from probierz import score
        >>> expected = ["a"] * 20
        >>> first, second = score("Accuracy", expected, ["a"] * 20), score("Accuracy", expected, ["a", "b"] * 10)
        >>> compare([first, second]).pairs[0].p_value  # 10 lines better and none worse: mid-p, 1 / 2 ** 10
        0.0009765625

    scores: a list, or a dictionary by the names of the outputs, such as `score` gives for a dictionary of outputs.
    test: "auto" takes McNemar's sign test where the score is a mean over lines of 0 and 1, else randomisation (see
    `exchange`); of scores by class no p-value is below what rare classes allow, see `PairedDraws`. trials: of the
    randomisation, at most; p-values beyond what they resolve come from the tail of its distribution, so that any number
    of outputs can be told apart. samples: of the bootstrap, and of chances by class. method: of the intervals of
    scores; those of differences belong to the test. correction: "holm", "benjamini-hochberg" or "none".
    cluster: for every line what it belongs to (a document, a speaker); lines of one cluster are exchanged, drawn and
    left out together. jobs: processes; executor: one of `concurrent.futures`, which works instead; pairs and resampling
    are shared among the workers, and all give the same bits. All random numbers come from the seed.
    Raises OptionError for scores of different lines or metrics, scores without rows, unknown options.
    """
    if isinstance(scores, Mapping):
        names = names or list(scores)
        scores = list(scores.values())
    if isinstance(scores, Score) or not isinstance(scores, Sequence):
        raise OptionError(
            "compare takes a list of scores, or a dictionary of scores by the names of outputs; "
            f"found {type(scores).__name__}"
        )
    _refuse_other_values(scores)
    check_options(level, method, samples, seed)
    _check(scores, test, trials)
    names = _distinct(names, len(scores))
    owners = owners_of(cluster, _rows(scores[0]).numbers)
    chosen = _chosen_test(scores, test, owners)
    settings: dict[str, Any] = {"level": level, "samples": samples, "seed": seed}
    with opened(jobs if executor is None else executor) as workers:
        found = intervals(scores, **settings, method=method, cluster=cluster, jobs=workers or 1)
        own = found if method == "auto" else intervals(scores, **settings, cluster=cluster, jobs=workers or 1)
        tester = _Tester(scores, chosen, owners, own, **settings, trials=trials)
        tested = tester.pairs(workers)
    pairs = _corrected(tested, correction, level)
    comparison = Comparison(
        names=tuple(names),
        scores=tuple(scores),
        intervals=tuple(found),
        pairs=tuple(pairs),
        clusters=_clusters(scores, pairs, round(1 - level, 12)),
        test=chosen,
        reason="",
        correction=correction,
        level=level,
        signature=_signature(scores, chosen, pairs, samples, seed, correction, max(owners or [-1]) + 1),
        notes=_notes(names, found, pairs),
    )
    return replace(comparison, reason=_reason(comparison, test, tester.draws_by_class))


def _refuse_other_values(scores: Sequence[object]) -> None:
    for one in scores:
        if not isinstance(one, Score):
            raise OptionError(
                "compare takes scores; score a dictionary of outputs first, as in "
                f"compare(score('WER', expected, outputs)); found {type(one).__name__}"
            )


def _distinct(names: Sequence[str] | None, count: int) -> list[str]:
    """Names of so many outputs. Raises OptionError where they are more or fewer, or two are the same."""
    if names is None:
        return [f"output {number}" for number in range(1, count + 1)]
    if len(names) != count:
        raise OptionError(f"there are {count} scores and {len(names)} names; give a name for each")
    twice = next((name for name in names if list(names).count(name) > 1), None)
    if twice is not None:
        raise OptionError(f"two outputs are called {twice!r}; give each a name of its own")
    return list(names)


def _check(scores: Sequence[Score], test: str, trials: int) -> None:
    if test not in TESTS:
        raise OptionError(f"no test is called {test!r}; try {', '.join(TESTS)}")
    check_whole_number("trials", trials, 1, 10_000)
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
        if _is_of_other_lines(scores[0], score):
            raise OptionError(
                f"output 1 and output {number} were scored against different expected lines; "
                "score both against the same ones to compare them"
            )


def _is_of_other_lines(one: Score, other: Score) -> bool:
    """Whether two scores are surely of different expected lines: both from memory, or both from files."""
    in_memory = {one.expected_digest, other.expected_digest}
    in_files = {one.signature.digests.get("expected", ""), other.signature.digests.get("expected", "")}
    return any(len(digests) > 1 and "" not in digests for digests in (in_memory, in_files))


def _rows(score: Score) -> ScoreRows:
    if score.rows is None:
        raise OptionError(f"{score.name} was scored without rows, which a comparison needs; score with rows=True")
    return score.rows


# --- the test --------------------------------------------------------------------------------------------------------


def _chosen_test(scores: Sequence[Score], test: Test, owners: Sequence[int] | None) -> str:
    hits = _counted(scores) is not None
    if test == "auto":
        return "sign" if hits and owners is None else "randomisation"
    if test == "sign" and owners is not None:
        raise OptionError("the sign test takes lines one by one, so it is not for clusters; take randomisation")
    if test == "sign" and not hits:
        raise OptionError(
            f"the sign test is for scores that are means over lines of 0 and 1, which {scores[0].name} is not; "
            "take randomisation"
        )
    return test


def _counted(scores: Sequence[Score]) -> int | None:
    """How many lines count for the scores, where all are shares of the same lines: of all, or for Recall of some."""
    places: list[int] | None = None
    for score in scores:
        metric = score.scheme.metric
        share = None if has_one_end(metric) else share_of_lines(metric, _rows(score).tallies)
        if share is None or (places is not None and share.places != places):
            return None
        places = share.places
    return len(places or ())


_NAMES = {
    "sign": "the sign test (McNemar, mid-p)",
    "randomisation": "randomisation",
    "bootstrap": "the paired bootstrap",
}


def _reason(comparison: Comparison, asked: str, draws: int) -> str:
    name, chosen, pairs = comparison.name, comparison.test, comparison.pairs
    because = f"because {name} is not a mean over lines of 0 and 1"
    if chosen == "sign":
        counted = _counted(comparison.scores)
        are_all = counted == len(_rows(comparison.scores[0]))
        what = "a mean over lines of 0 and 1" if are_all else f"a share of the {counted} lines that count for it"
        because = f"because {name} is {what}"
    if asked != "auto":
        because = "as asked for"
    elif comparison.intervals[0].clusters:
        because = "because lines belong to clusters"
    trials = max((pair.trials for pair in pairs if not pair.exact), default=0)
    if chosen != "randomisation":
        text = f"The test is {_NAMES[chosen]}, {because}."
    elif not trials:
        return f"The test is exact randomisation, {because}; nothing had to be drawn."
    else:
        most = f"{trials} trials" if len(pairs) == 1 else f"up to {trials} trials a pair"
        text = f"The test is approximate randomisation with {most}, {because}."
    beyond = sum(pair.is_tail for pair in pairs)
    if beyond:
        which = "The p-value lies" if len(pairs) == 1 else f"The p-values of {beyond} of {len(pairs)} pairs lie"
        text += f" {which} beyond what the trials resolve, and {'is' if len(pairs) == 1 else 'are'} approximated."
    if draws:
        text += f" No p-value is below what the lines of each class allow ({draws} draws of their chances)."
    return text


class _Tester:
    """Tests pairs of outputs; what pairs share is made once."""

    def __init__(
        self,
        scores: Sequence[Score],
        test: str,
        owners: Sequence[int] | None,
        intervals: Sequence[ScoreInterval],
        *,
        level: float,
        samples: int,
        trials: int,
        seed: int,
    ) -> None:
        self.scores = scores
        self.test = test
        self.owners = owners
        self.intervals = intervals
        self.level = level
        self.samples = samples
        self.trials = trials
        self.seed = seed
        self.drawn: list[list[float]] = []
        self.by_class: set[tuple[int, int]] = set()
        """Pairs for which chances by class were drawn."""

    @cached_property
    def _counted(self) -> int:
        """How many lines count, of the sign test."""
        return _counted(self.scores) or 0

    @cached_property
    def _tallies(self) -> list[Sequence[Tally]]:
        return [_rows(score).tallies for score in self.scores]

    @cached_property
    def _together(self) -> Exchanges | None:
        """All outputs at once, unless these are too many numbers."""
        if len(self.scores) * len(self._tallies[0]) > _MOST_TOGETHER:
            return None
        return Exchanges(self.scores[0].scheme.metric, self._tallies, self.owners)

    def _exchange(self, first: int, second: int) -> Exchange:
        if self._together is not None:
            return self._together.pair(first, second)
        some = [self._tallies[first], self._tallies[second]]
        return Exchanges(self.scores[0].scheme.metric, some, self.owners).pair(0, 1)

    def _draw(self, executor: Executor | None) -> None:
        """Draw bootstrap samples, the same lines for all outputs, and keep their values."""
        columns = [(score.scheme.metric, _rows(score).tallies) for score in self.scores]
        if self._tallies[0]:
            found = bootstrap(columns, self.samples, seed=self.seed, owners=self.owners, executor=executor)
            self.drawn = [one.values for one in found]

    @property
    def draws_by_class(self) -> int:
        """How many draws each pair got that rare classes leave open."""
        return self.samples if self.by_class else 0

    def pairs(self, executor: Executor | None) -> list[ComparedPair]:
        """Test all pairs."""
        if self.test == "bootstrap":
            self._draw(executor)
        places = list(combinations(range(len(self.scores)), 2))
        parts = [places[one.start : one.stop] for one in divided(len(places), executor)]
        found = []
        for pairs, by_class in parts_in_order(_tested, self, parts, executor, title="the comparison"):
            found += pairs
            self.by_class |= by_class
        return found

    def pair(self, first: int, second: int) -> ComparedPair:
        """Test one pair."""
        one, other = self.scores[first], self.scores[second]
        difference = _minus(one.value, other.value)
        counts = self._counts(first, second)
        better, worse, equal = counts or (None, None, None)
        exchange = self._exchange(first, second) if self._tallies[0] else None
        if math.isnan(difference):
            outcome = Outcome(math.nan, 0, False, math.nan, notes=("there is no p-value: a score is NaN",))
            low = high = error = math.nan
        elif self.test == "sign" and self._tallies[0] and not self._counted:
            outcome = Outcome(1.0, 0, True, 1.0, notes=("no line counts for this score",))
            low, high = -1.0, 1.0
            error = math.nan
        elif exchange is None or not len(exchange.places):
            outcome, low, high, error = sign_test(0, 0), 0.0, 0.0, 0.0
            if self.test == "sign" and self._tallies[0]:  # other lines might tell them apart
                low, high = sign_interval(0, 0, self._counted, self.level, is_different=False)
            elif self._tallies[0]:
                low, high = _reaching((0.0, 0.0), self._paired_draws(first, second, difference), self.level)
        else:
            outcome, (low, high) = self._judged(exchange, difference, counts)
            error = exchange.standard_error
        if self.test != "sign" and self._has_few_errors(first, second):
            low, high = self._as_far_as_both(first, second, (low, high))
        if len(self._tallies[0]) < 2:
            low = high = error = math.nan
        return ComparedPair(
            first=first,
            second=second,
            difference=difference,
            low=low,
            high=high,
            p_value=outcome.p_value,
            adjusted=outcome.p_value,
            trials=outcome.trials,
            exact=outcome.exact,
            standard_error=error,
            better=better,
            worse=worse,
            equal=equal,
            least=outcome.least,
            is_tail=outcome.is_tail,
            notes=outcome.notes,
            smallest_difference=self._smallest_difference(error, 0 if exchange is None else len(exchange.places)),
        )

    def _has_few_errors(self, first: int, second: int) -> bool:
        """Whether fewer than FEW_LINES lines (or clusters) of an output are less than perfect: these may be too few.

        Not of scores by class, whose draws know it already.
        """
        if (first, second) in self.by_class:
            return False
        best = self.scores[0].scheme.metric.definition.best
        for at in (first, second):
            places = [place for place, value in enumerate(self._values[at]) if value != best]
            if len(places if self.owners is None else {self.owners[place] for place in places}) < FEW_LINES:
                return True
        return False

    def _as_far_as_both(self, first: int, second: int, found: tuple[float, float]) -> tuple[float, float]:
        """The interval, at least as wide as those of both scores make it; 0 stays on the side it is on.

            from d - √((a - l)² + (u' - b)²) to d + √((u - a)² + (b - l')²)

        a, b: the scores, d = a - b; l to u and l' to u': their own intervals. Source: Newcombe 1998; Zou and Donner
        2008 (for outputs that are not correlated, which is the wider of both).
        """
        one, other = self.scores[first].value, self.scores[second].value
        (low, high), (other_low, other_high) = self.intervals[first], self.intervals[second]
        wide = (
            _minus(one, other) - math.hypot(one - low, other_high - other),
            _minus(one, other) + math.hypot(high - one, other - other_low),
        )
        ends = self.scores[0].scheme.metric.bounds
        reach = ends[1] - ends[0]
        return _no_narrower(found, (max(wide[0], -reach), min(wide[1], reach)))

    def _smallest_difference(self, error: float, differing_units: int) -> float:
        """NaN where too few lines (or clusters) differ for any sign to be clear, or the scale has no room.

        The normal distribution behind the formula knows nothing of that: of 2 lines that differ it makes a difference
        of 4 lines, which no test can show.
        """
        ends = self.scores[0].scheme.metric.bounds
        if not error > 0 or 2.0 ** -min(differing_units, 1000) > 1 - self.level + 1e-12:
            return math.nan
        found = smallest_difference(error, self.level)
        return found if found <= ends[1] - ends[0] else math.nan

    @cached_property
    def _values(self) -> list[list[float]]:
        """The value of every line by itself, of every output."""
        return [_rows(score).values for score in self.scores]

    def _counts(self, first: int, second: int) -> tuple[int, int, int] | None:
        """On how many lines the first is better, worse, and neither; None where single lines have no value."""
        sign = 1.0 if self.scores[0].better == "higher" else -1.0
        places = differing(self._tallies[first], self._tallies[second])
        one, other = self._values[first], self._values[second]
        if places and all(math.isnan(one[at]) and math.isnan(other[at]) for at in places):
            return None
        gains = [sign * _minus(one[at], other[at]) for at in places]
        better, worse = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
        return better, worse, len(one) - better - worse

    def _judged(
        self, exchange: Exchange, difference: float, counts: tuple[int, int, int] | None
    ) -> tuple[Outcome, tuple[float, float]]:
        """The test and the interval that goes with it."""
        alpha = round(1 - self.level, 12)
        first, second = exchange.first, exchange.second
        if self.test == "sign" and counts is not None:
            if self.scores[0].better == "lower":
                counts = counts[1], counts[0], counts[2]
            better, worse = counts[:2]
            outcome = sign_test(better, worse)
            is_different = outcome.p_value <= alpha
            return outcome, sign_interval(better, worse, self._counted, self.level, is_different=is_different)
        if self.test == "bootstrap":
            one, other = self.drawn[first], self.drawn[second]
            samples = list(map(_minus, one, other))
            outcome = bootstrap_test(difference, samples, exchange.outputs.units)
            is_different = outcome.p_value <= alpha
            return outcome, bootstrap_interval(difference, samples, self.level, is_different=is_different)
        values = self.scores[first].value, self.scores[second].value
        outcome = exchange.test(values, self.trials, self.seed)
        draws = self._paired_draws(first, second, difference)
        if draws is not None and draws.p_value > outcome.p_value:
            outcome = outcome._replace(p_value=draws.p_value, exact=False, is_tail=False)
        found = exchange.interval(difference, outcome.p_value, self.level)
        return outcome, _reaching(found, draws, self.level)

    def _paired_draws(self, first: int, second: int, difference: float) -> PairedDraws | None:
        """What rare classes leave open of a difference; None for scores that count no labels by class."""
        if self.owners is not None:
            return None
        metric = self.scores[0].scheme.metric
        table = paired_table(metric, self._tallies[first], self._tallies[second])
        if table is None:
            return None
        draws = PairedDraws(metric, difference, table, self.samples, self.seed)
        self.by_class.add((first, second))
        return draws if draws.says_something else None


def _tested(tester: _Tester, places: list[tuple[int, int]]) -> tuple[list[ComparedPair], set[tuple[int, int]]]:
    """Some pairs, and those of them for which chances by class were drawn."""
    return [tester.pair(*at) for at in places], tester.by_class.intersection(places)


def _reaching(found: tuple[float, float], draws: PairedDraws | None, level: float) -> tuple[float, float]:
    """The interval, as far as the draws may take it; 0 stays on the side it is on."""
    return found if draws is None else _no_narrower(found, draws.bounds(level))


def _no_narrower(found: tuple[float, float], wide: tuple[float, float]) -> tuple[float, float]:
    """The interval, as far as the wide one; 0 stays on the side it is on, and NaN stays NaN."""
    if any(map(math.isnan, (*found, *wide))):
        return found
    low, high = wide
    low = found[0] if found[0] > 0 >= low else min(low, found[0])
    high = found[1] if found[1] < 0 <= high else max(high, found[1])
    return low, high


def _corrected(pairs: Sequence[ComparedPair], correction: str, level: float) -> list[ComparedPair]:
    """Pairs with corrected p-values, and a note where not even the smallest possible one could have been enough."""
    corrected = adjusted([pair.p_value for pair in pairs], correction)
    alpha = round(1 - level, 12)
    found = []
    for pair, p in zip(pairs, corrected, strict=True):
        is_possible = p <= alpha
        if not is_possible and not math.isnan(p):
            smaller = sum(other.p_value < pair.least for other in pairs)
            tests = 1 if correction == "none" else len(pairs) - (smaller if correction == "holm" else 0)
            share = smaller + 1 if correction == "benjamini-hochberg" else 1
            is_possible = pair.least * tests / share <= alpha
        notes = pair.notes
        if not is_possible and pair.least <= alpha:
            notes += (f"among {len(pairs)} pairs no verdict is possible: p cannot be below {pair.least:.2g} here",)
        smallest = pair.smallest_difference if is_possible else math.nan
        found.append(replace(pair, adjusted=p, is_decidable=is_possible, notes=notes, smallest_difference=smallest))
    return found


def _minus(one: float, other: float) -> float:
    """The difference; 0 for two scores that are infinite alike."""
    return 0.0 if one == other else one - other


def _signature(
    scores: Sequence[Score],
    test: str,
    pairs: Sequence[ComparedPair],
    samples: int,
    seed: int,
    correction: str,
    clusters: int,
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
    if clusters:
        options["clusters"] = str(clusters)
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
    different = {frozenset((pair.first, pair.second)) for pair in pairs if pair.adjusted <= alpha}
    ordered = best_first([score.value for score in scores], scores[0].better)
    ranked = [at for at in ordered if not math.isnan(scores[at].value)]
    numbers = clusters_of(ranked, different)
    return tuple(numbers.get(at) for at in range(len(scores)))


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
    first and second are NaN; the gain is what the first output's score loses when it takes this line from the
    second. Raises OptionError for scores of different lines.
    """
    _check([first, second], "auto", 1)
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
    return sorted(found, key=lambda one: (missing_last(-abs(one.gain)), one.number))


def _values_at(rows: ScoreRows, places: Sequence[int]) -> list[float]:
    return replace(rows, tallies=[rows.tallies[at] for at in places], numbers=places).values


def _exchange_gains(score: Score, rows: tuple[ScoreRows, ScoreRows], places: Sequence[int]) -> list[float]:
    import numpy

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
