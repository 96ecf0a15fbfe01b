"""A source for translations that came without one: the translation, translated back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import ClassVar

from probierz.errors import DataError, OptionError
from probierz.lines import LineReader
from probierz.systems.system import Answer, Pair, System, Training

_BLOCK = 256


@dataclass
class BackTranslated(System):
    """Gives its part lines with a second column, the first translated back; lines that have one keep it.

    translator: a system that says a text for a text, such as `hf:FOLDER` of a translation model; or a file whose name
    ends with .tsv, with a translation and its source in each line.
    """

    kind: ClassVar[str] = "back-translated"
    of: System
    translator: str

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit the part on lines with sources. Raises OptionError without a translator, and what that raises."""
        self.of.fit(*self._with_sources(pairs, training))

    def tune(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Let the part learn further from lines with sources."""
        self.of.tune(*self._with_sources(pairs, training))

    def _with_sources(self, pairs: Sequence[Pair], training: Training) -> tuple[list[Pair], Training]:
        training.progress("translates back", 0, len(pairs))
        made, development = (
            [
                Pair(line, pair.expected)
                for line, pair in zip(self._lines(pair.input for pair in some), some, strict=True)
            ]
            for some in (pairs, training.development)
        )
        return made, replace(training, development=development)

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield what the part says."""
        return self.of.predict(self._lines(inputs))

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield what the part knows; some hundred lines are read ahead."""
        return self.of.answers(self._lines(inputs))

    def _lines(self, inputs: Iterable[str]) -> Iterator[str]:
        lines = enumerate(inputs, 1)
        while block := list(islice(lines, _BLOCK)):
            sources = self._translated([(number, line) for number, line in block if "\t" not in line])
            for _, line in block:
                yield line if "\t" in line else "\t".join([line, next(sources).replace("\t", " ")])

    def _translated(self, lines: Sequence[tuple[int, str]]) -> Iterator[str]:
        if not lines:
            return iter(())
        if self.translator.endswith(".tsv"):
            return (self._looked_up(line, number) for number, line in lines)
        return self._system.predict(line for _, line in lines)

    def _looked_up(self, line: str, number: int) -> str:
        try:
            return self._table[line]
        except KeyError:
            raise DataError(f"{self.translator} has no source for this translation", line=number) from None

    @cached_property
    def _table(self) -> dict[str, str]:
        """Sources by translation. Raises DataError for a line without two columns."""
        found = {}
        with LineReader(Path(self.translator)) as reader:
            for number, line in enumerate(reader, 1):
                columns = str(line).split("\t")
                if len(columns) < 2:
                    raise DataError("a translation and its source are wanted", path=self.translator, line=number)
                found[columns[0]] = columns[1]
        return found

    @cached_property
    def _system(self) -> System:
        from probierz.systems.registry import find_system

        if not self.translator:
            raise OptionError("the source is not known: name what translates back with  --set translator=hf:FOLDER")
        return find_system(self.translator)
