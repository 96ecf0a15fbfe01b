"""`probierz suite check`: counts, checksums, known lines, duplicates, leaks and drift of a task or a challenge."""

from __future__ import annotations

import os
import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from probierz.cli.exit_codes import FINE, PROBLEM
from probierz.cli.options import ContradictingOptions, add_option, add_options, whole_number
from probierz.cli.terminal import chosen_format, print_warning
from probierz.errors import ChallengeError, DataError

if TYPE_CHECKING:
    from pathlib import Path

    from probierz.suites.findings import Finding
    from probierz.suites.suite import DeclaredTask

EXAMPLES = """
examples:
  probierz suite check poleval-2021/ocr ocr             the challenge in the folder ocr, against its declaration
  probierz suite check poleval-2021 data                all tasks of a suite, as  probierz suite get  put them there,
                                                        and with each other
  probierz suite check poleval-2021 --from downloads    all tasks of a suite, from the folders of downloads
  probierz suite check my-challenge                     any challenge: duplicates, leaks, drift; a known task is
                                                        told by its data
  probierz suite check my-challenge --only leaks --places 20
  probierz suite check my-challenge --only near-duplicates --only containment
  probierz suite check qa --against passage-retrieval   does another challenge have the same texts?
  probierz suite check pets.toml/cats cats --against dogs       what pets.toml declares as known is shown as known

checks, for --only:
  metrics, files, checksums, lines, known-lines, counts, headers, columns,
  duplicates, labels, expected, conflicts, leaks, label-drift, publishing, held-out
  others                           the tasks of a suite with each other
  near-duplicates, containment     long ones, done only where they are named
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Check data before you trust a score on them: files, checksums, numbers of lines and known lines as declared; "
        "texts that stand twice, or nearly so in two splits; equal texts with different answers; labels that are "
        "distributed otherwise; of a suite, texts of one task that stand in another. What the task declares as a trait "
        "of its data is shown as known. Exit code 1 means that something else was found, if only a warning, or that "
        "the data of a task could not be had."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("task", metavar="TASK", help="a task, a suite, or the directory of any challenge")
    parser.add_argument(
        "directory",
        nargs="?",
        metavar="DIRECTORY",
        help="the challenge of that task; for a suite, the folder of its challenges (default: fetch it)",
    )
    add_options(parser, "--from", "--accept-licence")
    add_option(
        parser,
        "--against",
        is_repeated=True,
        metavar="FOLDER",
        help="instead: look for the texts of this challenge in another one",
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="CHECK", help="do this check, see below; repeatable"
    )
    parser.add_argument(
        "--places",
        type=whole_number(0, 1_000_000_000),
        default=5,
        metavar="N",
        help="show the first N places of each finding, with file and line (default: 5; json: all)",
    )
    add_option(parser, "--unchecked", help="compare with what the task declares even what is another task's")
    add_option(parser, "--format", choices=("table", "tsv", "json"))
    add_option(parser, "--quiet")


def run(arguments: Namespace) -> int:
    """Check, print, and say by the exit code whether all is well."""
    from probierz.cli.suite.shown_findings import print_findings_json, print_known, print_summary, print_text, print_tsv
    from probierz.suites.catalogue import own_file
    from probierz.suites.findings import has_failed

    form = chosen_format(arguments)
    results = []
    for name, findings in _results(arguments):
        results.append((name, findings))
        if form == "table":
            print_text(name, findings, arguments.places)
            if own_file(arguments.task) and not _is_directory(arguments):
                print_known(findings)
    if form == "json":
        print_findings_json(results)
    elif form == "tsv":
        print_tsv(results, arguments.places)
    elif len(results) > 1:
        print_summary(results)
    return PROBLEM if any(has_failed(findings) for _, findings in results) else FINE


def _results(arguments: Namespace) -> Iterator[tuple[str, list[Finding]]]:
    from probierz.suites.checking import wanted_checks

    wanted_checks(arguments.only)  # a slip in a name is no fault of every task
    if arguments.against:
        if set(arguments.only) - {"others"}:
            raise ContradictingOptions("--against does one check, others; leave out --only, or leave out --against")
        yield _compare(arguments)
        return
    if _is_directory(arguments):
        yield _check_directory(arguments)
        return
    from probierz.cli.suite.named_systems import check_systems
    from probierz.suites.catalogue import find_tasks
    from probierz.suites.fetch import is_remote
    from probierz.suites.licences import licence_doubts
    from probierz.suites.result_doubts import result_doubts, unscored_results

    try:
        tasks = find_tasks(arguments.task)
    except ChallengeError as error:
        if os.path.isdir(arguments.task):
            raise
        raise ChallengeError(f"{error}; and there is no directory {arguments.task}") from None
    check_systems(arguments.task)
    _question_suite(arguments.task, tasks)
    for doubt in licence_doubts(tasks):
        print_warning(doubt)
    for task in tasks:
        is_own = not is_remote(task.source.address)
        for doubt in (*result_doubts(task), *(unscored_results(task) if is_own else ())):
            print_warning(f"{task.full_name}: {doubt}")
    if len(tasks) == 1:
        task = tasks[0]
        yield task.full_name, _check_declared(task, arguments, _challenge_in(arguments.directory, task.name))
        return
    yield from _check_all(tasks, arguments)


def _question_suite(name: str, tasks: Sequence[DeclaredTask]) -> None:
    """Ask about texts that nobody wrote yet and, where all of a suite is checked, about its phases."""
    from probierz.suites.catalogue import find_suite, names_suite
    from probierz.suites.phases import scores_told_before, undisclosed_results
    from probierz.suites.placeholders import placeholders_left

    suite = find_suite(name) if names_suite(name) else None
    phases = suite.phases if suite else ()
    questions = scores_told_before(phases), undisclosed_results(phases), placeholders_left(suite, tasks)
    for question in filter(None, questions):
        print_warning(f"{name}: {question}")


def _check_all(tasks: Sequence[DeclaredTask], arguments: Namespace) -> Iterator[tuple[str, list[Finding]]]:
    """Check the tasks of a suite, and with each other. What keeps one from being checked is a finding of it."""
    import tempfile
    from pathlib import Path

    from probierz.suites.checking import compare_tasks, wanted_checks
    from probierz.suites.findings import not_checked, relative_to
    from probierz.suites.task_folders import refuse_wrong_place

    place = arguments.directory or arguments.place
    refuse_wrong_place(place, tasks[0].suite, [task.name for task in tasks])
    results: dict[str, list[Finding]] = {}
    folders: list[tuple[DeclaredTask, Path]] = []
    with tempfile.TemporaryDirectory(prefix="probierz-") as work:
        for task in tasks:
            try:
                folder = _folder_of(task, arguments, Path(work))
                results[task.name] = _checked(task, folder, arguments)
                folders.append((task, folder))
            except (ChallengeError, DataError) as error:
                results[task.name] = [not_checked(str(error))]
        if "others" in wanted_checks(arguments.only):
            with _steps(tasks[0].suite, arguments) as step:
                for name, found in compare_tasks(folders, step=step).items():
                    results[name] += found
    for task in tasks:
        yield task.full_name, [relative_to(Path(work) / task.name, one) for one in results[task.name]]


def _challenge_in(directory: str | None, name: str) -> str | None:
    """The challenge of that name in the folder of a suite of one task; else the folder, which is the challenge."""
    if directory is None or os.path.exists(os.path.join(directory, "config.txt")):
        return directory
    inside = os.path.join(directory, name)
    return inside if os.path.isfile(os.path.join(inside, "config.txt")) else directory


def _folder_of(task: DeclaredTask, arguments: Namespace, work: Path) -> Path:
    """Where the challenge of one task of several is; built for the moment where it is not there."""
    from pathlib import Path

    if arguments.directory:
        return Path(arguments.directory) / task.name
    built: Path = built_challenge(task, arguments, work / task.name)
    return built


def _checked(task: DeclaredTask, folder: Path, arguments: Namespace) -> list[Finding]:
    from probierz.suites.checking import check_task

    _refuse_data_of_another(task, folder, arguments)
    with _steps(task.full_name, arguments) as step:
        return check_task(task, folder, only=arguments.only, step=step)


def _refuse_data_of_another(task: DeclaredTask, folder: Path, arguments: Namespace) -> None:
    """One sentence in place of an error for each file, where a folder plainly holds the data of another task."""
    from probierz.suites.checking import declared_task, has_data_of

    is_told_by_data = any("in.tsv" in split.files for split in task.splits)
    if arguments.unchecked or not is_told_by_data or not folder.is_dir():
        return
    found = declared_task(folder)
    if found is not None and found.full_name != task.full_name and not has_data_of(task, folder):
        raise ChallengeError(
            f"{folder}: these are the data of {found.full_name}, not of {task.full_name} (--unchecked compares all the "
            f"same); check them by  probierz suite check {shlex.quote(str(folder))}"
        )


def _check_directory(arguments: Namespace) -> tuple[str, list[Finding]]:
    """Check a directory, against the declaration of the task that its data are, if they are one's."""
    from pathlib import Path

    from probierz.suites.checking import check_challenge, check_task, declared_task

    folder = Path(arguments.task)
    with _steps(arguments.task, arguments) as step:
        step("which task is it?")
        task = declared_task(folder)
        if task is None:
            return arguments.task, check_challenge(folder, only=arguments.only, step=step)
        return task.full_name, check_task(task, folder, only=arguments.only, step=step)


def _compare(arguments: Namespace) -> tuple[str, list[Finding]]:
    """Compare the challenge of a directory with others; its task is the one named, or told by its data."""
    from probierz.suites.catalogue import find_task
    from probierz.suites.checking import compare_challenges, declared_task

    folder = _challenge_called(arguments.directory or arguments.task)
    others = [_challenge_called(one) for one in arguments.against]
    with _steps(str(folder), arguments) as step:
        task = find_task(arguments.task) if arguments.directory else declared_task(folder)
        return str(folder), compare_challenges(folder, others, task=task, step=step)


def _challenge_called(name: str) -> Path:
    """The directory of a challenge, or of a task that was got. Raises ChallengeError."""
    from pathlib import Path

    from probierz.cli.challenge_argument import found_challenge

    folder = Path(found_challenge(name))
    if not folder.is_dir():
        raise ChallengeError(f"{name}: there is no such directory, and no task of that name")
    return folder


def _is_directory(arguments: Namespace) -> bool:
    """Whether a challenge of nobody's declaration is meant; a task of the same name as a folder is the task."""
    if arguments.directory or arguments.place or not os.path.isdir(arguments.task):
        return False
    from probierz.suites.catalogue import names_suite, suites

    names = {task.full_name for suite in suites() for task in suite.tasks}
    return arguments.task not in names and not names_suite(arguments.task)


def _check_declared(task: DeclaredTask, arguments: Namespace, directory: str | None) -> list[Finding]:
    import tempfile
    from pathlib import Path

    from probierz.suites.checking import check_task
    from probierz.suites.findings import relative_to

    with _steps(task.full_name, arguments) as step:
        if directory:
            _refuse_data_of_another(task, Path(directory), arguments)
            return check_task(task, Path(directory), only=arguments.only, step=step)
        with tempfile.TemporaryDirectory(prefix="probierz-") as folder:
            built = built_challenge(task, arguments, Path(folder) / task.name)
            with _told_of(arguments.place, built):
                found = check_task(task, built, only=arguments.only, step=step)
            return [relative_to(built, one) for one in found] if Path(folder) in built.parents else found


@contextmanager
def _told_of(place: str, built: Path) -> Iterator[None]:
    """Name the archive or bundle that somebody gave, in place of the folder that it was unpacked into."""
    try:
        yield
    except (ChallengeError, DataError) as error:
        if not os.path.isfile(place):
            raise
        raise ChallengeError(str(error).replace(f"{built}{os.sep}", f"{place}: ")) from error


def got_challenge(task: DeclaredTask) -> Path | None:
    """Return where  probierz suite get  put the challenge of a task, from here; None where it did not."""
    from pathlib import Path

    places = (Path(task.suite, task.name), Path(task.name))
    return next((one for one in places if (one / "config.txt").is_file()), None)


def built_challenge(task: DeclaredTask, arguments: Namespace, target: Any) -> Any:
    """Return the challenge of a task: where it lies, if that is a challenge already; else built for the occasion."""
    from probierz.cli.licences import agree
    from probierz.suites.building import build
    from probierz.suites.fetch import fetch_source, is_remote, refuse_no_folder

    if is_remote(arguments.place or task.source.address):
        agree(task, arguments.place, accepted=arguments.accept_licence)
    fetched = fetch_source(task, arguments.place)
    refuse_no_folder(task, arguments.place, fetched.folder)
    if task.builder == "challenge" or (fetched.folder / "config.txt").is_file():  # built already
        return fetched.folder
    build(task, fetched.folder, target)
    return target


def _steps(name: str, arguments: Namespace) -> Any:
    from probierz.cli.progress import StepProgress

    return StepProgress(name, enabled=not arguments.quiet)
