"""Rating translations by ridge regression on numbers that tell how good one is.

What is near and long: features.py; how it reads: fluency.py; what an encoder says: similarities.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from pathlib import Path
from typing import ClassVar

import numpy

from probierz.errors import DataError, SystemFileError, Untrained
from probierz.systems.answers import Answering, Number
from probierz.systems.quality.features import Floats, Translation, alone, beside_human
from probierz.systems.quality.fluency import fluency, polish_tagger
from probierz.systems.quality.notes import words_of
from probierz.systems.shared.human_ratings import evenly_spread, read_ratings, scale_of
from probierz.systems.shared.ridge import Ridge, fit_ridge
from probierz.systems.storage import reading
from probierz.systems.system import Answer, Pair, Training

_BLOCK = 256  # lines whose numbers are made together
_FILE = "weights.npz"


@dataclass
class Rating(Answering):
    """Says how good a translation is, on the scale of what it learnt from.

    columns: of an input line. 3: the machine's translation, the source, a human translation, as in PolEval's task 2A.
    1: the machine's translation alone, as in 2B; further columns are then not read. encoder: whose similarities and
    vectors are added, `e5-small` or a folder; empty: none. penalty: see `fit_ridge`. trust: how much a number of a
    vector may weigh beside a feature.
    """

    kind: ClassVar[str] = "quality-rating"
    columns: int = 3
    encoder: str = ""
    penalty: float = 100.0
    trust: float = 0.08
    fifths: tuple[float, ...] = field(default=(), init=False, compare=False)
    """Four ratings between the fifths of the translations that were learnt from, as it rates them itself."""
    scale: tuple[float, float] = field(default=(-inf, inf), init=False, compare=False)
    """The lowest and the highest rating that is given; see `scale_of`."""

    is_polish: bool = field(default=True, init=False, compare=False)
    """Whether the translations that were learnt from are Polish."""

    _ridge: Ridge | None = field(default=None, init=False, repr=False, compare=False)
    _known: dict[str, float] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Ratings of the lines that were learnt from; they are not kept when it is saved."""

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Learn from lines with a number each. Raises DataError for fewer than two, and see `read_ratings`."""
        if len(pairs) < 2:
            raise DataError(f"there are {len(pairs)} rated translations; two at least are needed to learn from")
        ratings = read_ratings([pair.expected for pair in pairs])
        if min(ratings) == max(ratings):
            raise DataError(f"all ratings are {pairs[0].expected}; from equal ones nothing can be learnt")
        translations = [read_translation(pair.input, self.columns, line) for line, pair in enumerate(pairs, 1)]
        training.progress("reads translations", 0, len(pairs))
        features, vectors = self._numbers(translations)
        importance = numpy.concatenate([numpy.ones(features.shape[1]), numpy.full(vectors.shape[1], self.trust)])
        numbers = numpy.hstack([features, vectors])
        self._ridge = fit_ridge(numbers, evenly_spread(ratings), self.penalty, importance)
        self.scale = scale_of(ratings)
        self.is_polish = _are_polish(translations)
        rated = self._rated(numbers)
        self._known = dict(zip((pair.input for pair in pairs), rated.tolist(), strict=True))
        self.fifths = tuple(numpy.quantile(rated, (0.2, 0.4, 0.6, 0.8)).tolist())

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield a number for each line; some hundred lines are read ahead."""
        if self._ridge is None:
            raise Untrained("no weights are known yet; train the system first")
        lines = enumerate(inputs, 1)
        while block := list(islice(lines, _BLOCK)):
            translations = [
                read_translation(line, self.columns, number) for number, line in block if line not in self._known
            ]
            rated = iter(self._rated(numpy.hstack(self._numbers(translations))) if translations else ())
            yield from (Number(self._known[line] if line in self._known else next(rated)) for _, line in block)

    def _rated(self, numbers: Floats) -> Floats:
        assert self._ridge is not None
        if numbers.shape[1] != len(self._ridge.means):
            raise SystemFileError("this system learnt from other numbers, those of an older version; train it again")
        return self._ridge(numbers).clip(*self.scale)

    def _numbers(self, translations: Sequence[Translation]) -> tuple[Floats, Floats]:
        """Features, and vectors of the encoder, a row a translation."""
        plain = beside_human(translations) if self.columns == 3 else alone(translations)
        plain = numpy.hstack([plain, fluency([one.machine for one in translations])])
        if self.columns == 3:
            plain = numpy.hstack([plain, fluency([one.human for one in translations])])
        if not self.encoder:
            return plain, numpy.zeros((len(translations), 0))
        from probierz.systems.encoder.encoding import open_encoder
        from probierz.systems.quality.similarities import vectors_alone, vectors_beside

        encoder = open_encoder(self.encoder)
        if self.columns == 3:
            near, vectors = vectors_beside(encoder, translations)
            return numpy.hstack([plain, near]), vectors
        return plain, vectors_alone(encoder, translations)

    def write(self, folder: Path) -> None:
        """Write the weights."""
        if self._ridge is None:
            raise Untrained("no weights are known yet; train the system first")
        with (folder / _FILE).open("wb") as file:
            numpy.savez(
                file,
                allow_pickle=False,
                fifths=numpy.array(self.fifths),
                scale=numpy.array(self.scale),
                is_polish=numpy.array(self.is_polish),
                **self._ridge.arrays(),
            )

    def read(self, folder: Path) -> None:
        """Read the weights."""
        with reading(folder / _FILE), numpy.load(folder / _FILE, allow_pickle=False) as arrays:
            self._ridge = Ridge.from_arrays(arrays)
            self.fifths = tuple(arrays["fifths"].tolist())
            if "scale" in arrays:  # those that were saved before it was kept give any rating
                lowest, highest = arrays["scale"].tolist()
                self.scale = lowest, highest
            if "is_polish" in arrays:
                self.is_polish = bool(arrays["is_polish"])


def _are_polish(translations: Sequence[Translation]) -> bool:
    """Whether most of some hundred translations are Polish, by the dictionary of the network for punctuation."""
    few = [words_of(one.machine) for one in translations[:_TELLING]]
    return 2 * sum(polish_tagger().are_foreign([words])[0] for words in few) < len(few)


_TELLING = 300


def read_translation(line: str, columns: int, number: int = 0) -> Translation:
    """Read an input line. Raises DataError, with the number of the line, when it has too few columns."""
    found = line.split("\t")
    if columns == 1:
        return Translation(found[0])
    if len(found) < 3:
        raise DataError(
            f"three columns are wanted (machine's translation, source, human translation), found {len(found)}",
            line=number or None,
        )
    return Translation(*found[:3])
