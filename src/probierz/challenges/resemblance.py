"""Texts of outputs beside the inputs that they were made of, where a task keeps most words: is each with its own?

Corrected pages and texts with marks put in have the words of their inputs. An output whose lines have them no more than
those of other lines is in another order, or of another task; labels, whose words stand in any text, are not taken for
texts in another order. Where a task keeps no words, as answers to questions do not, an output that is a copy of its
input is no answer. Beginnings of lines and of files tell; no more is read.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice
from math import fsum, nan
from typing import NamedTuple

from probierz.challenges.labels import are_classes
from probierz.challenges.problems import OF_ANOTHER_TASK_OR_ORDER, Doubt
from probierz.lines import Text

MOST_LINES = 300
MOST_CHARACTERS = 600
"""So much of a line tells, some hundred words."""
ENOUGH_CHARACTERS = 60_000
"""So many of an output, some hundred long lines, tell as much as more."""
FEWEST_WORDS_TO_RESEMBLE = 4
"""A shorter line has the words of many others."""
FEWEST_LINES_TO_RESEMBLE = 10
"""Fewer lines prove nothing."""
MOST_SOUGHT = 50
"""So many lines of an output are looked for among all inputs."""
CLEAR = 0.2
"""Tasks whose expected lines are more like their own inputs than like others by so much keep words."""
FADED = 0.1
"""An output that has less than this part of what expected lines have is not of these inputs."""
MOST_COPIED = 0.9
FEW_COPIED = 0.1
ALIKE = 0.5
"""Lines that have so much in common are of one text."""

_WORD = re.compile(r"\w+")
Words = frozenset[str]


class TextPairs(NamedTuple):
    """The words of lines, and those of their inputs."""

    lines: list[Words]
    inputs: list[Words]

    @property
    def told(self) -> list[int]:
        """The lines, from 0, that have words, with inputs that have enough of them."""
        return [
            at
            for at, (line, words) in enumerate(zip(*self, strict=True))
            if line and len(words) >= FEWEST_WORDS_TO_RESEMBLE
        ]

    @property
    def sought(self) -> list[int]:
        """Those of them that are looked for among all inputs."""
        told = self.told
        return told[:: -(-len(told) // MOST_SOUGHT)] if told else []

    @property
    def copies(self) -> float:
        """Which part of the lines has the words of its own input and no others; NaN where few lines have words."""
        told = self.told
        same = sum(self.lines[at] == self.inputs[at] for at in told)
        return same / len(told) if len(told) >= FEWEST_LINES_TO_RESEMBLE else nan

    @property
    def gain(self) -> float | None:
        """How much more lines are like their own inputs than like others, from -1 to 1; None where nothing tells it.

        A constant tells nothing.
        """
        told = self.told
        if len(told) < FEWEST_LINES_TO_RESEMBLE or len({self.lines[at] for at in told}) == 1:
            return None
        half = len(told) // 2
        others = (told[1:] + told[:1], told[half:] + told[:half])
        own = [_likeness(self.lines[at], self.inputs[at]) for at in told]
        pairs = (pair for some in others for pair in zip(told, some, strict=True))
        strange = [_likeness(self.lines[at], self.inputs[other]) for at, other in pairs]
        return fsum(own) / len(own) - fsum(strange) / len(strange)


def text_pairs(lines: Iterable[Text], inputs: Iterable[Text]) -> TextPairs:
    """Read the beginnings of parallel lines."""
    found = TextPairs([], [])
    seen = 0
    for line, other in islice(zip(lines, inputs, strict=False), MOST_LINES):
        begin = _beginning(line)
        found.lines.append(_words(begin))
        found.inputs.append(_words(_beginning(other)))
        seen += len(begin)
        if seen >= ENOUGH_CHARACTERS:
            break
    return found


def resemblance_doubt(given: TextPairs, known: TextPairs | None, *, name: str = "") -> Doubt | None:
    """Question an output whose lines do not belong to their inputs; None where they may, or where that cannot be told.

    known: expected lines with their inputs, of the split that is called so.
    """
    gain, wanted = given.gain, (known.gain if known is not None else None) or 0.0
    keeps_words = wanted >= CLEAR
    if known is not None and not keeps_words and given.copies >= MOST_COPIED and known.copies <= FEW_COPIED:
        message = f"lines are copies of their inputs, and those expected of {name} are not"
        return Doubt(message, "is this the right file?")
    if gain is None or gain >= (FADED * wanted if keeps_words else CLEAR):
        return None
    found = [] if are_classes([" ".join(sorted(line)) for line in given.lines]) else _lines_of_others(given)
    if found:
        line, other = found[0]
        message = (
            f"lines have the words of other lines' inputs: line {line + 1} those of line {other + 1} of the input, on "
            f"{len(found)} of {len(given.sought)} lines that were compared"
        )
        return Doubt(message, "put them in the order of the input", is_of_order=True)
    if not keeps_words:
        return None
    message = f"lines are no more like their own inputs than like others, and those expected of {name} are"
    return Doubt(message, OF_ANOTHER_TASK_OR_ORDER, is_of_order=True)


def _lines_of_others(given: TextPairs) -> list[tuple[int, int]]:
    """Lines that are like the input of another line and unlike their own, with that line; none where few are."""
    strange = [
        (at, other)
        for at, (likeness, other) in _most_alike(given, given.sought).items()
        if likeness >= ALIKE and 2 * _likeness(given.lines[at], given.inputs[at]) < likeness
    ]
    return sorted(strange) if 2 * len(strange) > len(given.sought) else []


def _most_alike(given: TextPairs, sought: Sequence[int]) -> dict[int, tuple[float, int]]:
    """For each of these lines the input that is most like it, after how much it is."""
    lines_with: dict[str, list[int]] = defaultdict(list)
    for at in sought:
        for word in given.lines[at]:
            lines_with[word].append(at)
    best: dict[int, tuple[float, int]] = {}
    for number, words in enumerate(given.inputs):
        shared = Counter(at for word in words for at in lines_with.get(word, ()))
        for at, count in shared.items():
            likeness = 2 * count / (len(words) + len(given.lines[at]))
            best[at] = max(best.get(at, (0.0, number)), (likeness, number))
    return best


def _likeness(one: Words, other: Words) -> float:
    """The shared part of two sets of words, from 0 to 1."""
    return 2 * len(one & other) / (len(one) + len(other))


def _beginning(line: Text) -> str:
    return str(line)[:MOST_CHARACTERS]


def _words(text: str) -> Words:
    return frozenset(_WORD.findall(text.replace("\\n", " ").casefold()))
