"""Groups of outputs: who stands with whom, when some differences are more than chance."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import TypeVar

Name = TypeVar("Name", bound=Hashable)


def groups_of(ranked: Sequence[Name], different: Collection[frozenset[Name]]) -> dict[Name, int]:
    """Number groups from 1, the best: one ends where its best output differs from all that follow.

    ranked: outputs, the best first. different: pairs whose difference is more than chance. So the best output of a
    group is better, by more than chance, than every output of the groups below; neighbours across the border need
    not differ. An output that stands in the order twice is one.

        >>> groups_of("abc", [frozenset("ac")])  # a and b cannot be told apart, nor can b and c
        {'a': 1, 'b': 1, 'c': 2}
    """
    order = list(dict.fromkeys(ranked))
    found: dict[Name, int] = {}
    number, best = 1, 0
    for place, name in enumerate(order):
        if place and all(frozenset((order[best], other)) in different for other in order[place:]):
            number, best = number + 1, place
        found[name] = number
    return found
