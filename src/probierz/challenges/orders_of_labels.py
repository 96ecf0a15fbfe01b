"""Labels that follow each other by rule: in blocks, or taking turns as in pairs, so that other rows may well have them.

`a b a b`, `a b c a b c` and `a a a b b b` are also stripes of a table, speakers of a talk and decades.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby, pairwise
from math import comb, inf, log2
from operator import ne

_MOST_CHANGES = 0.1
"""Where labels change in so few places of those of a mixed order, they follow each other by rule."""

_LONGEST_TURN, _FEWEST_TURNS = 12, 4
"""After how many lines the same labels may come again, and how often at least."""


def steps_of_few_changes(row: Sequence[Hashable]) -> Iterator[tuple[int, int]]:
    """Give each step after which most labels come again, 1 for blocks, and how many others stand there.

    Of n labels that are drawn with shares p, this many differ from the one that stands k places before:

        (n - k) * (1 - sum p ** 2)
    """
    differ = 1 - sum((count / len(row)) ** 2 for count in Counter(row).values())
    for step in range(1, min(_LONGEST_TURN, len(row) // _FEWEST_TURNS) + 1):
        changes = sum(map(ne, row, row[step:]))
        if changes <= _MOST_CHANGES * differ * (len(row) - step):
            yield step, changes


def bits_beside_order(row: Sequence[Hashable]) -> float:
    """How much a row says, under any names, to somebody who expects blocks of one length, or turns with few changes.

    In a turn each label stands once, or in one block as working days do. Without limit where it follows no rule.
    """
    blocks = [len([*block]) for _label, block in groupby(row)]
    if len(blocks) > 1 and len({*blocks[:-1], max(blocks)}) == 1 < blocks[0]:
        return 0.0
    ruled = ((step, changes) for step, changes in steps_of_few_changes(row) if step == 1 or _is_turn(row, step))
    return min((log2(comb(len(row) - step, changes)) for step, changes in ruled), default=inf)


def _is_turn(row: Sequence[Hashable], step: int) -> bool:
    """Whether of what usually stands at each place of a turn every label has one block."""
    turn = [Counter(row[at::step]).most_common(1)[0][0] for at in range(step)]
    return sum(one != other for one, other in pairwise([*turn, turn[0]])) == len({*turn})
