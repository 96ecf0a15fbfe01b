"""N-grams that two texts have in common, of many pairs of texts at once, in NumPy.

An n-gram becomes one whole number, exactly, a field for each symbol, and symbols have small numbers of their own:

    | pair | 1st symbol | 2nd | … | N-th (0 behind the end) | side |

Sorted, equal n-grams of a pair lie side by side, and so do those of every shorter length, which are the beginnings of
these: one sort serves all lengths.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import chain, count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy import ndarray

    Array = ndarray[Any, Any]

MANY_PAIRS, MOST_ALONE = 64, 2048
"""From how many pairs of texts on this is faster than text after text: once NumPy is there, and before, as its import
takes as long as some thousand pairs."""

_BITS = 63
_PAIRS = 256
"""Pairs that are sorted together: their numbers fit near the processor."""


def are_worth_it(pairs: int) -> bool:
    """Whether so many pairs are counted faster here than one after another."""
    return pairs >= (MANY_PAIRS if "numpy" in sys.modules else MOST_ALONE)


def common_ngrams(symbols: Array, lengths: Array, longest: int) -> Array | None:
    """Count for each pair of texts the n-grams that both have, as often as both have them, for n from 1 to `longest`.

    symbols: those of all texts one after another, numbered from 1: expected and output of the first pair, and so on.
    lengths: how many symbols each text has. The result has the shape (pairs, longest); None where a pair has too many
    different symbols to be packed.
    """
    import numpy

    counts = numpy.zeros((len(lengths) // 2, longest), dtype=numpy.int64)
    ends = numpy.concatenate(([0], numpy.cumsum(lengths)))
    waiting = [(start, min(start + _PAIRS, len(counts))) for start in range(0, len(counts), _PAIRS)]
    while waiting:
        first, last = waiting.pop()
        part = symbols[ends[2 * first] : ends[2 * last]]
        if not len(part):
            continue
        few, bits = _renumbered(part)
        if bits * longest + (last - first).bit_length() + 1 <= _BITS:
            counts[first:last] = _counted(few, lengths[2 * first : 2 * last], bits, longest)
        elif last - first > 1:
            middle = (first + last) // 2
            waiting += [(first, middle), (middle, last)]
        else:
            return None
    return counts


def _renumbered(symbols: Array) -> tuple[Array, int]:
    """Give the symbols that occur numbers from 1 on; return them, and how many bits a number has."""
    import numpy

    occurs = numpy.zeros(int(symbols.max()) + 1, dtype=numpy.int64)
    occurs[symbols] = 1
    number = numpy.cumsum(occurs)
    return number[symbols], int(number[-1]).bit_length()


def _counted(symbols: Array, lengths: Array, bits: int, longest: int) -> Array:
    import numpy

    keys = _keys(symbols, lengths, bits, longest)
    keys.sort()
    output = keys & 1
    keys >>= 1
    size: Array | None = None  # of runs of equal n-grams, and how many of each run are in the output
    counts = numpy.zeros((len(lengths) // 2, longest), dtype=numpy.int64)
    for order in range(longest, 0, -1):
        starts = numpy.flatnonzero(numpy.concatenate(([True], keys[1:] != keys[:-1])))
        size = numpy.diff(starts, append=len(keys)) if size is None else numpy.add.reduceat(size, starts)
        output = numpy.add.reduceat(output, starts)
        keys = keys[starts]
        common = numpy.minimum(output, size - output)
        matched = numpy.flatnonzero(common * (keys & ((1 << bits) - 1)))  # not those that end behind the text
        pairs = keys[matched] >> bits * order
        counts[:, order - 1] = numpy.bincount(pairs, common[matched], len(counts))
        keys >>= bits
    return counts


def _keys(symbols: Array, lengths: Array, bits: int, longest: int) -> Array:
    """The n-gram of the greatest length that begins at each symbol, with its pair in front and its side behind."""
    import numpy

    gap = longest - 1  # zeros behind each text
    texts = numpy.repeat(numpy.arange(len(lengths)), lengths)
    places = numpy.arange(len(symbols)) + gap * texts
    padded = numpy.zeros(len(symbols) + gap * len(lengths), dtype=numpy.int64)
    padded[places] = symbols
    grams, width = padded[: len(padded) - gap or None], 1
    while width < longest:  # two n-grams that follow each other make one of twice the length
        more = min(width, longest - width)
        tail = padded[width:] if width == more == 1 else _window(padded, width, more, bits)
        grams = (grams << bits * more) | tail[: len(grams)]
        width += more
    keys: Array = ((texts >> 1) << (bits * longest)) | grams[places]
    return (keys << 1) | (texts & 1)


def _window(padded: Array, start: int, width: int, bits: int) -> Array:
    grams = padded[start:]
    for at in range(1, width):
        grams = (grams[:-1] << bits) | padded[start + at :]
    return grams


# --- symbols -----------------------------------------------------------------------------------------------------


def numbered_words(texts: Iterable[Sequence[str]]) -> tuple[Array, Array]:
    """Return numbers of all words, and the number of words of each text."""
    import numpy

    cut = list(texts)
    numbers = dict(zip(dict.fromkeys(chain.from_iterable(cut)), count(1)))
    lengths = numpy.fromiter(map(len, cut), dtype=numpy.int64, count=len(cut))
    found = map(numbers.__getitem__, chain.from_iterable(cut))
    return numpy.fromiter(found, dtype=numpy.int64, count=int(lengths.sum())), lengths


def numbered_characters(texts: Sequence[str]) -> tuple[Array, Array]:
    """Return code points, and the number of characters of each text."""
    import numpy

    lengths = numpy.fromiter(map(len, texts), dtype=numpy.int64, count=len(texts))
    points = numpy.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype=numpy.uint32)
    return points.astype(numpy.int64), lengths
