"""What is odd about expected lines: results of another task or in another order score every output in silence.

They are asked what an output of their split would be asked, beside another split of the challenge.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from math import nan
from pathlib import Path

from probierz.challenges.answers_of_inputs import other_inputs_doubt
from probierz.challenges.doubts import KnownSplit, OutputToDoubt
from probierz.challenges.files import Reading
from probierz.challenges.given_away import results_on_other_scale
from probierz.challenges.headers_in_data import begins_with_names, is_like_header, names_beside
from probierz.challenges.labels import LIKE_HEADER, only_one
from probierz.challenges.problems import OF_ANOTHER_TASK, OF_ANOTHER_TASK_OR_ORDER, Problem
from probierz.challenges.resemblance import FEWEST_LINES_TO_RESEMBLE, MOST_LINES
from probierz.errors import ProbierzError
from probierz.schemes.scheme import Scheme
from probierz.scoring.preparation import joined

MOST_COPIED, FEW_COPIED = 0.9, 0.5
"""Where a task corrects texts, the expected lines of correct ones are copies of their inputs."""

_HEADER_REMEDY = "remove it from the data, or name the file with the names of columns in config.txt"
_REMEDIES = {
    OF_ANOTHER_TASK: "are these results of another task?",
    OF_ANOTHER_TASK_OR_ORDER: "are these results of another task, or in another order?",
}
"""What is asked of an output, in words for what is expected."""


def expected_doubts(
    split: KnownSplit, splits: Sequence[KnownSplit], schemes: Sequence[Scheme], reading: Reading
) -> Iterator[Problem]:
    """Yield a warning for everything that is odd about the expected lines of a split.

    splits: all that have inputs and expected lines. The first one tells what is usual in the others, and is itself
    asked only whether its lines belong to their inputs. schemes: the main one first.
    What cannot be read is let be: other checks tell of it.
    """
    path = os.fspath(split.expected)
    known = splits[0] if splits and splits[0].name != split.name else None
    output = OutputToDoubt(path, schemes, split.inputs, known, known, reading)
    # empty labels are told by checks of their own
    asks_of_labels = bool(schemes) and schemes[0].metric.compares_labels
    try:
        if known is None and (line := _only_line(splits, reading)):
            message = f"all expected lines of all splits are {line[:40]!r}, so that always this is a perfect answer"
            yield Problem(path, None, message, "is this the right file?", "warning")
        yield from _scale_doubt(split, schemes, reading)
        copies = _copies_doubt(split, known, reading)
        if copies:
            yield Problem(path, None, copies, "is this the right file?", "warning")
        if (
            known is not None
            and not _is_told_as_header(path)
            and is_like_header(path, schemes, reading, known.expected)
        ):
            yield Problem(path, LIKE_HEADER.line, LIKE_HEADER.message, _HEADER_REMEDY, "warning")
        doubts = [*(output.of_filled_lines() if asks_of_labels else output.of_all())]
        is_told = copies or any(one.is_of_order for one in doubts)
        if not is_told and known is not None and (other := other_inputs_doubt(split, known, reading)):
            doubts.append(other)
        for doubt in doubts:
            remedy = _REMEDIES.get(doubt.remedy, doubt.remedy)
            yield Problem(path, doubt.line, doubt.message, remedy, "warning")
    except ProbierzError:
        return


def _only_line(splits: Sequence[KnownSplit], reading: Reading) -> str:
    """The one expected line of all splits; empty where they differ, and where they are few. Reads no further."""
    with ExitStack() as stack:
        opened = (stack.enter_context(reading.open_parallel(os.fspath(one.expected))) for one in splits)
        return only_one(joined(line).strip() for lines in opened for line in lines)


def _copies_doubt(split: KnownSplit, known: KnownSplit | None, reading: Reading) -> str:
    """Say that expected lines are copies of their inputs, where those known are not; empty where nothing is odd."""
    if known is not None and _copied(split, reading) >= MOST_COPIED and _copied(known, reading) <= FEW_COPIED:
        return f"lines are copies of their inputs, and those expected of {known.name} are not"
    return ""


def _scale_doubt(split: KnownSplit, schemes: Sequence[Scheme], reading: Reading) -> Iterator[Problem]:
    """Say that numbers of the input are the expected ones on another scale."""
    if split.inputs is None or not any(scheme.metric.compares_numbers for scheme in schemes):
        return
    headers = reading.in_header, reading.out_header
    found = results_on_other_scale(Path(split.inputs), Path(split.expected), *headers)
    if found is not None:
        remedy = "is it made of them? Leave it out of the input of all splits then"
        yield Problem(os.fspath(split.inputs), None, str(found), remedy, "warning")


def _copied(split: KnownSplit, reading: Reading) -> float:
    """The part of the expected lines, from 0 to 1, that are their inputs to the letter; NaN where few tell it."""
    if split.inputs is None:
        return nan
    with (
        reading.open_parallel(os.fspath(split.expected)) as lines,
        reading.open_input(os.fspath(split.inputs)) as given,
    ):
        same = [joined(line) == joined(other) for line, other in islice(zip(lines, given, strict=False), MOST_LINES)]
    return sum(same) / len(same) if len(same) >= FEWEST_LINES_TO_RESEMBLE else nan


def _is_told_as_header(path: str) -> bool:
    challenge = os.path.dirname(os.path.dirname(path))
    return begins_with_names(path, names_beside(challenge, "out-header.tsv"))
