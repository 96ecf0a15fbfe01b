"""How long the lines of an output are, where lines are texts: many times as long as expected ones, or a small part.

Lengths are taken as they are and beside those of the inputs, as texts may grow with these; both have to be far off.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from probierz.challenges.labels import is_distribution
from probierz.challenges.problems import Doubt
from probierz.lines import Text
from probierz.metrics.reads import LABEL, LABEL_OR_PROBABILITIES, TEXT, TOKENS
from probierz.schemes.scheme import Scheme
from probierz.scoring.preparation import joined

MOST_LINES = 300
"""So many lines tell; the rest is not read."""
FEWEST_LINES_OF_A_LENGTH = 10
"""Fewer lines prove nothing."""
FAR_OFF = 5
"""So many times as long, or as short, is more than a system that says much or little."""


class TypicalLengths(NamedTuple):
    """Characters of the middle line, and of the middle input; None where few lines hold a text."""

    lines: float | None
    inputs: float | None


def puts_out_texts(scheme: Scheme) -> bool:
    """Whether a metric reads a text on each line of an output, or a label, which may be one."""
    return scheme.metric.definition.reads[1] in (TEXT, TOKENS, LABEL, LABEL_OR_PROBABILITIES)


def typical_lengths(lines: Iterable[Text], inputs: Iterable[Text], *, has_alternatives: bool = False) -> TypicalLengths:
    """Measure the beginnings of files. has_alternatives: whether columns of a line say the same; the first counts."""
    texts = (joined(line).partition("\t")[0] if has_alternatives else joined(line) for line in lines)
    return TypicalLengths(_typical(texts), _typical(map(joined, inputs)))


def length_doubt(given: TypicalLengths, known: TypicalLengths, *, name: str) -> Doubt | None:
    """Question an output whose lines are far longer or shorter than expected ones of the split that is called so."""
    if given.lines is None or known.lines is None:
        return None
    ratio = given.lines / known.lines
    growth = given.inputs / known.inputs if given.inputs and known.inputs else 1.0
    ratios = ratio, ratio / growth
    if not (min(ratios) >= FAR_OFF or max(ratios) <= 1 / FAR_OFF):
        return None
    message = f"typical lines are {given.lines:.0f} characters long, and expected ones of {name} {known.lines:.0f}"
    return Doubt(message, "is this the right file?")


def _typical(texts: Iterable[str]) -> float | None:
    told = (text.strip() for text in islice(texts, MOST_LINES) if not is_distribution(text))
    lengths = sorted(map(len, filter(None, told)))
    return lengths[len(lengths) // 2] if len(lengths) >= FEWEST_LINES_OF_A_LENGTH else None
