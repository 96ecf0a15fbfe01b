"""Collecting features in bounded memory: what is rare is dropped, and how rare that is, is known.

The first pass keeps everything as long as there are few features. Beyond the limit it only counts them, and drops the
rarest whenever there are too many again; a second pass then collects what is left, in full.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from probierz.errors import OptionError
from probierz.inspection.feature_collector import Collector, count_threshold
from probierz.inspection.features import FeatureKinds, FieldValues, Space, fields
from probierz.inspection.line_by_line import LineScore

_LINES_BETWEEN_LOOKS = 64


class ScoredLines(Protocol):
    """Lines with scores that can be gone through again."""

    @property
    def can_be_read_again(self) -> bool:
        """Whether a second iteration is possible."""
        ...

    def __iter__(self) -> Iterator[LineScore]:
        """Go through the lines."""
        ...


@dataclass
class Collected:
    """Scores and features of all lines that have a score.

    scores: of these lines, in order. unscored: how many lines have none (NaN). values: numbers and lengths of fields.
    missed: features on more lines than that were not dropped; 0 when none was.
    """

    collector: Collector
    scores: array[float]
    values: dict[Space, FieldValues]
    unscored: int = 0
    missed: int = 0


def collect(source: ScoredLines, kinds: FeatureKinds, *, max_features: int) -> Collected:
    """Go through the lines and collect scores and features, holding not many more than `max_features` of these.

    Raises OptionError where there are more, and standard input or a pipe cannot be read a second time.
    """
    first = _FirstPass(kinds, max_features)
    found = Collected(first.collector, array("d"), {})
    for line in source:
        if line.score != line.score:
            found.unscored += 1
            continue
        _add_values(found, kinds, line)
        found.scores.append(line.score)
        first.add(line)
    if first.counted is not None:
        if not source.can_be_read_again:
            raise OptionError(
                f"there are more than {max_features} features, and standard input and pipes cannot be read a second "
                "time; save them as files, or raise --max-features"
            )
        found.collector, found.missed = _second_pass(source, kinds, first.counted), first.missed
    return found


def _add_values(found: Collected, kinds: FeatureKinds, line: LineScore) -> None:
    values = found.values
    for space, text in fields(kinds, line.expected, line.input, line.output):
        if space not in values:
            values[space] = FieldValues()
        values[space].add(len(found.scores), text)


_Counts = dict[tuple[Space, int], Counter[str]]


class _FirstPass:
    """Collects, or counts once there are too many features."""

    def __init__(self, kinds: FeatureKinds, most: int) -> None:
        self.collector = Collector(kinds)
        self.counted: _Counts | None = None
        self.missed = 0
        self._most = most
        self._lines = 0

    def add(self, line: LineScore) -> None:
        self._lines += 1
        if self.counted is None:
            self.collector.add(line.expected, line.input, line.output)
        else:
            for key, features in self.collector.features(line.expected, line.input, line.output):
                self.counted.setdefault(key, Counter()).update(iter(features))  # a dict would be taken for counts
        if self._lines % _LINES_BETWEEN_LOOKS == 0:
            self._look()

    def _look(self) -> None:
        size = self.collector.size if self.counted is None else sum(map(len, self.counted.values()))
        if size <= self._most:
            return
        if self.counted is None:
            self.counted = {
                key: Counter(dict(zip(one.keys(), one.counts().tolist(), strict=True)))
                for key, one in self.collector.vocabularies.items()
            }
            self.collector = Collector(self.collector.kinds)
        self._drop(self.counted)

    def _drop(self, counted: _Counts) -> None:
        import numpy

        counts = [numpy.fromiter(one.values(), dtype=numpy.int64, count=len(one)) for one in counted.values()]
        threshold = count_threshold(numpy.concatenate(counts), self._most // 2)
        self.missed += threshold
        for key, one in counted.items():
            counted[key] = Counter({feature: count for feature, count in one.items() if count > threshold})


def _second_pass(source: ScoredLines, kinds: FeatureKinds, counted: _Counts) -> Collector:
    closed = Collector(kinds, closed=counted)
    for line in source:
        if line.score == line.score:
            closed.add(line.expected, line.input, line.output)
    return closed
