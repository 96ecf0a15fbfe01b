"""Whether expected lines can be of their inputs, by what is so in another split: answers stand in their texts, and
numbers of words or letters do not point past their ends.

Short answers and places share no words with their texts by which `resemblance` would know them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from itertools import islice

from probierz.challenges.doubts import KnownSplit
from probierz.challenges.files import Reading
from probierz.challenges.problems import OF_ANOTHER_TASK_OR_ORDER, Doubt
from probierz.scoring.preparation import joined

_MOST_LINES = 10_000
_FEWEST_LINES = 20
"""Fewer show no rule."""
_MOST_KNOWN, _FEW_GIVEN = 0.95, 0.5
"""On which part of the lines answers stand in their texts, where that is the task, and where it is not."""
_MOST_PAST, _FEWEST_PAST = 0.001, 0.01
"""Which part of the lines points past the end of its text, where places are meant, and where they are of others."""
_PAST_OF_OTHERS = 0.05
"""Where fewer lines would point past the ends of other lines' texts, their numbers are hardly places."""

_PLACES = re.compile(r"(?<![\w.])(?:[^\W\d]+[:=@])?(\d+)(?:[-:,](\d+))?(?![\w.])")
"""One number or two, with a label before them or not: `cap:5`, `name:3-7`, `12`."""

_Pairs = Sequence[tuple[str, str]]
"""Expected lines, each with its input."""


def other_inputs_doubt(split: KnownSplit, known: KnownSplit, reading: Reading) -> Doubt | None:
    """Question expected lines that are none of their inputs, as those of another split are; None where they may be.

    Raises ProbierzError where a file cannot be read.
    """
    given, usual = _pairs(split, reading), _pairs(known, reading)
    return _answers_doubt(given, usual, known.name) or _places_doubt(given, usual, known.name)


def _pairs(split: KnownSplit, reading: Reading) -> list[tuple[str, str]]:
    """The first lines of a split; none where it has no input."""
    if split.inputs is None:
        return []
    with (
        reading.open_parallel(os.fspath(split.expected)) as lines,
        reading.open_input(os.fspath(split.inputs)) as inputs,
    ):
        read = islice(zip(lines, inputs, strict=False), _MOST_LINES)
        return [(joined(line).strip(), joined(text)) for line, text in read]


def _answers_doubt(given: _Pairs, usual: _Pairs, name: str) -> Doubt | None:
    given, usual = ([pair for pair in pairs if pair[0]] for pairs in (given, usual))
    found, known = ([line for line, text in pairs if line in text] for pairs in (given, usual))
    if min(len(given), len(usual)) < _FEWEST_LINES:
        return None
    if len(known) < _MOST_KNOWN * len(usual) or len(found) > _FEW_GIVEN * len(given):
        return None
    message = f"expected lines stand in their inputs on {len(found)} of {len(given)} lines"
    message += f", and those of {name} on nearly all"
    return Doubt(message, OF_ANOTHER_TASK_OR_ORDER, is_of_order=True)


def _places_doubt(given: _Pairs, usual: _Pairs, name: str) -> Doubt | None:
    if min(len(given), len(usual)) < _FEWEST_LINES:
        return None
    for length in (_words, len):
        past = _past_end(given, length)
        others = [(line, text) for (line, _), (_, text) in zip(usual, [*usual[1:], usual[0]], strict=True)]
        are_places = len(_past_end(usual, length)) <= _MOST_PAST * len(usual) and len(
            _past_end(others, length)
        ) >= _PAST_OF_OTHERS * len(usual)
        if are_places and len(past) >= max(2, _FEWEST_PAST * len(given)):
            message = f"{len(past)} of {len(given)} lines point past the ends of their inputs"
            message += f", the first is line {past[0]}; those expected of {name} do not"
            return Doubt(message, OF_ANOTHER_TASK_OR_ORDER, past[0], is_of_order=True)
    return None


def _words(text: str) -> int:
    return len(text.split())


def _past_end(pairs: _Pairs, length: Callable[[str], int]) -> list[int]:
    """The lines, from 1, with a number that is more than how long their input is."""
    numbers = ([int(one) for found in _PLACES.findall(line) for one in found if one] for line, _ in pairs)
    return [
        at for at, (own, (_, text)) in enumerate(zip(numbers, pairs, strict=True), 1) if own and max(own) > length(text)
    ]
