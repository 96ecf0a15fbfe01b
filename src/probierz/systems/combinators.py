"""Systems made of systems: one after the other, on a column, by vote, on average, one for each fold.

Their parts are fitted, saved and loaded with them.
"""

from __future__ import annotations

import itertools
import random
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import ClassVar

from probierz.challenges.problems import there_are
from probierz.errors import DataError, OptionError
from probierz.lines import all_lines
from probierz.systems.answers import Answering
from probierz.systems.merging import elected, mean_of
from probierz.systems.system import Answer, Pair, System, Text, Training


@dataclass
class InputColumn(System):
    """Gives its part only one column of the input, counted from 1; negative from the end.

    keeps: what the part says is put in place of the column, and the others stay; else it is all that is said.
    """

    kind: ClassVar[str] = "column"
    number: int
    of: System
    keeps: bool = False

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
        if not self.keeps:
            return self.of.predict(self._columns(inputs))
        lines, given = itertools.tee(inputs)
        return map(self._put, lines, self.of.predict(self._columns(given)))

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield what the part knows of the column; the whole line, where the others stay."""
        if self.keeps:
            return map(Text, self.predict(inputs))
        return self.of.answers(self._columns(inputs))

    def _columns(self, inputs: Iterable[str]) -> Iterator[str]:
        return (self._cut(line, number) for number, line in enumerate(inputs, 1))

    def _put(self, line: str, text: str) -> str:
        columns = line.split("\t")
        columns[self.number - 1 if self.number > 0 else self.number] = text
        return "\t".join(columns)

    def _cut(self, line: str, number: int) -> str:
        return column_of(line, self.number, number)


def column_of(line: str, column: int, number: int = 0) -> str:
    """A column of a line, counted from 1 or from -1 at the end. Raises DataError, with the number of the line."""
    columns = line.split("\t")
    try:
        return columns[column - 1 if column > 0 else column]
    except IndexError:
        raise DataError(
            f"{there_are(len(columns), 'column')}, and column {column} is wanted", line=number or None
        ) from None


@dataclass
class Chain(System):
    """Each part gets what the one before it says; each is fitted on that, too.

    Answers pass as themselves: a part that overrides `answers_to` sees scores, spans and probabilities of the one
    before it, all others the line. `InputColumn(2, part, keeps=True)` is a link that mends one column.
    """

    kind: ClassVar[str] = "chain"
    of: tuple[System, ...]

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit the parts one after the other."""
        said: list[Answer] = [Text(pair.input) for pair in pairs]
        held: list[Answer] = [Text(pair.input) for pair in training.development]
        for number, part in enumerate(self.of):
            development = _told(held, training.development)
            part.fit(_told(said, pairs), replace(training.of_part(f"of-{number}"), development=development))
            if number + 1 < len(self.of):
                said, held = list(part.answers_to(said)), list(part.answers_to(held))

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield what the last part says."""
        return (answer.line for answer in self.answers(inputs))

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield what the last part knows."""
        return self.answers_to(map(Text, inputs))

    def answers_to(self, said: Iterable[Answer]) -> Iterator[Answer]:
        """Yield what the last part knows."""
        for part in self.of:
            said = part.answers_to(said)
        return iter(said)


def _told(said: Sequence[Answer], pairs: Sequence[Pair]) -> list[Pair]:
    return [Pair(answer.line, pair.expected) for answer, pair in zip(said, pairs, strict=True)]


@dataclass
class Ensemble(Answering):
    """Makes one answer of those of all its parts."""

    of: tuple[System, ...]

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit each part, with a seed of its own."""
        for number, part in enumerate(self.of):
            part.fit(pairs, replace(training.of_part(f"of-{number}"), seed=training.seed + number))

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield the answer. Raises DataError for answers of which none can be made."""
        return self.answers_to(map(Text, inputs))

    def answers_to(self, said: Iterable[Answer]) -> Iterator[Answer]:
        """Yield the answer."""
        return map(self._merged, _together(self.of, said))

    @abstractmethod
    def _merged(self, answers: Sequence[Answer]) -> Answer:
        """One answer out of those of the parts."""


def _together(parts: Sequence[System], said: Iterable[Answer]) -> Iterator[tuple[Answer, ...]]:
    """Yield what all parts answer to an input."""
    copies = itertools.tee(said, len(parts))
    return zip(*(part.answers_to(copy) for part, copy in zip(parts, copies, strict=True)), strict=True)


@dataclass
class Vote(Ensemble):
    """Says what most of its parts say of a token; where several are said equally often, what the first of them says.

    The lines that the parts give must have the same number of tokens (cut at spaces): else the first part is believed.
    Labels, numbers, rankings and spans are voted on as merging.py says; rankings by reciprocal ranks.
    Wróbel and Zhylko's E1 and SE1; Marcińczuk's ensemble, whose three-way tie is decided by the first model.
    """

    kind: ClassVar[str] = "vote"

    def _merged(self, answers: Sequence[Answer]) -> Answer:
        return elected(answers)


@dataclass
class Averaged(Ensemble):
    """The mean of the numbers that its parts say; of labels the one with the greatest mean probability.

    Rankings are merged by mean score, so the parts need one scale (else `Vote`); spans as merging.py says.
    """

    kind: ClassVar[str] = "averaged"

    def _merged(self, answers: Sequence[Answer]) -> Answer:
        return mean_of(answers)


@dataclass
class Folds(Averaged):
    """One system for each fold: it learns from the other folds, and its best state is chosen by its own. Their mean.

    of: the untrained system; when fitted, one for each fold. folds: how many. Kłeczek's systems of translation quality.
    """

    kind: ClassVar[str] = "folds"
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
            map(mean_of, _together((self.teacher, self.of), map(Text, inputs)))
            if self.with_teacher
            else self.of.answers(inputs)
        )


def read_texts(path: str, most: int, seed: int) -> list[str]:
    """The lines of a file, or some that are drawn. Raises DataError for an empty one."""
    lines = all_lines(path)
    if not lines:
        raise DataError(f"{path} is empty: there is no text to label")
    return random.Random(seed).sample(lines, most) if len(lines) > most else lines
