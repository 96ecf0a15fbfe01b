"""Which lines have the features that `worst` lists."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from probierz.inspection.features import FeatureKinds, FieldValues, Space, fields, token_cutter
from probierz.inspection.line_by_line import LineScore
from probierz.inspection.statistics import most_extreme

_ENDS = ("long ", "short ", "large ", "small ")


def lines_of_features(names: Iterable[str], lines: Iterable[LineScore], kinds: FeatureKinds) -> dict[str, list[int]]:
    """Return the numbers of the lines with each of these features, ascending.

    names: of words, lengths and numbers, as `worst_features` gives them without further kinds. lines: the same that it
    looked at. A length or number ("long out") stands for the most extreme lines, which `worst_features` compares.
    """
    found: dict[str, list[int]] = {name: [] for name in names}
    wanted: dict[Space, _Wanted] = {}
    for line in lines:
        if math.isnan(line.score):
            continue
        for space, text in fields(kinds, line.expected, line.input, line.output):
            if space not in wanted:
                wanted[space] = _Wanted(space, found, kinds)
            wanted[space].look(line.number, text)
    for one in wanted.values():
        found.update(one.ends())
    return found


class _Wanted:
    """The features of one field: words, and ends of lengths and numbers."""

    def __init__(self, space: Space, found: dict[str, list[int]], kinds: FeatureKinds) -> None:
        prefix = f"{space}:"
        self._cut = token_cutter(kinds.tokenizer)
        self._words = {name.removeprefix(prefix): found[name] for name in found if name.startswith(prefix)}
        self._ends = [name for name in found if name in {f"{end}{space}" for end in _ENDS}]
        self._values = FieldValues()

    def look(self, number: int, text: str) -> None:
        if self._words:
            for word in self._words.keys() & self._cut(text):
                self._words[word].append(number)
        if self._ends:
            self._values.add(number, text)

    def ends(self) -> dict[str, list[int]]:
        return {name: _end(name, self._values) for name in self._ends}


def _end(name: str, values: FieldValues) -> list[int]:
    """The lines with the most extreme values."""
    import numpy

    column: Sequence[float] = values.lengths if name.startswith(("long ", "short ")) else values.numbers or []
    chosen = most_extreme(numpy.array(column), largest=name.startswith(("long ", "large ")))
    return sorted(values.lines[at] for at in numpy.flatnonzero(chosen))
