"""What the commands of KLEJ share: which tasks, reading an archive, and refusing a broken one."""

from __future__ import annotations

import math
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.cli.options import add_option
from probierz.cli.terminal import RED, YELLOW, painted, print_warning, printable
from probierz.errors import ChallengeError

if TYPE_CHECKING:
    from probierz.suites.klej.archive import ArchivedPredictions
    from probierz.suites.klej.results import SuiteScore
    from probierz.suites.suite import Suite

__all__ = ["add_expected_option", "klej", "plain_number", "scored", "sound_submission", "warn_of_constants"]


def klej() -> Suite:
    """Return the suite as declared."""
    from probierz.suites.catalogue import find_suite

    return find_suite("klej")


def add_expected_option(parser: ArgumentParser) -> None:
    """Declare --expected."""
    add_option(
        parser,
        "--expected",
        default=".",
        metavar="FOLDER",
        help="where expected results lie: TASK/test_gold.tsv or TASK/test-A/expected.tsv (default: .)",
    )


def plain_number(value: float | None) -> float | None:
    """A number for JSON, which has no NaN."""
    return None if value is None or math.isnan(value) else value


def sound_submission(archive: str, suite: Suite, *, partial: bool) -> ArchivedPredictions:
    """Read an archive; print what is odd. Raises ChallengeError for one with faults, after all of them are printed."""
    from probierz.challenges.problems import counted, has_errors
    from probierz.suites.klej.archive import read_submission

    submission = read_submission(Path(archive), suite.tasks, partial=partial)
    for problem in submission.problems:
        colour = RED if problem.severity == "error" else YELLOW
        print(painted(f"{problem.severity}:", colour, sys.stderr), printable(str(problem)), file=sys.stderr)
    if has_errors(list(submission.problems)):
        errors = counted(sum(one.severity == "error" for one in submission.problems), "error")
        hint = "" if partial else "; with --partial, a task may be missing"
        raise ChallengeError(f"{archive}: nothing was scored because of {errors}{hint}")
    return submission


def warn_of_constants(result: SuiteScore) -> None:
    """Say which metrics are not defined, as of an output whose lines are all equal."""
    for one in result.tasks:
        if one.value is not None and math.isnan(one.value):
            print_warning(f"{one.task}: {one.metric} is NaN, as of a constant output, and so is every mean with it")


def scored(archive: str, suite: Suite, arguments: Namespace) -> SuiteScore:
    """Score an archive. Raises ChallengeError where no task has a score."""
    from probierz.suites.klej.results import evaluate

    submission = sound_submission(archive, suite, partial=arguments.partial)
    result = evaluate(suite.tasks, submission.predictions, Path(arguments.expected))
    if not result.values:
        raise ChallengeError(
            f"{arguments.expected}: no expected results were found; they are looked for in TASK/test_gold.tsv and "
            "TASK/test-A/expected.tsv, name their folder by --expected"
        )
    return result
