"""Values of rankings, which TABs part: several that stand on a line with something else between them are one value."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import islice

from probierz.challenges.problems import Doubt
from probierz.lines import Text
from probierz.metrics.parsers import columns
from probierz.metrics.reads import RANKING
from probierz.schemes.scheme import Scheme
from probierz.scoring.preparation import joined, preparation

MOST_LINES = 10_000
"""So many lines tell; the rest is not read."""
FEWEST_KNOWN = 10
"""Fewer expected values do not show that none is of several words."""
PART = 0.5
"""Where so many lines are asked about, that is no slip and no odd value."""
_BETWEEN = re.compile(r"[\s,;]+")
_GRADE = re.compile(r":-?[0-9]+\Z")
"""Behind a judged document: `d1:2`."""


def ranks(scheme: Scheme) -> bool:
    """Whether an output line is a list of things, the best first."""
    return scheme.metric.definition.reads[1] == RANKING and not scheme.metric.prefixes


def joined_values_doubt(
    given: Iterable[Text], known: Iterable[Text], scheme: Scheme, *, tokenizer: str | None = None
) -> Doubt | None:
    """Question an output whose lines have several values with spaces or commas between them, not TABs; else None.

    known: expected lines; none where nobody may see them: only values with a digit in each part, such as names of
    documents or numbers of sentences, are asked about then, and where few are known.
    """
    if not ranks(scheme):
        return None
    prepare = preparation(scheme, tokenizer)
    values = {_GRADE.sub("", one) for line in islice(known, MOST_LINES) for one in columns(joined(prepare(line)))}
    lines = [joined(prepare(line)).strip() for line in islice(given, MOST_LINES)]
    odd = [number for number, line in enumerate(lines, 1) if _is_several(line, values)]
    if not odd or len(odd) < PART * sum(map(bool, lines)):
        return None
    first = lines[odd[0] - 1]
    return Doubt(f"{first[:40]!r} is one value, as TABs alone part values", "put TABs between several", odd[0])


def repeated_values_doubt(given: Iterable[Text], scheme: Scheme, *, tokenizer: str | None = None) -> Doubt | None:
    """Question a ranking that lists one thing several times, of which the first place alone counts; else None."""
    if not ranks(scheme):
        return None
    prepare = preparation(scheme, tokenizer)
    for number, line in enumerate(islice(given, MOST_LINES), 1):
        values = columns(joined(prepare(line)))
        repeated = next((one for one, count in Counter(values).items() if one and count > 1), None)
        if repeated is not None:
            said = f"{repeated[:40]!r} stands several times in one ranking"
            return Doubt(said, "list each once, at its best place", number)
    return None


def _is_several(line: str, known: set[str]) -> bool:
    """Whether a line without a TAB is no value, and its parts may be values."""
    parts = [part for part in _BETWEEN.split(line) if part]
    if "\t" in line or len(parts) < 2 or line in known:
        return False
    if any(_BETWEEN.search(value) for value in known):
        return known.issuperset(parts)
    return len(known) >= FEWEST_KNOWN or all(any(map(str.isdigit, part)) for part in parts)
