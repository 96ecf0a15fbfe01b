"""Outputs for the tasks of a suite, looked at and scored by the data that are here, as a platform does with an archive.

A task is scored on the split by which a board over the tasks ranks, by its main metric, and shown as its challenge
prints it; the average is that of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from probierz.challenges.challenge import Challenge, Split, open_challenge
from probierz.challenges.check import check_output
from probierz.challenges.evaluate import evaluate_files
from probierz.challenges.files import find_file
from probierz.challenges.line_counts import wrong_line_count
from probierz.challenges.problems import Problem, counted
from probierz.errors import DataError
from probierz.reports.tables import NumberStyle
from probierz.suites.averaging import digits_of_mean
from probierz.suites.boards import board, board_split, deciding_split
from probierz.suites.checks.declaration import count_input_lines
from probierz.suites.klej_files import GOLD_NAME
from probierz.suites.output_archive import WantedOutput, whose_lines
from probierz.suites.suite import DeclaredTask, Suite
from probierz.suites.suite_scores import SuiteScores, TaskScore
from probierz.suites.zipped_files import line_count
from probierz.text import first_few

_NAMED = 8


class TaskTest(NamedTuple):
    """What an output of a task is scored by. expected: None where the results are held back."""

    task: DeclaredTask
    challenge: Challenge
    split: Split
    expected: Path | None

    @property
    def wanted(self) -> WantedOutput:
        """The output that is looked for in an archive; `looked_at` looks at its lines."""
        others = [one.name for one in self.challenge.splits if one.name != self.split.name]
        return WantedOutput(self.task.name, self.split.name, None, others=tuple(others), expected=self.expected)

    def without(self, reason: str) -> TaskScore:
        """Return that there is no score, and why."""
        return TaskScore(self.task.name, self.task.main_metric, None, reason, self.split.name)


def opened_test(task: DeclaredTask, folder: Path, *, split: str = "", gold: Path | None = None) -> TaskTest:
    """Return the test of a task whose challenge lies in a folder.

    split: by default the one by which the board ranks. gold: a folder with expected results that are held back, see
    `held_back_results`. Raises ChallengeError where there is no such split.
    """
    challenge = open_challenge(folder)
    part = challenge.split(split or board_split(task))
    held = None if gold is None else held_back_results(gold, part.name)
    return TaskTest(task, challenge, part, part.expected or held)


def held_back_results(folder: Path, split: str) -> Path | None:
    """Return the expected results of a split in somebody's folder of a task, of its test also as KLEJ calls them."""
    found = find_file(str(folder / split), "expected.tsv")
    if found is None and split == "test-A":
        found = find_file(str(folder), GOLD_NAME)
    return Path(found) if found else None


class LookedAt(NamedTuple):
    """An output that was looked at. problems: what is wrong or odd about it, as far as input and open data tell.

    splits: others than the test that can be scored here and have as many lines as the output.
    is_of_other: whether that is why it is refused.
    """

    problems: list[Problem]
    splits: tuple[str, ...]
    is_of_other: bool = False


def looked_at(test: TaskTest, output: Path, place: str, others: Mapping[str, TaskTest]) -> LookedAt:
    """Look at an output, whether it can be scored here or not.

    Where it has as many lines as another split and not those of the test, that is all that is told: nothing says for
    which split it was made, unless a header or an empty last line is the one too many.
    output: its text, unpacked. place: what people know it by. others: the tests of all tasks, whose output it may be.
    """
    lines, splits = _splits_of_as_many(test, output)
    wanted = count_input_lines(test.challenge, test.split.name)
    found = check_output(test.challenge, test.split, output, compression="")
    has_line_too_many = any(one.kind == "surplus" for one in found)
    if splits and lines != wanted and not has_line_too_many:
        name = splits[0]
        message = (
            f"there are {counted(lines, 'line')}, as in {name} and not as in {test.split.name}, which has {wanted}"
        )
        remedy = f"give one output line for every input line, or score outputs for {name} by  --split {name}"
        return LookedAt([Problem(place, None, message, remedy)], splits, is_of_other=True)
    if wanted not in (None, lines) and not has_line_too_many:
        known = {name: count_input_lines(one.challenge, one.split.name) for name, one in others.items()}
        hint = whose_lines(lines, known)
        if hint:
            told = wrong_line_count(place, lines, wanted, str(test.split.input))
            return LookedAt([replace(told, remedy=told.remedy + hint)], ())
    shown = [
        replace(one, path=one.path.replace(str(output), place), message=one.message.replace(str(output), place))
        for one in found
    ]
    return LookedAt(shown, () if has_line_too_many else splits)


def also_of_other(looked: Mapping[str, LookedAt], outputs: str) -> list[Problem]:
    """Ask about outputs that fit another split as well, where some beside them are told to be of that one.

    looked: by task. outputs: what people know all of them by.
    """
    refused = {one.splits[0]: None for one in looked.values() if one.is_of_other}
    problems = []
    for split in refused:
        unclear = [task for task, one in looked.items() if split in one.splits and not one.is_of_other]
        if unclear:
            message = f"{first_few(unclear, _NAMED)}: {split} has as many lines as the test"
            problems.append(Problem(outputs, None, message, f"these may be outputs for {split}, too", "warning"))
    return problems


def _splits_of_as_many(test: TaskTest, output: Path) -> tuple[int, tuple[str, ...]]:
    """How many lines an output has, and the other splits that can be scored and have as many, train last."""
    lines = line_count(output, test.challenge.out_header)
    others = (one.name for one in test.challenge.splits if one.expected is not None and one.name != test.split.name)
    found = [name for name in others if count_input_lines(test.challenge, name) == lines]
    return lines, tuple(sorted(found, key=lambda name: name == "train"))


def score_of(test: TaskTest, output: Path, place: str, *, rows: bool) -> TaskScore:
    """Score the output of a test that has expected results. rows: keep one tally a line, for an interval.

    output: its text, unpacked. place: what people know it by. Raises DataError where a line cannot be scored.
    """
    assert test.expected is not None
    task, challenge = test.task, test.challenge
    try:
        evaluation = evaluate_files(
            task.parsed_schemes[:1], test.expected, output, test.split.input,
            reading=challenge.reading, challenge=challenge.name, split=test.split.name, rows=rows,
        )  # fmt: skip
    except DataError as error:
        raise error.at(place) if error.path == str(output) else error from None
    style = NumberStyle(challenge.options.precision, challenge.options.show_as_percentage)
    found, split = evaluation.scores[0], test.split.name
    return TaskScore(task.name, task.main_metric, found, split=split, style=style, shares=task.shares)


def suite_scores(suite: Suite, scores: Sequence[TaskScore]) -> SuiteScores:
    """Return the scores with their average, which has as many digits as on the board of the suite.

    There these are as many as printed averages have, else as the scores that stand on it, published ones among them.
    """
    averages = [one.value for one in suite.published if one.metric == "average" and one.is_score]
    own = [one.style.show(one.score.value) for one in scores if one.score is not None]
    digits = digits_of_mean(averages or [*own, *_published_on_all(suite)])
    return SuiteScores(tuple(scores), suite.has_average, digits)


def _published_on_all(suite: Suite) -> Iterable[str]:
    """The printed scores of systems that have one of each task: these stand on the board over the tasks."""
    values: dict[str, dict[str, str]] = {}
    for task in suite.tasks:
        split = deciding_split(task)
        for row in board(task, split).rows if split else ():
            values.setdefault(row.system, {})[task.name] = row.value
    return (value for of in values.values() if len(of) == len(suite.tasks) for value in of.values())
