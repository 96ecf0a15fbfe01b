"""How often verdicts are right: coverage, false claims, power, on simulated test sets whose truth is known.

    python -m benchmarks.verdicts                 the tables of docs/guides/calibration.md, half an hour
    python -m benchmarks.verdicts --sets 100      the same, coarser
    python -m benchmarks.verdicts --only coverage

Everything comes from one seed (`--seed`); each row has its own generator, so that rows can be repeated alone.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy

from benchmarks.every_metric import Population, populations
from probierz import score
from probierz.metrics.classification import class_hits
from probierz.metrics.clustering import Count
from probierz.metrics.number_pairs import NumberPair, NumberPoint
from probierz.metrics.tallies import Edits, Hits, Mean, Row, Tally
from probierz.schemes.scheme import parse_scheme
from probierz.scoring.compare import compare
from probierz.scoring.comparison import Comparison
from probierz.scoring.interval import ScoreInterval
from probierz.scoring.levels import LEVEL, level_at
from probierz.scoring.pool import pool_of
from probierz.scoring.rows import ScoreRows
from probierz.scoring.score import Score
from probierz.scoring.signature import Signature
from probierz.scoring.significance import sign_test
from probierz.suites.averaging import interval_of_mean

Generator = numpy.random.Generator


def scored(scheme: str, tallies: Sequence[Tally]) -> Score:
    """A score of lines that left these tallies."""
    parsed = parse_scheme(scheme)
    rows = ScoreRows(parsed, tallies, range(1, len(tallies) + 1))
    value = float(parsed.metric.value(tallies))
    return Score(parsed.name, value, parsed, Signature(scheme, "", len(tallies)), rows)


# --- test sets -------------------------------------------------------------------------------------------------------


class Family(NamedTuple):
    """Test sets of one kind. draw: tallies of so many lines; truth: the score of infinitely many."""

    name: str
    scheme: str
    draw: Callable[[Generator, int], list[Tally]]
    truth: float


def share(right: float) -> Family:
    """Lines that are right or wrong."""

    def draw(generator: Generator, lines: int) -> list[Tally]:
        return [Mean(float(one)) for one in generator.random(lines) < right]

    return Family(f"share, {1 - right:.3g} wrong", "Accuracy", draw, right)


def rate(wrong: float, together: float) -> Family:
    """Lines of 4 to 16 words of which some are wrong; `together`: how alike the words of a line are, from 0 to 1."""

    def draw(generator: Generator, lines: int) -> list[Tally]:
        lengths = generator.integers(4, 17, lines)
        rest = (1 - together) / together
        errors = generator.binomial(lengths, generator.beta(wrong * rest, (1 - wrong) * rest, lines))
        return list(map(Edits, errors.tolist(), lengths.tolist()))

    return Family(f"rate, {wrong:.3g} wrong, alike {together:g}", "WER", draw, wrong)


def mean() -> Family:
    """Distances with an exponential distribution."""
    return Family(
        "mean of exponential", "MAE", lambda generator, lines: list(map(Mean, generator.exponential(1, lines))), 1.0
    )


def correlation(degrees: float, truth: float) -> Family:
    """Pairs of numbers with a t distribution of so few degrees of freedom; infinite: normal."""

    def draw(generator: Generator, lines: int) -> list[Tally]:
        one, other = generator.normal(size=(2, lines))
        other = truth * one + math.sqrt(1 - truth * truth) * other
        stretch = numpy.sqrt(degrees / generator.chisquare(degrees, lines)) if math.isfinite(degrees) else 1.0
        return [Row(*pair) for pair in zip((one * stretch).tolist(), (other * stretch).tolist(), strict=True)]

    tails = "normal" if math.isinf(degrees) else f"t with {degrees:g} degrees"
    return Family(f"Pearson {truth:g}, {tails}", "Pearson", draw, truth)


def curved(bend: float) -> Family:
    """Normal numbers z under Pearson, and outputs that follow them along a curve, exp(bend · z), up to a factor."""

    def draw(generator: Generator, lines: int) -> list[Tally]:
        one, error = generator.normal(size=(2, lines))
        return [Row(*pair) for pair in zip(one.tolist(), numpy.exp(bend * one + 0.3 * error).tolist(), strict=True)]

    truth = bend / math.sqrt(math.expm1(bend * bend + 0.09))
    return Family(f"Pearson {truth:.2f}, outputs exp({bend:g} z)", "Pearson", draw, truth)


def heavy_errors(scheme: str, degrees: float, spread: float) -> Family:
    """Normal numbers, and outputs whose errors have a t distribution of so few degrees of freedom, times the spread."""

    def draw(generator: Generator, lines: int) -> list[Tally]:
        one = generator.normal(size=lines)
        other = one + spread * generator.standard_t(degrees, lines)
        return [NumberPoint(*pair) for pair in zip(one.tolist(), other.tolist(), strict=True)]

    variance = spread * spread * degrees / (degrees - 2)
    truth = 1 - variance if scheme == "R2" else 1 / math.sqrt(1 + variance)
    return Family(f"{scheme} {truth:.2f}, errors t with {degrees:g} degrees", scheme, draw, truth)


def nearly_straight(noise: float, odd: float) -> Family:
    """Normal numbers that come back with so little noise, but for a share of lines that get others by chance."""

    def draw(generator: Generator, lines: int) -> list[Tally]:
        one, other, error = generator.normal(size=(3, lines))
        other = numpy.where(generator.random(lines) < odd, other, one + noise * error)
        return [Row(*pair) for pair in zip(one.tolist(), other.tolist(), strict=True)]

    truth = (1 - odd) / math.sqrt(1 + (1 - odd) * noise * noise)
    lines = f", but {odd:g} of lines by chance" if odd else ""
    return Family(f"Pearson, noise {noise:g}{lines}", "Pearson", draw, truth)


def by_rank(scheme: str, truth: float, r: float) -> Family:
    """Pairs of normal numbers whose Pearson correlation is r, under a correlation of ranks."""
    pairs = correlation(math.inf, r)
    return Family(f"{scheme} {truth:.2f}, normal", scheme, pairs.draw, truth)


def odd_ranks(r: float, odd: float) -> Family:
    """Pairs of normal numbers with this Pearson correlation, but for a share that is far off, under Spearman."""

    def pairs(generator: Generator, lines: int) -> Any:
        one, other = generator.normal(size=(2, lines))
        far = 1000 * generator.normal(size=lines)
        return one, numpy.where(generator.random(lines) < odd, far, r * one + math.sqrt(1 - r * r) * other)

    def draw(generator: Generator, lines: int) -> list[Tally]:
        return [NumberPair(*pair) for pair in zip(*(side.tolist() for side in pairs(generator, lines)), strict=True)]

    ranks = [side.argsort().argsort() for side in pairs(numpy.random.default_rng(0), 1_000_000)]
    truth = float(numpy.corrcoef(*ranks)[0, 1])
    return Family(f"Spearman {truth:.2f}, {odd:g} of lines far off, {r:g} without them", "Spearman", draw, truth)


def area(share_of_class: float, apart: float) -> Family:
    """Normal numbers, those of the class with such a share so many standard deviations higher, under AUC."""

    def draw(generator: Generator, lines: int) -> list[Tally]:
        is_one = generator.random(lines) < share_of_class
        numbers = generator.normal(size=lines) + apart * is_one
        return [Row(*pair) for pair in zip(is_one.astype(float).tolist(), numbers.tolist(), strict=True)]

    truth = (1 + math.erf(apart / 2)) / 2
    return Family(f"AUC {truth:.2f}, {share_of_class:g} of class 1", "AUC", draw, truth)


def left_by(scheme: str) -> list[Tally]:
    """What lines of two classes leave: 0 for 0, 1 for 0, 0 for 1, 1 for 1."""
    pairs = [("0", "0"), ("0", "1"), ("1", "0"), ("1", "1")]
    if scheme in ("NMI", "Purity"):
        return [{pair: Count()} for pair in pairs]
    if scheme in ("F1", "Recall", "Precision"):
        return [Hits(int(pair == ("1", "1")), int(pair[0]), int(pair[1])) for pair in pairs]
    return [class_hits(*pair) for pair in pairs]


def truth_of(scheme: str, chances: Sequence[float]) -> float:
    """The score of infinitely many lines that leave these with such chances."""
    pool = pool_of(parse_scheme(scheme).metric, left_by(scheme))
    return pool.values(numpy.rint(numpy.array([chances]) * 1e12))[0]


def labels(scheme: str, share_of_class: float, found: float, falsely: float) -> Family:
    """Lines of two classes: the share of class 1, how much of it is found, and how much of class 0 is taken for it."""
    one = share_of_class
    chances = [(1 - one) * (1 - falsely), (1 - one) * falsely, one * (1 - found), one * found]
    left = left_by(scheme)

    def draw(generator: Generator, lines: int) -> list[Tally]:
        return [left[at] for at in generator.choice(4, lines, p=chances).tolist()]

    truth = truth_of(scheme, chances)
    return Family(f"{scheme}, {one:g} of class 1, {found:g} found, {falsely:g} falsely", scheme, draw, truth)


def many_labels(scheme: str, right: float) -> Family:
    """Lines of ten classes, the n-th with a share like 1 / n; mistakes fall anywhere."""
    shares = 1 / numpy.arange(1, 11)
    shares /= shares.sum()
    chances = numpy.full((10, 10), (1 - right) / 9) * shares[:, None]
    chances[numpy.arange(10), numpy.arange(10)] = right * shares
    left = [class_hits(str(one), str(other)) for one in range(10) for other in range(10)]

    def draw(generator: Generator, lines: int) -> list[Tally]:
        return [left[at] for at in generator.choice(100, lines, p=chances.ravel()).tolist()]

    truth = pool_of(parse_scheme(scheme).metric, left).values(numpy.rint(chances.reshape(1, -1) * 1e12))[0]
    return Family(f"{scheme}, ten classes, {right:g} right", scheme, draw, truth)


def uneven_labels(scheme: str, classes: int, right: float) -> Family:
    """Lines of so many classes, the n-th with a share like 1 / n; others than the right ones get a label by chance."""
    shares = 1 / numpy.arange(1, classes + 1)
    shares /= shares.sum()
    chances = shares[:, None] * (right * numpy.eye(classes) + (1 - right) * shares[None, :])
    pairs = [(str(one), str(other)) for one in range(classes) for other in range(classes)]
    left: list[Tally] = [{pair: Count()} if scheme == "NMI" else class_hits(*pair) for pair in pairs]

    def draw(generator: Generator, lines: int) -> list[Tally]:
        return [left[at] for at in generator.choice(classes**2, lines, p=chances.ravel()).tolist()]

    truth = pool_of(parse_scheme(scheme).metric, left).values(numpy.rint(chances.reshape(1, -1) * 1e12))[0]
    return Family(f"{scheme} {truth:.2f}, {classes} classes", scheme, draw, truth)


def even_labels(classes: int, groups: int, right: float) -> Family:
    """Lines of so many even classes, each with its group, which has a class like any other by chance, under Purity."""
    chances = numpy.full((classes, groups), (1 - right) / classes / groups)
    chances[numpy.arange(classes), numpy.arange(classes) % groups] += right / classes
    left: list[Tally] = [{(str(one), str(other)): Count()} for one in range(classes) for other in range(groups)]

    def draw(generator: Generator, lines: int) -> list[Tally]:
        return [left[at] for at in generator.choice(len(left), lines, p=chances.ravel()).tolist()]

    name = f"Purity, {classes} even classes in {groups} group{'s' if groups > 1 else ''}, {right:g} right"
    return Family(name, "Purity", draw, float(chances.max(axis=0).sum()))


def rare_ratings(name: str, shares: Sequence[float]) -> Family:
    """Ratings from 1 to 5 with these shares, under Macro-MAE, of which a fifth is taken for a 4 or a 5 by chance."""

    def draw(generator: Generator, lines: int) -> list[Tally]:
        expected = generator.choice(5, lines, p=shares) + 1.0
        output = numpy.where(generator.random(lines) < 0.8, expected, generator.integers(4, 6, lines))
        return [{one: Mean(abs(one - other))} for one, other in zip(expected.tolist(), output.tolist(), strict=True)]

    error = 0.2 * sum((abs(4 - one) + abs(5 - one)) / 2 for one in range(1, 6)) / 5
    return Family(f"Macro-MAE, {name}", "Macro-MAE", draw, error)


def heavy(scheme: str, name: str, draw_one: Callable[[Generator, int], Any], truth: float) -> Family:
    """Distances, or their squares, with a heavy tail."""
    return Family(
        f"{scheme}, {name}",
        scheme,
        lambda generator, lines: list(map(Mean, numpy.asarray(draw_one(generator, lines)).tolist())),
        truth,
    )


def _squares_off(generator: Generator, lines: int) -> Any:
    """Squared errors of lognormal values whose predictions are off by a lognormal factor of sigma 0.3."""
    return generator.lognormal(0, 2, lines) * (generator.lognormal(0, 0.3, lines) - 1) ** 2


def uneven(wrong: float) -> Family:
    """Word error rates of lines of 1 to 60 words, as many short as long by ratio, whose words go wrong together."""

    def draw(generator: Generator, lines: int) -> list[Tally]:
        lengths = numpy.exp(generator.uniform(0, math.log(60), lines)).astype(int)
        errors = generator.binomial(lengths, generator.beta(wrong * 7 / 3, (1 - wrong) * 7 / 3, lines))
        return list(map(Edits, errors.tolist(), lengths.tolist()))

    return Family(f"rate of uneven lines, {wrong:g} wrong", "WER", draw, wrong)


CLASSES = [
    *(
        labels(scheme, one, found, falsely)
        for scheme in ("MCC", "Cohen-Kappa", "Macro-F1", "Balanced-Accuracy", "F1", "Recall", "Precision")
        for one, found, falsely in ((0.005, 0.8, 0.002), (0.02, 0.9, 0.1), (0.1, 0.6, 0.05), (0.5, 0.97, 0.03))
    ),
    *(many_labels(scheme, right) for scheme in ("MCC", "Macro-F1") for right in (0.8, 0.97)),
]

GROUPINGS = [
    *(labels("NMI", *some) for some in ((0.02, 0.9, 0.1), (0.1, 0.6, 0.05), (0.1, 0.9, 0.02), (0.5, 0.97, 0.03))),
    *(uneven_labels("NMI", classes, right) for classes in (5, 10, 20) for right in (0.3, 0.7, 0.95, 0.996)),
    *(even_labels(*some) for some in ((50, 1, 0), (10, 1, 0), (20, 2, 0), (20, 4, 0.9), (5, 5, 0.7), (5, 5, 0.999))),
]

TAILS = [
    heavy("MAE", "lognormal, sigma 1", lambda generator, lines: generator.lognormal(0, 1, lines), math.exp(0.5)),
    heavy("MAE", "lognormal, sigma 1.5", lambda generator, lines: generator.lognormal(0, 1.5, lines), math.exp(1.125)),
    heavy("MAE", "Pareto, 2.5", lambda generator, lines: generator.pareto(2.5, lines), 1 / 1.5),
    heavy("MSE", "lognormal, 30 % off", _squares_off, math.exp(2) * (math.exp(0.18) - 2 * math.exp(0.045) + 1)),
    heavy("RMSE", "normal", lambda generator, lines: generator.normal(size=lines) ** 2, 1.0),
    heavy("RMSE", "t of 5", lambda generator, lines: generator.standard_t(5, lines) ** 2, math.sqrt(5 / 3)),
    *(uneven(wrong) for wrong in (0.05, 0.5, 0.95, 0.99)),
]
DISTANCES = [family for family in TAILS if family.scheme != "WER"]

FAMILIES = [
    *(share(1 - wrong) for wrong in (0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 0.5)),
    *(rate(wrong, together) for wrong in (0.005, 0.02, 0.1, 0.5) for together in (0.02, 0.3)),
    mean(),
]

CORRELATIONS = [
    *(correlation(degrees, truth) for degrees in (math.inf, 5, 3) for truth in (0.3, 0.8)),
    *(nearly_straight(noise, odd) for odd in (0, 0.01) for noise in (1e-2, 1e-6)),
    *(by_rank("Spearman", 6 / math.pi * math.asin(r / 2), r) for r in (0.3, 0.8)),
    *(by_rank("Kendall", 2 / math.pi * math.asin(r), r) for r in (0.3, 0.8)),
    *(area(one, apart) for one in (0.5, 0.1) for apart in (0.5, 2.0)),
]


# --- intervals -------------------------------------------------------------------------------------------------------


def coverage(family: Family, lines: int, sets: int, seed: int, **settings: Any) -> tuple[float, float]:
    """In what share of the test sets the 95 % interval has the truth, and its mean width."""
    generator = numpy.random.default_rng(seed)
    found = [scored(family.scheme, family.draw(generator, lines)).interval(**settings) for _ in range(sets)]
    return _share(one.low <= family.truth <= one.high for one in found), _mean_width(found)


ONE_LINE, RATING, CURVE = "of the spread of the score", "is expected on", "along a curve"
"""Words of the notes on one line that makes the spread, a rating that few lines have, and an order that agrees best."""


def noted_coverage(family: Family, lines: int, sets: int, seed: int, said: str) -> tuple[float, float, float]:
    """In what share of the test sets there is a note with these words; coverage with it, and without.

    NaN where there are none of a kind.
    """
    generator = numpy.random.default_rng(seed)
    covered: dict[bool, list[bool]] = {True: [], False: []}
    for _ in range(sets):
        one = scored(family.scheme, family.draw(generator, lines)).interval()
        is_noted = any(said in note for note in one.notes)
        covered[is_noted].append(one.low <= family.truth <= one.high)
    shares = [_share(iter(some)) if some else math.nan for some in (covered[True], covered[False])]
    return len(covered[True]) / sets, shares[0], shares[1]


def class_coverage(family: Family, lines: int, sets: int, seed: int) -> tuple[float, float]:
    """In what share of the test sets that say something the interval has the truth; and the share that say nothing.

    Those have no score, or an interval that is the whole scale, with a sentence why: a class without any line.
    """
    generator = numpy.random.default_rng(seed)
    found = [scored(family.scheme, family.draw(generator, lines)).interval() for _ in range(sets)]
    said = [one for one in found if not math.isnan(one.low) and not any("whole scale" in note for note in one.notes)]
    covered = [one.low - 1e-12 <= family.truth <= one.high + 1e-12 for one in said]
    return (_share(iter(covered)) if covered else math.nan), 1 - len(said) / sets


def stray_coverage(scheme: str, classes: int, stray: float, lines: int, sets: int, seed: int) -> tuple[float, float]:
    """How often the interval has the mean score of such test sets, of those with a label that is never expected.

    So many classes of the same size, 85 % right; stray: the share of lines that are given such a label. Also returns
    the share of test sets with one.
    """
    generator = numpy.random.default_rng(seed)
    chances = numpy.full((classes, classes + 1), (0.15 - stray) / (classes - 1))
    chances[:, :classes][numpy.diag_indices(classes)] = 0.85
    chances[:, classes] = stray
    chances = chances.ravel() / classes
    left = [class_hits(str(one), str(other)) for one in range(classes) for other in range(classes + 1)]
    drawn = generator.multinomial(lines, chances, 4000)
    truth = sum(pool_of(parse_scheme(scheme).metric, left).values(drawn)) / len(drawn)
    covered = []
    for _ in range(sets):
        chosen = generator.choice(len(chances), lines, p=chances).tolist()
        if any(at % (classes + 1) == classes for at in chosen):
            one = scored(scheme, [left[at] for at in chosen]).interval()
            covered.append(one.low <= truth <= one.high)
    return (_share(iter(covered)) if covered else math.nan), len(covered) / sets


def loss_coverage(scheme: str, share_of_class: float, lines: int, sets: int, seed: int) -> tuple[float, float]:
    """How often the interval has the loss of an output that gives each line the true share, and how often it warns."""
    generator = numpy.random.default_rng(seed)
    one = share_of_class
    truth = one * (1 - one) if scheme == "Brier" else -one * math.log(one) - (1 - one) * math.log(1 - one)
    drawn = [(generator.random(lines) < one).astype(int).tolist() for _ in range(sets)]
    found = [score(scheme, expected, [one] * lines).interval() for expected in drawn]
    warned = [any("may be much too narrow" in note for note in each.notes) for each in found]
    return _share(each.low <= truth <= each.high for each in found), _share(iter(warned))


def false_claims_of_losses(even: bool, share_of_class: float, lines: int, sets: int, seed: int) -> float:
    """How often one of two outputs with the same true Brier score is called better.

    even: both say the same on every line, one as much too little as the other says too much; else the first says
    anything from 0 to the share.
    """
    generator = numpy.random.default_rng(seed)
    one = share_of_class
    claims = []
    for _ in range(sets):
        expected = (generator.random(lines) < one).astype(int).tolist()
        low = [one * 2 / 3] * lines if even else generator.uniform(0, one, lines).tolist()
        high = [one * 4 / 3 if even else one * (1 + 1 / math.sqrt(3))] * lines
        claims.append(compare([score("Brier", expected, low), score("Brier", expected, high)], trials=2000))
    return _share(each.is_different(each.pairs[0]) for each in claims)


def rare_error_coverage(rates: tuple[float, float], lines: int, sets: int, seed: int) -> float:
    """How often the interval has the difference of two word error rates with few errors, independent of each other."""
    generator = numpy.random.default_rng(seed)
    truth, covered = rates[0] - rates[1], 0
    for _ in range(sets):
        lengths = generator.integers(4, 16, lines)
        drawn = [generator.binomial(lengths, rate).tolist() for rate in rates]
        pair = compare([scored("WER", list(map(Edits, one, lengths.tolist()))) for one in drawn]).pairs[0]
        covered += pair.low <= truth <= pair.high
    return covered / sets


class RareFailures(NamedTuple):
    """Two outputs of the same true score: one that fails rarely but badly, one that fails often and a little.

    Of word error rates both have `light` of the words wrong, and `failing` of the lines of the first have so many words
    too many; of MAE the errors of the first are lognormal with this sigma, those of the second exponential.
    """

    light: float = 0.0
    failing: float = 0.0
    words: int = 0
    sigma: float = 0.0

    def __str__(self) -> str:
        if self.sigma:
            return f"MAE, lognormal of sigma {self.sigma:g} against exponential"
        return f"WER, {self.light:g} of words wrong; {self.failing:g} of lines with {self.words} words too many"

    def draw(self, generator: Generator, lines: int) -> Comparison:
        """A comparison of both on so many lines."""
        if self.sigma:
            rare = numpy.exp(self.sigma * generator.standard_normal(lines))
            often = math.exp(self.sigma**2 / 2) * generator.standard_exponential(lines)
            return compare([scored("MAE", list(map(Mean, one.tolist()))) for one in (rare, often)])
        lengths = generator.integers(4, 16, lines)
        rare = generator.binomial(lengths, self.light) + self.words * (generator.random(lines) < self.failing)
        often = generator.binomial(lengths, self.light + self.failing * self.words / 9.5)
        return compare([scored("WER", list(map(Edits, one.tolist(), lengths.tolist()))) for one in (rare, often)])


def false_leads(outputs: RareFailures, lines: int, sets: int, seed: int) -> tuple[float, float]:
    """How often one is called better, and to which share of these verdicts a note is made."""
    generator = numpy.random.default_rng(seed)
    pairs = [outputs.draw(generator, lines).pairs[0] for _ in range(sets)]
    noted = [pair.may_hide_errors for pair in pairs if pair.p_value <= LEVEL]
    return len(noted) / sets, _share(iter(noted)) if noted else math.nan


def noted_leads(rates: tuple[float, float], lines: int, sets: int, seed: int) -> tuple[float, float]:
    """How often a true lead with light errors alone is found, and to which share of these verdicts a note is made."""
    generator = numpy.random.default_rng(seed)
    noted = []
    for _ in range(sets):
        lengths = generator.integers(4, 16, lines)
        drawn = [generator.binomial(lengths, rate).tolist() for rate in rates]
        pair = compare([scored("WER", list(map(Edits, one, lengths.tolist()))) for one in drawn]).pairs[0]
        noted += [pair.may_hide_errors] * (pair.p_value <= LEVEL)
    return len(noted) / sets, _share(iter(noted)) if noted else math.nan


def clustered_coverage(clusters: int, size: int, sets: int, seed: int, *, told: bool, accuracy: float = 0.8) -> float:
    """Coverage of accuracy where the lines of a cluster are alike; told: whether the interval knows."""
    generator = numpy.random.default_rng(seed)
    cluster = [at // size for at in range(clusters * size)]
    found = []
    for _ in range(sets):
        right = numpy.repeat(generator.beta(2 * accuracy, 2 * (1 - accuracy), clusters), size)
        tallies = [Mean(float(one)) for one in generator.random(clusters * size) < right]
        found.append(scored("Accuracy", tallies).interval(cluster=cluster if told else None))
    return _share(one.low <= accuracy <= one.high for one in found)


def _mean_width(found: Sequence[ScoreInterval]) -> float:
    return sum(one.high - one.low for one in found) / len(found)


def _share(answers: Iterator[bool]) -> float:
    found = list(answers)
    return sum(found) / len(found)


# --- comparisons -----------------------------------------------------------------------------------------------------


def equals(kind: str, outputs: int, lines: int, generator: Generator) -> Comparison:
    """A comparison of outputs that are equally good, on lines of which some are hard for all."""
    hard = generator.beta(0.5, 2, lines)
    if kind == "share":
        drawn = [[Mean(float(one)) for one in generator.random(lines) > hard] for _ in range(outputs)]
        return compare([scored("Accuracy", one) for one in drawn])
    lengths = generator.integers(4, 17, lines)
    errors = [generator.binomial(lengths, hard).tolist() for _ in range(outputs)]
    return compare([scored("WER", list(map(Edits, one, lengths.tolist()))) for one in errors])


def false_claims(kind: str, outputs: int, lines: int, sets: int, seed: int) -> tuple[float, float]:
    """How often some pair of equals is called different, and how often interval and test of a pair disagree."""
    generator = numpy.random.default_rng(seed)
    found = [equals(kind, outputs, lines, generator) for _ in range(sets)]
    pairs = [(pair, one.alpha) for one in found for pair in one.pairs if pair.difference]
    disagree = [(pair.low <= 0 <= pair.high) == (pair.p_value <= alpha) for pair, alpha in pairs]
    return _share(any(map(one.is_different, one.pairs)) for one in found), sum(disagree) / max(1, len(disagree))


def difference_coverage(kind: str, lines: int, gap: float, sets: int, seed: int) -> tuple[float, float]:
    """How often the interval of a difference has the truth, and how often the difference is found."""
    generator = numpy.random.default_rng(seed)
    covered, found = 0, 0
    for _ in range(sets):
        hard = generator.beta(2, 6, lines)
        other = numpy.minimum(1.0, hard * (1 - gap / 0.25))
        if kind == "share":
            sides = [[Mean(float(one)) for one in generator.random(lines) > rate] for rate in (other, hard)]
            pair, truth = compare([scored("Accuracy", one) for one in sides]).pairs[0], gap
        else:
            lengths = generator.integers(4, 17, lines)
            drawn = [generator.binomial(lengths, rate).tolist() for rate in (other, hard)]
            sides_of_words = [list(map(Edits, one, lengths.tolist())) for one in drawn]
            pair, truth = compare([scored("WER", one) for one in sides_of_words]).pairs[0], -gap
        covered += pair.low <= truth <= pair.high
        found += pair.p_value <= 0.05
    return covered / sets, found / sets


class TwoTaggers(NamedTuple):
    """Two outputs of two classes: the share of class 1; of each output how much of it is found, how much falsely.

    On half of the lines the outputs go wrong together.
    """

    scheme: str
    one: float
    first: tuple[float, float]
    second: tuple[float, float]

    def __str__(self) -> str:
        return f"{self.scheme}, {self.one:g} of class 1, {self.first} against {self.second}"

    @property
    def truth(self) -> float:
        """The true difference."""
        values = []
        for found, falsely in (self.first, self.second):
            zero, one = 1 - self.one, self.one
            chances = [zero * (1 - falsely), zero * falsely, one * (1 - found), one * found]
            values.append(truth_of(self.scheme, chances))
        return values[0] - values[1]

    def draw(self, generator: Generator, lines: int) -> Comparison:
        """A comparison of both on so many lines."""
        is_one = generator.random(lines) < self.one
        luck = generator.random(lines)
        other = numpy.where(generator.random(lines) < 0.5, luck, generator.random(lines))
        left = left_by(self.scheme)
        scores = []
        for (found, falsely), drawn in ((self.first, luck), (self.second, other)):
            given = numpy.where(is_one, drawn < found, drawn > 1 - falsely)
            scores.append(scored(self.scheme, [left[at] for at in (2 * is_one + given).tolist()]))
        return compare(scores, method="score", trials=2000)  # of intervals the quickest


def class_difference_coverage(taggers: TwoTaggers, lines: int, sets: int, seed: int) -> tuple[float, float, float]:
    """How often the interval has the true difference, how often one is found, how often both contradict each other.

    Test sets on which a score has no value do not count.
    """
    generator = numpy.random.default_rng(seed)
    pairs = [taggers.draw(generator, lines).pairs[0] for _ in range(sets)]
    pairs = [pair for pair in pairs if not math.isnan(pair.low)]
    covered = [pair.low - 1e-12 <= taggers.truth <= pair.high + 1e-12 for pair in pairs]
    found = [pair.p_value <= 0.05 for pair in pairs]
    apart = [
        bool(pair.difference) and is_found == (pair.low <= 0 <= pair.high)
        for pair, is_found in zip(pairs, found, strict=True)
    ]
    return _share(iter(covered)), _share(iter(found)), _share(iter(apart))


def clusters_found(outputs: int, lines: int, seed: int) -> int:
    """Into how many clusters outputs with word error rates from 0.02 to 0.72 fall, errors independent of each other."""
    generator = numpy.random.default_rng(seed)
    lengths = generator.integers(7, 14, lines)
    rates = numpy.linspace(0.02, 0.72, outputs)
    found = [list(map(Edits, generator.binomial(lengths, rate).tolist(), lengths.tolist())) for rate in rates]
    return max(number or 0 for number in compare([scored("WER", one) for one in found]).clusters)


def strict_groups(comparison: Comparison) -> int:
    """How many groups there are by the stricter rule: one ends where all its outputs differ from all that follow."""
    scores = comparison.scores
    order = sorted(range(len(scores)), key=lambda at: scores[at].value, reverse=scores[0].better == "higher")
    differ = {frozenset((pair.first, pair.second)) for pair in comparison.pairs if comparison.is_different(pair)}
    return 1 + sum(
        all(frozenset((one, other)) in differ for one in order[:border] for other in order[border:])
        for border in range(1, len(order))
    )


def grouped(levels: int, outputs: int, lines: int, sets: int, seed: int) -> tuple[float, float, float]:
    """Groups of outputs of so many levels of WER, as many of each: mean number by both rules, and false borders.

    A border is false where the best of a group is called better than an output of the same level below: the share of
    comparisons with one.
    """
    generator = numpy.random.default_rng(seed)
    rates = numpy.repeat(numpy.linspace(0.1, 0.5, levels) if levels > 1 else [0.2], outputs // levels)
    ours, strict, false = [], [], []
    for _ in range(sets):
        lengths = generator.integers(7, 14, lines)
        hard = generator.beta(2, 2, lines)[:, None] * 2
        errors = generator.binomial(lengths[:, None], numpy.minimum(0.95, rates * hard)).T
        found = compare([scored("WER", list(map(Edits, one.tolist(), lengths.tolist()))) for one in errors])
        numbers = [number or 0 for number in found.clusters]
        ours.append(max(numbers))
        strict.append(strict_groups(found))
        best = {number: min(_of_group(numbers, number), key=lambda at: found.scores[at].value) for number in numbers}
        below = [(at, other) for at in best.values() for other in range(outputs) if numbers[other] > numbers[at]]
        false.append(any(rates[one] == rates[other] for one, other in below))
    return sum(ours) / sets, sum(strict) / sets, _share(iter(false))


def _of_group(numbers: Sequence[int], number: int) -> list[int]:
    return [at for at, one in enumerate(numbers) if one == number]


# --- averages, and many tries ---------------------------------------------------------------------------------------


def average_coverage(tasks: int, lines: int, sets: int, seed: int, *, shared: bool, told: bool) -> float:
    """How often the interval of an average of accuracies has the truth; shared: whether the tasks have the same texts.

    told: whether the interval knows.
    """
    generator = numpy.random.default_rng(seed)
    found = []
    for _ in range(sets):
        easy = generator.beta(1.2, 0.4, (1 if shared else tasks, lines))  # 0.75 on average
        right = generator.random((tasks, lines)) < easy
        scores = [scored("Accuracy", [Mean(float(one)) for one in task]) for task in right]
        ends = [(one.low, one.high) for one in (score.interval() for score in scores)]
        low, high = interval_of_mean([one.value for one in scores], ends, [0] * tasks if told else None)
        found.append(low <= 0.75 <= high)
    return _share(iter(found))


def false_step(tries: int, lines: int, people: int, seed: int, level: Callable[[int], float]) -> float:
    """How often somebody whose outputs are all equally good sees a sure improvement on the best shown.

    level: up to which p-value the k-th comparison is sure.
    """
    generator = numpy.random.default_rng(seed)
    found = []
    for _ in range(people):
        best = generator.random(lines) < 0.7
        is_fooled = False
        for comparison in range(1, tries):
            new = generator.random(lines) < 0.7
            better, worse = int((new & ~best).sum()), int((best & ~new).sum())
            if better > worse and sign_test(better, worse).p_value <= level(comparison):
                best, is_fooled = new, True
        found.append(is_fooled)
    return _share(iter(found))


# --- features of bad lines -------------------------------------------------------------------------------------------


def false_discoveries(wrong: float, lines: int, sets: int, seed: int) -> float:
    """How often a file without anything to find has a feature that goes with its lines of 0 or 1, few of them wrong."""
    from probierz.inspection.rank_tails import RankTails, discrete_false_discovery
    from probierz.inspection.statistics import average_ranks, mann_whitney

    generator = numpy.random.default_rng(seed)
    frequent = numpy.minimum(0.3, 2 / (numpy.arange(1500) + 3))  # words as rare as words are
    answers = []
    for _ in range(sets):
        ranks = average_ranks((generator.random(lines) < wrong).astype(float))
        has = generator.random((len(frequent), lines)) < frequent[:, None]
        counts = has.sum(axis=1)
        has, counts = has[counts >= 5], counts[counts >= 5]
        sums = has @ ranks
        tails = RankTails(ranks)
        p = tails.p_values(sums, counts, mann_whitney(sums, counts, ranks).p)
        answers.append(bool((discrete_false_discovery(p, tails.least(counts), 0.05) <= 0.05).any()))
    return _share(iter(answers))


# --- slices ----------------------------------------------------------------------------------------------------------


class FalseSlices(NamedTuple):
    """How often a file without special slices has one that is called so, and how many are called worse and better."""

    files: float
    worse: int
    better: int


def false_slices(scheme: str, share_of_class: float, lines: int, slices: int, sets: int, seed: int) -> FalseSlices:
    """Slice files of which each line gets its true probability, or the label that it makes.

    Probabilities have a Beta distribution with this mean; lines above twice that get the label 1. lines: of a slice,
    about.
    """
    from probierz.inspection.slices import slices_of

    generator = numpy.random.default_rng(seed)
    sides = []
    for _ in range(sets):
        total = lines * slices
        chances = generator.beta(2, 2 * (1 - share_of_class) / share_of_class, total).clip(1e-4, 1 - 1e-4)
        expected = (generator.random(total) < chances).astype(int).tolist()
        takes_labels = scheme in ("Accuracy", "F1", "MCC")
        output = (chances > 2 * share_of_class).astype(int).tolist() if takes_labels else chances.tolist()
        groups = list(map(str, generator.integers(slices, size=total).tolist()))
        texts = list(map(str, expected)), list(map(str, output))
        (table,) = slices_of([score(scheme, *texts)], *texts, "in<1>", inputs=groups)
        sides.append([one.differences[0].side for one in table.slices if one.differences])
    counts = Counter(side for some in sides for side in some)
    found = _share(bool({"worse", "better"} & set(some)) for some in sides)
    return FalseSlices(found, counts["worse"], counts["better"])


# --- tables ----------------------------------------------------------------------------------------------------------


def _print(head: Sequence[str], rows: Iterator[Sequence[object]]) -> None:
    print(f"\n| {' | '.join(head)} |\n| --- |{' ---: |' * (len(head) - 1)}")
    for row in rows:
        cells = [f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in row]
        print(f"| {' | '.join(cells)} |", flush=True)


def _coverage_of(families: Sequence[Family], sizes: Sequence[int], sets: int, seed: int) -> None:
    def row(family: Family) -> list[object]:
        return [family.name, *(coverage(family, lines, sets, seed)[0] for lines in sizes)]

    _print(("coverage of 95 % intervals", *(f"{lines} lines" for lines in sizes)), map(row, families))


def _coverage(sets: int, seed: int) -> None:
    _coverage_of(FAMILIES, (30, 200, 2000), sets, seed)
    counts = (10, 30, 100)
    rows = [
        [
            f"{name}, {right} right",
            *(clustered_coverage(count, 10, sets, seed, told=told, accuracy=right) for count in counts),
        ]
        for right in (0.8, 0.97)
        for name, told in (("with `--cluster`", True), ("without", False))
    ]
    _print(("lines in clusters of ten", *(f"{count} clusters" for count in counts)), iter(rows))


def _classes(sets: int, seed: int) -> None:
    """Coverage of the test sets that have a score, and how many say that nothing can be said."""
    sizes = (30, 200, 2000)

    def row(family: Family) -> list[object]:
        cells: list[object] = [family.name]
        for lines in sizes:
            covered, open_sets = class_coverage(family, lines, sets, seed)
            cells.append(f"{covered:.3f}{f' ({open_sets:.2f})' if open_sets else ''}")
        return cells

    head = ("coverage, in brackets: said to be open", *(f"{lines} lines" for lines in sizes))
    _print(head, map(row, CLASSES))


def _many_classes(sets: int, seed: int) -> None:
    """Coverage, on which side the truth lies else, and how often the warning says so."""
    sizes = (30, 200)

    def cell(family: Family, lines: int) -> str:
        generator = numpy.random.default_rng(seed)
        found = [scored(family.scheme, family.draw(generator, lines)).interval() for _ in range(sets)]
        below = sum(family.truth < one.low for one in found)
        above = sum(family.truth > one.high for one in found)
        warned = sum(any("too narrow" in note for note in one.notes) for one in found)
        return f"{1 - (below + above) / sets:.3f} ({below}, {above}; {warned})"

    families = [
        uneven_labels(scheme, classes, right)
        for scheme in ("Macro-F1", "Balanced-Accuracy")
        for classes in (10, 20, 40)
        for right in (0.3, 0.7)
    ]
    head = ("coverage (sets with the truth below, above; with the warning)", *(f"{lines} lines" for lines in sizes))
    _print(head, ([family.name, *(cell(family, lines) for lines in sizes)] for family in families))


def _stray_labels(sets: int, seed: int) -> None:
    sizes = (30, 100, 500)

    def row(cell: tuple[int, float]) -> list[object]:
        found = [stray_coverage("Sklearn-Macro-F1", *cell, lines, sets, seed) for lines in sizes]
        cells = [f"{covered:.3f} ({share:.2f})" for covered, share in found]
        return [f"{cell[0]} classes, the label on {cell[1]:g} of lines", *cells]

    head = ("coverage, in brackets: sets with the label", *(f"{lines} lines" for lines in sizes))
    _print(head, map(row, [(classes, one) for classes in (3, 10) for one in (0.003, 0.01, 0.03)]))


def _groupings(sets: int, seed: int) -> None:
    """Coverage of NMI and Purity, and how often two groupings that are equally good are told apart."""

    def row(family: Family) -> list[object]:
        found = [class_coverage(family, lines, sets, seed) for lines in (30, 200, 2000)]
        return [family.name, *(f"{covered:.3f}{f' ({mute:.2f})' if mute else ''}" for covered, mute in found)]

    head = ("coverage, in brackets: said to be open", *(f"{lines} lines" for lines in (30, 200, 2000)))
    _print(head, map(row, GROUPINGS))
    equal = [
        TwoTaggers("NMI", one, same, same) for one, same in ((0.02, (0.9, 0.1)), (0.1, (0.6, 0.05)), (0.5, (0.9, 0.1)))
    ]

    def claims(taggers: TwoTaggers) -> list[object]:
        return [taggers, *(class_difference_coverage(taggers, lines, sets, seed)[1] for lines in (30, 200))]

    _print(("false claims", "30 lines", "200 lines"), map(claims, equal))


def _losses(sets: int, seed: int) -> None:
    def row(cell: tuple[str, float]) -> list[object]:
        found = [loss_coverage(*cell, lines, sets, seed) for lines in (30, 200, 2000)]
        cells = [f"{covered:.3f}{f' ({warned:.2f})' if warned else ''}" for covered, warned in found]
        return [f"{cell[0]}, {cell[1]:g} of class 1", *cells]

    head = ("coverage, in brackets: with the warning", *(f"{lines} lines" for lines in (30, 200, 2000)))
    _print(head, map(row, [(scheme, one) for one in (0.01, 0.05, 0.2) for scheme in ("Brier", "LogLoss")]))
    equal = [("0.01 against 0.02 on every line, 0.015 of class 1", True, 0.015)]
    equal += [("0 to 0.02 against 0.032, 0.02 of class 1", False, 0.02)]
    rows = [
        [name, *(false_claims_of_losses(even, one, lines, sets, seed) for lines in (30, 200, 1000))]
        for name, even, one in equal
    ]
    _print(("false claims", *(f"{lines} lines" for lines in (30, 200, 1000))), iter(rows))


def _rare_errors(sets: int, seed: int) -> None:
    rates = [(0.02, 0.005), (0.005, 0.02), (0.02, 0.02), (0.005, 0.005), (0.002, 0.001), (0.05, 0.01), (0.1, 0.08)]

    def row(both: tuple[float, float]) -> list[object]:
        found = [[rare_error_coverage(both, lines, sets, seed + at) for at in (0, 1)] for lines in (30, 100)]
        return [f"{both[0]:g} and {both[1]:g}", *(", ".join(f"{one:.3f}" for one in cell) for cell in found)]

    _print(("WER of both", "30 lines", "100 lines"), map(row, rates))


def _rare_failures(sets: int, seed: int) -> None:
    sizes = (30, 200, 1000)
    equal = [
        RareFailures(0, 0.05, 10), RareFailures(0, 0.01, 50), RareFailures(0, 0.005, 100), RareFailures(0.05, 0.02, 20),
        RareFailures(sigma=1.5),
    ]  # fmt: skip

    def cells(found: Iterator[tuple[float, float]]) -> list[str]:
        return [f"{share:.3f}" if math.isnan(noted) else f"{share:.3f} ({noted:.2f})" for share, noted in found]

    rows = ([one, *cells(false_leads(one, lines, sets, seed) for lines in sizes)] for one in equal)
    _print(("false verdicts, in brackets: with the warning", *(f"{lines} lines" for lines in sizes)), rows)
    light = [(0.01, 0.03), (0.05, 0.1), (0.2, 0.3)]
    true = (
        [f"WER {one[0]:g} and {one[1]:g}", *cells(noted_leads(one, lines, sets, seed) for lines in sizes)]
        for one in light
    )
    _print(("true verdicts, in brackets: with the warning", *(f"{lines} lines" for lines in sizes)), true)


def _correlations(sets: int, seed: int) -> None:
    _coverage_of(CORRELATIONS, (30, 200, 2000), sets, seed)


def _odd_lines(sets: int, seed: int) -> None:
    families = [odd_ranks(r, odd) for r in (0.9, 0.99, 0.999) for odd in (0.01, 0.03)]
    _print_noted(families, (30, 100, 400), sets, seed)


def _curves(sets: int, seed: int) -> None:
    straight = [correlation(degrees, 0.8) for degrees in (math.inf, 5, 3)]
    _print_noted([*map(curved, (0.4, 0.7, 1, 1.5)), *straight], (30, 200, 2000), sets, seed, CURVE)


def _heavy_errors(sets: int, seed: int) -> None:
    families = [heavy_errors(scheme, degrees, 0.3) for scheme in ("Pearson", "R2") for degrees in (3, 5)]
    _print_noted(families, (30, 200), sets, seed)


def _rare_ratings(sets: int, seed: int) -> None:
    families = [
        rare_ratings("three rare ratings", [0.02, 0.02, 0.03, 0.08, 0.85]),
        rare_ratings("one rare rating", [0.02, 0.245, 0.245, 0.245, 0.245]),
        rare_ratings("no rare rating", [0.2] * 5),
    ]
    _print_noted(families, (50, 200, 1000), sets, seed, RATING)


def _correlation_differences(sets: int, seed: int) -> None:
    """False verdicts on two outputs whose errors are of one law, the second with another unit and origin."""
    laws: dict[str, Callable[[Generator, int], Any]] = {
        "normal": lambda draw, lines: draw.normal(size=lines),
        "t with 3 degrees": lambda draw, lines: draw.standard_t(3, lines),
        "t with 1.5 degrees": lambda draw, lines: draw.standard_t(1.5, lines),
        "normal, 0.03 of lines off by 1000": lambda draw, lines: _with_outliers(draw, lines, 0.03, 1000),
        "normal, 0.01 of lines off by 5000": lambda draw, lines: _with_outliers(draw, lines, 0.01, 5000),
    }
    sizes = (15, 30, 100, 400)

    def row(name: str, width: float) -> list[object]:
        found = [false_correlations(laws[name], width, lines, sets, seed) for lines in sizes]
        return [f"{name}, {width:g} of the spread", *(f"{share:.3f}" for share in found)]

    rows = (row(name, width) for name in laws for width in (0.1, 1))
    _print(("errors", *(f"{lines} lines" for lines in sizes)), rows)


def _with_outliers(draw: Generator, lines: int, share: float, size: float) -> Any:
    is_far = draw.random(lines) < share
    return draw.normal(size=lines) + size * draw.choice([-1, 1], lines) * is_far


def false_correlations(law: Callable[[Generator, int], Any], width: float, lines: int, sets: int, seed: int) -> float:
    """How often two equally good outputs are told apart at 0.05 under Pearson."""
    draw, found = numpy.random.default_rng(seed), 0
    for _ in range(sets):
        truth = draw.normal(size=lines)
        first, second = (truth + width * law(draw, lines) for _ in range(2))
        scores = [score("Pearson", truth.tolist(), one.tolist()) for one in (first, 30 * second + width)]
        found += compare(scores, samples=2).pairs[0].p_value <= 0.05
    return found / sets


def _tails(sets: int, seed: int) -> None:
    sizes = (30, 200, 1000)
    _coverage_of(TAILS, sizes, sets, seed)
    _print_noted(DISTANCES, sizes, sets, seed)


def _print_noted(families: Sequence[Family], sizes: Sequence[int], sets: int, seed: int, said: str = ONE_LINE) -> None:
    """Coverage with and without a note."""

    def row(family: Family) -> list[object]:
        found = [noted_coverage(family, lines, sets, seed, said) for lines in sizes]
        cells = [
            f"{f'{with_it:.3f} ({noted:.2f})' if noted else '–'}, {f'{rest:.3f}' if noted < 1 else '–'}"
            for noted, with_it, rest in found
        ]
        return [family.name, *cells]

    head = ("coverage with the note (share of test sets), without it", *(f"{lines} lines" for lines in sizes))
    _print(head, map(row, families))


def _claims(sets: int, seed: int) -> None:
    cells = [(2, 30), (2, 200), (2, 2000), (10, 200), (20, 200)]

    def row(kind: str) -> list[object]:
        some = [sets if outputs <= 10 else max(40, sets // 5) for outputs, _ in cells]
        found = [false_claims(kind, outputs, lines, n, seed) for (outputs, lines), n in zip(cells, some, strict=True)]
        return [kind, *(claimed for claimed, _ in found), max(disagreeing for _, disagreeing in found)]

    head = [f"{outputs} outputs, {lines} lines" for outputs, lines in cells]
    _print(("false claims among equals", *head, "interval against test"), map(row, ("share", "rate")))


def _differences(sets: int, seed: int) -> None:
    def row(cell: tuple[str, int, float]) -> list[object]:
        return [f"{cell[0]}, {cell[1]} lines, difference {cell[2]:g}", *difference_coverage(*cell, sets, seed)]

    cells = [(kind, lines, gap) for kind in ("share", "rate") for lines in (30, 200) for gap in (0.02, 0.05, 0.1)]
    _print(("interval of a difference", "coverage", "found at 5 %"), map(row, cells))
    found = [[outputs, *(clusters_found(outputs, 400, seed + at) for at in range(3))] for outputs in (15, 36, 60)]
    _print(("clusters of outputs, WER 0.02 to 0.72, 400 lines", "seed", "seed + 1", "seed + 2"), iter(found))


def _class_differences(sets: int, seed: int) -> None:
    outputs = [
        (0.1, (0.6, 0.05), (0.6, 0.05)), (0.1, (0.8, 0.05), (0.6, 0.05)), (0.5, (0.97, 0.03), (0.9, 0.1)),
        (0.02, (0.9, 0.1), (0.6, 0.05)),
    ]  # fmt: skip
    kinds = [TwoTaggers(scheme, *some) for scheme in ("Macro-F1", "MCC", "F1") for some in outputs]

    def row(taggers: TwoTaggers) -> list[object]:
        found = [class_difference_coverage(taggers, lines, sets, seed) for lines in (30, 200)]
        cells = [cell for covered, claimed, _ in found for cell in (covered, claimed)]
        return [taggers, *cells, max(apart for _, _, apart in found)]

    head = ("coverage, 30 lines", "found", "coverage, 200 lines", "found", "interval against test")
    _print(("found and falsely found of each output", *head), map(row, kinds))


def _groups(sets: int, seed: int) -> None:
    def row(cell: tuple[int, int]) -> list[object]:
        levels, outputs = cell
        return [
            f"{outputs} outputs of {levels} level{'s' if levels > 1 else ''}",
            *grouped(levels, outputs, 400, max(20, sets // 4), seed),
        ]

    head = ("groups, 400 lines", "groups", "by the stricter rule", "comparisons with a false border")
    _print(head, map(row, [(1, 6), (1, 20), (4, 12), (12, 12), (24, 24)]))


def _averages(sets: int, seed: int) -> None:
    rows = [
        [
            f"{tasks} tasks of {'the same' if shared else 'different'} texts, {'told' if told else 'not told'}",
            *(average_coverage(tasks, lines, sets, seed, shared=shared, told=told) for lines in (50, 200)),
        ]
        for tasks in (2, 5)
        for shared, told in ((False, False), (True, False), (True, True))
    ]
    _print(("coverage of the average", "50 lines", "200 lines"), iter(rows))


def _ladder(sets: int, seed: int) -> None:
    rows = [
        [name, *(false_step(tries, 200, sets, seed, level) for tries in (2, 10, 100))]
        for name, level in (("0.05 each time", lambda _comparison: LEVEL), ("0.05 / k² at the k-th", level_at))
    ]
    _print(("people with a false improvement", *(f"{tries} tries" for tries in (2, 10, 100))), iter(rows))


def _discoveries(sets: int, seed: int) -> None:
    rows = [
        [f"{wrong:.3g} wrong", *(false_discoveries(wrong, lines, max(20, sets // 4), seed) for lines in (200, 2000))]
        for wrong in (0.005, 0.02, 0.1, 0.5)
    ]
    _print(("files with a false discovery of `worst`", "200 lines", "2000 lines"), iter(rows))


def _slices(sets: int, seed: int) -> None:
    kinds = [(0.06, 100, 20), (0.06, 20, 20), (0.05, 300, 10)]

    def row(scheme: str) -> list[object]:
        files = max(20, sets // 4) if scheme in ("AUC", "Average-Precision") else sets  # these take long
        found = [false_slices(scheme, *kind, files, seed) for kind in kinds]
        return [scheme, *(f"{one.files:.3f} ({one.worse}, {one.better})" for one in found)]

    head = (f"{slices} slices of {lines} lines, {share:g} of class 1" for share, lines, slices in kinds)
    schemes = ("Accuracy", "Brier", "LogLoss", "F1", "MCC", "AUC", "Average-Precision")
    _print(("files with a false verdict (slices called worse, better)", *head), map(row, schemes))


def _metrics(sets: int, seed: int) -> None:
    """Every metric: how often the interval has the truth, and how often one of two equally good outputs is better."""

    def row(population: Population) -> list[object]:
        generator = numpy.random.default_rng(seed)
        covered, verdicts = [], Counter[str]()
        is_slow = population.scheme.startswith("Probabilistic-Soft")
        many, trials = max(20, sets // 5) if is_slow else sets, 99 if is_slow or population.scheme == "R2" else 999
        for _ in range(many):
            scores = [scored(population.scheme, one) for one in population.pair(generator, 200)]
            comparison = compare(scores, trials=trials)
            low, high = comparison.intervals[0]
            covered += [low - 1e-12 <= population.truth <= high + 1e-12] if low <= high else []
            verdicts[comparison.verdict(comparison.pairs[0])] += 1
        mute = f" ({1 - len(covered) / many:.2f})" if len(covered) < many else ""
        shares = [f"{verdicts[one] / many:.2f}" for one in ("different", "impossible")]
        name = f"{population.scheme}, {population.truth:.3g}"
        return [name, f"{_share(iter(covered)):.2f}{mute}" if covered else "–", *shares]

    head = ("metric and its score", "coverage, in brackets: no interval", "false verdicts", "no verdict possible")
    _print(head, (row(one()) for one in populations(seed)))


TABLES = {
    "metrics": _metrics,
    "coverage": _coverage,
    "correlations": _correlations,
    "odd-lines": _odd_lines,
    "classes": _classes,
    "many-classes": _many_classes,
    "curves": _curves,
    "heavy-errors": _heavy_errors,
    "rare-ratings": _rare_ratings,
    "stray-labels": _stray_labels,
    "groupings": _groupings,
    "losses": _losses,
    "tails": _tails,
    "claims": _claims,
    "differences": _differences,
    "correlation-differences": _correlation_differences,
    "rare-errors": _rare_errors,
    "rare-failures": _rare_failures,
    "class-differences": _class_differences,
    "groups": _groups,
    "averages": _averages,
    "ladder": _ladder,
    "discoveries": _discoveries,
    "slices": _slices,
}


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", type=int, default=1000, help="test sets of a cell (default: 1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=TABLES, action="append")
    arguments = parser.parse_args()
    for name in arguments.only or TABLES:
        TABLES[name](arguments.sets, arguments.seed)


if __name__ == "__main__":
    main()
