"""Systems made of systems: one after the other, on a column, by vote, on average, one for each fold.

Their parts are fitted, saved and loaded with them.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from probierz.errors import DataError, OptionError
from probierz.lines import LineReader
from probierz.systems.answers import Answering, Label, Number, number_of
from probierz.systems.system import Answer, Pair, System, Text, Training

__all__ = ["Chain", "Folds", "InputColumn", "Averaged", "PseudoLabels", "Vote", "column_of", "mean_of", "read_texts"]


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

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield what the part knows of the column."""
        return self.of.answers(self._cut(line, number) for number, line in enumerate(inputs, 1))

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
        return (answer.line for answer in self.answers(inputs))

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield what the last part knows."""
        lines = iter(inputs)
        for part in self.of[:-1]:
            lines = part.predict(lines)
        return self.of[-1].answers(lines)


def _passed_on(part: System, pairs: Sequence[Pair]) -> list[Pair]:
    outputs = part.predict(pair.input for pair in pairs)
    return [Pair(output, pair.expected) for output, pair in zip(outputs, pairs, strict=True)]


@dataclass
class Vote(Answering):
    """Says what most of its parts say of a token; where several are said equally often, what the first of them says.

    The lines that the parts give must have the same number of tokens (cut at spaces): else the first part is believed.
    A label is one vote, whatever spaces are in it, and probabilities are averaged.
    Wróbel and Zhylko's E1 and SE1; Marcińczuk's ensemble, whose three-way tie is decided by the first model.
    """

    kind: ClassVar[str] = "vote"
    of: tuple[System, ...]

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit each part, with a seed of its own."""
        for number, part in enumerate(self.of):
            part.fit(pairs, replace(training.of_part(f"of-{number}"), seed=training.seed + number))

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield the label, or the tokens, that win."""
        return map(_elected, _together(self.of, inputs))


def _together(parts: Sequence[System], inputs: Iterable[str]) -> Iterator[tuple[Answer, ...]]:
    """Yield what all parts answer to an input."""
    copies = itertools.tee(inputs, len(parts))
    return zip(*(part.answers(copy) for part, copy in zip(parts, copies, strict=True)), strict=True)


def _elected(answers: Sequence[Answer]) -> Answer:
    labels = [answer for answer in answers if isinstance(answer, Label)]
    if len(labels) == len(answers):
        return Label(_commonest([label.label for label in labels]), _mean_probabilities(labels))
    return Text(_elected_tokens([answer.line for answer in answers]))


def _mean_probabilities(labels: Sequence[Label]) -> dict[str, float]:
    known = dict.fromkeys(name for label in labels for name in label.probabilities)
    return {name: sum(label.probabilities.get(name, 0.0) for label in labels) / len(labels) for name in known}


def _elected_tokens(lines: Sequence[str]) -> str:
    words = [line.split(" ") for line in lines]
    if len({len(one) for one in words}) > 1:
        return lines[0]
    return " ".join(_commonest(column) for column in zip(*words, strict=True))


def _commonest(votes: Sequence[str]) -> str:
    """The value said most often; of several, the one said first: `Counter` keeps the order of coming."""
    return Counter(votes).most_common(1)[0][0]


@dataclass
class Averaged(Answering):
    """The mean of the numbers that its parts say; of labels the one with the greatest mean probability."""

    kind: ClassVar[str] = "averaged"
    of: tuple[System, ...]

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit each part, with a seed of its own."""
        for number, part in enumerate(self.of):
            part.fit(pairs, replace(training.of_part(f"of-{number}"), seed=training.seed + number))

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield the mean. Raises DataError for an answer that is neither a number nor a label."""
        return map(mean_of, _together(self.of, inputs))


def mean_of(answers: Sequence[Answer]) -> Answer:
    """The mean of numbers, or the label with the greatest mean probability."""
    labels = [answer for answer in answers if isinstance(answer, Label)]
    if len(labels) == len(answers):
        means = _mean_probabilities(labels)
        return Label(max(means, key=lambda name: means[name]), means) if means else _elected(labels)
    digits = max(answer.digits if isinstance(answer, Number) else 4 for answer in answers)
    return Number(sum(map(number_of, answers)) / len(answers), digits)


@dataclass
class Folds(Answering):
    """One system for each fold: it learns from the other folds, and its best state is chosen by its own. Their mean.

    of: the untrained system; when fitted, one for each fold. folds: how many. Kłeczek's systems of translation quality.
    """

    kind: ClassVar[str] = "folds"
    of: tuple[System, ...]
    folds: int = 5

    def __post_init__(self) -> None:
        if self.folds < 2:
            raise OptionError(f"there are at least 2 folds, not {self.folds}")

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit a copy for each fold; pairs are drawn into folds by the seed. Raises DataError for fewer pairs."""
        if len(pairs) < self.folds:
            raise DataError(f"{len(pairs)} pairs cannot be cut into {self.folds} folds")
        order = list(range(len(pairs)))
        random.Random(training.seed).shuffle(order)
        made = []
        for fold in range(self.folds):
            own = set(order[fold :: self.folds])
            part = deepcopy(self.of[0])
            held = [pair for number, pair in enumerate(pairs) if number in own]
            rest = [pair for number, pair in enumerate(pairs) if number not in own]
            part.fit(rest, replace(training.of_part(f"fold-{fold}"), development=held, seed=training.seed + fold))
            made.append(part)
        self.of = tuple(made)

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield the mean of all folds."""
        return map(mean_of, _together(self.of, inputs))


@dataclass
class PseudoLabels(Answering):
    """Learns from the pairs, and from what a teacher, fitted on the same pairs, says of texts without answers.

    texts: a file of them, a line each in the form of in.tsv. most: how many are drawn of it at most. with_teacher: says
    the mean of both. Kłeczek labelled 12,810 short texts for the blind half of translation quality.
    """

    kind: ClassVar[str] = "pseudo-labels"
    teacher: System
    of: System
    texts: str
    most: int = 20_000
    with_teacher: bool = False

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit the teacher, let it answer, and fit the other system on both.

        Raises OptionError where no file is named, DataError for an empty one.
        """
        if not self.texts:
            raise OptionError("it learns from texts without answers, too: name a file of them with  --set texts=FILE")
        lines = read_texts(self.texts, self.most, training.seed)
        self.teacher.fit(pairs, training.of_part("teacher"))
        labelled = [Pair(line, output) for line, output in zip(lines, self.teacher.predict(lines), strict=True)]
        self.of.fit([*pairs, *labelled], training.of_part("of"))

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield what the second system knows, or the mean."""
        return (
            map(mean_of, _together((self.teacher, self.of), inputs)) if self.with_teacher else self.of.answers(inputs)
        )


def read_texts(path: str, most: int, seed: int) -> list[str]:
    """The lines of a file, or some that are drawn. Raises DataError for an empty one."""
    with LineReader(Path(path)) as reader:
        lines = [str(line) for line in reader]
    if not lines:
        raise DataError(f"{path} is empty: there is no text to label")
    return random.Random(seed).sample(lines, most) if len(lines) > most else lines
