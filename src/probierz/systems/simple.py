"""Systems that need no model: a constant, the input as it is, the commonest answer, a substitution."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from probierz.errors import DataError, OptionError, Untrained
from probierz.systems.storage import reading
from probierz.systems.system import Pair, System, Training


@dataclass
class Constant(System):
    """Says the same on each line."""

    kind: ClassVar[str] = "constant"
    learns: ClassVar[bool] = False
    answer: str

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield the answer for each input."""
        return (self.answer for _ in inputs)


@dataclass
class Unchanged(System):
    """Says what it was given."""

    kind: ClassVar[str] = "unchanged"
    learns: ClassVar[bool] = False

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield each input."""
        return iter(inputs)


@dataclass
class Majority(System):
    """Says what was expected most often; of several such lines the first in the order of characters."""

    kind: ClassVar[str] = "majority"
    _answer: str | None = field(default=None, init=False)

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Count the expected lines. Raises DataError when there are none."""
        if not pairs:
            raise DataError("there is no pair to learn from")
        counts = Counter(pair.expected for pair in pairs)
        self._answer = min(counts, key=lambda line: (-counts[line], line))

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield the commonest line for each input."""
        if self._answer is None:
            raise Untrained("the commonest line is not known yet; train the system first")
        return (self._answer for _ in inputs)

    def write(self, folder: Path) -> None:
        """Write the line."""
        (folder / "answer.json").write_text(json.dumps(self._answer), "utf-8")

    def read(self, folder: Path) -> None:
        """Read the line."""
        with reading(folder / "answer.json"):
            found = json.loads((folder / "answer.json").read_text("utf-8"))
        self._answer = found if isinstance(found, str) else None


@dataclass
class Substitution(System):
    r"""Replaces what matches a regular expression; `\1` in the replacement is the first group."""

    kind: ClassVar[str] = "substitution"
    learns: ClassVar[bool] = False
    pattern: str
    replacement: str

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield each input without blanks at its end and with all matches replaced, from left to right."""
        return (self._replaced(number, line) for number, line in enumerate(inputs, 1))

    def _replaced(self, number: int, line: str) -> str:
        try:
            text: str = self._compiled.sub(self.replacement, line.rstrip(), timeout=_SECONDS_A_LINE)
        except TimeoutError:
            raise DataError(f"the pattern {self.pattern!r} takes too long on this line", line=number) from None
        return text

    @cached_property
    def _compiled(self) -> Any:
        import regex

        try:
            return regex.compile(self.pattern)
        except regex.error as error:
            raise OptionError(f"the pattern {self.pattern!r} is not a regular expression: {error}") from None


_SECONDS_A_LINE = 10.0
