"""Numbers for runs of words, and which of many are known: most are not, and are passed over by a few bits of each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_MIXING = 0x9E3779B97F4A7C15
_ROOM_BITS = 4
"""A place in 16 is taken, so that a number that is not known is rarely looked up."""
_FEWEST_BITS, _MOST_BITS = 10, 24


def hashed_runs(words: NDArray[np.uint64], length: int) -> NDArray[np.uint64]:
    """Return a number for each run of so many words, which are numbers: of its first half and its second, joined.

    None where there are fewer words, or the length is 0.
    """
    if not 0 < length <= len(words):
        return np.zeros(0, np.uint64)
    hashes, done = words * np.uint64(_MIXING), 1
    while done < length:
        step = min(done, length - done)  # the halves share some words where the length is no power of two
        hashes = (hashes[:-step] ^ (hashes[:-step] >> np.uint64(29))) * np.uint64(_MIXING) + hashes[step:]
        done += step
    return hashes


class KnownNumbers:
    """A set of 64-bit numbers, sorted and each once."""

    def __init__(self, known: NDArray[np.uint64]) -> None:
        self._known = known
        bits = min(_MOST_BITS, max(_FEWEST_BITS, len(known).bit_length() + _ROOM_BITS))
        self._rest = np.uint64(64 - bits)
        self._is_taken = np.zeros(2**bits, bool)
        self._is_taken[self._places(known)] = True

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._known)

    def among(self, numbers: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return which are known, as places in the sorted set, in the order of the numbers given."""
        if not len(self._known):
            return np.zeros(0, np.int64)
        likely = numbers[self._is_taken[self._places(numbers)]]
        at = np.minimum(np.searchsorted(self._known, likely), len(self._known) - 1)
        found: NDArray[np.int64] = at[self._known[at] == likely]
        return found

    def _places(self, numbers: NDArray[np.uint64]) -> NDArray[np.int64]:
        return ((numbers * np.uint64(_MIXING)) >> self._rest).astype(np.int64)
