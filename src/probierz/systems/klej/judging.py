"""What judges of one text and of two have in common: how they learn beside an encoder, and what they keep.

What is counted in texts becomes rows of numbers; ridge regression of an encoder's vectors adds columns, told of records
that it did not learn from; a model of all columns says how much speaks for each label.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy
from numpy.typing import NDArray

from probierz.errors import Untrained
from probierz.systems.answers import Answering
from probierz.systems.klej.foretelling import FOLDS, columns_of_targets, foretold, read_ridges, ridge_arrays, ridges_of
from probierz.systems.klej.overlap import Floats
from probierz.systems.klej.targets import TaskTargets, best_limit, folds_of
from probierz.systems.shared.ridge import Ridge
from probierz.systems.storage import reading
from probierz.systems.system import Answer, Pair, Training

_BLOCK = 256  # lines whose numbers are made together
_FILE = "learnt.npz"

Texts = Sequence[tuple[str, ...]]
"""The one or two texts of each record."""
Arrays = Mapping[str, NDArray[Any]]


class _KeptAsArrays(Protocol):
    """Something that is kept as arrays."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """By name."""


class _Model(_KeptAsArrays, Protocol):
    """What was learnt from rows."""

    def __call__(self, rows: Any) -> Floats:
        """How much speaks for each label, or the number: an array (rows, labels), or (rows, 1)."""


class _Learnt(NamedTuple):
    """counts: what is known of words. ridges: of the encoder's vectors, one for each label or one for the number; none
    without an encoder. limit: from which value on yes is said.
    """

    counts: _KeptAsArrays
    model: _Model
    ridges: tuple[Ridge, ...]
    limit: float


@dataclass
class Judge(Answering):
    """Says which label or number records get. Subclasses say what is counted, and which model learns from it.

    task: of KLEJ, `cdsc-e`; it says which columns hold the texts and what the answers are. encoder: `e5-small` or a
    folder: what ridge regression makes of its vectors is added to what the model sees; empty: none. penalty: see
    `fit_ridge`. cache: a folder in which numbers of the encoder are kept for the next time; empty: none.
    """

    later: ClassVar[tuple[str, ...]] = ("cache",)
    gives_chances: ClassVar[bool] = True
    task: str
    encoder: str = ""
    penalty: float = 300.0
    cache: str = ""
    _learnt: _Learnt | None = field(default=None, init=False, repr=False, compare=False)

    @abstractmethod
    def _counted(self, texts: Texts) -> _KeptAsArrays:
        """What is known of words once these records have been read."""

    @abstractmethod
    def _numbers(self, texts: Texts, counts: Any) -> tuple[Any, Floats]:
        """What the model sees, and vectors of the encoder (without columns where there is none), a row a record."""

    @abstractmethod
    def _beside(self, rows: Any, told: Floats) -> Any:
        """The rows with what is foretold as further columns."""

    @abstractmethod
    def _model(self, rows: Any, wanted: NDArray[Any], seed: int) -> _Model:
        """Learn from rows and numbers of labels, or numbers."""

    @abstractmethod
    def _from_arrays(self, arrays: Arrays, ridges: int) -> tuple[_KeptAsArrays, _Model]:
        """Read counts and model. ridges: how many columns are foretold. Raises KeyError or ValueError."""

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Learn from records. Raises DataError for fewer than ten, and for a label that the task does not have."""
        question = TaskTargets(self.task)
        wanted = question.wanted(pairs)
        texts = [question.texts(pair.input, line) for line, pair in enumerate(pairs, 1)]
        training.progress("reads texts", 0, len(texts))
        counts = self._counted(texts)
        rows, vectors = self._numbers(texts, counts)
        parts = folds_of([one[0] for one in texts], FOLDS, training.seed)
        ridges: tuple[Ridge, ...] = ()
        if vectors.shape[1]:
            targets = columns_of_targets(question, wanted)
            rows = self._beside(rows, foretold(vectors, targets, self.penalty, parts))
            ridges = ridges_of(vectors, targets, self.penalty)
        limit = self._limit(rows, wanted, parts, training) if question.is_yes_or_no else 0.0
        training.progress("learns from all", 0, 0)
        self._learnt = _Learnt(counts, self._model(rows, wanted, training.seed), ridges, limit)

    def _limit(self, rows: Any, wanted: NDArray[Any], parts: NDArray[numpy.int64], training: Training) -> float:
        """From which value on to say yes: best for what is said of records of other parts."""
        values = numpy.zeros(rows.shape[0])
        for part in range(FOLDS):
            training.progress("looks where yes begins", part, FOLDS)
            here = parts == part
            values[here] = self._model(rows[~here], wanted[~here], training.seed)(rows[here])[:, 1]
        return best_limit(values, wanted)

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield a label or number for each line; some hundred lines are read ahead."""
        question, learnt = TaskTargets(self.task), self._what_is_learnt()
        lines = enumerate(inputs, 1)
        while block := list(islice(lines, _BLOCK)):
            texts = [question.texts(line, number) for number, line in block]
            rows, vectors = self._numbers(texts, learnt.counts)
            if learnt.ridges:
                rows = self._beside(rows, numpy.column_stack([ridge(vectors) for ridge in learnt.ridges]))
            for values in learnt.model(rows):
                yield question.answer(values, learnt.limit, are_chances=self.gives_chances)

    def _what_is_learnt(self) -> _Learnt:
        if self._learnt is None:
            raise Untrained("nothing is known of the task yet; train the system first")
        return self._learnt

    def write(self, folder: Path) -> None:
        """Write counts, model and ridges."""
        counts, model, ridges, limit = self._what_is_learnt()
        arrays = {**counts.arrays(), **model.arrays(), **ridge_arrays(ridges), "limit": numpy.array([limit])}
        with (folder / _FILE).open("wb") as file:
            numpy.savez_compressed(file, allow_pickle=False, **arrays)

    def read(self, folder: Path) -> None:
        """Read counts, model and ridges."""
        with reading(folder / _FILE), numpy.load(folder / _FILE, allow_pickle=False) as arrays:
            ridges = read_ridges(arrays)
            counts, model = self._from_arrays(arrays, len(ridges))
            self._learnt = _Learnt(counts, model, ridges, float(arrays["limit"][0]))
