"""Which class was given where which was expected: for each metric with classes, what one line says about them.

A line becomes pairs (expected class, given class, weight); None stands for no class: what was missed has no given
class, what was invented no expected one. The weights of the pairs with a class on one side add up to how often it is
there.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from probierz.errors import OptionError
from probierz.inspection.recount import Counting
from probierz.metrics.annotations import Entity, Segment, Span
from probierz.metrics.assignment import best_partners
from probierz.metrics.classification import is_hit
from probierz.metrics.combinators import COMBINATORS
from probierz.metrics.definition import definitions
from probierz.metrics.parsers import haskell_number, likeliest_word, word_values
from probierz.metrics.spans import intersection_over_union
from probierz.metrics.tallies import Row
from probierz.schemes.scheme import Scheme

Pair = tuple[str | None, str | None, float]


class ClassKind(NamedTuple):
    """How a metric deals with classes.

    shape: a line has one label, a set of labels, or labels at places of the text.
    undefined: what the family takes for a precision or recall that divides by 0.
    """

    shape: Literal["label", "set", "places"]
    counting: Counting
    undefined: float


def class_kind(scheme: Scheme) -> ClassKind:
    """Return how the metric of a scheme deals with classes. Raises OptionError for one without classes."""
    metric = scheme.metric
    matching = [prefix for prefix in metric.prefixes if prefix not in COMBINATORS]
    if matching and metric.definition.pattern in _patterns():
        raise OptionError(
            f"{scheme.name} matches labels in part, so there are no classes to count; leave out {matching[0]}/ "
            "(flags such as l make labels alike too)"
        )
    kind = _kinds().get(metric.definition.item)
    if kind is None:
        raise OptionError(
            f"{scheme.name} has no classes; choose a metric that does, e.g. Macro-F1 for labels, F1 for the "
            "probability of class 1, MultiLabel-F1 for sets of labels, BIO-F1 for tags, Soft-F1 for spans "
            f"(all of them: {', '.join(metrics_with_classes())})"
        )
    return kind


def metrics_with_classes() -> list[str]:
    """Return the names of the metrics that know classes, with `<beta>` and the like for parameters, sorted."""
    return [name.replace("{beta:decimal}", "<beta>") for name in _patterns()]


def _patterns() -> list[str]:
    return [one.pattern for one in definitions() if one.item in _kinds()]


@cache
def _kinds() -> dict[Callable[..., Any], ClassKind]:
    from probierz.metrics import classification, multilabel, sequences, spans

    label = ClassKind("label", Counting(_label_pairs), 0.0)
    binary = ClassKind("label", Counting(_binary_pairs), 1.0)
    several = ClassKind("set", Counting(_set_pairs), 1.0)
    entities = ClassKind("places", Counting(_entity_pairs), 1.0)
    return {
        classification.accuracy: ClassKind("label", Counting(_accuracy_pairs), 0.0),
        classification.f_measure: binary,
        classification.precision: binary,
        classification.recall: binary,
        classification.macro_f_measure: label,
        classification.macro_precision_of_labels: label,
        classification.macro_recall_of_labels: label,
        classification.matthews_correlation: label,
        classification.cohen_kappa: label,
        classification.krippendorff_alpha: label,
        multilabel.multilabel_f: several,
        multilabel.multilabel_precision: several,
        multilabel.multilabel_recall: several,
        sequences.bio_f1: entities,
        sequences.bio_f1_labels: entities,
        sequences.bio_weighted_f1: ClassKind("places", Counting(_weighted_entity_pairs), 1.0),
        sequences.token_accuracy: ClassKind("places", Counting(_token_pairs), 1.0),
        sequences.segment_accuracy: ClassKind("places", Counting(_segment_pairs), 1.0),
        spans.soft_f: ClassKind("places", Counting(_span_pairs), 1.0),
    }


# --- one label a line ------------------------------------------------------------------------------------------------


def _label_pairs(expected: str, output: str | None) -> Row:
    return Row((expected, output, 1))


def _accuracy_pairs(expected: str, output: str) -> Row:
    return Row((expected, expected if is_hit(expected, output) else _wrong_label(expected, output), 1))


def _wrong_label(expected: str, output: str) -> str | None:
    """What an output says that is not the expected label: see `classification.is_hit`."""
    entries = word_values(output) if ":" in output else None
    if entries is not None:
        return likeliest_word(entries)
    probability = haskell_number(output) if expected in {"0", "1"} else None
    if probability is None or not 0 <= probability <= 1:
        return output
    return "1" if probability >= 0.5 else "0"


def _binary_pairs(expected: int, output: float) -> Row:
    return Row((str(expected), "1" if output >= 0.5 else "0", 1))


# --- sets of labels --------------------------------------------------------------------------------------------------


def _set_pairs(expected: Sequence[str], output: Sequence[str]) -> Row:
    """Where just one label of a line was missed and one invented, one was taken for the other."""
    wanted, given = Multiset(expected), Multiset(output)
    found: list[Pair] = [(label, label, count) for label, count in (wanted & given).items()]
    missed, invented = list((wanted - given).elements()), list((given - wanted).elements())
    if len(missed) == len(invented) == 1:
        return Row(*found, (missed[0], invented[0], 1))
    return Row(*found, *_unpaired(missed, invented))


def _unpaired(missed: Sequence[str], invented: Sequence[str]) -> Iterator[Pair]:
    yield from ((label, None, 1) for label in missed)
    yield from ((None, label, 1) for label in invented)


# --- labels at places ------------------------------------------------------------------------------------------------


class _Placed(NamedTuple):
    """A label, where it stands, and what else must agree for a hit."""

    label: str
    place: Hashable
    rest: str | None = None


def _entity_pairs(expected: Sequence[Entity], output: Sequence[Entity]) -> Row:
    sides = [[_Placed(one.label, (one.first, one.last), one.normalised) for one in side] for side in (expected, output)]
    return _placed_pairs(*sides)


def _weighted_entity_pairs(expected: Sequence[Entity], output: Sequence[Entity]) -> Row:
    """As in the metric: what has a label that its line does not expect counts nowhere."""
    wanted = {entity.label for entity in expected}
    return _entity_pairs(expected, [entity for entity in output if entity.label in wanted])


def _segment_pairs(expected: Sequence[Segment], output: Sequence[Segment]) -> Row:
    return _placed_pairs(*[[_Placed(*one) for one in side] for side in (expected, output)])


def _placed_pairs(expected: Sequence[_Placed], output: Sequence[_Placed]) -> Row:
    """Another label at the very same place was given for the expected one; everything else is missed or invented.

    So are labels that agree while the rest (a normalised text) does not: the diagonal holds hits only.
    """
    hits = set(expected).intersection(output)
    invented = {one.place: one for one in output if one not in hits}
    found: list[Pair] = [(one.label, one.label, 1) for one in hits]
    for wanted in dict.fromkeys(one for one in expected if one not in hits):
        given = invented.get(wanted.place)
        if given is None or given.label == wanted.label:
            found.append((wanted.label, None, 1))
        else:
            found.append((wanted.label, invented.pop(wanted.place).label, 1))
    return Row(*found, *((None, one.label, 1) for one in invented.values()))


def _token_pairs(expected: Sequence[str], output: Sequence[str]) -> Row:
    """As TokenAccuracy: `*` does not count, of alternatives `a;b` the given one is meant, else the first."""
    found: list[Pair] = []
    for wanted, given in zip(expected, output, strict=False):  # other lengths are an error of the metric itself
        alternatives = wanted.split(";")
        if wanted != "*":
            found.append((given if given in alternatives else alternatives[0], given, 1))
    return Row(*found)


def _span_pairs(expected: Sequence[Span], output: Sequence[Span]) -> Row:
    """Partners of Soft-F count by their overlap, and so do spans left over that overlap under other labels.

    What a span lacks to 1 is missed (expected) or invented (given).
    """
    found: list[Pair] = []
    missed, invented = list(expected), list(output)
    for is_possible in (_have_one_label, _have_two_labels):
        weights = [
            [intersection_over_union(a.ranges, b.ranges) if is_possible(a, b) else 0.0 for b in invented]
            for a in missed
        ]
        partners = list(zip(missed, best_partners(weights), weights, strict=True)) if invented else []
        pairs = [(wanted, invented[at], row[at]) for wanted, at, row in partners if at is not None and row[at] > 0]
        for wanted, given, weight in pairs:
            found.append((wanted.label, given.label, weight))
            found += [(wanted.label, None, 1 - weight), (None, given.label, 1 - weight)] if weight < 1 else []
        missed = _without(missed, [pair[0] for pair in pairs])
        invented = _without(invented, [pair[1] for pair in pairs])
    return Row(*found, *_unpaired([one.label for one in missed], [one.label for one in invented]))


def _have_one_label(wanted: Span, given: Span) -> bool:
    return wanted.label == given.label


def _have_two_labels(wanted: Span, given: Span) -> bool:
    return wanted.label != given.label


def _without(spans: Sequence[Span], gone: Sequence[Span]) -> list[Span]:
    return list((Multiset(spans) - Multiset(gone)).elements())
