"""Words as numbers: those of the texts that are learnt from, and vectors for them from a file of fastText.

2 3                 words and numbers of each (the line may be missing)
kot 0.1 -0.2 0.3
pies 0.3 0.2 -0.1
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

from probierz.errors import DataError, OptionError
from probierz.lines import GEVAL, LineReader
from probierz.systems.libraries import library

Vectors = NDArray[numpy.float32]

_TOKEN = re.compile(r"\w+|[^\w\s]")
_MOST_FROM_FILE = 50_000


def cut_words(text: str, most: int) -> list[str]:
    """Return words and marks of a text, at most `most`; at least one."""
    return _TOKEN.findall(text[: 32 * most])[:most] or [""]


class NumberedWords:
    """Words and their numbers; 0 is filling, 1 any other word. A capitalised word may be known by its small letters."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)
        self._numbers = {word: number for number, word in enumerate(words, 2)}

    @classmethod
    def of(cls, texts: Iterable[Sequence[str]], most: int, least: int) -> NumberedWords:
        """The commonest words of texts, those that come `least` times or more."""
        counts = Counter(word for text in texts for word in text)
        return cls([word for word, count in counts.most_common(most) if count >= least])

    def __len__(self) -> int:
        return len(self.words) + 2

    def __call__(self, words: Iterable[str]) -> list[int]:
        """The numbers of words."""
        known = self._numbers
        return [known.get(word) or known.get(word.lower(), 1) for word in words]

    def with_more(self, words: Iterable[str]) -> NumberedWords:
        """These words, and others behind them."""
        return NumberedWords([*self.words, *(word for word in words if word not in self._numbers)])

    def put_vectors(self, table: Any, known: Mapping[str, Vectors]) -> None:
        """Put vectors that are known into a network's table of words; a word may have those of its small letters."""
        for number, word in enumerate(self.words, 2):
            vector = known.get(word, known.get(word.lower()))
            if vector is not None:
                table[number] = library("torch").from_numpy(vector)


def read_vectors(path: str, wanted: Iterable[str]) -> Mapping[str, Vectors]:
    """Read the vectors of wanted words, and of the first 50,000 words of the file, which are the commonest.

    Raises OptionError where there is no such file, DataError with the line for what is no vector, or of another length.
    """
    if not Path(path).is_file():
        raise OptionError(
            f"vectors={path}: there is no such file; name a text file of fastText, such as cc.pl.300.vec.gz"
        )
    needed, found, size = set(wanted), dict[str, Vectors](), 0
    with LineReader(path, dialect=GEVAL, is_digested=False) as reader:
        for number, line in enumerate(reader, 1):
            word, *numbers = str(line).rstrip().split(" ")
            if number == 1 and len(numbers) == 1:
                continue
            if number > _MOST_FROM_FILE and word not in needed:
                continue
            vector = _vector(numbers, path, number)
            size = size or len(vector)
            if len(vector) != size:
                raise DataError(f"{len(vector)} numbers; the words before have {size}", path=path, line=number)
            found.setdefault(word, vector)
    if not found:
        raise DataError("there is no vector in the file", path=path)
    return found


def _vector(numbers: Sequence[str], path: str, line: int) -> Vectors:
    try:
        vector = numpy.array(numbers, numpy.float32)
    except ValueError:
        vector = numpy.zeros(0, numpy.float32)
    if not len(vector) or not numpy.isfinite(vector).all():
        raise DataError("a word and its numbers are wanted, with single spaces between them", path=path, line=line)
    return vector
