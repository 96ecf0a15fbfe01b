"""Numbers that tell how good a translation is: how near it is to another text, how long, how it is written.

Each function gives one row a line, columns in the order of its names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.metrics.distances import edit_distance
from probierz.scoring.score import score
from probierz.suites.poleval2021.quality import bleu_of_tokens

Floats = NDArray[numpy.floating]

_WORD = re.compile(r"\w+|[^\w\s]")
_STEM = 5  # letters that tell a Polish word whatever its ending


class Translation(NamedTuple):
    """A translation, the text that was translated, and what a human made of it; the last two may be empty."""

    machine: str
    source: str = ""
    human: str = ""


def beside_human(translations: Sequence[Translation]) -> Floats:
    """Twenty-eight numbers for each translation that has a source and a human translation.

    Nearness to the human translation (BLEU with smoothing 2 of 1, 2 and 4 words, and of their first five letters;
    chrF; edit distances; words in common), lengths and their differences, and how beginning, end and marks agree.
    """
    chrf = score("chrF", [one.human for one in translations], [one.machine for one in translations]).rows
    assert chrf is not None
    rows = [_beside(one) for one in translations]
    return numpy.column_stack([numpy.array(rows, float), chrf.values])


def _beside(one: Translation) -> list[float]:
    machine, source, human = (_WORD.findall(text.lower()) for text in one)
    machine_stems, human_stems = ([word[:_STEM] for word in words] for words in (machine, human))
    bleus = [
        bleu_of_tokens(words, wanted, orders=orders)
        for words, wanted in ((machine, human), (machine_stems, human_stems))
        for orders in (1, 2, 4)
    ]
    lengths = [numpy.log1p(len(words)) for words in (machine, human, source)]
    return [
        *bleus,
        _nearness(machine, human),
        _nearness(one.machine, one.human),
        *_common(machine, human),
        *_common(machine_stems, human_stems),
        _common(source, machine)[1],
        *lengths,
        lengths[0] - lengths[1],
        lengths[0] - lengths[2],
        abs(lengths[0] - lengths[1]),
        abs(lengths[0] - lengths[2]),
        float(one.machine == one.human),
        float(one.machine[:1].isupper() == one.human[:1].isupper()),
        float(one.machine[-1:] == one.human[-1:]),
        machine.count(",") - human.count(","),
        float(_digits(one.machine) == _digits(one.source)),
        numpy.log1p(len(one.machine)),
        numpy.log1p(len(one.source)),
    ]


def _nearness(one: Sequence[str], other: Sequence[str]) -> float:
    """1 for equal ones, 0 when nothing is kept: 1 - edits / length of the longer."""
    return 1 - edit_distance(one, other) / max(len(one), len(other), 1)


def _common(one: Sequence[str], other: Sequence[str]) -> tuple[float, float]:
    """The shares of each that the other has, too."""
    both = (Counter(one) & Counter(other)).total()
    return both / max(len(one), 1), both / max(len(other), 1)


def _digits(text: str) -> list[str]:
    return re.findall(r"\d+", text)


_MARKS: tuple[Callable[[str], float], ...] = (
    lambda text: float(text[:1].isupper()),
    lambda text: float(text.rstrip().endswith((".", "!", "?", "…", '"', "”"))),
    lambda text: float("?" in text),
    lambda text: text.count(",") / (len(text.split()) + 1),
    lambda text: sum(char.isdigit() for char in text) / (len(text) + 1),
    lambda text: sum(char.isupper() for char in text) / (len(text) + 1),
    lambda text: sum(not char.isalnum() and not char.isspace() for char in text) / (len(text) + 1),
)


def alone(translations: Sequence[Translation]) -> Floats:
    """Eleven numbers for each translation by itself: lengths, marks, capitals, and how often it repeats a word."""
    return numpy.array([_alone(one.machine) for one in translations], float).reshape(len(translations), 11)


def _alone(text: str) -> list[float]:
    words = _WORD.findall(text.lower())
    length = sum(map(len, words)) / max(len(words), 1)
    repeated = 1 - len(set(words)) / max(len(words), 1)
    return [numpy.log1p(len(words)), numpy.log1p(len(text)), length, repeated, *(mark(text) for mark in _MARKS)]
