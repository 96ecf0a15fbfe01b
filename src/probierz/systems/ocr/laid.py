"""Pages whose words have places on paper: what should stand in each place, without moving any word.

stała przy dzie-     ->     place (0, 2) and place (1, 0) together are `dziecko`
cko jćj                     place (1, 1) is `jéj`
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from probierz.systems.ocr.joining import Joined, join_and_tell
from probierz.systems.ocr.lexicon import Lexicon

Place = tuple[int, int]
"""A line, and which word of it."""


class Suggestion(NamedTuple):
    """What should stand in a place, or, for a word that was broken at the end of a line, in two; and how sure it is."""

    step: str
    places: tuple[Place, ...]
    read: str
    right: str
    chance: float


@dataclass(frozen=True)
class Laid:
    """A page as it was read, and its lines after broken words were joined."""

    read: Sequence[Sequence[str]]
    lines: list[list[str]]
    joined: list[Joined]

    def place(self, line: int, at: int) -> Place:
        """Where a word of `lines` was read; for one that was joined, its first half."""
        taken = next((one.rest + 1 for one in self.joined if one.below == line), 0)
        return line, at + taken

    def suggestions(self, chosen: Mapping[Place, tuple[str, float]]) -> list[Suggestion]:
        """What should stand where, in order. chosen: what is right for words, and how sure it is, by place."""
        whole = {(one.line, one.at): self.lines[one.line][-1] for one in self.joined}
        rest = {(one.line, one.at): (one.below, one.rest) for one in self.joined}
        sure = {(one.line, one.at): one.chance for one in self.joined}
        found = []
        for place in sorted({*whole, *chosen}):
            places = (place, rest[place]) if place in rest else (place,)
            right, chance = chosen.get(place, (whole.get(place, ""), 1.0))
            chance = min(chance, sure.get(place, 1.0))
            read = " ".join(self.read[line][at] for line, at in places)
            found.append(Suggestion("words" if place in chosen else "join", places, read, right, chance))
        return found


def lay(lines: Sequence[Sequence[str]], lexicon: Lexicon, least: float | None) -> Laid:
    """Join what is broken at the ends of lines, where that is so sure (None: nowhere), and remember where it was."""
    texts = [" ".join(line) for line in lines]
    done, joined = join_and_tell(texts, lexicon, least) if least is not None else (texts, [])
    return Laid(lines, [text.split() for text in done], joined)
