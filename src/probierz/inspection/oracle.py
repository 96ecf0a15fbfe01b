"""The best of several outputs, line by line: what a perfect choice between them would give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from probierz.challenges.files import Reading
from probierz.inspection.line_by_line import LineScore, line_scores
from probierz.metrics.definition import Metric
from probierz.schemes.scheme import Scheme


def best_lines(
    scheme: Scheme,
    expected: str,
    outputs: Sequence[str],
    inputs: str,
    *,
    reading: Reading | None = None,
    preprocessed: bool = False,
) -> Iterator[LineScore]:
    """Yield for every line the output with the best score; of equal ones the later. NaN takes no place from another."""
    scored = [
        line_scores(scheme, expected, output, inputs, reading=reading, preprocessed=preprocessed) for output in outputs
    ]
    for lines in zip_longest(*scored):  # each is read to its end, so that one with too many lines is noticed
        present = [line for line in lines if line is not None]
        best = present[0]
        for line in present[1:]:
            if _is_as_good(line, best, scheme.metric):
                best = line
        yield best


def _is_as_good(line: LineScore, best: LineScore, metric: Metric) -> bool:
    """Whether the score is not worse; no, when one of them is NaN: as in GEval, the earlier output stays then."""
    return line.score >= best.score if metric.better == "higher" else line.score <= best.score
