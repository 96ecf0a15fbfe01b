"""What the commands of KLEJ share: which tasks, reading an archive, and refusing a broken one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.cli.input_files import refuse_standard_input
from probierz.cli.options import add_option
from probierz.cli.printed_problems import refuse_errors
from probierz.errors import ChallengeError

if TYPE_CHECKING:
    from probierz.challenges.problems import Problem
    from probierz.suites.klej.archive import ArchivedPredictions
    from probierz.suites.suite import Suite
    from probierz.suites.suite_scores import SuiteScores


def klej() -> Suite:
    """Return the suite as declared."""
    from probierz.suites.catalogue import find_suite

    return find_suite("klej")


def add_expected_options(parser: ArgumentParser) -> None:
    """Declare --expected and --unchecked."""
    add_option(
        parser,
        "--expected",
        default=".",
        metavar="FOLDER",
        help="where expected results lie: TASK/test_gold.tsv or TASK/test-A/expected.tsv (default: .)",
    )
    add_option(parser, "--unchecked")


def sound_submission(archive: str, suite: Suite, *, partial: bool) -> ArchivedPredictions:
    """Read an archive; print what is odd. Raises ChallengeError for one with faults, after all of them are printed."""
    from probierz.suites.klej.archive import read_submission

    refuse_standard_input(archive)
    submission = read_submission(Path(archive), suite.tasks, partial=partial)
    refuse_errors(archive, submission.problems, hint=hint_of_partial(submission.problems))
    return submission


def hint_of_partial(problems: Sequence[Problem]) -> str:
    """What else may be meant by an archive that lacks the predictions of a task; empty for one that does not."""
    from probierz.suites.klej.archive import EVERY_PREDICTION

    return "with --partial, a task may be missing" if any(one.remedy == EVERY_PREDICTION for one in problems) else ""


def scored(archive: str, suite: Suite, arguments: Namespace) -> SuiteScores:
    """Score an archive. Raises ChallengeError where no task has a score, and for expected results not declared."""
    from probierz.suites.given_results import folder_of_results
    from probierz.suites.klej.results import evaluate, results_not_declared
    from probierz.suites.task_folders import refuse_folder_above, refuse_one_task

    expected, names = folder_of_results(arguments.expected), [task.name for task in suite.tasks]
    refuse_one_task(expected, names)
    submission = sound_submission(archive, suite, partial=arguments.partial)
    scored_tasks = [task for task in suite.tasks if task.name in submission.predictions]
    other = None if arguments.unchecked else next(iter(results_not_declared(scored_tasks, expected)), None)
    if other is not None:
        raise ChallengeError(f"{other}; take the declared results, or add --unchecked to score by these")
    result = evaluate(suite.tasks, submission.predictions, expected)
    if not result.values:
        refuse_folder_above(expected, names, option="--expected")
        raise ChallengeError(
            f"{arguments.expected}: there are no expected results of {', '.join(submission.predictions)} in it; they "
            "are looked for in TASK/test_gold.tsv and TASK/test-A/expected.tsv, name their folder by --expected"
        )
    return result
