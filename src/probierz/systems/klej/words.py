"""What stands in a text, as names of features: words, beginnings, runs of letters, and what names look like.

A word that may be a name is capitalised and not the first, or has a digit; of such words their endings, shapes and
neighbours tell of which kind they are: `w Krakowie`, `Jan Nowak`, `w 1999 roku`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy
from numpy.typing import NDArray

from probierz.systems.libraries import library

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|\d+|[^\w\s]")
_STEM = 5


def features_of(text: str) -> Counter[str]:
    """Count the features of a text; those of what may be names begin with `n`."""
    words = _WORD.findall(text)
    low = [word.lower() for word in words]
    found: Counter[str] = Counter()
    found.update(f"w {word}" for word in low)
    found.update(f"s {word[:_STEM]}" for word in low)
    found.update(f"b {one[:_STEM]} {other[:_STEM]}" for one, other in pairwise(low))
    found.update(f"c {run}" for word in low for run in _runs(word))
    found.update(f"n {one}" for one in _of_names(words, low))
    return found


def _runs(word: str) -> Iterable[str]:
    marked = f"<{word}>"
    return (marked[at : at + size] for size in (3, 4, 5) for at in range(len(marked) - size + 1))


def _of_names(words: Sequence[str], low: Sequence[str]) -> Iterable[str]:
    shapes = [_shape(word) for word in words]
    named = [at for at, shape in enumerate(shapes) if shape[0] == "9" or (shape[0] == "A" and at > 0)]
    yield f"many {min(len(named), 5)}"
    yield f"digits {any(shape[0] == '9' for shape in shapes)}"
    yield f"begins {shapes[0] if shapes else ''} {low[0][:_STEM] if low else ''}"
    for at in named:
        word, before, after = low[at], _at(low, at - 1), _at(low, at + 1)
        yield f"word {word}"
        yield f"stem {word[:4]}"
        yield f"end {word[-3:]}"
        yield f"end2 {word[-2:]} {before[:_STEM]}"
        yield f"before {before[:6]}"
        yield f"before2 {_at(low, at - 2)[:_STEM]} {before[:_STEM]}"
        yield f"after {after[:6]}"
        yield f"shapes {_at(shapes, at - 1)} {shapes[at]} {_at(shapes, at + 1)}"


def _at(rows: Sequence[str], at: int) -> str:
    return rows[at] if 0 <= at < len(rows) else ""


def _shape(word: str) -> str:
    """`A` for a capitalised word, `AA` for one of capitals alone, `a`, `9999` for digits, or the mark itself."""
    if word[0].isdigit():
        return "9" * min(len(word), 5)
    if word[0].isupper():
        return "AA" if len(word) > 1 and word.isupper() else "A"
    return "a" if word[0].isalpha() else word[0]


@dataclass(frozen=True)
class WeighedFeatures:
    """The features that count, with the weight of each: log((texts + 1) / (texts that have it + 1)) + 1."""

    features: Mapping[str, int]
    weights: NDArray[numpy.floating]

    @classmethod
    def of(cls, texts: Iterable[Counter[str]], fewest: int = 2) -> WeighedFeatures:
        """Take the features that stand in `fewest` texts or more."""
        counts: Counter[str] = Counter()
        total = 0
        for found in texts:
            counts.update(found.keys())
            total += 1
        kept = sorted(one for one, count in counts.items() if count >= fewest)
        weights = [numpy.log((total + 1) / (counts[one] + 1)) + 1 for one in kept]
        return cls({one: at for at, one in enumerate(kept)}, numpy.array(weights))

    def rows(self, texts: Sequence[Counter[str]]) -> Any:
        """A sparse matrix, a row a text: (1 + log count) · weight, each kind of features with the length 1."""
        sparse = library("scipy.sparse")
        columns, values, ends = [], [], [0]
        for found in texts:
            by_kind: dict[str, list[tuple[int, float]]] = {}
            for name, count in found.items():
                at = self.features.get(name)
                if at is not None:
                    weight = float((1 + numpy.log(count)) * self.weights[at])
                    by_kind.setdefault(name[0], []).append((at, weight))
            for some in by_kind.values():
                length = sum(weight**2 for _, weight in some) ** 0.5
                columns += [at for at, _ in some]
                values += [weight / length for _, weight in some]
            ends.append(len(columns))
        shape = (len(texts), len(self.features))
        return sparse.csr_matrix((numpy.array(values), numpy.array(columns, int), numpy.array(ends, int)), shape=shape)

    def arrays(self) -> dict[str, NDArray[numpy.generic]]:
        """What `from_arrays` reads."""
        return {"features": numpy.array(list(self.features), dtype=str), "feature_weights": self.weights}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[numpy.generic]]) -> WeighedFeatures:
        """Read what `arrays` gave. Raises KeyError for a missing one, ValueError for other lengths."""
        names, weights = arrays["features"].tolist(), arrays["feature_weights"].astype(float)
        if len(names) != len(weights):
            raise ValueError("there is not one weight for each feature")
        return cls({one: at for at, one in enumerate(names)}, weights)
