"""Words and letters of an output, where lines are free texts: has it any of those that are usual in answers?

Of answers to questions, translations and the like no two have to be the same, but some of their words come again: in
other answers, and in inputs. Labels, numbers and answers in another language have none of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from probierz.challenges.problems import OF_ANOTHER_TASK, Doubt
from probierz.lines import Text
from probierz.scoring.preparation import joined

MOST_LINES = 300
"""So many lines tell; the rest is not read."""
FEWEST_LINES_WITH_USUAL_WORDS = 30
"""Fewer lines prove nothing."""
OFTEN, SELDOM = 0.25, 0.02
"""Where this part of known lines has usual words, or is of letters, an output in which hardly a line is so is odd."""

_WORD = re.compile(r"\w+")
Words = frozenset[str]


class UsualLines(NamedTuple):
    """The words of lines that hold something, and those of their inputs."""

    lines: list[Words]
    inputs: list[Words]

    def share_with(self, usual: Words) -> float:
        """Which part of the lines has a word that is usual, or that its own input has."""
        known = sum(not line.isdisjoint(usual | own) for line, own in zip(*self, strict=True))
        return known / len(self.lines)

    @property
    def lettered(self) -> float:
        """Which part of the lines has letters."""
        return sum(any(map(str.isalpha, "".join(line))) for line in self.lines) / len(self.lines)

    @property
    def words(self) -> Words:
        """All words of lines."""
        return frozenset().union(*self.lines)

    def part(self, start: int, end: int | None = None) -> UsualLines:
        """Some of the lines, from 0."""
        return UsualLines(self.lines[start:end], self.inputs[start:end])


def usual_lines(lines: Iterable[Text], inputs: Iterable[Text]) -> UsualLines:
    """Read the beginnings of parallel lines."""
    pairs = islice(zip(lines, inputs, strict=False), MOST_LINES)
    found = [(_words(line), _words(other)) for line, other in pairs if joined(line).strip()]
    return UsualLines([line for line, _ in found], [other for _, other in found])


def words_doubt(given: UsualLines, known: UsualLines, *, name: str) -> Doubt | None:
    """Question an output that has none of the words of expected lines of the split that is called so, nor letters.

    How often expected ones have them is measured between their halves.
    """
    if min(len(given.lines), len(known.lines)) < FEWEST_LINES_WITH_USUAL_WORDS:
        return None
    remedy = OF_ANOTHER_TASK
    if given.lettered <= SELDOM and known.lettered >= OFTEN:
        return Doubt(f"hardly a line has letters, and those expected of {name} have", remedy)
    if known.lettered <= SELDOM and given.lettered >= 1 - SELDOM:
        return Doubt(f"lines have letters, and hardly one of those expected of {name} has", remedy)
    half = len(known.lines) // 2
    usual = known.part(0, half), known.part(half)
    share = min(usual[0].share_with(usual[1].words), usual[1].share_with(usual[0].words))
    if share >= OFTEN and given.share_with(known.words) <= SELDOM:
        return Doubt(f"hardly a line has a word of its input or of what is expected of {name}", remedy)
    return None


def _words(text: Text) -> Words:
    return frozenset(_WORD.findall(joined(text).replace("\\n", " ").casefold()))
