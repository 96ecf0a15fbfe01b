"""PolEval 2021, task 4: questions with their answers, and their counts as in the organisers' Table 1.

in.tsv         a question
expected.tsv   its answers, with TABs between
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median

from probierz.challenges.files import find_file
from probierz.display.pictures import Picture, bars
from probierz.errors import ChallengeError, DataError
from probierz.lines import LineReader
from probierz.reports.tables import Column, Table

HELD_BACK = "-"


@dataclass(frozen=True)
class Questions:
    """The questions of a split, counted.

    lengths: tokens of each, as spaces divide them. answers: how many answers each has; None where they are held back.
    """

    lengths: Sequence[int]
    answers: Sequence[int] | None = None


Splits = Mapping[str, Questions]


# --- reading ---------------------------------------------------------------------------------------------------------


def read_splits(folder: Path) -> dict[str, Questions]:
    """Return the questions of each split of a challenge, or of a folder with in.tsv, by its name.

    Raises ChallengeError where there are none, and what `read_questions` raises.
    """
    folders = [folder]
    if folder.is_dir() and find_file(str(folder), "in.tsv") is None:
        folders = [one for one in sorted(folder.iterdir()) if one.is_dir()]
    sources = {one.resolve().name: find_file(str(one), "in.tsv") for one in folders}
    found = {name: path for name, path in sources.items() if path is not None}
    if not found:
        raise ChallengeError(f"{folder}: there is no in.tsv, here or in a folder below")
    return {
        name: read_questions(path, find_file(str(Path(path).parent), "expected.tsv")) for name, path in found.items()
    }


def read_questions(inputs: str, expected: str | None) -> Questions:
    """Count the questions of an in.tsv, and their answers.

    Raises DataError, with file and line, for an empty question or answer, and for another number of expected lines.
    """
    lengths = [len(line.split()) for line in _filled(inputs, "question")]
    if not lengths:
        raise DataError("there is no question", path=inputs)
    if expected is None:
        return Questions(lengths)
    answers = [line.count("\t") + 1 for line in _filled(expected, "answer")]
    if len(answers) != len(lengths):
        message = f"{len(answers)} lines, and {len(lengths)} questions in {inputs}; give a line for each question"
        raise DataError(message, path=expected)
    return Questions(lengths, answers)


def _filled(path: str, what: str) -> Iterator[str]:
    with LineReader(path, is_digested=False) as reader:
        for number, line in enumerate(map(str, reader), 1):
            if not all(column.strip() for column in line.split("\t")):
                raise DataError(f"the {what} is empty; write one, without TABs around it", path=path, line=number)
            yield line


# --- tables ----------------------------------------------------------------------------------------------------------


def lengths_table(splits: Splits) -> Table:
    """Return how many questions there are, and the mean, median, least and most of their tokens."""
    columns = [one.lengths for one in splits.values()]
    if len(columns) > 1:
        columns.append([length for one in columns for length in one])
    rows = (
        ("questions", *(str(len(one)) for one in columns)),
        ("mean", *(f"{fmean(one):.2f}" for one in columns)),
        ("median", *(f"{median(one):g}" for one in columns)),
        ("least", *(str(min(one)) for one in columns)),
        ("most", *(str(max(one)) for one in columns)),
    )
    return Table(_columns(splits), rows)


def answers_table(splits: Splits) -> Table:
    """Return how many questions have one answer, two, and so on; `-` where the answers are held back."""
    counts = [None if one.answers is None else Counter(one.answers) for one in splits.values()]
    known = [one for one in counts if one is not None]
    if len(counts) > 1:
        counts.append(sum(known, Counter()) if len(known) == len(counts) else None)
    most = max((number for one in known for number in one), default=1)
    rows = tuple(
        (_answers(number), *(HELD_BACK if one is None else str(one[number]) for one in counts))
        for number in range(1, most + 1)
    )
    return Table(_columns(splits), rows)


def _columns(splits: Splits) -> tuple[Column, ...]:
    names = [*splits, *(["total"] if len(splits) > 1 else [])]
    return (Column("counted"), *(Column(name, True) for name in names))


def _answers(number: int) -> str:
    return "1 answer" if number == 1 else f"{number} answers"


# --- pictures --------------------------------------------------------------------------------------------------------


def lengths_picture(splits: Splits) -> Picture:
    """Return which share of the questions of each split has how many tokens."""
    counts = {name: Counter(one.lengths) for name, one in splits.items()}
    return _shares(counts, "Tokens of questions", str)


def answers_picture(splits: Splits) -> Picture:
    """Return which share of the questions has how many answers. Raises ChallengeError where all are held back."""
    counts = {name: Counter(one.answers) for name, one in splits.items() if one.answers is not None}
    if not counts:
        raise ChallengeError("there is no expected.tsv, so there is nothing to draw of answers")
    return _shares(counts, "Answers of questions", _answers)


def _shares(counts: Mapping[str, Counter[int]], title: str, named: Callable[[int], str]) -> Picture:
    numbers = range(min(map(min, counts.values())), max(map(max, counts.values())) + 1)
    values = {split: [100 * one[number] / one.total() for number in numbers] for split, one in counts.items()}
    return bars([named(number) for number in numbers], values, title=title, label="questions, %")
