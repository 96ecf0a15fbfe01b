"""Which lines of a page are no text: running heads, numbers of pages, stamps, what a scanner made of a stain."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from probierz.systems.ocr.pages import cut
from probierz.systems.parts.lexicon import Lexicon

__all__ = ["line_features", "drop_chances"]

_URL = re.compile(r"(?i)www\.|https?:|\.(?:pl|com|org)\b")
_FEATURES = 13


def line_features(lines: Sequence[Sequence[str]], lexicon: Lexicon) -> NDArray[numpy.float32]:
    """Return a row of numbers for each line of words of a page: where it stands, and what it is made of."""
    full = [number for number, tokens in enumerate(lines) if tokens]
    rows = numpy.zeros((len(lines), 4 * _FEATURES), numpy.float32)
    for place, number in enumerate(full):
        own = _own(lines[number], lexicon)
        own += [
            number > 0 and not lines[number - 1],
            number + 1 < len(lines) and not lines[number + 1],
        ]
        crossed = (True, place == 0, place == len(full) - 1, 0 < place < 3 or 0 < len(full) - 1 - place < 3)
        rows[number] = [value * is_there for is_there in crossed for value in own]
    return rows


def _own(tokens: Sequence[str], lexicon: Lexicon) -> list[float]:
    text = "".join(tokens)
    size = len(text)
    letters = sum(map(str.isalpha, text))
    digits = sum(map(str.isdigit, text))
    words = [word.lower() for word in (cut(token).word for token in tokens) if len(word) > 1 and word.isalpha()]
    known = sum(lexicon.count(word) > 1 for word in words)
    return [
        1.0,
        len(tokens) == 1,
        len(tokens) == 2,
        min(len(tokens), 10) / 10,
        letters / size,
        sum(map(str.isupper, text)) / size,
        digits / size,
        digits == size,
        (known + 0.5) / (len(words) + 1),
        known / len(tokens),
        bool(_URL.search(text)),
    ]


def drop_chances(rows: NDArray[numpy.float32], weights: NDArray[numpy.floating]) -> NDArray[numpy.floating]:
    """The chance that each line is no text; 0 for an empty one."""
    found: NDArray[numpy.floating] = numpy.where(rows[:, 0] > 0, 1 / (1 + numpy.exp(-rows @ weights)), 0.0)
    return found
