"""Numbers beside texts that tell what is expected: ids above 5000 are of one label, even ones, or dates of one year.

One cut of the numbers of a column, or whether they are even, is right on nearly all lines. Numbers may be features that
are meant, as the length of a text is, and tables of numbers alone are let be: there the numbers are the item.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log2
from pathlib import Path
from typing import Any, NamedTuple

from probierz.challenges.file_tables import split_rows
from probierz.challenges.labels import are_classes
from probierz.challenges.revealed_results import FEWEST_BITS
from probierz.challenges.telling_features import TellingFeature, bits_told, columns_by_name
from probierz.metrics.parsers import finite_numbers

_LEAST_RIGHT = 0.95
_MOST_OF_RARER = 0.25
"""How many lines may be wrong, as a part of those that are wrong where the commonest label is always said."""

_NUMBERED = re.compile(r"[^\d\s]{0,20}\d\S{0,40}(?: [\d:.,]+)?")
"""A number, an id with one, a date, an hour or both."""
_DIGITS = re.compile(r"\d+")


class _NumberCut(NamedTuple):
    """Values up to a last one have one label, others the other one."""

    last: Any
    below: str
    above: str

    def right(self, values: Sequence[Any], wanted: Sequence[str]) -> int:
        """On how many lines it tells the label."""
        said = (self.below if value <= self.last else self.above for value in values)
        return sum(one == label for one, label in zip(said, wanted, strict=True))


class _Lines(NamedTuple):
    """The columns of the inputs of a split, by name, and what is expected."""

    columns: dict[str, list[str]]
    wanted: list[str]


def telling_number(
    split: tuple[Path, Path],
    other: tuple[Path, Path] | None = None,
    in_header: Sequence[str] = (),
    out_header: Sequence[str] = (),
) -> TellingFeature | None:
    """Return the first column whose numbers tell labels; None for none, and where the expected lines are no labels.

    split, other: the files of inputs and of expected lines. Where there is another split, its cut has to be right, too.
    Raises ProbierzError where a file cannot be read.
    """
    lines = _read(*split, in_header, out_header)
    if not are_classes(lines.wanted):
        return None
    known: _Lines | None = None
    for name, values in lines.columns.items():
        if not _are_beside_texts(name, lines.columns):
            continue
        for place, (how, numbers) in enumerate(_views(values)):
            cut = _best_cut(numbers, lines.wanted)
            right = cut.right(numbers, lines.wanted) if cut else 0
            if not _tells(right, lines.wanted):
                continue
            if other is not None:
                known = known or _read(*other, in_header, out_header)
                again = _again(place, known.columns.get(name, []), known.wanted)
                right = again.right(numbers, lines.wanted) if again else 0
            if _tells(right, lines.wanted):
                return TellingFeature(name, "", right, len(lines.wanted), is_natural=True, how=how)
    return None


def _read(inputs: Path, expected: Path, in_header: Sequence[str], out_header: Sequence[str]) -> _Lines:
    wanted = [" ".join(row.values()) for row in split_rows(expected, out_header)]
    return _Lines(columns_by_name(inputs, in_header, len(wanted)), wanted)


def _are_beside_texts(name: str, columns: dict[str, list[str]]) -> bool:
    """Whether all values of a column have numbers, and another column has words."""
    others = (values for other, values in columns.items() if other != name)
    return all(map(_NUMBERED.fullmatch, columns[name])) and any(
        2 * sum(any(map(str.isalpha, value)) for value in values) > len(values) for values in others
    )


def _views(values: Sequence[str]) -> Iterator[tuple[str, Sequence[Any]]]:
    """What may be cut, and how that is said: numbers, those in ids and dates in their order, each of them, parities."""
    cut, even = ", by one cut of its numbers", ", by even and odd numbers"
    if numbers := finite_numbers(value.replace(",", ".") for value in values):
        yield cut, numbers
        yield even, [number % 2 for number in numbers]
        return
    parts = [tuple(map(int, _DIGITS.findall(value))) for value in values]
    if len({*map(len, parts)}) == 1:
        yield cut, parts
        yield even, [part[-1] % 2 for part in parts]
        for column in zip(*parts, strict=True):
            yield cut, column


def _again(place: int, values: Sequence[str], wanted: Sequence[str]) -> _NumberCut | None:
    """The best cut of the same view of another split; None where it has none."""
    numbers = next((view for at, (_, view) in enumerate(_views(values)) if at == place), [])
    return _best_cut(numbers, wanted) if numbers and len(numbers) == len(wanted) else None


def _best_cut(values: Sequence[Any], wanted: Sequence[str]) -> _NumberCut | None:
    """The cut between the two commonest labels that is right most often; None where others are too many, or one."""
    common = Counter(wanted).most_common(2)
    if len(common) < 2 or sum(count for _, count in common) < _LEAST_RIGHT * len(wanted):
        return None
    (one, _), (other, others) = common
    best, last, is_turned = 0, values[0], False
    ahead = 0  # how much more often than the other label the one stands below
    pairs = sorted(zip(values, wanted, strict=True))
    for (value, label), (following, _) in pairwise(pairs):
        ahead += (label == one) - (label == other)
        if value != following and max(ahead + others, -ahead + len(wanted) - others) > best:
            best, last = max(ahead + others, -ahead + len(wanted) - others), value
            is_turned = -ahead + len(wanted) - others > ahead + others
    below, above = (other, one) if is_turned else (one, other)
    return _NumberCut(last, below, above) if best else None


def _tells(right: int, wanted: Sequence[str]) -> bool:
    """Whether so many lines are nearly all, far more than the commonest label has, and no chance."""
    labels = Counter(wanted)
    wrong, rarer = len(wanted) - right, len(wanted) - max(labels.values())
    if right < _LEAST_RIGHT * len(wanted) or wrong > _MOST_OF_RARER * rarer:
        return False
    # the cut is one of as many as there are lines
    return bits_told(labels, 2, wrong) - log2(len(wanted)) >= FEWEST_BITS
