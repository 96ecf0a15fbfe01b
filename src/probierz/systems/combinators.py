"""Systems made of systems: one after the other, on a column, by vote.

Their parts are fitted, saved and loaded with them.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from probierz.errors import DataError, OptionError
from probierz.systems.system import Pair, System, Training

__all__ = ["Chain", "InputColumn", "Vote", "column_of"]


@dataclass
class InputColumn(System):
    """Gives its part only one column of the input, counted from 1; negative from the end."""

    kind: ClassVar[str] = "column"
    number: int
    of: System

    def __post_init__(self) -> None:
        if self.number == 0:
            raise OptionError("columns are counted from 1, or from -1 at the end; there is no column 0")

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit the part on the column."""
        self.of.fit(*self._of_column(pairs, training))

    def tune(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Let the part learn further from the column."""
        self.of.tune(*self._of_column(pairs, training))

    def _of_column(self, pairs: Sequence[Pair], training: Training) -> tuple[list[Pair], Training]:
        development = [Pair(self._cut(pair.input, 0), pair.expected) for pair in training.development]
        cut = [Pair(self._cut(pair.input, number), pair.expected) for number, pair in enumerate(pairs, 1)]
        return cut, replace(training, development=development)

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield what the part says of the column."""
        return self.of.predict(self._cut(line, number) for number, line in enumerate(inputs, 1))

    def _cut(self, line: str, number: int) -> str:
        return column_of(line, self.number, number)


def column_of(line: str, column: int, number: int = 0) -> str:
    """A column of a line, counted from 1 or from -1 at the end. Raises DataError, with the number of the line."""
    columns = line.split("\t")
    try:
        return columns[column - 1 if column > 0 else column]
    except IndexError:
        raise DataError(
            f"there are {len(columns)} columns, and column {column} is wanted", line=number or None
        ) from None


@dataclass
class Chain(System):
    """Each part gets what the one before it says; each is fitted on that, too."""

    kind: ClassVar[str] = "chain"
    of: tuple[System, ...]

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit the parts one after the other."""
        for number, part in enumerate(self.of):
            part.fit(pairs, training.of_part(f"of-{number}"))
            pairs = _passed_on(part, pairs)
            training = replace(training, development=_passed_on(part, training.development))

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield what the last part says."""
        lines = iter(inputs)
        for part in self.of:
            lines = part.predict(lines)
        return lines


def _passed_on(part: System, pairs: Sequence[Pair]) -> list[Pair]:
    outputs = part.predict(pair.input for pair in pairs)
    return [Pair(output, pair.expected) for output, pair in zip(outputs, pairs, strict=True)]


@dataclass
class Vote(System):
    """Says what most of its parts say of a token; where several are said equally often, what the first of them says.

    The lines that the parts give must have the same number of tokens (cut at spaces): else the first part is believed.
    Wróbel and Zhylko's E1 and SE1; Marcińczuk's ensemble, whose three-way tie is decided by the first model.
    """

    kind: ClassVar[str] = "vote"
    of: tuple[System, ...]

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit each part, with a seed of its own."""
        for number, part in enumerate(self.of):
            part.fit(pairs, replace(training.of_part(f"of-{number}"), seed=training.seed + number))

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield the tokens that win."""
        copies = itertools.tee(inputs, len(self.of))
        outputs = (part.predict(copy) for part, copy in zip(self.of, copies, strict=True))
        return (_elected(lines) for lines in zip(*outputs, strict=True))


def _elected(lines: Sequence[str]) -> str:
    words = [line.split(" ") for line in lines]
    if len({len(one) for one in words}) > 1:
        return lines[0]
    return " ".join(_commonest(column) for column in zip(*words, strict=True))


def _commonest(votes: Sequence[str]) -> str:
    """The value said most often; of several, the one said first: `Counter` keeps the order of coming."""
    return Counter(votes).most_common(1)[0][0]
