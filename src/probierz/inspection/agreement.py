"""Several outputs of the same lines: which are right where, how far they agree, and what a perfect choice gives.

    >>> report = agreement_of("Accuracy", ["a", "a", "b"], {"one": ["a", "b", "b"], "two": ["a", "a", "a"]})
    >>> [(one.right, one.lines) for one in report.combinations]
    [((True, True), 1), ((True, False), 1), ((False, True), 1)]
    >>> report.oracle
    1.0

A line is right when its score is the best that there is, or at least a threshold; for metrics with one label a line,
when the label is the expected one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from probierz.errors import OptionError
from probierz.inspection.class_pairs import class_kind
from probierz.inspection.classes import MOST_IN_MATRIX
from probierz.inspection.confusion import Cells, Confusion, confusion
from probierz.inspection.recount import Counting, Recount, recount_lists, recount_source
from probierz.lines import Text
from probierz.metrics.classification import cohen
from probierz.metrics.definition import Metric
from probierz.metrics.tallies import Hits, Row
from probierz.schemes.scheme import Scheme, parse_scheme
from probierz.scoring.format import finite
from probierz.scoring.frames import AsFrames
from probierz.scoring.missing_values import no_line_values

if TYPE_CHECKING:
    from probierz.inspection.line_sources import LineSource

_CLOSE = 1e-12  # a score that should be the best may be off by the last digits


@dataclass(frozen=True)
class OutputCounts:
    """An output with its score and how many lines it has right."""

    name: str
    score: float
    right: int


@dataclass(frozen=True)
class Combination:
    """Lines on which just these outputs are right: a flag for each output."""

    right: tuple[bool, ...]
    lines: int


@dataclass(frozen=True)
class AgreementPair:
    """Two outputs, by their places in the list.

    both, only_first, only_second, neither: lines which are right in these. same: lines on which they give the same
    label, or where lines have no labels the same output as the metric reads it. kappa: Cohen's kappa of their labels,
    None where lines have no labels. error_kappa: Cohen's kappa of being right (Geirhos, Meding and Wichmann 2020: error
    consistency): 0 when mistakes are shared as often as two such outputs share them by chance. A kappa is NaN where
    chance agrees fully.
    """

    first: int
    second: int
    both: int
    only_first: int
    only_second: int
    neither: int
    same: int
    kappa: float | None
    error_kappa: float
    labels: Cells | None = field(default=None, repr=False)

    def table(self, most: int | None = None) -> Confusion | None:
        """Return how often each label of the first output meets each of the second; None without labels."""
        return None if self.labels is None else confusion(self.labels, most)


@dataclass(frozen=True)
class Agreement(AsFrames):
    """What several outputs have in common.

    lines: how many were compared; unscored: how many were left out because some output has no score there (NaN).
    threshold: None where right means the best score. oracle: the score of the output put together from the best
    output of each line. combinations: all that occur, those with more right outputs first.
    """

    scheme: Scheme
    lines: int
    unscored: int
    threshold: float | None
    outputs: tuple[OutputCounts, ...]
    oracle: float
    right_somewhere: int
    combinations: tuple[Combination, ...]
    pairs: tuple[AgreementPair, ...]
    warnings: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the report as plain data, with None for NaN; pairs have tables of labels where there are labels."""
        plain = {
            "name": self.scheme.name,
            "scheme": str(self.scheme),
            "lines": self.lines,
            "unscored": self.unscored,
            "threshold": self.threshold,
            "outputs": list(map(asdict, self.outputs)),
            "oracle": self.oracle,
            "right_somewhere": self.right_somewhere,
            "combinations": list(map(asdict, self.combinations)),
            "pairs": [self._pair(one) for one in self.pairs],
            "warnings": list(self.warnings),
        }
        return finite(plain)  # type: ignore[no-any-return]  # a dict stays one

    @staticmethod
    def _pair(pair: AgreementPair) -> dict[str, Any]:
        table = pair.table(MOST_IN_MATRIX)
        return {name: value for name, value in vars(pair).items() if name != "labels"} | {
            "labels": None if table is None else table.as_dict()
        }

    def as_columns(self) -> dict[str, list[Any]]:
        """Return columns of the pairs: their outputs, counts and kappas."""
        names = [one.name for one in self.outputs]
        columns: dict[str, list[Any]] = {
            "first": [names[one.first] for one in self.pairs],
            "second": [names[one.second] for one in self.pairs],
        }
        numbers = ("both", "only_first", "only_second", "neither", "same", "kappa", "error_kappa")
        return columns | {name: [getattr(one, name) for one in self.pairs] for name in numbers}


def agreement(
    sources: Sequence[LineSource], names: Sequence[str] | None = None, *, threshold: float | None = None
) -> Agreement:
    """Return what two outputs or more of the same lines have in common; see `file_lines` and `challenge_lines`.

    names: by default the paths of the outputs. threshold: a line is right with a score at least (or, where lower is
    better, at most) as high. Raises OptionError when the outputs cannot be compared, and what scoring raises.
    """
    _refuse_too_few(sources)
    scheme = sources[0].scheme
    if any(source.scheme != scheme for source in sources):
        raise OptionError("outputs are compared under one metric; give all of them the same")
    counting, has_labels = _counting(scheme)
    found = [recount_source(source, counting) for source in sources]
    shown = names or [source.output for source in sources]
    return _report(scheme, dict(zip(shown, found, strict=True)), threshold, has_labels)


def agreement_of(
    scheme: str | Scheme,
    expected: Iterable[Text],
    outputs: Mapping[str, Iterable[Text]],
    *,
    inputs: Iterable[Text] | None = None,
    threshold: float | None = None,
) -> Agreement:
    """Return the same for lines in memory; `outputs` by their names. Raises OptionError as `agreement` does."""
    _refuse_too_few(outputs)
    parsed = parse_scheme(scheme) if isinstance(scheme, str) else scheme
    counting, has_labels = _counting(parsed)
    wanted = list(expected)
    line_inputs = None if inputs is None else list(inputs)
    found = {
        name: recount_lists(parsed, wanted, output, counting, inputs=line_inputs) for name, output in outputs.items()
    }
    return _report(parsed, found, threshold, has_labels)


def _refuse_too_few(outputs: Sequence[object] | Mapping[str, object]) -> None:
    if len(outputs) < 2:
        raise OptionError(f"agreement is between two outputs or more; found {len(outputs)}")


def _counting(scheme: Scheme) -> tuple[Counting, bool]:
    """What to count besides scores: labels where the metric has one a line, else the outputs themselves."""
    try:
        kind = class_kind(scheme)
    except OptionError:
        return _AS_GIVEN, False
    return (kind.counting, True) if kind.shape == "label" else (_AS_GIVEN, False)


def _given(_expected: Any, output: Any) -> Row:
    return Row(repr(output))


_AS_GIVEN = Counting(_given)


# --- counting --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _JudgedOutput:
    """An output, line by line: whether it is right there, how good its score is, and what it gives."""

    right: list[bool]
    values: list[float]
    given: list[str | None]


def _report(scheme: Scheme, found: Mapping[str, Recount], threshold: float | None, has_labels: bool) -> Agreement:
    recounts = list(found.values())
    _refuse_other_lines(scheme, list(found), recounts)
    judged = [_judged(scheme.metric, one, threshold, has_labels) for one in recounts]
    kept = [
        at
        for at, values in enumerate(zip(*(one.values for one in judged), strict=True))
        if not any(map(math.isnan, values))
    ]
    if not kept and judged[0].values:
        raise no_line_values(scheme, "none is right or wrong")
    rights = [[one.right[at] for at in kept] for one in judged]
    return Agreement(
        scheme=scheme,
        lines=len(kept),
        unscored=len(judged[0].values) - len(kept),
        threshold=threshold,
        outputs=tuple(
            OutputCounts(name, one.score.value, sum(right))
            for (name, one), right in zip(found.items(), rights, strict=True)
        ),
        oracle=_oracle(scheme.metric, recounts, judged),
        right_somewhere=sum(map(any, zip(*rights, strict=True))),
        combinations=_combinations(rights),
        pairs=tuple(
            _pair(first, second, judged, kept, has_labels) for first, second in combinations(range(len(judged)), 2)
        ),
        warnings=tuple(dict.fromkeys(warning for one in recounts for warning in one.warnings)),
    )


def _refuse_other_lines(scheme: Scheme, names: Sequence[str], found: Sequence[Recount]) -> None:
    numbers = found[0].numbers
    for name, one in zip(names[1:], found[1:], strict=True):
        if one.numbers != numbers:
            raise OptionError(
                f"{scheme} selects other lines of {names[0]} than of {name}; leave out its flags f<> and p<>, "
                "and give outputs of the same lines"
            )


def _judged(metric: Metric, found: Recount, threshold: float | None, has_labels: bool) -> _JudgedOutput:
    values = found.values
    if not has_labels:
        return _JudgedOutput(list(map(_is_right(metric, threshold), values)), values, [row[0] for row in found.rows])
    pairs = [row[0] for row in found.rows]
    given = [pair[1] for pair in pairs]
    if threshold is None:  # MCC and its like have no score on single lines, but labels are right or wrong
        right = [pair[0] == pair[1] for pair in pairs]
        return _JudgedOutput(right, list(map(float, right)), given)
    return _JudgedOutput(list(map(_is_right(metric, threshold), values)), values, given)


def _is_right(metric: Metric, threshold: float | None) -> Callable[[float], bool]:
    limit = metric.best if threshold is None else threshold
    if limit is None:
        raise OptionError(
            f"{metric.name} has no best value; give a threshold: the score from which a line counts as right"
        )
    least = limit - _CLOSE * max(1.0, abs(limit))
    most = limit + _CLOSE * max(1.0, abs(limit))
    return (lambda value: value >= least) if metric.better == "higher" else (lambda value: value <= most)


def _combinations(rights: Sequence[Sequence[bool]]) -> tuple[Combination, ...]:
    counts = Counter(zip(*rights, strict=True))
    order = sorted(counts, key=lambda right: (-sum(right), [not one for one in right]))
    return tuple(Combination(right, counts[right]) for right in order)


def _oracle(metric: Metric, found: Sequence[Recount], judged: Sequence[_JudgedOutput]) -> float:
    """The score of the best output of each line; of equal ones the later, as with `oracle.best_lines`."""
    tallies = []
    for at in range(len(judged[0].values)):
        best = 0
        for other in range(1, len(judged)):
            value, most = judged[other].values[at], judged[best].values[at]
            if not (value < most if metric.better == "higher" else value > most):
                best = other
        rows = found[best].score.rows
        assert rows is not None
        tallies.append(rows.tallies[at])
    return float(metric.value(tallies))


def _pair(
    first: int, second: int, judged: Sequence[_JudgedOutput], kept: Sequence[int], has_labels: bool
) -> AgreementPair:
    one, other = judged[first], judged[second]
    counts = Counter((one.right[at], other.right[at]) for at in kept)
    given = Counter((one.given[at], other.given[at]) for at in kept)
    return AgreementPair(
        first,
        second,
        both=counts[True, True],
        only_first=counts[True, False],
        only_second=counts[False, True],
        neither=counts[False, False],
        same=sum(count for (mine, theirs), count in given.items() if mine == theirs),
        kappa=_kappa(given) if has_labels else None,
        error_kappa=_kappa(counts),
        labels=dict(given) if has_labels else None,
    )


def _kappa(counts: Mapping[tuple[Any, Any], int]) -> float:
    """Cohen's kappa of pairs of answers."""
    mine: Counter[Any] = Counter()
    theirs: Counter[Any] = Counter()
    for (one, other), count in counts.items():
        mine[one] += count
        theirs[other] += count
    return cohen({repr(one): Hits(counts.get((one, one), 0), mine[one], theirs[one]) for one in {**mine, **theirs}})
