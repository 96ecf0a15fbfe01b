"""A look at outputs before they are handed in: what a platform finds in them, and whether to go on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, TextIO

from probierz.challenges.problems import counted
from probierz.cli.platform_client import PlatformError
from probierz.cli.terminal import RED, YELLOW, answered_yes, can_ask, painted, print_warning, printable
from probierz.errors import ChallengeError

_CANNOT_LOOK = ("size", "TooLarge", "busy")
"""Codes with which a platform looks at nothing, though it may take what it was shown."""


def look_first(look: Callable[[], Any]) -> list[Any]:
    """Look at outputs; where something is found, hand them in only if somebody says so. Return what was found.

    Nobody is asked about notes, which change no score, nor where the platform takes nothing now, whatever is handed in.
    look: asks the platform. Raises ChallengeError where nothing is to be handed in.
    """
    try:
        found = look()
    except PlatformError as error:
        if error.code not in _CANNOT_LOOK:
            raise
        print_warning(f"nobody looked first: {error.message}")
        return []
    problems: list[Any] = found["problems"]
    refused = found.get("refused", ())  # older platforms do not tell; a single challenge says `closed`
    if refused:
        print_refusals(problems, refused)
        raise ChallengeError(f"nothing was handed in, and no quota was used: {', '.join(refused)} cannot be taken now")
    if found.get("closed"):
        raise ChallengeError(f"nothing was handed in, and no quota was used: {found['closed']}")
    print_problems(problems, sys.stderr)
    if any(problem["severity"] != "note" for problem in problems):
        _ask()
    return problems


def has_error(problems: Iterable[Any]) -> bool:
    """Whether one of them is more than a question."""
    return any(map(_is_error, problems))


def what_would_happen(outputs: Sequence[str], problems: Sequence[Any], *, is_refused: bool = False) -> str:
    """Return the last sentence of a look that hands nothing in. outputs: what would be handed in.

    is_refused: whether something takes nothing now, and why was told.
    """
    if is_refused and not has_error(problems):
        return "nothing would be handed in"
    names = ", ".join(outputs)
    asked = [one for one in problems if one["severity"] != "note"]
    if not asked:
        return f"{names}: fine; nothing was handed in"
    if has_error(problems):
        return f"nothing would be handed in: {counted(sum(map(_is_error, problems)), 'error')} above"
    questions = counted(len(asked), "question")
    would = f"would hand in {counted(len(outputs), 'output')} ({names})"
    return f"{would} after asking: {questions} above; nothing was handed in"


def print_refusals(problems: Sequence[Any], refused: Collection[str]) -> list[Any]:
    """Say on standard error why tasks take nothing now, each reason once and before whom it concerns.

    Return the other problems.
    """
    tasks: dict[str, list[str]] = {}
    for one in problems:
        if _is_refusal(one, refused):
            tasks.setdefault(one["message"].rstrip("."), []).append(one["file"].rpartition("/")[2])
    for reason, names in tasks.items():
        print(painted("error:", RED, sys.stderr), printable(f"{reason}: {', '.join(names)}"), file=sys.stderr)
    return [one for one in problems if not _is_refusal(one, refused)]


def _is_refusal(problem: Any, refused: Collection[str]) -> bool:
    """Whether it says why a task takes nothing now: of the task as a whole, and nothing in its output mends it."""
    is_of_task = problem["file"].rpartition("/")[2] in refused and not problem["line"]
    return bool(is_of_task and _is_error(problem) and not problem["remedy"])


def _is_error(problem: Any) -> bool:
    return bool(problem["severity"] == "error")


def print_problems(problems: Iterable[Any], stream: TextIO) -> None:
    """Print what a platform found, each with its place and what mends it."""
    for problem in problems:
        place = f"{problem['file']} line {problem['line']}" if problem["line"] else problem["file"]
        remedy = f"; {problem['remedy']}" if problem["remedy"] else ""
        colour = RED if problem["severity"] == "error" else YELLOW
        text = printable(f"{place}: {problem['message']}{remedy}")
        print(painted(f"{problem['severity']}:", colour, stream), text, file=stream)


def _ask() -> None:
    if not can_ask():
        raise ChallengeError(
            "nothing was handed in, and no quota was used; mend what was found, or add --yes to hand in all the same"
        )
    if not answered_yes("Hand in all the same?"):
        raise ChallengeError("nothing was handed in, and no quota was used")
