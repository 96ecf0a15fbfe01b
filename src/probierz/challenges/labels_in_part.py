"""Labels that stand in columns of an input on a part of its lines, with something else on the others.

`placeName_0001` among `doc_0002`, or `good` among `unknown`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from probierz.challenges.file_tables import split_rows
from probierz.challenges.given_away import HiddenLabels
from probierz.challenges.labels import are_classes
from probierz.challenges.revealed_results import FEWEST_BITS, RevealedResults, columns_of, says_enough

__all__ = ["labels_in_part"]

_MOSTLY = 0.95
"""Which part of the labels that stand there are those of their lines: others may begin as a label by chance."""
_LEAST = 0.05
"""Of the lines, on which a label stands."""


def labels_in_part(
    inputs: Path, expected: Path, in_header: Sequence[str] = (), out_header: Sequence[str] = ()
) -> RevealedResults | None:
    """Look in each column beside others for labels that it is, or begins or ends with where it is one word.

    Where several have them, that which has most. Raises ProbierzError where a file cannot be read.
    """
    wanted = columns_of(expected, out_header, has_alternatives=True)
    if len(wanted) != 1 or not are_classes(wanted[0]):
        return None
    labels = HiddenLabels({label for label in wanted[0] if label.strip()})
    rows = [*split_rows(inputs, in_header)]
    names = list(rows[0]) if rows and len(rows[0]) > 1 and len(rows) == len(wanted[0]) else []
    found = [
        one
        for name in names
        for place, told in _told(name, [row.get(name, "").strip() for row in rows], labels)
        if (one := _revealed(place, told, wanted[0])) is not None
    ]
    return max(found, key=lambda one: one.known, default=None)


def _told(name: str, values: Sequence[str], labels: HiddenLabels) -> Iterator[tuple[str, list[str]]]:
    """The places of a column that may have labels, with the label of each line; an empty one where there is none."""
    yield name, [labels.whole(value) for value in values]
    words = ["" if " " in value else value for value in values]
    yield f"the first part of {name}", [*map(labels.at_start, words)]
    yield f"the last part of {name}", [*map(labels.at_end, words)]


def _revealed(place: str, told: Sequence[str], wanted: Sequence[str]) -> RevealedResults | None:
    import numpy as np

    numbers = {label: number for number, label in enumerate(dict.fromkeys(wanted))}
    sought = np.array([numbers[label] for label in wanted], np.int32)
    found = np.array([numbers.get(label, -1) for label in told], np.int32)
    lines = np.flatnonzero(found >= 0)
    if len(lines) < _LEAST * len(wanted) or not says_enough(sought, lines, found[lines], _MOSTLY, FEWEST_BITS):
        return None
    return RevealedResults(place, found == sought)
