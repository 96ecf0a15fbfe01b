"""Lines sorted into slices while they go by, by one slicer or by several."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import repeat
from typing import NamedTuple

from probierz.errors import OptionError
from probierz.inspection.line_by_line import LineScore
from probierz.inspection.line_columns import Headers
from probierz.inspection.slicers import Key, Slicer, Slicing, crossed, parse_slicer
from probierz.schemes.scheme import Scheme
from probierz.scoring.blocks import Block
from probierz.scoring.preparation import joined
from probierz.scoring.score import Score


class Cut(NamedTuple):
    """One slicing: by one slicer, or by several, crossed."""

    slicers: tuple[Slicer, ...]

    @property
    def by(self) -> str:
        """What it is called: `exp`, or `exp × label`."""
        return " × ".join(slicer.by for slicer in self.slicers)

    @property
    def sides(self) -> set[str]:
        """Which of input, expected, output and score it looks at."""
        return {side for slicer in self.slicers for side in slicer.sides}

    @property
    def is_own(self) -> bool:
        """Whether it is another one for every output."""
        return not self.sides.isdisjoint(("output", "score"))

    @property
    def overlaps(self) -> bool:
        """Whether a line may be in several slices."""
        return any(slicer.overlaps for slicer in self.slicers)


def parse_cuts(
    by: str | Sequence[str], headers: Headers, scheme: Scheme, tokenizer: str | None, *, cross: bool
) -> list[Cut]:
    """Read what lines are sorted by: a cut for each text, or one by all of them. See `slicers.parse_slicer`.

    Raises OptionError for no text at all.
    """
    texts = [by] if isinstance(by, str) else by
    if not texts:
        raise OptionError("say how lines are to be sorted into slices, such as 'exp' or 'length(in<1>)'")
    slicers = [
        parse_slicer(text, headers, scheme=scheme, tokenizer=tokenizer) for text in dict.fromkeys(map(str.strip, texts))
    ]
    return [Cut(tuple(slicers))] if cross else [Cut((slicer,)) for slicer in slicers]


class Sorter:
    """Sorts lines into slices while they go by. Texts are kept only for slicers that want scores, which come later."""

    def __init__(self, cuts: Sequence[Cut], most: int) -> None:
        self.cuts = cuts
        self.lines = 0
        self._most = most
        self._kept: list[LineScore] = []
        slicers = [slicer for cut in cuts for slicer in cut.slicers]
        self._members: dict[str, dict[Key, list[int]]] = {slicer.by: defaultdict(list) for slicer in slicers}
        self._at_once = [slicer for slicer in slicers if "score" not in slicer.sides]
        self._later = [slicer for slicer in slicers if "score" in slicer.sides]

    @property
    def looks_at_input(self) -> bool:
        """Whether some slicer does."""
        return any("input" in cut.sides for cut in self.cuts)

    @property
    def shown(self) -> str:
        """The slicer that looks at the input."""
        return next(cut.by for cut in self.cuts if "input" in cut.sides)

    def add(self, block: Block) -> None:
        """Take in lines."""
        inputs = block.inputs or [""] * len(block.expected)
        texts = (map(joined, side) for side in (inputs, block.expected, block.output))
        numbers = range(block.first, block.first + len(block.expected))
        for line in map(LineScore, numbers, repeat(math.nan), *texts):
            _add(line, self._at_once, self._members)
            if self._later:
                self._kept.append(line)
        self.lines += len(block.expected)

    def slicings(self, score: Score) -> dict[str, Slicing]:
        """Return the slices of each cut. score: that of the expressions."""
        self._add_scored(score)
        for cut in self.cuts:
            for slicer in cut.slicers:
                for column in slicer.columns:
                    column.check()
        return {cut.by: self._slicing(cut) for cut in self.cuts}

    def _add_scored(self, score: Score) -> None:
        if not self._later:
            return
        rows = score.rows
        assert rows is not None
        scores = dict(zip(rows.numbers, rows.values, strict=True))
        for line in self._kept:
            if line.number in scores:
                _add(line._replace(score=scores[line.number]), self._later, self._members)

    def _slicing(self, cut: Cut) -> Slicing:
        most = self._most if len(cut.slicers) == 1 else self.lines  # only what is crossed can have too many
        found = [slicer.group(self._members[slicer.by], most) for slicer in cut.slicers]
        *first, last = found
        if not first:
            return last
        return crossed(reduce(lambda one, other: crossed(one, other, most), first), last, self._most)


def _add(line: LineScore, slicers: Sequence[Slicer], members: Mapping[str, dict[Key, list[int]]]) -> None:
    for slicer in slicers:
        slices = members[slicer.by]
        for key in slicer.keys(line):
            slices[key].append(line.number)
