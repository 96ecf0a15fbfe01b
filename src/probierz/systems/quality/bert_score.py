"""BERTScore as a system: how well the pieces of a translation and of a human one match for an encoder."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import log
from pathlib import Path
from typing import Any, ClassVar

import numpy

from probierz.errors import DataError, OptionError, Untrained
from probierz.systems.answers import Answering, Number
from probierz.systems.encoder.encoding import Encoded, Encoder, open_encoder
from probierz.systems.quality.features import Translation
from probierz.systems.quality.rating import read_translation
from probierz.systems.quality.similarities import greedy_matching
from probierz.systems.shared.human_ratings import read_ratings
from probierz.systems.storage import reading
from probierz.systems.system import Answer, Pair, Training

_BLOCK = 256
_FILE = "learnt.json"


@dataclass
class BertScore(Answering):
    """Says 100 F of a translation against the human one (Zhang et al. 2020).

    encoder: a name or folder. layer: whose vectors are matched, counted from 1; 0: the one that goes best with the
    ratings that it is fitted on, by Pearson; nothing else is learnt from them. idf: pieces that are in few human
    translations weigh more, by those that it is fitted on.

        idf(piece) = log((n + 1) / (n of texts with it + 1)),  n human translations
    """

    kind: ClassVar[str] = "quality-bert-score"
    encoder: str = "e5-small"
    layer: int = 0
    idf: bool = False
    _layer: int = field(default=0, init=False, repr=False, compare=False)
    _weights: dict[str, float] = field(default_factory=dict, init=False, repr=False, compare=False)
    _unseen: float = field(default=1.0, init=False, repr=False, compare=False)

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Choose the layer, and count pieces. Raises DataError for what is no rating, OptionError for another layer."""
        encoder = open_encoder(self.encoder)
        if not 0 <= self.layer <= encoder.network.layers:
            raise OptionError(f"layer={self.layer}: {self.encoder} has {encoder.network.layers} layers, 0 chooses one")
        translations = [read_translation(pair.input, 3, line) for line, pair in enumerate(pairs, 1)]
        training.progress("reads translations", 0, len(pairs))
        if self.idf:
            self._count([one.human for one in translations], encoder)
        self._layer = self.layer or self._best(encoder, translations, pairs)

    def _count(self, texts: Sequence[str], encoder: Encoder) -> None:
        counts = Counter(
            piece
            for text, encoded in zip(texts, encoder.pieces(texts, [0]), strict=True)
            for piece in set(_pieces(text, encoded))
        )
        self._unseen = log(len(texts) + 1)
        self._weights = {piece: log((len(texts) + 1) / (count + 1)) for piece, count in sorted(counts.items())}

    def _best(self, encoder: Encoder, translations: Sequence[Translation], pairs: Sequence[Pair]) -> int:
        layers = range(1, encoder.network.layers + 1)
        wanted = numpy.array(read_ratings([pair.expected for pair in pairs]))
        if len(wanted) < 2 or not wanted.std():
            raise DataError("a layer is chosen by ratings that differ; there are none")
        found = numpy.array(list(self._matched(encoder, translations, layers)))
        spread = found.std(axis=0)
        together = ((found - found.mean(axis=0)) * (wanted - wanted.mean())[:, None]).mean(axis=0)
        return layers[int(numpy.argmax(together / numpy.maximum(spread, 1e-12)))]

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield 100 F for each line; some hundred lines are read ahead. Raises Untrained."""
        if not self._layer:
            raise Untrained("no layer is chosen yet; train the system first")
        encoder = open_encoder(self.encoder)
        lines = enumerate(inputs, 1)
        while block := list(islice(lines, _BLOCK)):
            translations = [read_translation(line, 3, number) for number, line in block]
            for (value,) in self._matched(encoder, translations, [self._layer]):
                yield Number(100 * value)

    def _matched(
        self, encoder: Encoder, translations: Sequence[Translation], layers: Sequence[int]
    ) -> Iterator[list[float]]:
        """F by layer for each translation."""
        texts = [one.machine for one in translations], [one.human for one in translations]
        found = (encoder.pieces(column, layers) for column in texts)
        for mine, theirs, machine, human in zip(*texts, *found, strict=True):
            weights = self._weighed(mine, machine), self._weighed(theirs, human)
            yield [
                greedy_matching(these, those, *weights)[2]
                for these, those in zip(machine.layers, human.layers, strict=True)
            ]

    def _weighed(self, text: str, encoded: Encoded) -> Any:
        if not self.idf:
            return None
        return numpy.array([self._weights.get(piece, self._unseen) for piece in _pieces(text, encoded)])

    def write(self, folder: Path) -> None:
        """Write the layer, and the weights of pieces."""
        if not self._layer:
            raise Untrained("no layer is chosen yet; train the system first")
        learnt = {"layer": self._layer, "unseen": self._unseen, "weights": self._weights}
        (folder / _FILE).write_text(json.dumps(learnt, ensure_ascii=False), "utf-8")

    def read(self, folder: Path) -> None:
        """Read them. Raises SystemFileError."""
        with reading(folder / _FILE):
            learnt = json.loads((folder / _FILE).read_text("utf-8"))
            self._layer, self._unseen = int(learnt["layer"]), float(learnt["unseen"])
            self._weights = {str(piece): float(weight) for piece, weight in learnt["weights"].items()}


def _pieces(text: str, encoded: Encoded) -> list[str]:
    return [text[begin:end] for begin, end in encoded.spans]
