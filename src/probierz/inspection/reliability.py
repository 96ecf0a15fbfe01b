"""Whether an output is right as often as it says: reliability diagrams, calibration errors, parts of the Brier score.

    >>> report = reliability_of("Brier", ["1", "1", "0", "0"], ["0.9", "0.7", "0.7", "0.1"], bins=2)
    >>> [(one.count, one.confidence, one.accuracy) for one in report.bins]
    [(1, 0.1, 0.0), (3, 0.7666666666666666, 0.6666666666666666)]

Sources: Murphy 1973 (parts of the Brier score); Stephenson, Coelho and Jolliffe 2008 (what bins leave over); Naeini,
Cooper and Hauskrecht 2015 (expected and maximum calibration error).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from probierz.errors import OptionError
from probierz.inspection.confidences import confidence_counting
from probierz.inspection.recount import Recount, recount_lists, recount_source
from probierz.lines import Text
from probierz.metrics.calibration import calibration
from probierz.schemes.scheme import Scheme, parse_scheme
from probierz.scoring.format import finite
from probierz.scoring.frames import AsFrames

if TYPE_CHECKING:
    from probierz.inspection.line_sources import LineSource

Strategy = Literal["width", "mass"]
Given = tuple[float, float]
"""How sure the output was, and what came of it: 1 right, 0 wrong, or something between."""


@dataclass(frozen=True)
class Bin:
    """Things given with a probability above `low`, up to `high` (the first bin holds its low end too).

    confidence: their mean probability; accuracy: the share of them that is right; both NaN in an empty bin.
    """

    low: float
    high: float
    count: int
    confidence: float
    accuracy: float

    @property
    def gap(self) -> float:
        """By how much the output was surer than it was right; below 0 where it was too modest."""
        return self.confidence - self.accuracy


@dataclass(frozen=True)
class Reliability(AsFrames):
    """How well probabilities foretell results; all numbers but `count` are NaN without anything given.

    count: how many things were given: lines, or labels or spans of lines. value: the metric's own score.
    confidence, accuracy: the means over all. ece: expected calibration error, the mean |confidence - accuracy| of bins
    weighed by their counts; mce: the greatest. brier: the mean (p - r)²; it is
    reliability - resolution + uncertainty + within_bins, where reliability is the mean (confidence - accuracy)² of bins
    (0 is best), resolution the mean (accuracy - mean accuracy)² (more is better), uncertainty the variance of results,
    and within_bins what is left over because probabilities differ inside bins.
    smooth: the calibration inside the Probabilistic metrics, which needs no bins: 1 is best.
    """

    scheme: Scheme
    value: float
    lines: int
    count: int
    bins: tuple[Bin, ...]
    confidence: float
    accuracy: float
    ece: float
    mce: float
    brier: float
    reliability: float
    resolution: float
    uncertainty: float
    smooth: float
    warnings: tuple[str, ...] = ()

    @property
    def within_bins(self) -> float:
        """What bins leave over of the Brier score."""
        return self.brier - (self.reliability - self.resolution + self.uncertainty)

    @property
    def summary(self) -> dict[str, float]:
        """All numbers that are not of single bins, by name."""
        names = ("confidence", "accuracy", "ece", "mce", "brier", "reliability", "resolution", "uncertainty")
        return {name: getattr(self, name) for name in (*names, "within_bins", "smooth")}

    def as_dict(self) -> dict[str, Any]:
        """Return the report as plain data, with None for NaN."""
        plain = {
            "name": self.scheme.name,
            "scheme": str(self.scheme),
            "value": self.value,
            "lines": self.lines,
            "count": self.count,
            "bins": list(map(asdict, self.bins)),
            **self.summary,
            "warnings": list(self.warnings),
        }
        return finite(plain)  # type: ignore[no-any-return]  # a dict stays one

    def as_columns(self) -> dict[str, list[Any]]:
        """Return columns named as the parts of `Bin`."""
        return {part.name: [getattr(one, part.name) for one in self.bins] for part in fields(Bin)}


def reliability(source: LineSource, *, bins: int = 10, strategy: Strategy = "width") -> Reliability:
    """Return how well the probabilities of an output foretell its results; see `file_lines` and `challenge_lines`.

    bins: how many. strategy: "width" cuts [0, 1] into equal parts, "mass" so that as many things fall into each
    (equal probabilities stay together). Raises OptionError for a metric without probabilities, DataError for a line
    that has none, and what scoring raises.
    """
    counting = confidence_counting(source.scheme)
    return _report(source.scheme, recount_source(source, counting), bins, strategy)


def reliability_of(
    scheme: str | Scheme,
    expected: Iterable[Text],
    output: Iterable[Text],
    *,
    bins: int = 10,
    strategy: Strategy = "width",
    inputs: Iterable[Text] | None = None,
) -> Reliability:
    """Return the same for lines in memory. Raises OptionError as `reliability` does."""
    parsed = parse_scheme(scheme) if isinstance(scheme, str) else scheme
    found = recount_lists(parsed, expected, output, confidence_counting(parsed), inputs=inputs)
    return _report(parsed, found, bins, strategy)


# --- counting --------------------------------------------------------------------------------------------------------


def _report(scheme: Scheme, found: Recount, bins: int, strategy: Strategy) -> Reliability:
    given: list[Given] = [pair for row in found.rows for pair in row]
    edges = _edges([p for p, _ in given], bins, strategy)
    counted = _binned(given, edges)
    confidence, accuracy = (_mean([pair[side] for pair in given]) for side in (0, 1))
    filled = [one for one in counted if one.count]
    gaps = [abs(one.gap) for one in filled]
    return Reliability(
        scheme=scheme,
        value=found.score.value,
        lines=len(found.rows),
        count=len(given),
        bins=counted,
        confidence=confidence,
        accuracy=accuracy,
        ece=_weighted(filled, gaps),
        mce=max(gaps, default=math.nan),
        brier=_mean([(p - result) ** 2 for p, result in given]),
        reliability=_weighted(filled, [gap**2 for gap in gaps]),
        resolution=_weighted(filled, [(one.accuracy - accuracy) ** 2 for one in filled]),
        uncertainty=_mean([(result - accuracy) ** 2 for _, result in given]),
        smooth=calibration([result for _, result in given], [p for p, _ in given]) if given else math.nan,
        warnings=found.warnings,
    )


def _edges(probabilities: Sequence[float], bins: int, strategy: Strategy) -> list[float]:
    if not isinstance(bins, int) or bins < 1:
        raise OptionError(f"bins={bins!r} is not a number of bins; give a whole number from 1")
    if strategy == "width":
        return [at / bins for at in range(bins + 1)]
    if strategy == "mass":
        return sorted(set(_quantiles(sorted(probabilities), bins)))
    raise OptionError(f"strategy={strategy!r} is not a way to make bins; choose 'width' or 'mass'")


def _quantiles(ascending: Sequence[float], parts: int) -> list[float]:
    """Where the values are cut into equal parts, between two values in proportion (Hyndman and Fan's type 7)."""
    last = len(ascending) - 1
    if last < 0:
        return [0.0, 1.0]
    places = [divmod(at * last, parts) for at in range(parts + 1)]
    return [ascending[at] + (ascending[min(at + 1, last)] - ascending[at]) * rest / parts for at, rest in places]


def _binned(given: Sequence[Given], edges: Sequence[float]) -> tuple[Bin, ...]:
    if len(edges) == 1:  # all probabilities are the same
        edges = [edges[0], edges[0]]
    inner = edges[1:-1]
    members: list[list[Given]] = [[] for _ in range(len(edges) - 1)]
    for pair in given:
        members[bisect_left(inner, pair[0])].append(pair)
    return tuple(
        Bin(low, high, len(pairs), _mean([p for p, _ in pairs]), _mean([result for _, result in pairs]))
        for (low, high), pairs in zip(pairwise(edges), members, strict=True)
    )


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else math.nan


def _weighted(bins: Sequence[Bin], values: Sequence[float]) -> float:
    """The mean of a value of each bin over all that was given."""
    count = sum(one.count for one in bins)
    return math.fsum(one.count * value for one, value in zip(bins, values, strict=True)) / count if count else math.nan
