"""Labels: how many are right, per class and over classes, and how far that is from chance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import compress
from operator import eq, itemgetter

from probierz.metrics.definition import BETA, Example, metric
from probierz.metrics.matching import Match
from probierz.metrics.number_pairs import NumberPair, NumberPairs, doubled_ranks
from probierz.metrics.parsers import (
    first_column,
    haskell_number,
    label_or_likeliest_word,
    likeliest_word,
    number,
    probability,
    single_precision,
    stripped,
    stripped_alternatives,
    two_columns,
    word_values,
    zero_one,
)
from probierz.metrics.reads import LABEL, LABEL_OR_PROBABILITIES
from probierz.metrics.tallies import Hits, Mean
from probierz.metrics.traps import READ_AS_DISTRIBUTION, any_holds

_ANIMALS = Example(
    input=["Mruczy na kanapie.", "Szczeka na listonosza.", "Goni mysz.", "Skubie marchewkę.", "Aportuje patyk."],
    expected=["kot", "pies", "kot", "królik", "pies"],
    output=["kot", "pies", "pies", "królik", "pies"],
    value=0.8,
    in_header=["Sentence"],
    out_header=["Animal"],
)

_SPAM = Example(
    input=[
        "Wygrałeś milion!",
        "Do zobaczenia jutro.",
        "Kup teraz, taniej nie będzie!",
        "Twoja paczka czeka.",
        "Cześć!",
    ],
    expected=["1", "0", "1", "0", "1"],
    output=["0.9", "0.2", "0.7", "0.6", "0.1"],
    value=2 / 3,
    in_header=["Message"],
    out_header=["SpamProbability"],
)


# --- accuracy ----------------------------------------------------------------------------------------------------


_HIT, _MISS = Mean(1), Mean(0)


def is_hit(expected: str, output: str) -> bool:
    """Whether an output says the expected label: as text, as a word distribution, or as a probability of 0 or 1."""
    entries = word_values(output) if ":" in output else None
    if entries is not None:
        return likeliest_word(entries) == expected
    if expected == output:
        return True
    if expected not in {"0", "1"}:
        return False
    number = haskell_number(output)
    if number is None:
        return False
    value = single_precision(number)
    return 0.5 <= value <= 1 if expected == "1" else 0 <= value < 0.5


def _many_plain_labels(expected: Sequence[str], output: Sequence[str]) -> list[Mean] | None:
    """Hits of labels that are right only where they are the same text; None where some may be right otherwise."""
    wanted, given = list(map(stripped, expected)), list(map(stripped, output))
    if "0" in wanted or "1" in wanted or any_holds(given, ":"):
        return None
    return [_HIT if same else _MISS for same in map(eq, wanted, given)]


@metric(
    "Accuracy",
    better="higher",
    bounds=(0, 1),
    parse=stripped,
    many=_many_plain_labels,
    reads=(LABEL, LABEL_OR_PROBABILITIES),
    preprocessed_itemwise=True,
    traps=[READ_AS_DISTRIBUTION],
    equal=_HIT,
    source="GEval 1.42.2.0",
    example=_ANIMALS,
)
def accuracy(expected: str, output: str) -> Mean:
    """Share of lines whose label is right.

        Accuracy = (1/n) Σ [o = e]

    e, o: expected and given label, without white space at the ends; n: lines. Every line weighs the same.
    An output of the form `word:0.6 other:0.4` stands for its likeliest word (of equals the last by code point): beware
    of labels such as `12:30`. Where 1 or 0 is expected, an output that is nothing but a number in [0.5, 1], in [0, 0.5)
    is right as well; it is read as Haskell reads a number of single precision, so `0x1` and `1.00000001` are 1.
    Empty: NaN.
    """
    return _HIT if is_hit(expected, output) else _MISS


@metric(
    "Accuracy",
    better="higher",
    bounds=(0, 1),
    parse=(stripped_alternatives, stripped),
    perfect=first_column,
    matching="required",
    preprocessed_itemwise=True,
    free_columns=True,
    source="GEval 1.42.2.0",
    example=_ANIMALS,
)
def matched_accuracy(expected: Sequence[str], output: str, match: Match) -> Mean:
    """How well outputs match the best of the expected alternatives.

        Accuracy = (1/n) Σ max over a of match(o, a)

    a: TAB-separated alternatives of the expected line; o: given text; match: the matching specification, from 0 to 1;
    n: lines. Every line weighs the same. Outputs are not read as distributions or probabilities.
    Empty: NaN.
    """
    return Mean(max(match(output, alternative) for alternative in expected))


@metric(
    "CustomMetric1",
    better="higher",
    bounds=(0, 1),
    parse=two_columns,
    preprocessed_itemwise=True,
    source="GEval 1.42.2.0",
    example=Example(
        input=["Warta przepływa przez Poznań.", "Kraków leży nad Wisłą.", "Bug płynie na wschodzie."],
        expected=["rzeka\tWarta", "miasto\tKraków", "rzeka\tBug"],
        output=["rzeka\tWarta", "rzeka\tKraków", "rzeka\tPoznań"],
        value=2 / 3,
        in_header=["Sentence"],
        out_header=["Kind", "Name"],
    ),
)
def custom_metric_1(expected: tuple[str, str], output: tuple[str, str]) -> Mean:
    """Accuracy of two columns, the second weighing three times as much as the first.

        CustomMetric1 = (1/n) Σ ( 0.25 · [o₁ = e₁] + 0.75 · [o₂ = e₂] )

    e₁, e₂, o₁, o₂: the two TAB-separated fields of the expected and the output line; n: lines.
    Empty: NaN.
    """
    return Mean(0.25 * (expected[0] == output[0]) + 0.75 * (expected[1] == output[1]))


# --- a class and the rest ----------------------------------------------------------------------------------------


def _binary_hits(expected: int, output: float) -> Hits:
    given = 1 if output >= 0.5 else 0
    return Hits(expected & given, expected, given)


@metric(
    "F{beta:decimal}",
    allowed=BETA,
    better="higher",
    bounds=(0, 1),
    parse=(zero_one, probability),
    source="van Rijsbergen 1979; GEval 1.42.2.0",
    example=replace(_SPAM, name="F1"),
)
def f_measure(expected: int, output: float) -> Hits:
    """F-measure of class 1: weighted harmonic mean of precision and recall.

        Fβ = (1 + β²) · P · R / (β² · P + R),   P = TP / #(o ≥ 0.5),   R = TP / #(e = 1)

    e: expected class, 0 or 1; o: given probability of class 1; TP: lines where e = 1 and o ≥ 0.5. β above 1 favours
    recall. Precision is 1 when class 1 is never given, recall is 1 when it is never expected; 0 / 0 in Fβ is 0.
    Empty: 1.
    """
    return _binary_hits(expected, output)


@metric(
    "Precision",
    better="higher",
    bounds=(0, 1),
    parse=(zero_one, probability),
    finish=Hits.precision,
    geval=False,
    source="Kent et al. 1955",
    example=_SPAM,
)
def precision(expected: int, output: float) -> Hits:
    """Precision of class 1: share of what was given that was expected.

        P = TP / #(o ≥ 0.5)

    e: expected class, 0 or 1; o: given probability of class 1; TP: lines where e = 1 and o ≥ 0.5.
    Empty: 1; also when class 1 is never given (scikit-learn says 0 then).
    """
    return _binary_hits(expected, output)


@metric(
    "Recall",
    better="higher",
    bounds=(0, 1),
    parse=(zero_one, probability),
    finish=Hits.recall,
    geval=False,
    source="Kent et al. 1955",
    example=_SPAM,
)
def recall(expected: int, output: float) -> Hits:
    """Recall of class 1: share of what was expected that was given.

        R = TP / #(e = 1)

    e: expected class, 0 or 1; o: given probability of class 1; TP: lines where e = 1 and o ≥ 0.5.
    Empty: 1; also when class 1 is never expected (scikit-learn says 0 then).
    """
    return _binary_hits(expected, output)


def area_under_curve(pairs: NumberPairs) -> float:
    """Return the ROC AUC of pairs (class, score); NaN when one of the classes is missing."""
    ones = int(sum(pairs.first))
    zeros = len(pairs) - ones
    if not ones or not zeros:
        return math.nan
    classes = iter(pairs.first)  # every part takes as many as it has ranks
    ranks = sum(sum(compress(part, classes)) for part in doubled_ranks(pairs.second))
    return (ranks - ones * (ones + 1)) / (2 * ones * zeros)


@metric(
    "AUC",
    better="higher",
    bounds=(0, 1),
    parse=(zero_one, number),
    finish=area_under_curve,
    geval=False,
    has_line_values=False,
    source="Hanley and McNeil 1982 (area under the ROC curve)",
    example=_SPAM,
)
def area_under_roc_curve(expected: int, output: float) -> NumberPair:
    """Area under the ROC curve: how often a line of class 1 scores above a line of class 0.

        AUC = Σ over pairs of ( [o₁ > o₀] + ½ · [o₁ = o₀] ) / (n₁ · n₀)

    o₁, o₀: given scores of the two lines of a pair, one where 1 and one where 0 is expected, any numbers; n₁, n₀: lines
    of each class. The same as sklearn.metrics.roc_auc_score.
    Empty: NaN; also when one of the classes is never expected.
    """
    return NumberPair(expected, output)


# --- all classes -------------------------------------------------------------------------------------------------


def class_hits(expected: str, output: str | None) -> dict[str, Hits]:
    """What one line leaves of each class; an output of None is no class at all."""
    if expected == output:
        return {expected: Hits(1, 1, 1)}
    hits = {expected: Hits(0, 1, 0)}
    if output is not None:
        hits[output] = Hits(0, 0, 1)
    return hits


def _mean(values: list[float]) -> float:
    return math.fsum(values) / len(values) if values else math.nan


def _expected_classes(classes: dict[str, Hits]) -> list[Hits]:
    return [hits for hits in classes.values() if hits.expected]


def macro_f(classes: dict[str, Hits], beta: float) -> float:
    """Mean F-measure of the classes that are expected; NaN without any."""
    return _mean([hits.f(beta) for hits in _expected_classes(classes)])


@metric(
    "Macro-F{beta:decimal}",
    allowed=BETA,
    better="higher",
    bounds=(0, 1),
    parse=(stripped, label_or_likeliest_word),
    finish=macro_f,
    traps=[READ_AS_DISTRIBUTION],
    source="Lewis 1992 (macro-averaging); GEval 1.42.2.0",
    example=replace(_ANIMALS, name="Macro-F1", value=(2 / 3 + 0.8 + 1) / 3),
)
def macro_f_measure(expected: str, output: str | None) -> dict[str, Hits]:
    """Mean of the F-measures of the classes that are expected.

        Macro-Fβ = (1/k) Σ over classes of Fβ(P, R),   P = #(e = o = c) / #(o = c),   R = #(e = o = c) / #(e = c)

    e, o: expected and given label, without white space at the ends; k: classes c that occur in the expected file.
    Every class weighs the same. An output of the form `word:0.6 other:0.4` stands for its likeliest word.
    Other tools also average over classes that are only given, with 0.
    Empty: NaN.
    """
    return class_hits(expected, output)


def macro_precision(classes: dict[str, Hits]) -> float:
    """Mean precision of the classes that are expected, 0 for one that is never given; NaN without any."""
    return _mean([hits.precision() if hits.output else 0.0 for hits in _expected_classes(classes)])


@metric(
    "Macro-Precision",
    better="higher",
    bounds=(0, 1),
    parse=(stripped, label_or_likeliest_word),
    finish=macro_precision,
    traps=[READ_AS_DISTRIBUTION],
    geval=False,
    source="Lewis 1992 (macro-averaging)",
    example=replace(_ANIMALS, value=(1 + 2 / 3 + 1) / 3),
)
def macro_precision_of_labels(expected: str, output: str | None) -> dict[str, Hits]:
    """Mean of the precisions of the classes that are expected.

        Macro-Precision = (1/k) Σ over classes of #(e = o = c) / #(o = c)

    e, o: expected and given label, without white space at the ends; k: classes c that occur in the expected file; one
    that is never given counts 0. Every class weighs the same.
    Empty: NaN.
    """
    return class_hits(expected, output)


def macro_recall(classes: dict[str, Hits]) -> float:
    """Mean recall of the classes that are expected; NaN without any."""
    return _mean([hits.recall() for hits in _expected_classes(classes)])


@metric(
    "Macro-Recall",
    better="higher",
    bounds=(0, 1),
    parse=(stripped, label_or_likeliest_word),
    finish=macro_recall,
    traps=[READ_AS_DISTRIBUTION],
    geval=False,
    source="Lewis 1992 (macro-averaging); Brodersen et al. 2010 (balanced accuracy)",
    example=replace(_ANIMALS, value=(1 / 2 + 1 + 1) / 3),
)
def macro_recall_of_labels(expected: str, output: str | None) -> dict[str, Hits]:
    """Mean of the recalls of the classes that are expected, also known as balanced accuracy.

        Macro-Recall = (1/k) Σ over classes of #(e = o = c) / #(e = c)

    e, o: expected and given label, without white space at the ends; k: classes c that occur in the expected file.
    Every class weighs the same. The same as sklearn.metrics.balanced_accuracy_score.
    Empty: NaN.
    """
    return class_hits(expected, output)


# --- agreement beyond chance -------------------------------------------------------------------------------------


def _column_sums(classes: dict[str, Hits]) -> tuple[int, int]:
    """Lines that agree, and all lines."""
    hits = classes.values()
    return int(sum(map(itemgetter(0), hits))), int(sum(map(itemgetter(1), hits)))


def _products(classes: dict[str, Hits], first: int, second: int) -> int:
    return int(sum(hits[first] * hits[second] for hits in classes.values()))


_EXPECTED, _OUTPUT = 1, 2  # columns of Hits


def matthews(classes: dict[str, Hits]) -> float:
    """Matthews correlation of totals by class; 0 when one side has one class only, NaN when both have, or no lines.

    NaN too for totals that no lines have, which steps of derivatives may reach.
    """
    agreeing, lines = _column_sums(classes)
    spread_expected = lines**2 - _products(classes, _EXPECTED, _EXPECTED)
    spread_output = lines**2 - _products(classes, _OUTPUT, _OUTPUT)
    if not spread_expected or not spread_output:
        return 0.0 if spread_expected or spread_output else math.nan
    if spread_expected * spread_output < 0:
        return math.nan
    covariance = agreeing * lines - _products(classes, _EXPECTED, _OUTPUT)
    return covariance / math.sqrt(spread_expected * spread_output)


@metric(
    "MCC",
    better="higher",
    bounds=(-1, 1),
    parse=stripped,
    finish=matthews,
    preprocessed_itemwise=True,
    geval=False,
    has_line_values=False,
    source="Matthews 1975 (two classes); Gorodkin 2004 (any number)",
    example=replace(_ANIMALS, value=11 / math.sqrt(16 * 14)),
)
def matthews_correlation(expected: str, output: str) -> dict[str, Hits]:
    """Matthews correlation coefficient of labels, for two classes or more.

        MCC = (c · n - Σ e_k · o_k) / √( (n² - Σ e_k²) · (n² - Σ o_k²) )

    n: lines; c: lines whose label is right; e_k, o_k: lines where class k is expected, is given. Labels are texts
    without white space at the ends. 0 when one side has one class only.
    The same as sklearn.metrics.matthews_corrcoef, which says 0 also when both sides have one class only.
    Empty: NaN; also when both sides have one class only.
    """
    return class_hits(expected, output)


def cohen(classes: dict[str, Hits]) -> float:
    """Cohen's kappa of totals by class; NaN when both sides have the same one class, or without lines."""
    agreeing, lines = _column_sums(classes)
    by_chance = _products(classes, _EXPECTED, _OUTPUT)
    rest = lines**2 - by_chance
    return (agreeing * lines - by_chance) / rest if rest else math.nan


@metric(
    "Cohen-Kappa",
    better="higher",
    bounds=(-1, 1),
    parse=stripped,
    finish=cohen,
    preprocessed_itemwise=True,
    geval=False,
    source="Cohen 1960",
    example=replace(_ANIMALS, value=11 / 16),
)
def cohen_kappa(expected: str, output: str) -> dict[str, Hits]:
    """Cohen's kappa: agreement beyond what two annotators with these habits reach by chance.

        κ = (a - p) / (1 - p),   a = c / n,   p = Σ e_k · o_k / n²

    n: lines; c: lines whose label is right; e_k, o_k: lines where class k is expected, is given. Labels are texts
    without white space at the ends. The same as sklearn.metrics.cohen_kappa_score.
    Empty: NaN; also when both sides have the same single class.
    """
    return class_hits(expected, output)


def krippendorff(classes: dict[str, Hits]) -> float:
    """Krippendorff's nominal alpha of totals by class; NaN when there is one class only, or without lines."""
    agreeing, lines = _column_sums(classes)
    values = 2 * lines
    different = values**2 - sum(int(hits.expected + hits.output) ** 2 for hits in classes.values())
    return 1 - 2 * (lines - agreeing) * (values - 1) / different if different else math.nan


@metric(
    "Krippendorff-Alpha",
    better="higher",
    bounds=(-1, 1),
    parse=stripped,
    finish=krippendorff,
    preprocessed_itemwise=True,
    geval=False,
    source="Krippendorff 1970 (nominal data, two annotators, nothing missing)",
    example=replace(_ANIMALS, value=22 / 31),
)
def krippendorff_alpha(expected: str, output: str) -> dict[str, Hits]:
    """Krippendorff's alpha for labels: disagreement against what mixing all labels of both sides would give.

        α = 1 - 2(n - c) · (2n - 1) / ( (2n)² - Σ (e_k + o_k)² )

    n: lines; c: lines whose label is right; e_k, o_k: lines where class k is expected, is given. Labels are texts
    without white space at the ends; an empty one is a label too. The same as the package krippendorff, level nominal.
    Empty: NaN; also when all labels of both sides are the same.
    """
    return class_hits(expected, output)
