"""`probierz suite publish`: tasks as challenges of a platform, with hidden gold and published results."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from probierz.cli.exit_codes import FINE, PROBLEM
from probierz.cli.options import ContradictingOptions, add_option, add_options
from probierz.cli.platform_client import PlatformError, add_platform_options, chosen_platform
from probierz.cli.suite.packed_tasks import PackedTask, pack_task
from probierz.cli.suite.platform_challenges import SentTask, phases_on, put_suite, refusals_of, send_task, slug_on
from probierz.cli.terminal import print_fault, print_warning, printable
from probierz.errors import ChallengeError, DataError, ProbierzError

if TYPE_CHECKING:
    from probierz.cli.platform_client import PlatformClient
    from probierz.suites.suite import DeclaredTask, Suite

T = TypeVar("T")

EXAMPLES = """
examples:
  probierz suite publish poleval-2021 --server https://evaluate.example.org     all of its tasks
  probierz suite publish poleval-2021/ocr --from ocr --expected hidden/ocr      with results that are held back
  probierz suite publish poleval-2021/qa --slug quiz --no-show                  only organisers see it yet

The token (see  probierz submit --help) needs the scopes read and organise; the page of tokens calls them "read what
you may read" and "change challenges that you organise".
Run again, it imports a new version where the data changed, makes the rows those of the suite, and follows the phases.
"""

MOST_TOLD = 10
_REMEDIES = {
    "replaces": "give the suite another name, or put it in its place with --replace",
    "reopens": "let the phase end when it did, plan another one, or let it go on with --reopen",
    "ends_early": "plan a later end, or say with --end-early that this one is meant",
}
"""What helps where a platform asks first, by the code with which it does."""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Make a task a challenge of a platform. Its expected results of test sets are uploaded and stay hidden there; "
        "published results and counted baselines become rows of the board, marked as such. "
        "Splits without expected results are left out. "
        "Of several tasks, those that can be had are published, and the others are named at the end; where the data of "
        "one are not as declared, or cannot be scored, nothing is published at all. Nor is anything where  probierz "
        "suite check  asks about expected results or header lines, unless you say --yes. Challenges are shown when all "
        "of them are on the platform: where it refuses one, what is there and what is not is said, and the same "
        "command goes on."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("task", metavar="TASK", help="a task, or a suite for all of its tasks")
    add_options(parser, "--from", "--accept-licence")
    add_option(
        parser,
        "--expected",
        metavar="FOLDER",
        help="expected results that are held back, as test-B/expected.tsv; for a suite, in a folder for each task",
    )
    add_option(parser, "--slug", help="its short name there, for one task (default: SUITE-TASK)")
    add_option(
        parser,
        "--unchecked",
        help="publish data that are not the declared ones, and tests whose texts are public with what is expected, "
        "as well",
    )
    add_option(
        parser, "--yes", help="publish data all the same of which something is odd, such as labels of another task"
    )
    parser.add_argument(
        "--no-show", action="store_true", help="do not show the challenges and the suite to everybody yet"
    )
    _add_insistence(parser)
    _add_rows(parser)
    add_platform_options(parser)


def _add_insistence(parser: ArgumentParser) -> None:
    """Declare what says of something that a platform asks about first that it is meant."""
    parser.add_argument(
        "--replace", action="store_true", help="take the place of a suite of that name that has other tasks as well"
    )
    parser.add_argument(
        "--divide",
        action="store_true",
        help="let a division of hidden tests begin, or end, that was saved on the platform and waits for a new version",
    )
    parser.add_argument(
        "--reopen",
        action="store_true",
        help="let people submit again in a phase that is over, although everybody knows its scores",
    )
    parser.add_argument(
        "--end-early", action="store_true", help="let a phase end in the past, or before something that was handed in"
    )
    parser.add_argument(
        "--drop-scores",
        action="store_true",
        help="let what was handed in lose its scores and ranks where a test is left out, or has another number of "
        "lines or other inputs than it has",
    )
    parser.add_argument(
        "--replace-results",
        action="store_true",
        help="let repairs replace more than a tenth of the expected results of a test (of few lines at least five, or "
        "more than half), by which what was handed in is scored again",
    )


def _add_rows(parser: ArgumentParser) -> None:
    rows = parser.add_mutually_exclusive_group()
    rows.add_argument(
        "--results-hold",
        action="store_true",
        help="published results that were printed before a test was changed hold for the test of now: they get their "
        "ranks again, where published results have ranks",
    )
    rows.add_argument(
        "--no-rows",
        action="store_true",
        help="send no published results and no baselines; those that are on the platform stay as they are",
    )


def run(arguments: Namespace) -> int:
    """Publish them: whatever can be wrong here is looked at first, and nothing is shown before all of it is there."""
    from tempfile import TemporaryDirectory

    from probierz.cli.suite.named_systems import check_systems
    from probierz.suites.catalogue import find_tasks
    from probierz.suites.placeholders import placeholders_left

    try:
        tasks = find_tasks(arguments.task)
    except ChallengeError as error:
        if not Path(arguments.task, "config.txt").is_file():
            raise
        raise ChallengeError(
            f"{arguments.task}: this is a challenge that no suite declares; upload it as an archive on the platform's "
            "page  New challenge, or declare it as a task: see  probierz suite new --help"
        ) from error
    check_systems(arguments.task)
    if arguments.slug and len(tasks) > 1:
        raise ContradictingOptions("--slug names one challenge; name one task")
    platform = chosen_platform(arguments)
    suite = _suite_of(arguments.task)
    left = placeholders_left(suite, tasks)
    if left:
        print_warning(f"{arguments.task}: {left}")
    failed: list[str] = []
    with TemporaryDirectory(prefix="probierz-") as work:
        packed = _attempted(tasks, failed, lambda task: pack_task(task, arguments, Path(work), len(tasks)))
        ready = [task for task in tasks if task.name in packed]
        questioned = _questions_told(packed, ready, arguments)
        told = _faults_told(packed, tasks) or _leaks_told(packed, ready, arguments) or questioned
        if told or _refusals_told(platform, packed, ready, arguments):
            print_warning("nothing was published; mend what is said above, and run the same again")
            return PROBLEM
        described = None if arguments.no_rows or not ready else suite
        if described is not None:
            _describe(platform, described, arguments)
        sent = _send_all(platform, packed, ready, arguments, is_member=described is not None)
    if len(sent) < len(ready):
        return _stopped(platform, sent, ready, failed, is_kept=arguments.no_show)
    if described is not None:
        _ask_about_phases(platform, described, sent)
    _show(platform, described, sent, is_kept=arguments.no_show)
    if failed:
        print_warning(f"not published: {', '.join(failed)}; mend what is said above, and run the same again")
    return PROBLEM if failed else FINE


def _faults_told(packed: Mapping[str, PackedTask], tasks: Sequence[DeclaredTask]) -> bool:
    """Tell what is wrong with the data of any task, and whether anything is: half a suite is not sent."""
    wrong = [task for task in tasks if task.name in packed and packed[task.name].faults]
    for task in wrong:
        faults = packed[task.name].faults
        for fault in faults[:MOST_TOLD]:
            print_fault(f"{task.full_name}: {fault}")
        if len(faults) > MOST_TOLD:
            print_fault(f"{task.full_name}: and {len(faults) - MOST_TOLD} more; see  probierz validate")
    return bool(wrong)


def _questions_told(packed: Mapping[str, PackedTask], tasks: Sequence[DeclaredTask], arguments: Namespace) -> bool:
    """Ask what  probierz suite check  asks, and tell whether an answer has to be waited for."""
    asked = [(task, question) for task in tasks for question in packed[task.name].questions]
    for task, question in asked:
        print_warning(f"{task.full_name}: {question.text}")
    must_answer = any(question.stops for _, question in asked) and not arguments.yes
    if must_answer:
        print_warning("is that right? If all of it is meant so, add --yes to publish it all the same")
    return must_answer


def _leaks_told(packed: Mapping[str, PackedTask], tasks: Sequence[DeclaredTask], arguments: Namespace) -> bool:
    """Tell of texts of tests that stand in public splits of these tasks, and whether they are most of a test."""
    from probierz.suites.checks.public_texts import public_texts

    same = public_texts([texts for task in tasks if (texts := packed[task.name].texts)], tasks)
    found = [(f"{one.task}: {one}", one.severity) for one in same]
    found += [(f"{task.full_name}: {one.message}", one.severity) for task in tasks for one in packed[task.name].leaks]
    for said, severity in found:
        if severity == "error" and not arguments.unchecked:
            print_fault(f"{said}; take another test set, or add --unchecked to publish this one")
        elif severity != "note":
            print_warning(f"{said}; see  probierz suite check")
    return any(severity == "error" for _said, severity in found) and not arguments.unchecked


def _attempted(tasks: Sequence[DeclaredTask], failed: list[str], act: Callable[[DeclaredTask], T]) -> dict[str, T]:
    """What came of each task, by its name. One that fails is told and named, and the others go on."""
    done = {}
    for task in tasks:
        try:
            done[task.name] = act(task)
        except (ChallengeError, DataError) as error:
            print_fault(_with_name(task, error))
            failed.append(task.full_name)
    return done


def _suite_of(name: str) -> Suite | None:
    """The suite of the tasks, where all of it is published; None for a task of one."""
    from probierz.suites.catalogue import find_suite, names_suite

    return find_suite(name) if names_suite(name) else None


def _refusals_told(
    platform: PlatformClient, packed: Mapping[str, PackedTask], tasks: Sequence[DeclaredTask], arguments: Namespace
) -> bool:
    """Tell what keeps challenges that are there already from a new version, and whether anything does."""
    is_any = False
    for task in tasks:
        slug = slug_on(task, arguments)
        with _named(task):
            found = refusals_of(
                platform, slug, packed[task.name].lines, begins=arguments.divide, drops_scores=arguments.drop_scores
            )
        for refusal in found:
            print_fault(f"{task.full_name}: {platform.server}/challenges/{slug} {refusal}")
        is_any = is_any or bool(found)
    return is_any


@contextmanager
def _named(task: DeclaredTask) -> Iterator[None]:
    """Put the name of the task before what the platform refuses."""
    try:
        yield
    except PlatformError as error:
        raise PlatformError(_with_name(task, error), error.code) from error


def _with_name(task: DeclaredTask, error: ProbierzError) -> str:
    """What is wrong, with the name of the task before it; some faults begin with that anyway."""
    name = f"{task.full_name}: "
    return name + str(error).removeprefix(name)


def _describe(platform: PlatformClient, suite: Suite, arguments: Namespace) -> None:
    """Put the page of the suite there, with what was published of every task, also of those that cannot be scored.

    Nobody else finds it yet; where it was shown before, it stays so.
    """
    try:
        may = {"replaces": arguments.replace, "reopens": arguments.reopen, "ends_early": arguments.end_early}
        put_suite(platform, suite, is_shown=False, may=may)
    except PlatformError as error:
        if error.code not in _REMEDIES:
            raise
        raise PlatformError(f"{error} Nothing was published; {_REMEDIES[error.code]}", error.code) from error


def _ask_about_phases(platform: PlatformClient, suite: Suite, sent: Sequence[SentTask]) -> None:
    """Ask about phases as they are there now: people may have changed them since the suite was declared."""
    from datetime import UTC, datetime

    from probierz.suites.phases import closed_phases, undisclosed_results

    phases = [phases_on(platform, one.slug) for one in sent]
    if any(closed_phases(some, datetime.now(UTC)) for some in phases):
        is_divided = any(platform.get(f"/challenges/{one.slug}/division")["is_divided"] for one in sent)
        remedy = "add a phase" if is_divided else "set a later `closes`"  # private scores are known since the end
        print_warning(f"{suite.name}: all phases are over, so nobody can submit; {remedy} to change that")
    for undisclosed in dict.fromkeys(filter(None, map(undisclosed_results, phases))):
        print_warning(f"{suite.name}: {undisclosed}")


def _send_all(
    platform: PlatformClient,
    packed: Mapping[str, PackedTask],
    tasks: Sequence[DeclaredTask],
    arguments: Namespace,
    *,
    is_member: bool,
) -> list[SentTask]:
    """Send each task, and return what got there; what keeps one from it is told.

    Where the files of one are not taken, the others go on; any other refusal most likely concerns all, and ends it.
    """
    sent = []
    for task in tasks:
        try:
            sent.append(send_task(platform, task, packed[task.name].archive, arguments, is_member=is_member))
        except (ChallengeError, DataError) as error:
            print_fault(_with_name(task, error))
        except ProbierzError as error:
            print_fault(_with_name(task, error))
            break
    return sent


def _show(platform: PlatformClient, suite: Suite | None, sent: Sequence[SentTask], *, is_kept: bool) -> None:
    """Let everybody see the challenges, unless they are kept to organisers, and then the suite; say where they are."""
    if not is_kept:
        for one in sent:
            with _named(one.task):
                platform.post(f"/challenges/{one.slug}/publish", {})
    if suite is not None:
        if not is_kept:
            put_suite(platform, suite, is_shown=True)
        print(printable(f"{suite.name}: {platform.server}/suites/{suite.name}"))
    for one in sent:
        _say_where(platform, one)
    for one in sent:
        _say_how_finely(platform, one)
    _say_who_sees(sent, is_kept=is_kept)


def _stopped(
    platform: PlatformClient,
    sent: Sequence[SentTask],
    ready: Sequence[DeclaredTask],
    failed: Sequence[str],
    *,
    is_kept: bool,
) -> int:
    """Say what is on the platform and what is not, where it ended before all of it was."""
    for one in sent:
        if one.is_shown or is_kept:
            _say_where(platform, one)
    hidden = [one.task.full_name for one in sent if not one.is_shown]
    waiting = f"on the platform, and not shown to others yet: {', '.join(hidden)}; " if hidden and not is_kept else ""
    there = {one.task.name for one in sent}
    missing = [*failed, *(task.full_name for task in ready if task.name not in there)]
    print_warning(
        f"{waiting}not published: {', '.join(missing)}; mend what is said above, and run the same again: it goes on "
        "where it ended, and what is there already makes no second version"
    )
    return PROBLEM


def _say_who_sees(sent: Sequence[SentTask], *, is_kept: bool) -> None:
    """Say whether everybody sees the challenges, as that of each was said before it was decided."""
    kept = [one.task.full_name for one in sent if is_kept and not one.is_shown]
    shown = [one.task.full_name for one in sent if one.task.full_name not in kept]
    if shown:
        print(printable(f"everybody sees {', '.join(shown)}"), file=sys.stderr)
    if kept:
        names = ", ".join(kept)
        print(
            printable(f"organisers alone see {names}; run the same without --no-show to change that"), file=sys.stderr
        )


def _say_how_finely(platform: PlatformClient, one: SentTask) -> None:
    """Say of a challenge that was not shown before that people see scores in steps, and where that is changed."""
    if not one.is_shown and platform.get(f"/challenges/{one.slug}/reporting")["ladder"] == "lines":
        place = f"{platform.server}/challenges/{one.slug}/organise/hidden-tests"
        said = f"scores on hidden tests are shown in steps, as finely as their lines justify; {place} changes that"
        print(printable(f"{one.task.full_name}: {said}"), file=sys.stderr)


def _say_where(platform: PlatformClient, one: SentTask) -> None:
    rows = f", with {one.rows}" if one.rows else ""
    print(printable(f"{one.task.full_name}: {platform.server}/challenges/{one.slug}{rows}"))
