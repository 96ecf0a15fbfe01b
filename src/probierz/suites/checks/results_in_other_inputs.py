"""Expected results of hidden tests that stand in inputs, which everybody reads: in those of other tests, which may have
labels as a column, and in pairs that are turned round, as tasks of both directions of a translation have them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import zip_longest

from probierz.challenges.challenge import Challenge, Split
from probierz.challenges.file_tables import Row, split_rows
from probierz.challenges.item_columns import item_columns
from probierz.challenges.revealed_results import (
    FEWEST_FOUND,
    MOST_OF_LINES,
    MOSTLY,
    RevealedResults,
    SoughtResults,
    columns_of,
)

FEWEST_WORDS_OF_RESULTS = 4
"""Results are texts with so many words: shorter answers stand in many data."""

_EXPECTED = "expected "
"""Before columns that are no part of an input."""


def results_in_other_inputs(
    test: Split, opened: Challenge, shown: Challenge, hidden: Collection[str]
) -> Iterator[tuple[str, RevealedResults]]:
    """Give the inputs of a challenge, as `train/in.tsv`, that have expected results of a hidden test, and where.

    shown: the challenge itself, or another one. hidden: its splits whose expected lines nobody reads; in others an
    input belongs to what is expected beside it. What texts and results a split has as the test has them is not told: it
    is found by its texts. Raises ProbierzError where a file cannot be read.
    """
    if test.expected is None or test.input is None:
        return
    sought = SoughtResults(test.expected, opened.out_header, inputs=test.input, in_header=opened.in_header)
    texts = _texts_expected(test, opened)
    for split in shown.splits:
        if split.input is None or split.input == test.input:
            continue
        found = sought.found_among(_rows(split, shown, hidden), share=MOSTLY)
        if found is not None and found.are_beside:
            found = _beside_same_inputs(found, test, opened, _rows(split, shown, hidden))
        if found is None or found.place.startswith(_EXPECTED):
            found = _standing(texts, split, shown) if texts else None
        if found is not None:
            yield f"{split.name}/{split.input.name}", found


def _beside_same_inputs(
    found: RevealedResults, test: Split, opened: Challenge, rows: Iterator[Row]
) -> RevealedResults | None:
    """What was found on lines whose inputs stand there whole, but for ids; None for few.

    One column alone may stand on other lines, as a number or an answer in a code does: it tells results by itself.
    """
    import numpy as np

    assert test.input is not None
    item = item_columns([str(test.input)], opened.in_header)
    items = [frozenset(map(_plain, item.of([*row.values()]))) for row in split_rows(test.input, opened.in_header)]
    known = {value for one in items for value in one}
    there = {frozenset(known.intersection(map(_plain, row.values()))) for row in rows}
    inside = defaultdict[str, list[frozenset[str]]](list)
    for one in there:
        for value in one:
            inside[value].append(one)
    stands = np.array([any(one <= other for other in inside[max(one, key=len)]) for one in items])
    lines = found.lines & stands
    return found._replace(lines=lines) if lines.sum() >= FEWEST_FOUND else None


def _plain(value: str) -> str:
    return " ".join(value.split())


def _rows(split: Split, opened: Challenge, hidden: Collection[str]) -> Iterator[Row]:
    assert split.input is not None
    rows = split_rows(split.input, opened.in_header)
    if split.expected is None or split.name in hidden:
        yield from rows
        return
    nothing: Row = {}
    for row, expected in zip_longest(rows, split_rows(split.expected, opened.out_header), fillvalue=nothing):
        yield row | {f"{_EXPECTED}{name}": value for name, value in expected.items()}


def _texts_expected(test: Split, opened: Challenge) -> list[str]:
    """The expected texts, empty ones for what is none, or stands in the input too; none where few are texts."""
    assert test.expected is not None
    assert test.input is not None
    first = next(iter(columns_of(test.expected, opened.out_header, has_alternatives=True)), [])
    texts = [
        value if len(value.split(None, FEWEST_WORDS_OF_RESULTS)) >= FEWEST_WORDS_OF_RESULTS else "" for value in first
    ]
    if not _are_many(texts):
        return []
    given = {value for column in columns_of(test.input, opened.in_header) for value in column}
    texts = ["" if text in given else text for text in texts]
    return texts if _are_many(texts) else []


def _standing(texts: list[str], split: Split, opened: Challenge) -> RevealedResults | None:
    """On which lines the expected text stands anywhere in an input, whose order may be another."""
    import numpy as np

    assert split.input is not None
    wanted = {*texts} - {""}
    there = {value for row in split_rows(split.input, opened.in_header) for value in row.values() if value in wanted}
    if not _are_many([text if text in there else "" for text in texts]):
        return None
    return RevealedResults("a text somewhere in it", np.array([text in there for text in texts]))


def _are_many(texts: list[str]) -> bool:
    different = {*texts} - {""}
    return len(different) >= FEWEST_FOUND and sum(map(bool, texts)) >= MOST_OF_LINES * len(texts)
