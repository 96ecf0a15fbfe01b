"""Numbers for tokens: what is known of a token alone is computed once, in bulk, and looked up by number after that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy
from numpy.typing import NDArray


class GrowingRows:
    """Rows of numbers that grow; `all` is a view, valid until more are added."""

    def __init__(self, width: int, kind: type[Any]) -> None:
        self._rows = numpy.zeros((0, width), kind)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def all(self) -> NDArray[Any]:
        """The rows."""
        return self._rows[: self._size]

    def add(self, rows: NDArray[Any]) -> None:
        """Add rows at the end."""
        size = self._size + len(rows)
        if size > len(self._rows):
            grown = numpy.zeros((2 * size, self._rows.shape[1]), self._rows.dtype)
            grown[: self._size] = self.all
            self._rows = grown
        self._rows[self._size : size] = rows
        self._size = size


class Remembered:
    """Gives tokens numbers, in the order in which they are met."""

    def __init__(self, meet: Callable[[Sequence[str]], None]) -> None:
        """meet: called with new tokens, in the order of the numbers that they get."""
        self._numbers: dict[str, int] = {}
        self._meet = meet

    def __len__(self) -> int:
        return len(self._numbers)

    def numbers(self, tokens: Iterable[str]) -> NDArray[numpy.int64]:
        """The number of each token."""
        tokens = list(tokens)
        found = list(map(self._numbers.get, tokens))
        if None in found:
            new = list(dict.fromkeys(token for token, number in zip(tokens, found, strict=True) if number is None))
            self._numbers.update(zip(new, range(len(self._numbers), len(self._numbers) + len(new)), strict=True))
            self._meet(new)
            found = list(map(self._numbers.get, tokens))
        return numpy.array(found, numpy.int64)
