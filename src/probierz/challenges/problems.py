"""A problem of a challenge or an output: where it is, what was found, and what mends it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from probierz.errors import DataError, ProbierzError

Severity = Literal["error", "warning", "note"]
"""A note changes no score, and nobody need be asked about it."""

ProblemKind = Literal["", "copies", "repeats", "of another", "surplus"]
"""What a problem is about, where rules ask; see `Problem`."""

DOUBTFUL = "Doubtful"
"""The kind of a failure that is a question: outputs look odd, and nothing was scored or counted yet."""

MARK_LEFT_OUT = "the byte order mark in front is left out, and GEval takes it as part of the first line"

OF_ANOTHER_TASK = "is this an output of another task?"
OF_ANOTHER_TASK_OR_ORDER = "is this an output of another task, or in another order?"
"""What is asked of an output that may be none of its inputs."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, or, as a warning, odd, or, as a note, to be known.

    path: the file or directory. line: its line in the file, from 1, where one line is meant.
    kind: what it is about, where other rules ask: "copies" are texts of a split that can be read in an open one,
    "repeats" those that stand in it again, and what is "of another" is shared with another challenge; "surplus"
    is a line too many that is known by what stands in it, a header or nothing.
    geval: the message of GEval 1.42.2.0; None where GEval does not look. stops_geval: whether GEval ends with it.
    `str(problem)` is one line for people.
    """

    path: str
    line: int | None
    message: str
    remedy: str = ""
    severity: Severity = "error"
    geval: str | None = None
    stops_geval: bool = True
    kind: ProblemKind = ""

    def __str__(self) -> str:
        """Print place, message and remedy in one line."""
        place = f"{self.path} line {self.line}" if self.line else self.path
        return f"{place}: {self.message}{f'; {self.remedy}' if self.remedy else ''}"


class Doubt(NamedTuple):
    """What is odd about an output that can be scored, and what may be meant. It is a question, not a fault.

    line: of the file, from 1, where one line is meant. is_of_order: whether its lines may stand in another order.
    """

    message: str
    remedy: str
    line: int | None = None
    is_of_order: bool = False


def has_errors(problems: list[Problem]) -> bool:
    """Whether some problem is more than a warning or a note."""
    return any(problem.severity == "error" for problem in problems)


def problem_from(error: ProbierzError, path: str, remedy: str = "") -> Problem:
    """Return the problem that an exception tells of; a DataError brings its own place."""
    if isinstance(error, DataError):
        where = str(error.path) if error.path else path
        return Problem(where, error.line, error.detail, remedy, geval=error.geval)
    message = error.message.removeprefix(path).lstrip(": ").rstrip(".")
    return Problem(path, None, message, remedy, geval=error.geval)


def there_are(number: int, noun: str) -> str:
    """Print how many there are: `there is 1 line`, `there are 12 lines`."""
    return f"there {'is' if number == 1 else 'are'} {counted(number, noun)}"


def counted(number: int, noun: str) -> str:
    """Print a number with its noun: `1 line`, `12 lines`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
