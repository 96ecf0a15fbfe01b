"""Labels and numbers, averaged as scikit-learn does it, where metrics of the same kind differ from tool to tool.

Classes are those that are expected or given anywhere; what divides by 0 is 0. Texts are labels as they stand, without
white space at the ends: none is read as a probability or a distribution.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain

from probierz.metrics.classification import class_hits
from probierz.metrics.clustering import Count
from probierz.metrics.definition import BETA, Example, metric
from probierz.metrics.number_pairs import Moments, NumberPair, NumberPairs, NumberPoint, doubled_ranks
from probierz.metrics.parsers import number, stripped, zero_one
from probierz.metrics.tallies import Hits

_ANIMALS = Example(
    input=["Mruczy.", "Szczeka.", "Goni mysz.", "Skubie marchewkę.", "Aportuje patyk.", "Kica."],
    expected=["kot", "pies", "kot", "królik", "pies", "królik"],
    output=["kot", "pies", "pies", "królik", "pies", "zając"],
    value=4 / 6,
    in_header=["Sentence"],
    out_header=["Animal"],
)
# P, R, F1: kot 1, 1/2, 2/3; pies 2/3, 1, 4/5; królik 1, 1/2, 2/3; zając, which is only given, 0.

Averaged = Callable[[Hits], float]
"""What is averaged: a number for one class."""


def _precision(hits: Hits) -> float:
    return hits.matched / hits.output if hits.output else 0.0


def _recall(hits: Hits) -> float:
    return hits.matched / hits.expected if hits.expected else 0.0


def _f(hits: Hits, beta: float) -> float:
    """(1 + β²) TP / (β² (TP + FN) + TP + FP), and 0 where that divides by 0."""
    whole = beta * beta * hits.expected + hits.output
    return (1 + beta * beta) * hits.matched / whole if whole else 0.0


def _macro(classes: dict[str, Hits], score: Averaged) -> float:
    return math.fsum(map(score, classes.values())) / len(classes) if classes else math.nan


def _weighted(classes: dict[str, Hits], score: Averaged) -> float:
    lines = sum(hits.expected for hits in classes.values())
    return math.fsum(hits.expected * score(hits) for hits in classes.values()) / lines if lines else math.nan


def _micro(classes: dict[str, Hits], score: Averaged) -> float:
    return score(Hits(*map(sum, zip(*classes.values(), strict=True)))) if classes else math.nan


@metric(
    "Sklearn-Macro-F{beta:decimal}",
    allowed=BETA,
    better="higher",
    bounds=(0, 1),
    parse=stripped,
    finish=lambda classes, beta: _macro(classes, lambda hits: _f(hits, beta)),
    geval=False,
    source='Pedregosa et al. 2011 (scikit-learn), fbeta_score(average="macro")',
    example=replace(_ANIMALS, name="Sklearn-Macro-F1", value=(2 / 3 + 4 / 5 + 2 / 3 + 0) / 4),
)
def sklearn_macro_f(expected: str, output: str) -> dict[str, Hits]:
    """Mean of the F-scores of all classes, those that are only given counting 0.

        F = (1/k) Σ over classes c of (1 + β²) TP(c) / (β² e(c) + o(c))

    TP(c): lines where c is expected and given; e(c), o(c): lines where it is expected, given; k: classes with any.
    Every class weighs the same.
    Empty: NaN.
    Macro-F, GEval's, averages over the classes that are expected.
    """
    return class_hits(expected, output)


@metric(
    "Sklearn-Macro-Precision",
    better="higher",
    bounds=(0, 1),
    parse=stripped,
    finish=lambda classes: _macro(classes, _precision),
    geval=False,
    source='Pedregosa et al. 2011 (scikit-learn), precision_score(average="macro")',
    example=replace(_ANIMALS, value=(1 + 2 / 3 + 1 + 0) / 4),
)
def sklearn_macro_precision(expected: str, output: str) -> dict[str, Hits]:
    """Mean of the precisions of all classes.

        P = (1/k) Σ over classes c of TP(c) / o(c)

    TP(c): lines where c is expected and given; o(c): lines where it is given, a class without any counting 0; k:
    classes that are expected or given. Every class weighs the same.
    Empty: NaN.
    """
    return class_hits(expected, output)


@metric(
    "Sklearn-Macro-Recall",
    better="higher",
    bounds=(0, 1),
    parse=stripped,
    finish=lambda classes: _macro(classes, _recall),
    geval=False,
    source='Pedregosa et al. 2011 (scikit-learn), recall_score(average="macro")',
    example=replace(_ANIMALS, value=(1 / 2 + 1 + 1 / 2 + 0) / 4),
)
def sklearn_macro_recall(expected: str, output: str) -> dict[str, Hits]:
    """Mean of the recalls of all classes, those that are only given counting 0.

        R = (1/k) Σ over classes c of TP(c) / e(c)

    TP(c): lines where c is expected and given; e(c): lines where it is expected; k: classes that are expected or given.
    Every class weighs the same.
    Empty: NaN.
    Balanced-Accuracy averages over the classes that are expected.
    """
    return class_hits(expected, output)


@metric(
    "Sklearn-Weighted-F{beta:decimal}",
    allowed=BETA,
    better="higher",
    bounds=(0, 1),
    parse=stripped,
    finish=lambda classes, beta: _weighted(classes, lambda hits: _f(hits, beta)),
    geval=False,
    source='Pedregosa et al. 2011 (scikit-learn), fbeta_score(average="weighted")',
    example=replace(_ANIMALS, name="Sklearn-Weighted-F1", value=(2 / 3 + 4 / 5 + 2 / 3) / 3),
)
def sklearn_weighted_f(expected: str, output: str) -> dict[str, Hits]:
    """Mean of the F-scores of the classes, each weighing as often as it is expected.

        F = (1/n) Σ over classes c of e(c) (1 + β²) TP(c) / (β² e(c) + o(c))

    TP(c): lines where c is expected and given; e(c), o(c): lines where it is expected, given; n: lines.
    Empty: NaN.
    """
    return class_hits(expected, output)


@metric(
    "Sklearn-Weighted-Precision",
    better="higher",
    bounds=(0, 1),
    parse=stripped,
    finish=lambda classes: _weighted(classes, _precision),
    geval=False,
    source='Pedregosa et al. 2011 (scikit-learn), precision_score(average="weighted")',
    example=replace(_ANIMALS, value=(1 + 2 / 3 + 1) / 3),
)
def sklearn_weighted_precision(expected: str, output: str) -> dict[str, Hits]:
    """Mean of the precisions of the classes, each weighing as often as it is expected.

        P = (1/n) Σ over classes c of e(c) TP(c) / o(c)

    TP(c): lines where c is expected and given; e(c), o(c): lines where it is expected, given, a class that is never
    given counting 0; n: lines. The mean of recalls with these weights is the accuracy.
    Empty: NaN.
    """
    return class_hits(expected, output)


@metric(
    "Sklearn-Micro-F{beta:decimal}",
    allowed=BETA,
    better="higher",
    bounds=(0, 1),
    parse=stripped,
    finish=lambda classes, beta: _micro(classes, lambda hits: _f(hits, beta)),
    geval=False,
    source='Pedregosa et al. 2011 (scikit-learn), fbeta_score(average="micro")',
    example=replace(_ANIMALS, name="Sklearn-Micro-F1", value=4 / 6),
)
def sklearn_micro_f(expected: str, output: str) -> dict[str, Hits]:
    """F-score of the decisions about all classes taken together.

        F = (1 + β²) Σ TP(c) / (β² Σ e(c) + Σ o(c))

    TP(c): lines where c is expected and given; e(c), o(c): lines where it is expected, given. Where every line has one
    label, as here, that is the share of lines whose label is right, whatever β.
    Empty: NaN.
    """
    return class_hits(expected, output)


@metric(
    "Balanced-Accuracy",
    better="higher",
    bounds=(0, 1),
    parse=stripped,
    finish=lambda classes: _macro({name: hits for name, hits in classes.items() if hits.expected}, _recall),
    geval=False,
    source="Brodersen et al. 2010; Pedregosa et al. 2011 (scikit-learn), balanced_accuracy_score",
    example=replace(_ANIMALS, value=(1 / 2 + 1 + 1 / 2) / 3),
)
def balanced_accuracy(expected: str, output: str) -> dict[str, Hits]:
    """Mean of the recalls of the classes that are expected.

        A = (1/k) Σ over classes c of TP(c) / e(c)

    TP(c): lines where c is expected and given; e(c): lines where it is expected; k: classes that are expected.
    Every class weighs the same.
    Empty: NaN.
    """
    return class_hits(expected, output)


# --- agreement of ratings ----------------------------------------------------------------------------------------

_STARS = Example(
    input=["Polecam!", "Dobry, choć drogi.", "Znakomity.", "Zepsuł się po dniu.", "Szkoda pieniędzy."],
    expected=["3", "2", "3", "1", "1"],
    output=["3", "3", "2", "1", "2"],
    value=0.0,
    in_header=["Review"],
    out_header=["Rating"],
)
# Places 3 2 3 1 1 against 3 3 2 1 2. Observed: three distances of 1. By chance, over all 25 pairs of an expected and a
# given rating: 11 distances of 1 and 6 of 2, so 23/5 linearly and 35/5 squared.


def _weighted_kappa(pairs: dict[tuple[float, float], Count], power: int) -> float:
    """1 - Σ w(i, j) observed / Σ w(i, j) by chance, w being the distance of places to that power; NaN for 0 / 0."""
    ratings = sorted({rating for pair in pairs for rating in pair})
    place = {rating: at for at, rating in enumerate(ratings)}
    expected, output = [0] * len(ratings), [0] * len(ratings)
    observed = 0
    for (wanted, given), count in pairs.items():
        expected[place[wanted]] += count.lines
        output[place[given]] += count.lines
        observed += count.lines * abs(place[wanted] - place[given]) ** power
    by_chance = sum(
        many * other * abs(at - where) ** power
        for at, many in enumerate(expected)
        for where, other in enumerate(output)
    )
    return 1 - observed * sum(expected) / by_chance if by_chance else math.nan


@metric(
    "Linear-Kappa",
    better="higher",
    bounds=(-1, 1),
    parse=number,
    finish=lambda pairs: _weighted_kappa(pairs, 1),
    geval=False,
    answers="numbers",
    source='Cohen 1968; Pedregosa et al. 2011 (scikit-learn), cohen_kappa_score(weights="linear")',
    example=replace(_STARS, value=1 - 3 / (23 / 5)),
)
def linear_kappa(expected: float, output: float) -> dict[tuple[float, float], Count]:
    """Weighted kappa of ratings: agreement beyond chance, a mistake weighing by how many ratings it is off.

        κ = 1 - n Σ |i - j| c(i, j) / Σ |i - j| e(i) o(j)

    i, j: places of the expected and the given rating among all ratings that occur, in order; c(i, j): lines with both;
    e(i), o(j): lines where a rating is expected, given; n: lines. Only the order of ratings counts, not their size.
    Empty: NaN; also where only one rating occurs.
    """
    return {(expected, output): Count()}


@metric(
    "Quadratic-Kappa",
    better="higher",
    bounds=(-1, 1),
    parse=number,
    finish=lambda pairs: _weighted_kappa(pairs, 2),
    geval=False,
    answers="numbers",
    source='Cohen 1968; Pedregosa et al. 2011 (scikit-learn), cohen_kappa_score(weights="quadratic")',
    example=replace(_STARS, value=1 - 3 / (35 / 5)),
)
def quadratic_kappa(expected: float, output: float) -> dict[tuple[float, float], Count]:
    """Weighted kappa of ratings, a mistake weighing by the square of how many ratings it is off.

        κ = 1 - n Σ (i - j)² c(i, j) / Σ (i - j)² e(i) o(j)

    i, j: places of the expected and the given rating among all ratings that occur, in order; c(i, j): lines with both;
    e(i), o(j): lines where a rating is expected, given; n: lines. Only the order of ratings counts, not their size.
    Empty: NaN; also where only one rating occurs.
    """
    return {(expected, output): Count()}


# --- numbers -----------------------------------------------------------------------------------------------------


@metric(
    "R2",
    better="higher",
    bounds=(-math.inf, 1),
    parse=number,
    finish=Moments.determination,
    geval=False,
    answers="numbers",
    has_line_values=False,
    source="Wright 1921; Pedregosa et al. 2011 (scikit-learn), r2_score",
    example=Example(
        input=["Gdańsk\t2019-07-01", "Kraków\t2019-07-01", "Suwałki\t2019-01-15", "Zakopane\t2019-01-15"],
        expected=["3", "-1", "2", "8"],
        output=["2.5", "0", "2", "9"],
        value=1 - 2.25 / 42,
        in_header=["Town", "Date"],
        out_header=["Temperature"],
    ),
)
def coefficient_of_determination(expected: float, output: float) -> NumberPoint:
    """Coefficient of determination: the share of the variance of expected numbers that the output accounts for.

        R² = 1 - Σ (e - o)² / Σ (e - ē)²

    e, o: expected and given number; ē: mean of the expected ones. 0 for who always says ē, less for who does worse.
    Where all expected numbers are the same: 1 when all are hit, else 0.
    Empty: NaN; also for one line.
    """
    return NumberPoint(expected, output)


# --- probabilities -----------------------------------------------------------------------------------------------


def average_precision_of_pairs(pairs: NumberPairs) -> float:
    """Return Σ over thresholds of (R - R of the threshold above) · P; 0 without lines of class 1, NaN without lines."""
    if not len(pairs):
        return math.nan
    ones = sum(pairs.first)
    return math.fsum(_gains(pairs)) / ones if ones else 0.0


def _gains(pairs: NumberPairs) -> Iterator[float]:
    """For each threshold from above: lines of class 1 that it adds, times the precision there."""
    lines, ones = (array("L", [0]) * (2 * len(pairs) + 1) for _ in range(2))  # by doubled rank
    for rank, one in zip(chain.from_iterable(doubled_ranks(pairs.second)), pairs.first, strict=True):
        lines[rank] += 1
        ones[rank] += one == 1
    found = seen = 0
    for rank in range(len(lines) - 1, -1, -1):
        found += ones[rank]
        seen += lines[rank]
        if ones[rank]:
            yield ones[rank] * found / seen


@metric(
    "Average-Precision",
    better="higher",
    bounds=(0, 1),
    best=None,
    parse=(zero_one, number),
    finish=average_precision_of_pairs,
    geval=False,
    source="Zhu 2004; Pedregosa et al. 2011 (scikit-learn), average_precision_score",
    example=Example(
        input=["Wygrałeś milion!", "Do zobaczenia jutro.", "Kup teraz!", "Twoja paczka czeka."],
        expected=["0", "0", "1", "1"],
        output=["0.1", "0.4", "0.35", "0.8"],
        value=(1 + 2 / 3) / 2,
        in_header=["Message"],
        out_header=["SpamProbability"],
    ),
)
def average_precision_of_classes(expected: int, output: float) -> NumberPair:
    """Average precision of class 1 over all thresholds on the given numbers: the area under precision against recall.

        AP = Σ over thresholds t of (R(t) - R(t')) P(t),   t' being the threshold above t

    P(t), R(t): precision and recall of class 1 where what is at least t counts as 1; thresholds are the given numbers.
    Expected is 0 or 1, given any number. Equal numbers are passed together.
    Empty: NaN; 0 where class 1 is never expected, so that no best value is stated.
    MAP averages the average precision of rankings, one a line.
    """
    return NumberPair(expected, output)
