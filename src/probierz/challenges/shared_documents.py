"""Documents of a test that stand in open splits too: whoever learns there has read them, perhaps with the answers.

A document is a value of some words in one column of the input, such as the passage that a question is about; what
stands beside it may differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

from probierz.challenges.doubts import KnownSplit
from probierz.challenges.file_tables import split_rows
from probierz.challenges.problems import Problem, Severity, counted

_FEWEST_WORDS_OF_DOCUMENT = 8
_FEW_LINES, _FEW_OF_ALL = 20, 0.1
"""What more lines of a test have, and more than that part of them, or all, is no document but an instruction."""

_FEWEST_TOLD, _LEAST_TOLD, _MOST_OF_ONE = 10, 0.9, 0.75
"""On so many lines, and such a part of them, documents tell what is expected, where that is not mostly one thing."""


class _TestLine(NamedTuple):
    """A line of the test. answer: the hash of its expected line, None where that is not known."""

    number: int
    answer: int | None


def shared_documents(
    test: KnownSplit, opened: Sequence[KnownSplit], in_header: Sequence[str], out_header: Sequence[str]
) -> Iterator[Problem]:
    """Yield a note for each column of a test's input whose documents stand in the same column of open splits.

    A warning where they tell what is expected, whatever stands beside them. test: its expected lines may be missing, an
    empty path. The open splits are read once, row by row. Raises ProbierzError.
    """
    assert test.inputs is not None
    documents, lines = _documents(test, in_header, out_header)
    has_more = len(next(split_rows(Path(test.inputs), in_header), {})) > 1
    shared: dict[str, dict[_TestLine, set[int | None]]] = {}
    places: dict[str, dict[str, None]] = {}
    for split in opened:
        for row, answer in _rows(split, in_header, out_header):
            for column, value in row:
                for line in documents.get((column, value), ()):
                    shared.setdefault(column, {}).setdefault(line, set()).add(answer)
                    places.setdefault(column, {})[split.name] = None
    for column, answers in shared.items():
        where = " and ".join(places[column])
        same = sum(line.answer is not None and line.answer in found for line, found in answers.items())
        message = f"{len(answers)} of {counted(lines, 'line')}: the text in {column} stands in {where} too"
        message += f", on {same} of them with the same expected result" if test.expected else ""
        remedy = "to test on new documents, draw the splits by document"
        severity: Severity = "warning" if has_more and _tell(answers) else "note"
        yield Problem(str(test.inputs), min(line.number for line in answers), message, remedy, severity)


def _tell(answers: Mapping[_TestLine, Collection[int | None]]) -> bool:
    """Whether what is expected of documents elsewhere is what is expected of them here, on nearly all, and no chance.

    answers: of each line what is expected of its document in open splits.
    """
    expected = Counter(line.answer for line in answers)
    told = sum({line.answer} == {*found} for line, found in answers.items())
    is_varied = bool(expected) and max(expected.values()) <= _MOST_OF_ONE * len(answers)
    return len(answers) >= _FEWEST_TOLD and is_varied and told >= _LEAST_TOLD * len(answers)


def _documents(
    test: KnownSplit, in_header: Sequence[str], out_header: Sequence[str]
) -> tuple[dict[tuple[str, int], list[_TestLine]], int]:
    """By column and hash, the lines that have a document; and how many lines there are."""
    found: dict[tuple[str, int], list[_TestLine]] = {}
    number = 0
    for number, (row, answer) in enumerate(_rows(test, in_header, out_header), 1):
        for document in row:
            found.setdefault(document, []).append(_TestLine(number, answer))
    most = min(max(_FEW_LINES, _FEW_OF_ALL * number), max(number - 1, 1))
    return {document: lines for document, lines in found.items() if len(lines) <= most}, number


def _rows(
    split: KnownSplit, in_header: Sequence[str], out_header: Sequence[str]
) -> Iterator[tuple[list[tuple[str, int]], int | None]]:
    """For each line the columns with documents and their hashes, and the hash of what is expected, if it is known."""
    assert split.inputs is not None
    answers: Iterable[int | None] = repeat(None)
    if split.expected:
        answers = (hash(tuple(row.values())) for row in split_rows(Path(split.expected), out_header))
    for row, answer in zip(split_rows(Path(split.inputs), in_header), answers, strict=False):
        yield (
            [(name, hash(value)) for name, value in row.items() if value.count(" ") >= _FEWEST_WORDS_OF_DOCUMENT - 1],
            answer,
        )
