"""Sets of labels: every line expects some labels, the output gives some, maybe with probabilities."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from probierz.metrics.annotations import likely_labels, probability_list
from probierz.metrics.assignment import best_total, refuse_too_many
from probierz.metrics.calibration import graded, probabilistic_f
from probierz.metrics.definition import BETA, Example, metric
from probierz.metrics.matching import Match
from probierz.metrics.parsers import words
from probierz.metrics.reads import LABELS, LABELS_OR_PROBABILITIES, LABELS_WITH_PROBABILITIES, TOKENS
from probierz.metrics.tallies import Hits, Mean, Row

_INPUT = ["John bloody Smith", "Nobody is there", "I saw Marketa"]
_EXPECTED = ["person/1,3 first-name/1 surname/3", "", "first-name/3"]
_SURE = ["person/1,3 first-name/1:0.8 first-name/3:0.75", "surname/2 county/1:0.33", "first-name/3:0.52"]
_UNSURE = ["first-name/1:0.8 surname/3:1.0", "surname/1:0.4", "first-name/3:0.9"]


def _example(output: Sequence[str], value: float, name: str = "") -> Example:
    return Example(
        input=_INPUT,
        expected=_EXPECTED,
        output=output,
        value=value,
        name=name,
        in_header=["Text"],
        out_header=["Entities"],
    )


def label_hits(expected: Sequence[str], output: Sequence[str], match: Match | None = None) -> Hits:
    """How many labels were matched, expected and given; `match` weighs the pairs that are not simply equal or not."""
    if match is None:
        return Hits(_common(expected, output), len(expected), len(output))
    refuse_too_many(len(expected), len(output))
    # The produced label stands where the match wants the expected one: GEval swaps the two here.
    weights = [[match(wanted, given) for given in output] for wanted in expected]
    return Hits(best_total(weights), len(expected), len(output))


def _common(expected: Sequence[str], output: Sequence[str]) -> int:
    wanted, given = set(expected), set(output)
    if len(wanted) == len(expected) or len(given) == len(output):
        return len(wanted & given)
    return sum((Counter(expected) & Counter(output)).values())


@metric(
    "MultiLabel-F{beta:decimal}",
    allowed=BETA,
    better="higher",
    bounds=(0, 1),
    parse=(words, likely_labels),
    reads=(LABELS, LABELS_OR_PROBABILITIES),
    matching="optional",
    takes_items=True,
    preprocessed_itemwise=True,
    source="van Rijsbergen 1979 (F); GEval 1.42.2.0 (probabilities, matching)",
    example=_example(_SURE, 0.6666666666666665, "MultiLabel-F1"),
)
def multilabel_f(expected: list[str], output: list[str], match: Match | None = None) -> Hits:
    """F-score of the labels of all lines together.

        F = (1 + β²) P R / (β² P + R),  P = Σ m / Σ |o|,  R = Σ m / Σ |e|

    e, o: labels expected, labels given with a probability of at least 0.5 (a label without one has 1).
    m: labels in both, repeated labels counted as often as they are on both sides. With a matching specification m is
    the weight of the best pairing of labels, each in at most one pair; the specification then sees the *produced* label
    where elsewhere it sees the expected one (`Fuzzy/` divides by its length), as in GEval.
    Lines are summed before dividing: lines with many labels weigh more.
    Empty: P is 1 when nothing was given, R is 1 when nothing was expected.
    scikit-learn's `f1_score(average="micro")` is the same for β = 1 and labels without repetition, except that there
    0/0 is 0.
    """
    return label_hits(expected, output, match)


@metric(
    "MultiLabel-Precision",
    better="higher",
    bounds=(0, 1),
    parse=(words, likely_labels),
    reads=(LABELS, LABELS_OR_PROBABILITIES),
    finish=Hits.precision,
    matching="optional",
    takes_items=True,
    preprocessed_itemwise=True,
    geval=False,
    source="van Rijsbergen 1979",
    example=_example(_SURE, 3 / 5),
)
def multilabel_precision(expected: list[str], output: list[str], match: Match | None = None) -> Hits:
    """Share of the labels given that were expected, over all lines together.

        P = Σ m / Σ |o|

    m: labels in both; o: labels given with a probability of at least 0.5. See MultiLabel-F for repeated labels and
    matching specifications.
    Lines are summed before dividing: lines with many labels weigh more.
    Empty: 1 when nothing was given.
    """
    return label_hits(expected, output, match)


@metric(
    "MultiLabel-Recall",
    better="higher",
    bounds=(0, 1),
    parse=(words, likely_labels),
    reads=(LABELS, LABELS_OR_PROBABILITIES),
    finish=Hits.recall,
    matching="optional",
    takes_items=True,
    preprocessed_itemwise=True,
    geval=False,
    source="van Rijsbergen 1979",
    example=_example(_SURE, 3 / 4),
)
def multilabel_recall(expected: list[str], output: list[str], match: Match | None = None) -> Hits:
    """Share of the expected labels that were given, over all lines together.

        R = Σ m / Σ |e|

    m: labels in both, those given with a probability of at least 0.5; e: labels expected. See MultiLabel-F for repeated
    labels and matching specifications.
    Lines are summed before dividing: lines with many labels weigh more.
    Empty: 1 when nothing was expected.
    """
    return label_hits(expected, output, match)


def _log(probability: float) -> float:
    return math.log(probability) if probability > 0 else -math.inf


def _log_likelihood(expected: Sequence[str], output: Sequence[tuple[str, float]]) -> float:
    given: dict[str, float] = {}
    for label, probability in output:
        given.setdefault(label, probability)
    wanted = set(expected)
    found = [_log(given.get(label, 0.0)) for label in expected]
    avoided = [_log(1 - probability) for label, probability in output if label not in wanted]
    return math.fsum(found + avoided)


@metric(
    "MultiLabel-LogLoss",
    better="lower",
    bounds=(0, math.inf),
    parse=(words, probability_list),
    reads=(TOKENS, LABELS_WITH_PROBABILITIES),
    geval_pattern="MultiLabel-Logloss",
    source="GEval 1.42.2.0",
    example=_example(
        ["person/1,3:0.5 first-name/1:0.8 surname/3:0.8", "county/1:0.5", "first-name/3:0.5"],
        (3 * math.log(2) - 2 * math.log(0.8)) / 3,
    ),
)
def multilabel_log_loss(expected: list[str], output: list[tuple[str, float]]) -> Mean:
    """Logarithmic loss of the labels' probabilities, averaged over lines.

        L = -1/n Σ ( Σ_{w in e} ln p(w) + Σ_{w in o, not in e} ln(1 - p(w)) )

    n: lines; e: labels expected; o: labels given; p(w): the probability given to w at its first place, 0 if not given.
    Every line weighs the same, however many labels it has.
    Empty: NaN over no lines; a line with no labels on either side adds 0. One expected label that was not given, or
    one wrong label given with certainty, makes it Infinity.
    """
    return Mean(0.0 - _log_likelihood(expected, output))  # 0.0, not -0.0, for a perfect line


@metric(
    "MultiLabel-Likelihood",
    better="higher",
    bounds=(0, 1),
    parse=(words, probability_list),
    reads=(TOKENS, LABELS_WITH_PROBABILITIES),
    finish=lambda total: math.exp(-total.mean()),
    source="GEval 1.42.2.0",
    example=_example(
        ["person/1,3:0.5 first-name/1:0.8 surname/3:0.8", "county/1:0.5", "first-name/3:0.5"],
        (0.5**3 * 0.8**2) ** (1 / 3),
    ),
)
def multilabel_likelihood(expected: list[str], output: list[tuple[str, float]]) -> Mean:
    """Geometric mean over lines of the probability that the output gives to exactly the expected labels.

        exp(-L),  L: MultiLabel-LogLoss

    Every line weighs the same, however many labels it has.
    Empty: NaN over no lines; a line with no labels on either side counts as 1. One expected label that was not given,
    or one wrong label given with certainty, makes it 0.
    """
    return Mean(0.0 - _log_likelihood(expected, output))  # 0.0, not -0.0, for a perfect line


@metric(
    "Probabilistic-MultiLabel-F{beta:decimal}",
    allowed=BETA,
    better="higher",
    bounds=(0, 1),
    parse=(words, probability_list),
    reads=(TOKENS, LABELS_WITH_PROBABILITIES),
    finish=probabilistic_f,
    preprocessed_itemwise=True,
    source="GEval 1.42.2.0",
    example=_example(_UNSURE, 0.6658576764395201, "Probabilistic-MultiLabel-F1"),
)
def probabilistic_multilabel_f(expected: list[str], output: list[tuple[str, float]]) -> Row:
    """F-score whose precision asks how well the probabilities of labels foretell that they are right.

        F = (1 + β²) C R / (β² C + R),  R = Σ p m / Σ |e|

    C: calibration of the results m by the probabilities p (1 minus twice the mean distance between the local
    regression of m on p and the diagonal; see `probierz.metrics.calibration`).
    m: 1 for a label given that is also expected (each expected one serves one given one), else 0; p: its probability,
    1 if it has none; e: labels expected. All labels of all lines count, whatever their probability.
    Lines are taken together: lines with many labels weigh more.
    Empty: C is 1 when nothing was given, R is 1 when nothing was expected.
    """
    left = Counter(expected)
    results = []
    for label, _ in output:
        results.append(1.0 if left[label] > 0 else 0.0)
        left[label] -= 1
    return graded(results, [probability for _, probability in output], len(expected))
