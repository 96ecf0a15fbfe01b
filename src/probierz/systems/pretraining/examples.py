"""What the network sees of segments: pieces with marks around them, hidden words, and halves in another order.

    words          <s> Kot <mask> rower . </s>
    words+order    <s> first half </s> second half </s>      follows, comes before, or is of another text, a third each

Source of the order: Wang et al. 2019 (StructBERT), as HerBERT of 2021 has it (Mroczkowski et al.).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.systems.pretraining.dropout import DroppingPieces, WordPieces
from probierz.systems.pretraining.masking import mask_words

Numbers = NDArray[numpy.int64]
FOLLOWS, BEFORE, OTHER = range(3)


class MarkNumbers(NamedTuple):
    """The numbers of the marks in the table of pieces."""

    begin: int
    end: int
    pad: int
    mask: int


class MaskedBatch(NamedTuple):
    """B segments, filled up to the longest of them.

    shown, wanted, types: pieces that the network sees, those that stood there, and 1 for a second half; (B, P).
    seen, drawn: what is no filling, and what has to be told; (B, P).
    orders: FOLLOWS, BEFORE or OTHER, -1 for none; (B,).
    """

    shown: Numbers
    wanted: Numbers
    types: Numbers
    seen: NDArray[numpy.bool_]
    drawn: NDArray[numpy.bool_]
    orders: Numbers


@dataclass
class ExampleMaker:
    """Makes examples of segments.

    tokenizer: of the library Tokenizers. length: the most pieces. size: of the table of pieces. special: pieces that
    stand for no text. has_order: whether halves are put in another order.
    """

    tokenizer: Any
    marks: MarkNumbers
    size: int
    special: frozenset[int]
    length: int
    share: float = 0.15
    dropped: float = 0.0
    has_order: bool = False

    def __post_init__(self) -> None:
        self._dropping = DroppingPieces(self.tokenizer) if self.dropped else None
        self._others = numpy.array([number for number in range(self.size) if number not in self.special], numpy.int64)

    def __call__(self, segments: Sequence[str], seed: int, *, is_measured: bool = False) -> MaskedBatch:
        """Make an example; the seed says what is hidden. is_measured: no piece is dropped."""
        draw = numpy.random.default_rng(seed)
        parts, orders = [], []
        for at, segment in enumerate(segments):
            other = segments[(at + 1) % len(segments)] if len(segments) > 1 else ""
            found, order = self._halves(segment, other, draw) if self.has_order else ([segment], -1)
            parts.append(self._cut(found, draw, is_measured))
            orders.append(order)
        return self._filled(parts, numpy.array(orders, numpy.int64), draw)

    def plain(self, texts: Sequence[str]) -> list[list[int]]:
        """Texts as the network sees them when nothing is hidden: their first pieces, with the marks around them."""
        encoded = self.tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return [[self.marks.begin, *one.ids[: self.length - 2], self.marks.end] for one in encoded]

    def _halves(self, segment: str, other: str, draw: numpy.random.Generator) -> tuple[list[str], int]:
        halves = _split(segment, draw)
        dice = int(draw.integers(3 if other else 2))
        if len(halves) < 2 or dice == OTHER:
            return ([halves[0], _split(other, draw)[-1]], OTHER) if other else (halves, -1)
        return (halves[::-1], BEFORE) if dice == BEFORE else (halves, FOLLOWS)

    def _cut(self, texts: Sequence[str], draw: numpy.random.Generator, is_measured: bool) -> list[WordPieces]:
        """Pieces of one text, or of two that fit together: of both as much as their share of the room."""
        if self._dropping and not is_measured:
            found = [self._dropping(text, self.dropped, draw) for text in texts]
        else:
            encoded = self.tokenizer.encode_batch(list(texts), add_special_tokens=False)
            found = [WordPieces(one.ids, one.word_ids) for one in encoded]
        room = self.length - 1 - len(texts)
        over = max(0, sum(len(one.pieces) for one in found) - room)
        if over and len(found) == 2:
            first = max(1, min(room - 1, len(found[0].pieces) - (over + 1) // 2))
            rooms = [first, room - first]
        else:
            rooms = [room] * len(found)
        return [WordPieces(one.pieces[:most], one.words[:most]) for one, most in zip(found, rooms, strict=True)]

    def _filled(
        self, texts: Sequence[Sequence[WordPieces]], orders: Numbers, draw: numpy.random.Generator
    ) -> MaskedBatch:
        width = max(1 + sum(len(part.pieces) + 1 for part in parts) for parts in texts)
        wanted = numpy.full((len(texts), width), self.marks.pad, numpy.int64)
        words, types = numpy.full_like(wanted, -1), numpy.zeros_like(wanted)
        seen = numpy.zeros(wanted.shape, bool)
        for row, parts in enumerate(texts):
            at, word = 1, 0
            wanted[row, 0] = self.marks.begin
            for number, part in enumerate(parts):
                end = at + len(part.pieces)
                wanted[row, at:end] = part.pieces
                words[row, at:end] = numpy.array(part.words, numpy.int64) + word
                wanted[row, end] = self.marks.end
                types[row, at : end + 1] = number
                word += 1 + max(part.words, default=0)
                at = end + 1
            seen[row, :at] = True
        hidden = mask_words(wanted, words, draw, share=self.share, mask=self.marks.mask, others=self._others)
        return MaskedBatch(hidden.pieces, wanted, types, seen, hidden.drawn, orders)


_ENDS = re.compile(r"(?<=[.!?…])\s+")
_SPACES = re.compile(r"\s+")


def _split(text: str, draw: numpy.random.Generator) -> list[str]:
    """Cut a text in two: between sentences where it has several, else between words; or not at all."""
    places = list(_ENDS.finditer(text)) or list(_SPACES.finditer(text))
    if not places:
        return [text]
    place = places[int(draw.integers(len(places)))]
    return [text[: place.start()], text[place.end() :]]


_BEGINNING = 400
"""What beginning another part costs, in pieces: on a processor about as much as so many more."""


def parts_of(example: MaskedBatch, most: int) -> list[MaskedBatch]:
    """Cut an example into up to `most` parts of segments alike in length, if so little is filled up that it pays."""
    lengths = example.seen.sum(axis=1)
    order = numpy.argsort(-lengths, kind="stable")
    ways = [numpy.array_split(order, count) for count in range(1, min(most, len(order)) + 1)]
    best = min(ways, key=lambda way: sum(len(rows) * int(lengths[rows].max()) + _BEGINNING for rows in way))
    return [_part(example, rows, int(lengths[rows].max())) for rows in best]


def _part(example: MaskedBatch, rows: Numbers, width: int) -> MaskedBatch:
    cut = {name: array[rows, :width] for name, array in example._asdict().items() if name != "orders"}
    return MaskedBatch(**cut, orders=example.orders[rows])
