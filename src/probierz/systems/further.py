"""More to learn from than the pairs of the task: pairs of other folders, or a first lesson by a teacher."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from probierz.systems.combinators import read_texts
from probierz.systems.stages import read_folder
from probierz.systems.system import Answer, Pair, System, Training


@dataclass
class WithMore(System):
    """Its part learns from the pairs, and from those of folders with in.tsv and expected.tsv."""

    kind: ClassVar[str] = "with-more"
    of: System
    folders: tuple[str, ...] = ()

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit the part on all. Raises DataError for a folder whose files do not match."""
        self.of.fit(self._all(pairs), training)

    def tune(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Let the part learn further from all."""
        self.of.tune(self._all(pairs), training)

    def _all(self, pairs: Sequence[Pair]) -> list[Pair]:
        more = (pair for folder in self.folders for pair in read_folder(Path(folder), is_whole=True))
        return [*pairs, *more]

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield what the part says."""
        return self.of.predict(inputs)

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield what the part knows."""
        return self.of.answers(inputs)


@dataclass
class TaughtFirst(System):
    """Learns what a teacher says of texts, then from the pairs.

    teacher: says something without having learnt, such as BLEU. texts: a file of lines in the form of in.tsv; empty:
    the inputs of the pairs. most: how many are drawn of it at most. Wróbel's B1 learnt the BLEU of 80,000 subtitles.
    """

    kind: ClassVar[str] = "taught-first"
    teacher: System
    of: System
    texts: str = ""
    most: int = 100_000

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit on what the teacher says, then tune on the pairs. Raises DataError for an empty file."""
        lines = read_texts(self.texts, self.most, training.seed) if self.texts else [pair.input for pair in pairs]
        said = [Pair(line, output) for line, output in zip(lines, self.teacher.predict(lines), strict=True)]
        self.of.fit(said, replace(training.of_part("first"), development=()))
        self.of.tune(pairs, training.of_part("then"))

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield what the part says."""
        return self.of.predict(inputs)

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield what the part knows."""
        return self.of.answers(inputs)
