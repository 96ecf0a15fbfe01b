"""Numbers beside texts that tell what is expected: ids above 5000 are of one label, even ones, or dates of one year.

One cut of the numbers of a column, two for three labels, or whether they are even, is right on nearly all lines. They
may be features that are meant, as the length of a text is, and tables of numbers alone are let be: there the numbers
are the item.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, permutations, product, zip_longest
from math import log2
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from probierz.challenges.item_columns import mostly_have_letters
from probierz.challenges.labels import are_classes
from probierz.challenges.revealed_results import FEWEST_BITS
from probierz.challenges.telling_features import LabelledLines, TellingFeature, labelled_lines, surprise
from probierz.metrics.parsers import finite_numbers

_LEAST_RIGHT = 0.95
_MOST_OF_RARER = 0.25
"""How many lines may be wrong, as a part of those that are wrong where the commonest label is always said."""

_BY_CUTS = {2: ", by one cut of its numbers", 3: ", by two cuts of its numbers"}
"""By into how many ranges numbers are cut, how that is said."""

_NUMBERED = re.compile(r"[^\d\s]{0,20}\d\S{0,40}(?: [\d:.,]+)?")
"""A number, an id with one, a date, an hour or both."""
_DIGITS = re.compile(r"\d+")


class _Ranges(NamedTuple):
    """Ranges of values from the lowest to the highest, each with its label. lasts: of all but the highest."""

    lasts: tuple[Any, ...]
    labels: tuple[str, ...]

    def right(self, values: Sequence[Any], wanted: Sequence[str]) -> int:
        """On how many lines they tell the label."""
        said = (self.labels[bisect_left(self.lasts, value)] for value in values)
        return sum(one == label for one, label in zip(said, wanted, strict=True))


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
    lines = labelled_lines(*split, in_header, out_header)
    if not are_classes(lines.wanted):
        return None
    known: LabelledLines | None = None
    for name, values in lines.columns.items():
        if not _are_beside_texts(name, lines.columns):
            continue
        for count, (place, (how, numbers)) in product(_BY_CUTS, enumerate(_views(values))):
            ranges = _best_ranges(numbers, lines.wanted, count)
            right = ranges.right(numbers, lines.wanted) if ranges else 0
            if not _tell(right, lines.wanted, count):
                continue
            if other is not None:
                known = known or labelled_lines(*other, in_header, out_header)
                again = _again(place, known.columns.get(name, []), known.wanted, count)
                right = again.right(numbers, lines.wanted) if again else 0
            if _tell(right, lines.wanted, count):
                said = how or _BY_CUTS[count]
                return TellingFeature(name, "", right, len(lines.wanted), is_natural=True, how=said)
    return None


def _are_beside_texts(name: str, columns: dict[str, list[str]]) -> bool:
    """Whether all values of a column have numbers, and another column has words."""
    others = (values for other, values in columns.items() if other != name)
    return all(map(_NUMBERED.fullmatch, columns[name])) and any(map(mostly_have_letters, others))


def _views(values: Sequence[str]) -> Iterator[tuple[str, Sequence[Any]]]:
    """What may be cut: numbers, those in ids and dates in their order, each of them, parities.

    Each with how it is said, which is empty for cuts.
    """
    even = ", by even and odd numbers"
    if numbers := finite_numbers(value.replace(",", ".") for value in values):
        yield "", numbers
        yield even, [number % 2 for number in numbers]
        return
    parts = [tuple(map(int, _DIGITS.findall(value))) for value in values]
    if len({*map(len, parts)}) == 1 and parts[0]:
        yield "", parts
        yield even, [part[-1] % 2 for part in parts]
        for column in zip(*parts, strict=True):
            yield "", column


def _again(place: int, values: Sequence[str], wanted: Sequence[str], count: int) -> _Ranges | None:
    """The best ranges of the same view of another split; None where it has none."""
    numbers = next((view for at, (_, view) in enumerate(_views(values)) if at == place), [])
    return _best_ranges(numbers, wanted, count) if numbers and len(numbers) == len(wanted) else None


def _best_ranges(values: Sequence[Any], wanted: Sequence[str], count: int) -> _Ranges | None:
    """The ranges of the commonest labels that are right most often; None where others are too many, or values few."""
    common = Counter(wanted).most_common(count)
    if len(common) < count or sum(lines for _, lines in common) < _LEAST_RIGHT * len(wanted):
        return None
    pairs = sorted(zip(values, wanted, strict=True))
    of_values = [(value, Counter(label for _, label in some)) for value, some in groupby(pairs, itemgetter(0))]
    if len(of_values) < count:
        return None
    found = {order: _in_order(of_values, order) for order in permutations(label for label, _ in common)}
    best = max(found, key=lambda order: found[order][0])
    return _Ranges(found[best][1], best)


def _in_order(of_values: Sequence[tuple[Any, Counter[str]]], labels: Sequence[str]) -> tuple[int, tuple[Any, ...]]:
    """On how many lines the best ranges of these labels in their order are right, and the last values of all but one.

    of_values: rising, each with how often it has each label.
    """
    best: list[tuple[int, tuple[Any, ...]]] = [(0, ())]  # with one range begun, with two, …
    before = None
    for value, counts in of_values:
        if before is not None:
            begun = [(right, (*lasts, before)) for right, lasts in best[: len(labels) - 1]]
            others = zip_longest(best[1:], begun, fillvalue=(-1, ()))
            best = [best[0], *(max(some, key=itemgetter(0)) for some in others)]
        best = [(right + counts[label], lasts) for (right, lasts), label in zip(best, labels, strict=False)]
        before = value
    return best[-1]


def _tell(right: int, wanted: Sequence[str], count: int) -> bool:
    """Whether so many lines are nearly all, far more than the commonest label has, and no chance."""
    labels = Counter(wanted)
    wrong, rarer = len(wanted) - right, len(wanted) - max(labels.values())
    if right < _LEAST_RIGHT * len(wanted) or wrong > _MOST_OF_RARER * rarer:
        return False
    # each cut is one of as many as there are lines
    return surprise(labels, count, wrong) - (count - 1) * log2(len(wanted)) >= FEWEST_BITS
