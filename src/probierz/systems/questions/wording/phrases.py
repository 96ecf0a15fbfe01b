"""The words that belong to a preposition: *od wdowy Anny Kos*, *dla szkoły*."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

BY = frozenset(("przez",))
"""Behind this stands who did what is told in the passive."""

_WORDS_BEFORE_NAME = 2


def phrases_behind(prepositions: Collection[str], tokens: Sequence[str]) -> Iterator[list[int]]:
    """Yield the places of the words behind each of some prepositions, up to two small ones, and the names that follow.

    Without a name it is the first word alone. A dot behind `im` is passed over.

    >>> list(phrases_behind({"od"}, ["Kupił", "od", "wdowy", "Anny", "Kos", "młyn"]))
    [[2, 3, 4]]
    """
    for at, word in enumerate(tokens):
        if word.lower() in prepositions:
            begin = at + 2 if tokens[at + 1 : at + 2] == ["."] else at + 1
            if phrase := _phrase(begin, tokens):
                yield phrase


def _phrase(begin: int, tokens: Sequence[str]) -> list[int]:
    name = begin
    while (
        name < len(tokens) and name - begin < _WORDS_BEFORE_NAME and tokens[name].isalpha() and tokens[name].islower()
    ):
        name += 1
    end = name
    while end < len(tokens) and tokens[end][0].isalpha() and tokens[end][0].isupper():
        end += 1
    return [*range(begin, end if end > name else min(name, begin + 1))]
