"""Answers that stand beside the choices they are among: where one stands tells which is expected, and so it does once
more where the answer is expected, and a label says which choice it is.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from math import log2
from pathlib import Path

from probierz.challenges.file_tables import Row, split_rows
from probierz.challenges.revealed_results import FEWEST_BITS, RevealedResults

_FIRST_LINES = 1000
_BETWEEN_CHOICES = [*map(re.compile, (r"\|", ";", r"(?:^|\s)(?:[A-Za-z\d]\)|[A-Z\d][.:])(?=\s)"))]
"""What stands between choices in a cell: `kot | pies`, `kot; pies`, `A) kot B) pies`."""
_FEWEST_EACH = 2
"""With fewer lines of a label, some column always has the answers."""


def answers_among_choices(
    inputs: Path, expected: Path, in_header: Sequence[str] = (), out_header: Sequence[str] = ()
) -> RevealedResults | None:
    """Look for a column that is, for each label, always the same one of the choices, in a list or other columns.

    Raises ProbierzError where a file cannot be read.
    """
    import numpy as np

    found = RevealedResults("", np.zeros(0, bool))
    for most in (_FIRST_LINES, None):  # so that of long files few lines are kept where nothing is found
        wanted = [" ".join(row.values()) for row in islice(split_rows(expected, out_header), most)]
        name = _column_of_answers([*islice(split_rows(inputs, in_header), most)], wanted)
        if name is None:
            return None
        found = RevealedResults(name, np.ones(len(wanted), bool), are_renamed=True)
    return found


def _column_of_answers(rows: Sequence[Row], wanted: Sequence[str]) -> str | None:
    if not rows or len(rows) != len(wanted):
        return None
    places = [dict(_places(row)) for row in rows]
    for name in rows[0]:
        cells = [row.get(name, "") for row in rows]
        others = [{place: text for place, text in one.items() if place != name} for one in places]
        if _says_which(wanted, cells, others) or _says_which(cells, wanted, others):
            return name
    return None


def _says_which(labels: Sequence[str], answers: Sequence[str], places: Sequence[Row]) -> bool:
    """Whether answers stand, for each label, in a place of its own, and hardly by chance.

    By chance, a place has the answer of any line.
    """
    lines: dict[str, list[int]] = {}
    for line, label in enumerate(labels):
        lines.setdefault(label, []).append(line)
    if len(lines) < 2 or _FEWEST_EACH * len(lines) > len(labels) or not all(answers):
        return False
    if sum(count * log2(len(answers) / count) for count in Counter(answers).values()) < FEWEST_BITS:
        return False
    taken: set[str] = set()
    for of_label in lines.values():
        first = of_label[0]
        always = {place for place, text in places[first].items() if text == answers[first]}
        for line in of_label:
            always = {place for place in always if places[line].get(place) == answers[line]}
        if not always or not taken.isdisjoint(always) or len(of_label) < _FEWEST_EACH:
            return False
        taken |= always
    return True


def _places(row: Row) -> Iterator[tuple[str, str]]:
    """The cells of a row, and what stands in lists in them, with the names of their places."""
    for name, text in row.items():
        yield name, text
        for separator in _BETWEEN_CHOICES:
            if len(choices := separator.split(text)) > 1:
                yield from ((f"{name}/{separator.pattern}/{at}", one.strip()) for at, one in enumerate(choices))
        if text[:1] in ("[", "{"):
            try:
                found = json.loads(text)
            except (ValueError, RecursionError):
                continue
            for key, value in found.items() if isinstance(found, dict) else [("", found)]:
                inside = enumerate(value) if isinstance(value, list) else [("", value)]
                yield from ((f"{name}/{key}/{at}", one) for at, one in inside if isinstance(one, str))
