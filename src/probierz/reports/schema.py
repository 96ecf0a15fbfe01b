"""The shape of a report's document, as plain data: what `--format json` prints, and what the page shows.

Numbers are not rounded; None stands for what is NaN, infinite (`shown` has the text of a score) or not there. Outputs
and metrics are given by their places in `outputs` and `metrics`; lists "per output" are in that order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from probierz.scoring.comparison import Verdict

Number = float | None


class MetricEntry(TypedDict):
    """A metric. better: "higher" or "lower"; best: the best value there is, if there is one."""

    name: str
    scheme: str
    better: str
    best: Number
    description: str


class OutputEntry(TypedDict):
    """An output: a name that no other one has, its path, and the parameters in its name."""

    name: str
    path: str
    parameters: dict[str, str]
    warnings: list[str]


class ScoreEntry(TypedDict):
    """A score with its interval. shown: as it is printed, NaN and infinities as words."""

    value: Number
    shown: str
    low: Number
    high: Number
    signature: str


class Intervals(TypedDict):
    """How intervals were made. smallest_difference: per metric, what these lines can show of any two outputs."""

    level: float
    method: str
    samples: int
    seed: int
    smallest_difference: list[Number]


class PairEntry(TypedDict):
    """Two outputs: value of a minus value of b. fixed, broken: lines on which a is better, worse.

    verdict: "different", "not told apart", or "impossible" where so few lines differ that nothing could be shown.
    smallest_difference: as that of `compare`.
    """

    a: int
    b: int
    difference: Number
    low: Number
    high: Number
    p: Number
    adjusted: Number
    significant: bool
    verdict: Verdict
    smallest_difference: Number
    fixed: int | None
    broken: int | None


class ComparisonEntry(TypedDict):
    """All pairs under a metric.

    clusters, order: the best first; the first output of a cluster cannot be told from its last one.
    """

    metric: int
    test: str
    why: str
    correction: str
    level: float
    alpha: float
    corrected_pairs: int
    pairs: list[PairEntry]
    clusters: list[list[int]]
    order: list[int]


class Histogram(TypedDict):
    """Scores of lines. counts: per output, one for each pair of edges; unscored: per output, without finite score."""

    metric: int
    edges: list[float]
    counts: list[list[int]]
    unscored: list[int]


class SliceCell(TypedDict):
    """The score of a slice. q: whether it differs from other lines, corrected for the number of slices."""

    value: Number
    low: Number
    high: Number
    q: Number


class SliceEntry(TypedDict):
    """A slice with a cell per output. small: too few lines to say anything."""

    name: str
    lines: int
    cells: list[SliceCell]
    small: bool


class SliceTableEntry(TypedDict):
    """One slicing under one metric. notes: what is odd about the intervals of its slices."""

    by: str
    title: str
    metric: int
    slices: list[SliceEntry]
    notes: list[str]


class Feature(TypedDict):
    """A feature that goes with bad lines, see `inspection.worst`. items: the embedded lines that have it."""

    name: str
    lines: int
    score: Number
    others: Number
    effect: Number
    p: Number
    q: Number
    also: list[str]
    items: list[int]


class Worst(TypedDict):
    """The features of one output. note: why there are none, or what else to know."""

    features: list[Feature]
    tested: int
    note: str | None


class LineEntry(TypedDict):
    """A line, with a text and a score under the main metric per output."""

    number: int
    input: str | None
    expected: str
    outputs: list[str]
    scores: list[Number]


class Items(TypedDict):
    """The embedded lines in the order of the files. how: how they were chosen, None where all are there."""

    total: int
    kept: int
    how: str | None
    columns: list[str]
    rows: list[LineEntry]


class ReportDocument(TypedDict):
    """A report. challenge and split are empty for plain files. notes: but those of its outputs and slices."""

    probierz: str
    challenge: str
    split: str
    lines: int
    metrics: list[MetricEntry]
    outputs: list[OutputEntry]
    scores: list[list[ScoreEntry]]
    interval: Intervals
    comparison: list[ComparisonEntry]
    histograms: list[Histogram]
    slices: list[SliceTableEntry]
    classes: list[dict[str, Any] | None]
    calibration: list[dict[str, Any] | None]
    agreement: dict[str, Any] | None
    worst: list[Worst]
    items: Items
    notes: list[str]
