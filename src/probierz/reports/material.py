"""What a report is made of: the evaluations of outputs of the same lines, and all their texts."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from probierz.challenges.evaluation import EvaluationRecord
from probierz.challenges.files import Reading, distinct_names
from probierz.errors import LengthError, OptionError
from probierz.inspection.line_sources import KnownLines, LineSource
from probierz.scoring.blocks import BLOCK_CHARACTERS, BLOCK_LINES
from probierz.scoring.preparation import joined

if TYPE_CHECKING:
    from probierz.lines import LineReader
    from probierz.scoring.score import Score


@dataclass(frozen=True)
class Material:
    """Evaluations with rows, and the texts of all lines: expected, inputs (None without input), outputs[output][line].

    names: of the outputs, no two the same. The first metric is the main one.
    """

    evaluations: tuple[EvaluationRecord, ...]
    names: tuple[str, ...]
    expected: Sequence[str]
    inputs: Sequence[str] | None
    outputs: tuple[Sequence[str], ...]
    reading: Reading
    expected_path: str
    inputs_path: str | None

    @property
    def metrics(self) -> tuple[Score, ...]:
        """The scores of the first output, one for each metric."""
        return self.evaluations[0].scores

    def scores(self, metric: int) -> list[Score]:
        """The scores of all outputs under a metric."""
        return [one.scores[metric] for one in self.evaluations]

    @cached_property
    def main_scores(self) -> list[list[float]]:
        """The scores of lines under the main metric, one list per output."""
        return [self.line_scores(output, 0) for output in range(len(self.outputs))]

    def line_scores(self, output: int, metric: int) -> list[float]:
        """The score of every line as a test set of its own; NaN where it has none, or flags leave it out."""
        rows = self.evaluations[output].scores[metric].rows
        assert rows is not None
        found = [math.nan] * len(self.expected)
        for number, value in zip(rows.numbers, rows.values, strict=True):
            found[number - 1] = value
        return found

    def lines(self, output: int) -> KnownLines:
        """The lines of an output with their scores under the main metric, without those that flags leave out."""
        score = self.evaluations[output].scores[0]
        assert score.rows is not None
        numbers = sorted(score.rows.numbers)
        scores = self.main_scores[output]
        return KnownLines(
            score.scheme,
            numbers,
            [scores[number - 1] for number in numbers],
            self.expected,
            self.outputs[output],
            self.inputs,
            self.reading,
        )

    def source(self, output: int) -> LineSource:
        """The files of an output with the main metric, for what counts anew."""
        scheme, path = self.metrics[0].scheme, self.evaluations[output].output
        return LineSource(scheme, self.expected_path, path, self.inputs_path, self.reading)


def gather(
    evaluations: Sequence[EvaluationRecord],
    expected: str | os.PathLike[str],
    inputs: str | os.PathLike[str] | None = None,
    *,
    reading: Reading | None = None,
) -> Material:
    """Read the texts of outputs that were evaluated with rows.

    Raises OptionError for evaluations that do not go together, LengthError for an input of another length.
    """
    reading = reading or Reading()
    _check(evaluations)
    expected, inputs = os.fspath(expected), None if inputs is None else os.fspath(inputs)
    texts = _texts(reading.open_parallel(expected))
    outputs = tuple(_texts(reading.open_parallel(one.output)) for one in evaluations)
    found = None if inputs is None else _texts(reading.open_input(inputs))
    if found is not None and len(found) != len(texts):
        few = "fewer" if len(found) < len(texts) else "more"
        raise LengthError(
            f"the input has {len(found)} lines, {few} than the {len(texts)} expected ones; give one for each",
            path=inputs,
            side="input",
        )
    names = distinct_names([one.output for one in evaluations])
    return Material(tuple(evaluations), tuple(names), texts, found, outputs, reading, expected, inputs)


def _check(evaluations: Sequence[EvaluationRecord]) -> None:
    if not evaluations:
        raise OptionError("a report needs at least one output")
    first = evaluations[0]
    for one in evaluations:
        if [str(score.scheme) for score in one.scores] != [str(score.scheme) for score in first.scores]:
            raise OptionError(f"{one.output} was scored with other metrics than {first.output}")
        if one.lines != first.lines:
            raise OptionError(f"{one.output} has {one.lines} lines, {first.output} has {first.lines}")
        if any(score.rows is None for score in one.scores):
            raise OptionError(f"{one.output} was scored without rows, which a report needs; score with rows=True")


def _texts(reader: LineReader) -> list[str]:
    texts: list[str] = []
    with reader as lines:
        while count := lines.ready(BLOCK_LINES, BLOCK_CHARACTERS):
            texts += map(joined, lines.take(count))
    return texts
