"""How far what is written has come in what was read, letter by letter, as edits count it.

    read       ▁nie  u  -  ▁stan  nem
    written    ▁nie  u  JOINT                  the next piece is ▁stan, most likely: its cost is 0

The cost of a piece is what it takes to turn the letters before it into what is written so far. Letters are counted and
not pieces, since the same letters may be written in others. JOINT, after which a piece has no space before it, stands
for a space, or for any sign that is no letter and no digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

NOT_READ = -1
"""At places of a source that are not to be copied: what stands before the text, and what fills it up."""
SIGN = "▁"  # before a word

_REPLACED, _LEFT_OUT, _PUT_IN = 2, 2, 3
"""Costs of a letter. What is put in costs more: a new letter stands for one that was read more often."""
_BACK = 8
_FAR = 100_000
_WHOLE = 0xF0000  # signs that nobody uses, for pieces that are no letters

Costs = NDArray[numpy.int32]


class _ReadLetters(NamedTuple):
    """The letters of a source, which of them a joint may stand for, and where in it and in them pieces begin."""

    letters: NDArray[numpy.int32]
    is_sign: NDArray[numpy.bool_]
    places: NDArray[numpy.int64]
    begins: NDArray[numpy.int64]


class Follower:
    """Counts costs. pieces: what each number of a piece is; those in `whole` are no letters; joint: one of these."""

    def __init__(self, pieces: Sequence[str], whole: set[int], joint: int) -> None:
        self._joint = joint
        self._letters = [
            chr(_WHOLE + number) if number in whole else piece.replace(SIGN, " ") for number, piece in enumerate(pieces)
        ]
        self._known: dict[bytes, Costs] = {}

    def throughout(self, sources: Any, written: Any) -> Any:
        """The costs at every step: of sources (B, S) and what is written (B, T), float32 (B, T + 1, S)."""
        found = numpy.full((len(sources), written.shape[1] + 1, sources.shape[1]), _FAR, numpy.float32)
        for row, (source, pieces) in enumerate(zip(sources, written, strict=True)):
            read = self._read(source)
            costs = _at_first(read)
            found[row, 0, read.places] = _of_pieces(read, costs)
            for at in range(len(pieces)):
                costs = self._after(read, costs, pieces, at)
                found[row, at + 1, read.places] = _of_pieces(read, costs)
        return found

    def now(self, sources: Any, written: Any) -> Any:
        """The costs at the last step alone, (B, 1, S); rows that were one piece shorter before are gone on with."""
        found = numpy.full((len(sources), 1, sources.shape[1]), _FAR, numpy.float32)
        known: dict[bytes, Costs] = {}
        for row, (source, pieces) in enumerate(zip(sources, written, strict=True)):
            read, key = self._read(source), source.tobytes()
            costs = self._known.get(key + pieces[:-1].tobytes())
            for at in range(0 if costs is None else len(pieces) - 1, len(pieces)):
                costs = self._after(read, _at_first(read) if costs is None else costs, pieces, at)
            assert costs is not None  # something is written
            known[key + pieces.tobytes()] = costs
            found[row, 0, read.places] = _of_pieces(read, costs)
        self._known = known
        return found

    def _read(self, source: Any) -> _ReadLetters:
        places = numpy.flatnonzero(source != NOT_READ)
        pieces = [self._letters[source[place]] for place in places]
        text = "".join(pieces)
        letters = numpy.array([ord(letter) for letter in text], numpy.int32)
        is_sign = numpy.array([not letter.isalnum() for letter in text], bool)
        begins = numpy.cumsum([0, *map(len, pieces)])[:-1]
        return _ReadLetters(letters, is_sign, places, begins)

    def _after(self, read: _ReadLetters, costs: Costs, pieces: Any, at: int) -> Costs:
        """The costs after one more piece, at each letter of the source and behind the last."""
        if pieces[at] == self._joint:
            return _stepped(costs, ~read.is_sign)
        letters = self._letters[pieces[at]]
        if at and pieces[at - 1] == self._joint:
            letters = letters.removeprefix(" ")
        for letter in letters:
            costs = _stepped(costs, read.letters != ord(letter))
        return costs


def _of_pieces(read: _ReadLetters, costs: Costs) -> NDArray[numpy.int32]:
    """Of each piece, the cheapest 0; those before it are dearer, as nothing is copied twice."""
    found: NDArray[numpy.int32] = costs[read.begins] - costs[read.begins].min()
    before = found[: found.argmin()]
    before[:] = _BACK * (1 + before) - 1
    return found


def _at_first(read: _ReadLetters) -> Costs:
    return numpy.arange(len(read.letters) + 1, dtype=numpy.int32) * _LEFT_OUT


def _stepped(costs: Costs, differs: NDArray[numpy.bool_]) -> Costs:
    found = costs + _PUT_IN
    found[1:] = numpy.minimum(found[1:], costs[:-1] + _REPLACED * differs)
    left_out = numpy.arange(len(costs), dtype=numpy.int32) * _LEFT_OUT
    stepped: Costs = numpy.minimum.accumulate(found - left_out) + left_out
    return stepped
