"""How sure an output was of each thing it gave, and whether that was right: for each metric with probabilities.

A line becomes pairs (probability, result); a result is 1 for right and 0 for wrong, for spans the part
that is right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from probierz.errors import OptionError, ParseError
from probierz.inspection.recount import Counting
from probierz.metrics.annotations import probability_list
from probierz.metrics.combinators import COMBINATORS
from probierz.metrics.parsers import number_or_none, probability, stripped, word_values
from probierz.metrics.probability import Distribution
from probierz.metrics.reads import TEXT, TOKENS
from probierz.metrics.tallies import Row
from probierz.schemes.scheme import Scheme


def confidence_counting(scheme: Scheme) -> Counting:
    """Return what reads probabilities and results for a scheme. Raises OptionError where there are no probabilities."""
    metric = scheme.metric
    counting = _countings().get(metric.definition.item)
    if counting is None or any(prefix not in COMBINATORS for prefix in metric.prefixes):
        if metric.definition.reads[1] in (TEXT, TOKENS) and not metric.compares_tags:
            raise OptionError(
                f"{scheme.name} compares texts, and an output says of none how sure it is; calibration can be shown of "
                "labels, numbers from 0 to 1 and spans, by --metric"
            )
        raise OptionError(
            f"{scheme.name} does not read probabilities; choose one that does, e.g. Brier for numbers from 0 to 1, "
            "Accuracy for labels such as kot:0.7 pies:0.3, MultiLabel-F1 for sets of labels such as kot:0.7 "
            f"(all of them: {', '.join(metrics_with_probabilities())})"
        )
    return counting


def metrics_with_probabilities() -> list[str]:
    """Return the names of the metrics whose outputs may hold probabilities, sorted."""
    from probierz.metrics.definition import definitions

    names = [one.pattern for one in definitions() if one.item in _countings()]
    return [name.replace("{beta:decimal}", "<beta>").replace("{bits:integer=10}", "[<bits>]") for name in names]


@cache
def _countings() -> dict[Callable[..., Any], Counting]:
    from probierz.metrics import boxes, classification, multilabel, spans
    from probierz.metrics import probability as probabilities

    of_one = Counting(_of_class_one, parse_output=probability)
    label = Counting(_of_label, parse_output=stripped)
    labels = Counting(_of_labels, parse_output=probability_list)
    word = Counting(_of_word)
    return {
        probabilities.logarithmic_loss: Counting(_of_number),
        probabilities.likelihood: Counting(_of_number),
        probabilities.brier_score: of_one,
        probabilities.logarithmic_loss_hashed: word,
        probabilities.likelihood_hashed: word,
        probabilities.perplexity_hashed: word,
        classification.f_measure: of_one,
        classification.precision: of_one,
        classification.recall: of_one,
        classification.area_under_roc_curve: of_one,
        classification.accuracy: label,
        classification.macro_f_measure: label,
        classification.macro_precision_of_labels: label,
        classification.macro_recall_of_labels: label,
        multilabel.multilabel_f: labels,
        multilabel.multilabel_precision: labels,
        multilabel.multilabel_recall: labels,
        multilabel.multilabel_log_loss: labels,
        multilabel.multilabel_likelihood: labels,
        multilabel.probabilistic_multilabel_f: labels,
        spans.soft_f: Counting(_of_spans),
        spans.probabilistic_soft_f: Counting(_of_spans),
        boxes.probabilistic_soft2d_f: Counting(_of_boxes),
    }


def _of_class_one(expected: int, output: float) -> Row:
    return Row((output, expected))


def _of_number(expected: float, output: float) -> Row:
    return Row((output, 1 if expected > 0.5 else 0))


def _of_label(expected: str, output: str) -> Row:
    """A word distribution is as sure as its likeliest word; where 0 or 1 is expected, a number is that of 1."""
    entries = word_values(output)
    if entries is not None:
        value, word = max(((value, word) for word, value in entries if word), default=(0.0, ""))
        return Row((_checked(value, output), 1 if word == expected else 0))
    given = number_or_none(output) if expected in {"0", "1"} else None
    if given is None:
        raise ParseError("wanted labels with probabilities such as kot:0.7 pies:0.3", found=output)
    return Row((_checked(given, output), int(expected)))


def _checked(value: float, found: str) -> float:
    if not 0 <= value <= 1:
        raise ParseError("wanted a probability, a number from 0 to 1", found=found)
    return value


def _of_labels(expected: Sequence[str], output: Sequence[tuple[str, float]]) -> Row:
    from probierz.metrics.multilabel import probabilistic_multilabel_f

    return _graded(probabilistic_multilabel_f(list(expected), list(output)))


def _of_spans(expected: Any, output: Any) -> Row:
    from probierz.metrics.spans import probabilistic_soft_f

    return _graded(probabilistic_soft_f(expected, output))


def _of_boxes(expected: Any, output: Any) -> Row:
    from probierz.metrics.boxes import probabilistic_soft2d_f

    return _graded(probabilistic_soft2d_f(expected, output))


def _graded(row: Row) -> Row:
    """The probabilities and results inside the tally of a Probabilistic metric."""
    results, probabilities = row[:2]
    return Row(*[(_checked(p, str(p)), result) for p, result in zip(probabilities, results, strict=True)])


def _of_word(expected: str, output: Distribution) -> Row:
    if output.buckets is not None:
        raise ParseError("wanted words with probabilities such as kot:0.7 pies:0.3, not those of hash buckets")
    value, word = max(((value, word) for word, value in output.words), default=(0.0, ""))
    return Row((value / output.total if output.total else 0.0, 1 if word == expected else 0))
