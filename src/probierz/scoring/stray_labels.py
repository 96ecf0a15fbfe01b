"""Labels that an output gives and nobody expects, where a score takes each for a class of its own.

Of Sklearn-Macro scores one such label makes a class with 0, so that they divide by one class more. Whether the next
test set has one is a matter of luck, which no count of lines tells; so intervals have room for the score with these
classes and for that without them, in which their lines are as wrong, but count for no class but the expected one.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from probierz.scoring.interval_notes import Note
from probierz.scoring.rows import ScoreRows

_SURE = 10
"""A label that is given on so many lines will be given on others as well: P(never again on as many) = e^-10."""


class Stray(NamedTuple):
    """What lines leave where stray labels make no class, and the score of that. labels: those, sorted."""

    labels: list[str]
    rows: ScoreRows
    value: float

    @property
    def note(self) -> Note:
        """What a reader should know."""
        first, others = self.labels[0], len(self.labels) - 1
        if not others:
            one = (
                "is given, but expected on no line, and counts as a class with 0; the interval has room for the score "
                "without such a class"
            )
            return Note(f"the label {first!r} {one}", f"a label {one}")
        several = (
            "are given, but expected on no line, and count as classes with 0; the interval has room for the score "
            "without such classes"
        )
        return Note(f"the label {first!r} and {others} other{'s' * (others > 1)} {several}", f"labels {several}")


def stray_labels(rows: ScoreRows) -> Stray | None:
    """Return the lines of a score without its stray labels; None without any, or where they would make no class."""
    metric = rows.scheme.metric
    if not metric.definition.pattern.startswith("Sklearn-Macro-") or metric.prefixes:
        return None
    different = {id(tally): tally for tally in rows.tallies}
    expected = {label for tally in different.values() for label, hits in tally.items() if hits.expected}
    lines = Counter(label for tally in rows.tallies for label in tally if label not in expected)
    strays = {label for label, count in lines.items() if count < _SURE}
    if not strays:
        return None
    kept = {
        key: {label: hits for label, hits in tally.items() if label not in strays} for key, tally in different.items()
    }
    tallies = [kept[id(tally)] for tally in rows.tallies]
    return Stray(sorted(strays), ScoreRows(rows.scheme, tallies, rows.numbers), float(metric.value(tallies)))
