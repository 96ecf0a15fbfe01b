"""What is in an archive for all tasks: its outputs, and what is wrong or odd in them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from django.utils.translation import gettext as _

from probierz.archives.decompressing import plain_name
from probierz.challenges.challenge import open_challenge
from probierz.challenges.problems import Problem, has_errors
from probierz.errors import ProbierzError, Refused
from probierz.lines import save_lines
from probierz.suites.catalogue import find_suite
from probierz.suites.klej.archive import EVERY_PREDICTION, prediction_file, read_submission
from probierz.suites.output_archive import EVERY_OUTPUT, ArchivedOutputs, WantedOutput, read_outputs
from probierz.suites.suite import DeclaredTask
from probierz.web.challenges.models import Challenge, Test
from probierz.web.configuration import places
from probierz.web.intake.budget import Budget
from probierz.web.intake.errors import TooLarge
from probierz.web.submissions.output_checks import check_outputs
from probierz.web.suites.models import PlatformSuite
from probierz.web.suites.queries import card_of
from probierz.web.suites.services.taking import takes_klej_archives

MOST_TOLD = 20
"""So many problems of an archive are told."""


class ArchiveRefused(Refused):
    """An archive has faults; nothing of it was taken."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(_("Nothing was taken: the archive has faults."), "archive")
        self.problems = list(problems)

    @property
    def lacks_tasks(self) -> bool:
        """Whether tasks are missing in it, which may be where that is said."""
        return any(one.remedy in (EVERY_OUTPUT, EVERY_PREDICTION) for one in self.problems)


def read_archive(
    suite: PlatformSuite,
    path: Path,
    name: str,
    tests: Mapping[str, tuple[Challenge, Test]],
    folder: Path,
    budget: Budget,
    *,
    partial: bool,
) -> tuple[Mapping[str, Path], list[Problem]]:
    """Unpack outputs, by task, into a folder, and tell what is odd.

    A task has as many lines as on the platform, where it is there. budget: for all that comes out of the archive.
    """
    read = _read_klej if takes_klej_archives(suite) else _read_outputs
    try:
        found = read(suite, path, tests, folder, budget, partial=partial)
    except (Refused, TooLarge):
        raise
    except ProbierzError as error:
        raise Refused(str(error).replace(str(path), name), "archive") from error
    told = [replace(one, path=one.path.replace(str(path), name)) for one in found.problems]
    if has_errors(told):  # a file that no task has may be the one that is missing
        raise ArchiveRefused(sorted(told, key=lambda one: one.severity != "error")[:MOST_TOLD])
    return found.outputs, told[:MOST_TOLD]


def _read_klej(
    suite: PlatformSuite,
    path: Path,
    tests: Mapping[str, tuple[Challenge, Test]],
    folder: Path,
    budget: Budget,
    *,
    partial: bool,
) -> ArchivedOutputs:
    declared = find_suite(suite.name).tasks
    tasks = [_sized(task, tests[task.name][1]) if task.name in tests else task for task in declared]
    optional = {task.name for task in declared} - tests.keys()
    found = read_submission(path, tasks, partial=partial, optional=optional, told=budget.spend)
    outputs = {task: folder / f"{task}.tsv" for task in found.predictions}
    for task, lines in found.predictions.items():
        save_lines(outputs[task], lines)
    return ArchivedOutputs(outputs, found.problems)


def _read_outputs(
    suite: PlatformSuite,
    path: Path,
    tests: Mapping[str, tuple[Challenge, Test]],
    folder: Path,
    budget: Budget,
    *,
    partial: bool,
) -> ArchivedOutputs:
    lines = {task: test.all_lines for task, (_challenge, test) in tests.items()}
    headers = {task: _header(challenge) for task, (challenge, _test) in tests.items()}
    wanted = [
        WantedOutput(task.name, task.split, lines.get(task.name), headers.get(task.name, ()))
        for task in card_of(suite).tasks
    ]
    return read_outputs(path, wanted, folder, partial=partial, told=budget.spend)


def _header(challenge: Challenge) -> tuple[str, ...]:
    assert challenge.current is not None
    return open_challenge(places.version_folder(challenge.slug, challenge.current.folder)).out_header


def _sized(task: DeclaredTask, test: Test) -> DeclaredTask:
    """The task, with as many lines as the platform scores."""
    splits = (replace(one, lines=test.all_lines) if one.name == test.split else one for one in task.splits)
    return replace(task, splits=tuple(splits))


def found_in(
    scored: Mapping[str, Path], tests: Mapping[str, tuple[Challenge, Test]], name: str, doubts: Sequence[Problem]
) -> list[Problem]:
    """What the challenges of the tasks find in their outputs, but for what was asked already."""
    problems: list[Problem] = []
    for task, output in scored.items():
        found = _problems_of(tests[task], output)
        asked = {one.remedy for one in doubts if plain_name(one.path).endswith(f"/{prediction_file(task)}")}
        problems += [replace(one, path=f"{name}/{task}") for one in found if one.remedy not in asked]
    return problems


def _problems_of(where: tuple[Challenge, Test], output: Path) -> list[Problem]:
    """What the challenge of a task finds in an output, which is unpacked already, as far as the input tells."""
    challenge, test = where
    assert challenge.current is not None
    return check_outputs(challenge.current, {f"{test.split}/out.tsv": output}, Budget()).problems


def size_of(outputs: Mapping[str, Path]) -> int:
    """Return how large outputs are together, in bytes."""
    return sum(output.stat().st_size for output in outputs.values())


def unscored_in(suite: PlatformSuite, tests: Collection[str], outputs: Collection[str], *, partial: bool) -> list[str]:
    """The tasks that cannot be scored here: of a whole archive also those that it may lack for that reason."""
    names = [task.name for task in card_of(suite).tasks if task.name not in tests]
    return [name for name in names if name in outputs] if partial else names
