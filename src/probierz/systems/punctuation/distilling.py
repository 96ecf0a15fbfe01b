"""What a teacher, an encoder that was tuned, thinks of each word of a corpus (extra `neural`).

    o(w) = softmax(scores(w)), of marks, cases and spacing each          (Hinton, Vinyals, Dean 2015, at temperature 1)

The small network that learns from o as well as from the labels comes nearer to the teacher at its own speed and size.
The teacher is the encoder alone: what the network itself says of texts that it has learnt from is no news to it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.systems.contents import content_of
from probierz.systems.encoder.encoding import open_tokenizer
from probierz.systems.libraries import library
from probierz.systems.neural.layer_tuning import lowest_layers
from probierz.systems.punctuation.encoder_learning import (
    CorpusPieces,
    EncoderPlan,
    Rows,
    TunedEncoder,
    batch_of,
    word_scores,
)
from probierz.systems.punctuation.learning import CASE_LABELS, MARK_LABELS, SPACE_LABELS
from probierz.systems.storage import reading
from probierz.systems.system import Progress, no_progress
from probierz.whole_files import whole_file

_MARGIN = 12  # words at the edge of a stretch that another one judges
_BATCH = 16
_BLOCK = 50 * _BATCH  # stretches whose opinions are kept together: a minute of one core


def opinions(
    folder: Path,
    tuned: TunedEncoder,
    depth: int,
    forms: Sequence[str],
    rows: Rows,
    progress: Progress = no_progress,
    kept: Path | None = None,
) -> NDArray[numpy.float16]:
    """The probabilities of all labels, (rows, labels), by the encoder of a folder that was tuned; in 16 bits.

    kept: a folder for what was said, block by block, so that nothing is asked twice of one teacher and one text.
    Raises MissingExtra without PyTorch.
    """
    place = kept / _digest(folder, tuned, depth, forms, rows) if kept else None
    teacher = _Teacher(folder, tuned, depth, forms)
    spans = list(stretches(teacher.pieces.counts[rows[:, 0]], teacher.room))
    found = numpy.zeros((len(rows), len(tuned.bias)), numpy.float16)
    for begin in range(0, len(spans), _BLOCK):
        block = spans[begin : begin + _BLOCK]
        words = slice(block[0].first, block[-1].last)
        path = place / f"{begin}.npy" if place else None
        if path and path.is_file():
            with reading(path, "remove it, and the teacher is asked again"):
                found[words] = numpy.load(path, allow_pickle=False)
            continue
        for at in range(0, len(block), _BATCH):
            group = block[at : at + _BATCH]
            found[group[0].first : group[-1].last] = teacher.asked(rows, group)
            progress("asks the teacher", begin + at + len(group), len(spans))
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(path) as file:
                numpy.save(file, found[words])
    return found


class _Teacher:
    """An encoder that was tuned, with the pieces of a corpus and how many of them it reads at once."""

    def __init__(self, folder: Path, tuned: TunedEncoder, depth: int, forms: Sequence[str]) -> None:
        self._torch = torch = library("torch")
        model = lowest_layers(folder, depth)
        weights = {name: torch.from_numpy(one) for name, one in tuned.tensors.items()}
        model.load_state_dict(weights, strict=False)
        self._model = model.to(torch.bfloat16)
        self._head = torch.nn.Linear(*tuned.output.shape, device=model.device)
        last = {"weight": torch.from_numpy(tuned.output.T.copy()), "bias": torch.from_numpy(tuned.bias)}
        self._head.load_state_dict(last)
        self.pieces = CorpusPieces(forms, open_tokenizer(folder))
        self.room = min(EncoderPlan(()).pieces, model.config.max_position_embeddings) - 1

    def asked(self, rows: Rows, group: Sequence[Stretch]) -> NDArray[numpy.float16]:
        """The probabilities of all labels, (words, labels), of the words that are judged in stretches."""
        cut = [rows[one.begin : one.end] for one in group]
        batch = batch_of([(*self.pieces.of(one[:, 0], self.room), one) for one in cut], self.pieces.begin)
        with self._torch.inference_mode():
            chances = _chances(self._torch, word_scores(self._torch, self._model, self._head, batch))
        judged = [own[one.first - one.begin : one.last - one.begin] for own, one in zip(chances, group, strict=True)]
        return numpy.concatenate(judged)


def _digest(folder: Path, tuned: TunedEncoder, depth: int, forms: Sequence[str], rows: Rows) -> str:
    """What opinions depend on: the teacher and the text."""
    digest = hashlib.sha256(f"{content_of(str(folder))}\0{depth}\0".encode())
    for name, weights in sorted({**tuned.tensors, " output": tuned.output, " bias": tuned.bias}.items()):
        digest.update(f"{name}\0{weights.shape}\0".encode())
        digest.update(numpy.ascontiguousarray(weights).tobytes())
    digest.update("\0".join(forms).encode())
    digest.update(numpy.ascontiguousarray(rows[:, 0]).tobytes())
    return digest.hexdigest()[:32]


def _chances(torch: Any, scores: Any) -> NDArray[numpy.float16]:
    kinds = scores.split((MARK_LABELS, CASE_LABELS, SPACE_LABELS), dim=2)
    found: NDArray[numpy.float16] = torch.cat([kind.softmax(2) for kind in kinds], dim=2).half().cpu().numpy()
    return found


class Stretch(NamedTuple):
    """Words that are looked at together, and those of them that are judged there."""

    begin: int
    end: int
    first: int
    last: int


def stretches(counts: NDArray[Any], room: int) -> Iterator[Stretch]:
    """Yield stretches of words of so many pieces each, none of which is greater than the room; all words are judged."""
    ends = counts.cumsum()
    begin = first = 0
    while first < len(counts):
        end = int(numpy.searchsorted(ends, ends[begin] - counts[begin] + room, side="right"))
        last = end if end == len(counts) else max(first + 1, end - _MARGIN)
        yield Stretch(begin, end, first, last)
        begin, first = max(begin + 1, last - _MARGIN), last
