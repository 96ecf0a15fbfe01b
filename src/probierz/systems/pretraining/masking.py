"""Which words are hidden: whole ones, drawn anew each time they are seen.

    drawn     words in random order, as long as their pieces fit into `share` of all pieces; one word at least
    a piece   of a drawn word becomes <mask> (80 %), any other piece (10 %), or stays as it is (10 %)

Source: Devlin et al. 2019 for the shares; whole words, as their code of May 2019 and HerBERT have it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy
from numpy.typing import NDArray

Numbers = NDArray[numpy.int64]

_HIDDEN, _REPLACED = 0.8, 0.1


class Masked(NamedTuple):
    """pieces: what the network sees, (B, P); drawn: which of them it has to tell, (B, P)."""

    pieces: Numbers
    drawn: NDArray[numpy.bool_]


def mask_words(
    pieces: Numbers, words: Numbers, draw: numpy.random.Generator, *, share: float, mask: int, others: Numbers
) -> Masked:
    """Hide words of B texts with P pieces each.

    words: the number of the word that a piece is of, from 0, ascending; -1 for what is never hidden.
    mask: the number of <mask>. others: the pieces that may stand for another.
    """
    drawn = numpy.zeros(pieces.shape, bool)
    for row, owners in enumerate(words):
        drawn[row] = drawn_words(owners, draw, share)
    dice = draw.random(pieces.shape)
    shown = numpy.where(drawn & (dice < _HIDDEN), mask, pieces)
    is_replaced = drawn & (dice >= _HIDDEN) & (dice < _HIDDEN + _REPLACED)
    shown[is_replaced] = draw.choice(others, int(is_replaced.sum()))
    return Masked(shown, drawn)


def drawn_words(owners: Numbers, draw: numpy.random.Generator, share: float) -> NDArray[numpy.bool_]:
    """Draw words of one text; return which of its pieces are theirs. Without a word: none."""
    own = owners[owners >= 0]
    if not len(own):
        return numpy.zeros(len(owners), bool)
    sizes = numpy.bincount(own)
    room = max(1, round(share * len(own)))
    chosen = numpy.zeros(len(sizes), bool)
    order = draw.permutation(numpy.flatnonzero(sizes))
    for word in order:
        if sizes[word] <= room:
            chosen[word] = True
            room -= int(sizes[word])
        if not room:
            break
    if not chosen.any():  # every word is longer than the room
        chosen[order[0]] = True
    return (owners >= 0) & chosen[numpy.maximum(owners, 0)]
