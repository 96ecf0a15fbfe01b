"""Features as numbers: the texts of a kind of features, and on which lines each of them stands in one field.

Occurrences are kept as numbers of four bytes, in memory or, when there are very many, in a temporary file, and are
summed by numpy when the scores of all lines are known.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import count
from operator import is_not
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from probierz.inspection.features import BIGRAM, SEPARATOR, TOKEN, Space, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_MOST_IN_MEMORY = 2**24
"""Occurrences of a vocabulary in memory; more are put into a temporary file."""
_PORTION = 2**22
_IS_KNOWN = partial(is_not, None)


class FeatureTexts:
    """The texts of features of one kind, numbered in the order in which they first stand anywhere.

    Fields share it: the expected text, the output and the input have most of their words in common.
    """

    def __init__(self) -> None:
        self.is_closed = False
        self._numbers: dict[str, int] = defaultdict(count().__next__)

    def __len__(self) -> int:
        """Return the number of texts."""
        return len(self._numbers)

    def numbers_of(self, texts: Iterable[str]) -> array[int]:
        """Return the numbers of some texts; new ones are taken in, or left out of a closed lexicon."""
        if self.is_closed:
            return array("i", filter(_IS_KNOWN, map(self._numbers.get, texts)))  # type: ignore[arg-type]  # no None left
        return array("i", map(self._numbers.__getitem__, texts))

    @cached_property
    def texts(self) -> list[str]:
        """The texts by number; to be asked for when all lines are in."""
        return list(self._numbers)


class FeatureSums(NamedTuple):
    """For every feature: the number of its lines, and the sums of their ranks and scores."""

    counts: Array
    rank_sums: Array
    score_sums: Array

    def chosen(self, which: Array) -> FeatureSums:
        """The sums of some of the features."""
        return FeatureSums(self.counts[which], self.rank_sums[which], self.score_sums[which])


class Vocabulary:
    """The features of one kind in one space, and their occurrences.

    allowed: the numbers (in the lexicon) of the features to keep; None keeps all. To be read when all lines are in:
    then its features are numbered from 0, in the order of the lexicon.
    """

    def __init__(self, space: Space, kind: int, lexicon: FeatureTexts, allowed: Sequence[int] | None = None) -> None:
        self.space = space
        self.kind = kind
        self.lexicon = lexicon
        self.allowed = allowed
        self.lines = array("i")  # lines that have this field, and how many features each of them has
        self.sizes = array("i")
        self._occurrences = array("i")
        self._file: IO[bytes] | None = None

    def __len__(self) -> int:
        """Return the number of features."""
        return len(self._members)

    def add(self, line: int, numbers: array[int]) -> None:
        """Note the distinct features of a line, as numbers in the lexicon; lines count from 0."""
        self._occurrences.extend(numbers)
        self.lines.append(line)
        self.sizes.append(len(numbers))
        if len(self._occurrences) > _MOST_IN_MEMORY:
            self._spill()

    def _spill(self) -> None:
        if self._file is None:
            import tempfile
            import weakref

            self._file = tempfile.TemporaryFile()  # noqa: SIM115 - it goes with the vocabulary
            weakref.finalize(self, self._file.close)
        self._occurrences.tofile(self._file)
        self._occurrences = array("i")

    @cached_property
    def _members(self) -> Array:
        """The numbers in the lexicon of the features there are, ascending."""
        import numpy

        is_member = numpy.zeros(len(self.lexicon), dtype=bool)
        for _, numbers in self._all_occurrences():
            is_member[numbers] = True
        if self.allowed is not None:
            is_allowed = numpy.zeros(len(self.lexicon), dtype=bool)
            is_allowed[list(self.allowed)] = True
            is_member &= is_allowed
        return numpy.flatnonzero(is_member)

    def keys(self) -> list[str]:
        """The texts of the features by number."""
        return list(map(self.lexicon.texts.__getitem__, self._members.tolist()))

    def in_order(self, features: Iterable[int]) -> list[int]:
        """Some of the features in the order of equally significant ones, which is not that of the lines."""
        return sorted(features, key=sorting_key(self.kind, self.keys()))

    def shown(self, keys: Iterable[str]) -> Iterator[str]:
        """The features of these texts as they are shown."""
        if self.kind == TOKEN:  # by far the most
            return map(f"{self.space}:".__add__, keys)
        return (shown((self.space, self.kind, key)) for key in keys)

    def occurrences(self) -> Iterator[tuple[Array, Array]]:
        """Yield the lines and the features of all occurrences, in portions."""
        import numpy

        number = numpy.full(len(self.lexicon), -1, dtype=numpy.intc)
        number[self._members] = numpy.arange(len(self._members))
        for lines, numbers in self._all_occurrences():
            features = number[numbers]
            if self.allowed is None:
                yield lines, features
            else:
                is_known = features >= 0
                yield lines[is_known], features[is_known]

    def _all_occurrences(self) -> Iterator[tuple[Array, Array]]:
        """Yield lines and numbers in the lexicon."""
        import numpy

        numbers = self._as_one_array()
        lines, sizes = _as_array(self.lines), _as_array(self.sizes)
        ends = numpy.cumsum(sizes, dtype=numpy.int64)
        start = first = 0
        while start < len(numbers):
            last = max(int(numpy.searchsorted(ends, start + _PORTION, "right")), first + 1)
            end = int(ends[last - 1])
            yield numpy.repeat(lines[first:last], sizes[first:last]), numbers[start:end]
            start, first = end, last

    def _as_one_array(self) -> Array:
        import numpy

        if self._file is None:
            return _as_array(self._occurrences)
        self._spill()
        self._file.flush()
        return numpy.memmap(self._file, dtype=numpy.intc, mode="r")

    def counts(self) -> Array:
        """The number of lines of each feature."""
        import numpy

        found = numpy.zeros(len(self), dtype=numpy.int64)
        for _, features in self.occurrences():
            found += numpy.bincount(features, minlength=len(self))
        return found

    def sums(self, ranks: Array, scores: Array) -> FeatureSums:
        """Sum ranks and scores over the lines of each feature."""
        import numpy

        size = len(self)
        found = FeatureSums(numpy.zeros(size, dtype=numpy.int64), numpy.zeros(size), numpy.zeros(size))
        for lines, features in self.occurrences():
            found.counts.__iadd__(numpy.bincount(features, minlength=size))
            found.rank_sums.__iadd__(numpy.bincount(features, ranks[lines], minlength=size))
            found.score_sums.__iadd__(numpy.bincount(features, scores[lines], minlength=size))
        return found

    def lines_of(self, chosen: Iterable[int]) -> dict[int, Array]:
        """The lines of some features, ascending."""
        return lines_of(self.occurrences(), len(self), chosen)


def lines_of(occurrences: Iterable[tuple[Array, Array]], size: int, chosen: Iterable[int]) -> dict[int, Array]:
    """The lines of some features, ascending; `size`: features are numbers below it."""
    import numpy

    wanted = numpy.zeros(size, dtype=bool)
    wanted[list(chosen)] = True
    columns = [(numpy.zeros(0, dtype=numpy.int64), numpy.zeros(0, dtype=numpy.int64))]
    for lines, features in occurrences:
        known = wanted[features]
        columns.append((lines[known], features[known]))
    lines, features = (numpy.concatenate(column) for column in zip(*columns, strict=True))
    order = numpy.argsort(features, kind="stable")
    distinct, starts = numpy.unique(features[order], return_index=True)
    return dict(zip(distinct.tolist(), numpy.split(lines[order], starts[1:]), strict=False))


def sorting_key(kind: int, keys: Sequence[str]) -> Callable[[int], Any]:
    """The key that sorts places in a list of features of that kind in the order of `features.sort_key`."""
    return keys.__getitem__ if kind < BIGRAM else lambda at: keys[at].split(SEPARATOR)


def _as_array(numbers: array[int]) -> Array:
    import numpy

    return numpy.frombuffer(numbers, dtype=numpy.intc) if numbers else numpy.zeros(0, dtype=numpy.intc)
