"""Answers that look at the training targets alone: drawn from them, or the usual one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from probierz.errors import DataError, SystemFileError, Untrained
from probierz.suites.klej.baselines import always_the_same, drawn
from probierz.systems.storage import reading
from probierz.systems.system import Pair, System, Training

_FILE = "answers.json"


@dataclass
class DrawnAnswers(System):
    """Draws each answer from what is expected in train, so that labels come as often as there; see `drawn`."""

    kind: ClassVar[str] = "klej-drawn"
    _counts: Mapping[str, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    _seed: int = field(default=0, init=False, repr=False, compare=False)

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Count the expected lines; the seed of the training is that of the draws. Raises DataError without any."""
        _refuse_none(pairs)
        self._counts, self._seed = Counter(pair.expected for pair in pairs), training.seed

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield a line for each input; the same each time that this is asked."""
        if not self._counts:
            raise Untrained("there is nothing to draw from yet; train the system first")
        draws = drawn(self._counts, seed=self._seed)
        return (next(draws) for _ in inputs)

    def write(self, folder: Path) -> None:
        """Write the counts and the seed."""
        _write(folder, {"counts": dict(self._counts), "seed": self._seed})

    def read(self, folder: Path) -> None:
        """Read the counts and the seed."""
        found = _read(folder)
        counts, seed = found.get("counts"), found.get("seed")
        if (
            not isinstance(counts, dict)
            or not isinstance(seed, int)
            or not all(_is_count(one) for one in counts.values())
        ):
            raise SystemFileError(f"{folder / _FILE} holds no counts of answers; get or train the system anew")
        self._counts, self._seed = counts, seed


@dataclass
class UsualAnswer(System):
    """Always says the commonest label of train, of equals the first by letters; of numbers, the mean."""

    kind: ClassVar[str] = "klej-usual"
    _answer: str | None = field(default=None, init=False, repr=False, compare=False)

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Find it. Raises DataError without any pair."""
        _refuse_none(pairs)
        (self._answer,) = always_the_same([pair.expected for pair in pairs], 1)

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield it for each input."""
        if self._answer is None:
            raise Untrained("the usual answer is not known yet; train the system first")
        return (self._answer for _ in inputs)

    def write(self, folder: Path) -> None:
        """Write the answer."""
        _write(folder, {"answer": self._answer})

    def read(self, folder: Path) -> None:
        """Read the answer."""
        answer = _read(folder).get("answer")
        if not isinstance(answer, str):
            raise SystemFileError(f"{folder / _FILE} holds no answer; get or train the system anew")
        self._answer = answer


def _refuse_none(pairs: Sequence[Pair]) -> None:
    if not pairs:
        raise DataError("there is no pair to learn from")


def _is_count(value: object) -> bool:
    return isinstance(value, int) and value > 0


def _write(folder: Path, content: Mapping[str, Any]) -> None:
    (folder / _FILE).write_text(json.dumps(content, ensure_ascii=False), "utf-8")


def _read(folder: Path) -> dict[str, Any]:
    with reading(folder / _FILE):
        found = json.loads((folder / _FILE).read_text("utf-8"))
    return found if isinstance(found, dict) else {}
