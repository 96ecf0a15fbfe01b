"""Several systems, each for lines of its own: a classifier says whose a line is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import ClassVar

from probierz.errors import DataError, OptionError
from probierz.systems.answers import Answering
from probierz.systems.stages import read_folder
from probierz.systems.system import Answer, Pair, System, Training

_BLOCK = 256


@dataclass
class Router(Answering):
    """Gives each line to the part whose label a classifier says of it; each part learns from its own lines.

    by: the classifier, a system that says a label. of: the parts, one for each of `labels`; a line of another label
    gets the last of them. kinds: a folder with in.tsv and expected.tsv, lines and their labels, that the classifier
    learns from; empty: it is taken as it is. A part without any line to learn from stays as it is.
    """

    kind: ClassVar[str] = "router"
    by: System
    of: tuple[System, ...]
    labels: tuple[str, ...]
    kinds: str = ""

    def __post_init__(self) -> None:
        if len(self.labels) != len(self.of) or len(set(self.labels)) != len(self.labels):
            raise OptionError(f"{len(self.of)} parts want as many labels, all different, and not {list(self.labels)}")

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit the classifier, and each part. Raises DataError for a folder whose files do not match."""
        if self.kinds:
            told = replace(training.of_part("by"), development=())
            self.by.fit(read_folder(Path(self.kinds), is_whole=True), told)
        chosen, held = self._chosen(pairs), self._chosen(training.development)
        for number, part in enumerate(self.of):
            lines = [line for line, one in enumerate(chosen, 1) if one == number]
            if not lines or not part.learns:
                continue
            development = [pair for one, pair in zip(held, training.development, strict=True) if one == number]
            with _numbered(lines):
                told = replace(training.of_part(f"of-{number}"), development=development)
                part.fit([pairs[line - 1] for line in lines], told)

    def _chosen(self, pairs: Sequence[Pair]) -> list[int]:
        return self._pick([pair.input for pair in pairs])

    def _pick(self, lines: Sequence[str]) -> list[int]:
        """The number of the part for each line."""
        numbers = {label: number for number, label in enumerate(self.labels)}
        return [numbers.get(label, len(self.of) - 1) for label in self.by.predict(lines)]

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield what the part of each line knows; some hundred lines are read ahead."""
        return answers_apart(self.of, self._pick, inputs)


def answers_apart(
    parts: Sequence[System], pick: Callable[[Sequence[str]], Sequence[int]], inputs: Iterable[str]
) -> Iterator[Answer]:
    """Yield the answer of one of the parts to each input, in order. pick: says of lines the numbers of their parts.

    An error of a part tells the line by its number among all inputs.
    """
    lines = iter(inputs)
    done = 0
    while block := list(islice(lines, _BLOCK)):
        chosen = pick(block)
        found: dict[int, Answer] = {}
        for number in sorted(set(chosen)):
            places = [at for at, one in enumerate(chosen) if one == number]
            said = _answered(parts[number], [block[at] for at in places], [done + at + 1 for at in places])
            found |= dict(zip(places, said, strict=True))
        yield from (found[at] for at in range(len(block)))
        done += len(block)


def _answered(part: System, lines: Sequence[str], numbers: Sequence[int]) -> list[Answer]:
    with _numbered(numbers):
        return list(part.answers(lines))


@contextmanager
def _numbered(numbers: Sequence[int]) -> Iterator[None]:
    """Tell of a line that a part cannot use its number among all."""
    try:
        yield
    except DataError as error:
        if error.path is not None or not error.line:
            raise
        raise DataError(error.detail, line=numbers[error.line - 1], side=error.side) from None
