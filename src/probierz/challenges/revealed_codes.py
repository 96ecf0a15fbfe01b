"""Labels of a hidden test that stand in their order in another file under other names: one sign or short word for each.

So do `0 2 1 1`, `[0. 2. 1. 1.]`, `10-30-20-20`, `acbb` and `+--+`, and the first letters of the labels, which some may
share; and any lines, also from the last to the first. Two rows are the same up to names where at each place the same
name stood as many places before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from math import lgamma, log, log2
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from probierz.challenges.file_tables import IsOver, never, texts_in
from probierz.challenges.orders_of_labels import bits_beside_order
from probierz.challenges.revealed_results import FEWEST_BITS, MOST_LINES, RevealedResults, columns_of
from probierz.challenges.revealed_sequences import bits_of_words

Places = NDArray[np.int64]

PLACE = "a row of signs or short words in it"

_FEWEST_LINES, _MOST_LABELS = 20, 36
"""Fewer lines say too little under any names, and there are no more digits and letters."""
_MOST_LETTERS = 2**20
"""What is read of a file."""

_SHORT_WORD = re.compile(r"(?<![^\W_])[^\W_]{1,3}(?![^\W_])")
_NO_NAMES = re.compile(r"[\s,;|\"'\[\](){}]+|(?<=\d)\.0*(?=\D|$)")
"""What stands between names, and behind class numbers that are no whole ones."""

_NO_LETTERS = re.compile(r"[\W_]+")
_NOTHING: Places = np.zeros(0, np.int64)
_READINGS = 8
"""In how many ways a file is read, from the first to the last and back."""


class SoughtCodes:
    """The expected labels of a split, as rows that are sought under any names; none where they are no few labels."""

    def __init__(self, expected: Path, header: Sequence[str] = ()) -> None:
        """Read them. Raises ProbierzError where that cannot be done."""
        columns = [column for column in columns_of(expected, header, has_alternatives=True) if len({*column}) > 1]
        labels = columns[0] if len(columns) == 1 else []
        is_sought = _FEWEST_LINES <= len(labels) <= MOST_LINES and len({*labels}) <= _MOST_LABELS
        self.lines = len(labels)
        rows = [labels, [label[:1].casefold() for label in labels]] if is_sought else []
        different = {tuple(_numbered(row[::way])) for row in rows for way in (1, -1)}
        self._rows = [(_steps(row), _bits(row)) for row in different]

    def found_in(self, path: Path, *, is_over: IsOver = never) -> RevealedResults | None:
        """Look into a file, packed or not, for all of the labels in a row; what cannot be read reveals nothing."""
        if not any(bits >= FEWEST_BITS for _steps, bits in self._rows):
            return None
        for names in _readings(_beginning(path, is_over)):
            there = _steps(names) if len(names) >= self.lines else _NOTHING
            for steps, bits in self._rows:
                if bits >= FEWEST_BITS + log2(_READINGS * max(1, len(names))) and _stands(steps, there, is_over):
                    return RevealedResults(PLACE, np.ones(self.lines, bool), are_renamed=True)
        return None


def _beginning(path: Path, is_over: IsOver) -> str:
    read: list[str] = []
    left = _MOST_LETTERS
    for piece in chain.from_iterable(texts_in(path, is_over)):
        read.append(piece[:left])
        left -= len(read[-1])
        if left <= 0:
            break
    return "".join(read)


def _readings(text: str) -> Iterator[Sequence[int] | Places]:
    """What may be the names in a text, as numbers: its letters and digits, its short words, its signs, its lines."""
    yield _letters(_NO_LETTERS.sub("", _NO_NAMES.sub(" ", text)))
    yield _numbered(_SHORT_WORD.findall(_NO_NAMES.sub(" ", text)))
    yield _letters(_NO_NAMES.sub("", text))
    yield _numbered(text.splitlines())


def _letters(text: str) -> Places:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.int64)


def _numbered(names: Sequence[str]) -> list[int]:
    numbers: dict[str, int] = {}
    return [numbers.setdefault(name, len(numbers)) for name in names]


def _steps(names: Sequence[int] | Places) -> Places:
    """How many places before each the same name stood; 0 where it did not."""
    row = np.asarray(names, np.int64)
    order = np.argsort(row, kind="stable")
    is_same = np.diff(row[order], prepend=-1) == 0
    found = np.zeros(len(row), np.int64)
    found[order[is_same]] = np.diff(order, prepend=0)[is_same]
    return found


def _bits(names: Sequence[int]) -> float:
    """How much a row says whose names may be any: less than one whose names are known by their orders."""
    orders = lgamma(len({*names}) + 1) / log(2)
    return min(float(bits_of_words(names).sum()) - orders, bits_beside_order(names))


def _stands(steps: Places, there: Places, is_over: IsOver) -> bool:
    """Whether a row stands somewhere among others, whatever its names; both by their steps."""
    starts = np.arange(max(0, len(there) - len(steps) + 1))
    for at, step in enumerate(steps.tolist()):
        found = there[starts + at]
        starts = starts[np.where(found <= at, found, 0) == step]
        if not len(starts) or is_over():
            return False
    return True
