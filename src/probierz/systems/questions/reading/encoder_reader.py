"""A reader that has an encoder beside the features of spans: what `probierz qa reader` makes.

    h = encoder(<s> question </s> title </s> passage </s>)                   (pieces, hidden)
    told(i, j) = ln P(begin i) + ln P(end j) = (h v)_i - ln sum exp h v + (h w)_j - ln sum exp h w
    score(span) = features · weights + beside * told(first piece, last piece)

Sums are over the pieces of all passages of the question together (shared normalisation: Clark & Gardner 2018). It runs
without PyTorch; only its training needs it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

import numpy
from numpy.typing import NDArray

from probierz.errors import SystemFileError, nearest
from probierz.systems.encoder.eight_bits import from_eight_bits, in_eight_bits
from probierz.systems.encoder.encoding import open_tokenizer
from probierz.systems.encoder.folders import encoder_folder
from probierz.systems.encoder.network import Network, open_network
from probierz.systems.questions.finding.index import FoundPassage
from probierz.systems.questions.reading.reader import PassageReading, ReaderWeights, described, read_spans
from probierz.systems.questions.reading.reading_rows import ReadingRow, RowMaker
from probierz.systems.questions.reading.span_features import FEATURES
from probierz.systems.questions.reading.spans import PassageSpans
from probierz.systems.shared.batches import in_like_batches
from probierz.whole_files import whole_folder

SHIPPED_READER = "e5-small"
"""What the reader with an encoder that comes with the package is called in place of a folder."""

_LONGEST = 512
_TOGETHER = 1024  # pieces that are run together; four times as many leave the processor's cache
_UNTOLD = -30.0  # of what no row shows
_SHIPPED = Path(__file__).parent / "shipped" / "encoder"
_FILE, _NUMBERS = "weights.npz", "reader.json"
_OUTPUT, _BIAS = "output", "bias"

Numbers = NDArray[numpy.float32]
Places = NDArray[numpy.int64]


@dataclass(frozen=True)
class ReadingWeights:
    """What an encoder learnt: weights under the names of its file, and the last matrix (hidden, 2) with its bias."""

    tensors: Mapping[str, Numbers]
    output: Numbers
    bias: Numbers


@dataclass
class EncoderReader:
    """Reads passages. weights: of the features of spans, and behind them that of what the encoder tells."""

    tuned: ReadingWeights
    weights: ReaderWeights
    backbone: str = "e5-small"

    def read(self, question: str, found: Sequence[FoundPassage], rarity: Mapping[str, float]) -> PassageReading | None:
        """Return the likeliest answer of passages, the best first; None where no span can answer."""
        return next(self.readings(question, found, rarity), None)

    def readings(
        self, question: str, found: Sequence[FoundPassage], rarity: Mapping[str, float]
    ) -> Iterator[PassageReading]:
        """Yield the likeliest answer of passages, and behind it a few others, as `reader.readings`."""
        return read_spans(question, found, self.described(question, found, rarity), self.weights)

    def described(
        self, question: str, found: Sequence[FoundPassage], rarity: Mapping[str, float]
    ) -> list[PassageSpans]:
        """The spans of each passage, with what the encoder tells as their last feature."""
        spans = described(question, found, rarity)
        told = self.told(question, [(one.title, one.text) for one in found])
        return [
            replace(own, features=numpy.column_stack([own.features, _of_spans(own.places, *one)]))
            for own, one in zip(spans, told, strict=True)
        ]

    def told(self, question: str, passages: Sequence[tuple[str, str]]) -> list[tuple[Places, Numbers]]:
        """Of each passage, title and text: the characters of its pieces (pieces, 2), ln P of begin and end (pieces, 2).

        All passages make one distribution.
        """
        found = self.scores(question, passages)
        every = numpy.concatenate([own for _, own in found]) if found else numpy.zeros((0, 2), numpy.float32)
        norms = _log_sum(every) if len(every) else 0.0
        return [(places, own - norms) for places, own in found]

    def scores(self, question: str, passages: Sequence[tuple[str, str]]) -> list[tuple[Places, Numbers]]:
        """The same, of each passage by itself: what is summed up to one in `told`."""
        cut = [self._rows.spans(text) for _, text in passages]
        rows = [
            (number, row)
            for number, ((title, _), (ids, _)) in enumerate(zip(passages, cut, strict=True))
            for row in self._rows.rows(question, title, ids)
        ]
        scores = [numpy.full((len(ids), 2), _UNTOLD, numpy.float32) for ids, _ in cut]
        for (number, row), own in zip(rows, self._run([row for _, row in rows]), strict=True):
            kept = scores[number][row.low : row.low + row.count]
            numpy.maximum(kept, own, out=kept)
        places = (numpy.array(spans, numpy.int64).reshape(-1, 2) for _, spans in cut)
        return list(zip(places, scores, strict=True))

    def _run(self, rows: Sequence[ReadingRow]) -> list[Numbers]:
        """The scores of begin and end of the pieces of each row."""
        found: list[Numbers] = [numpy.zeros((0, 2), numpy.float32)] * len(rows)
        for some in in_like_batches(range(len(rows)), lambda at: len(rows[at].ids), _TOGETHER):
            ids = numpy.ones((len(some), len(rows[some[-1]].ids)), numpy.int64)
            mask = numpy.zeros(ids.shape, numpy.int32)
            for line, at in enumerate(some):
                ids[line, : len(rows[at].ids)] = rows[at].ids
                mask[line, : len(rows[at].ids)] = 1
            (states,) = self._network.run(ids, mask, [self._network.layers])
            for line, at in enumerate(some):
                own = states[line, rows[at].first : rows[at].first + rows[at].count]
                found[at] = own @ self.tuned.output + self.tuned.bias
        return found

    @cached_property
    def _network(self) -> Network:
        return open_network(encoder_folder(self.backbone), tuned=self.tuned.tensors)

    @cached_property
    def _rows(self) -> RowMaker:
        return RowMaker(open_tokenizer(encoder_folder(self.backbone)), min(_LONGEST, self._network.longest))

    # --- keeping ---

    def save(self, folder: Path) -> None:
        """Write what was learnt, the encoder's weights in 8 bits, whole or not at all."""
        named = {**self.tuned.tensors, _OUTPUT: self.tuned.output, _BIAS: self.tuned.bias}
        with whole_folder(folder) as beside:
            with (beside / _FILE).open("wb") as file:
                numpy.savez(file, allow_pickle=False, **in_eight_bits(named))
            about = {"backbone": self.backbone, **asdict(self.weights)}
            (beside / _NUMBERS).write_text(json.dumps(about, indent=1) + "\n", "utf-8")


def open_reader(folder: str | os.PathLike[str]) -> EncoderReader:
    """Open what `save` wrote; SHIPPED_READER: the one that comes with the package. Raises SystemFileError."""
    place = _SHIPPED if folder == SHIPPED_READER else Path(folder)
    if not place.exists():
        hint = (
            f"did you mean {SHIPPED_READER}?" if nearest(str(folder), [SHIPPED_READER]) else "see  probierz qa reader"
        )
        raise SystemFileError(f"there is no folder {folder}; {hint}")
    try:
        about = json.loads((place / _NUMBERS).read_text("utf-8"))
        weights = ReaderWeights(*(tuple(map(float, about[name])) for name in ("spans", "confidence")))
        if len(weights.spans) != len(FEATURES) + 1:
            raise ValueError(f"{len(weights.spans)} weights, and now there are {len(FEATURES) + 1}")
        with numpy.load(place / _FILE, allow_pickle=False) as arrays:
            named = from_eight_bits({name: arrays[name] for name in arrays})
        tuned = ReadingWeights(output=named.pop(_OUTPUT), bias=named.pop(_BIAS), tensors=named)
        return EncoderReader(tuned, weights, str(about["backbone"]))
    except (OSError, ValueError, KeyError, TypeError, EOFError) as error:
        raise SystemFileError(f"{folder} holds no reader ({error}); `probierz qa reader` makes one") from None


@lru_cache(2)
def opened_reader(folder: str) -> EncoderReader:
    """Open a reader once for all that read with it."""
    return open_reader(folder)


def _of_spans(spans: NDArray[numpy.int64], places: NDArray[numpy.int64], told: Numbers) -> Numbers:
    """What is told of spans of characters: of the pieces that their first and last characters are in."""
    if not len(places) or not len(spans):
        return numpy.full(len(spans), 2 * _UNTOLD, numpy.float32)
    first = numpy.searchsorted(places[:, 1], spans[:, 0], side="right")
    last = numpy.searchsorted(places[:, 0], spans[:, 1], side="left") - 1
    kept = [numpy.clip(one, 0, len(places) - 1) for one in (first, last)]
    found: Numbers = told[kept[0], 0] + told[kept[1], 1]
    return found


def _log_sum(scores: Numbers) -> Numbers:
    most = scores.max(axis=0)
    found: Numbers = numpy.log(numpy.exp(scores - most).sum(axis=0)) + most
    return found
