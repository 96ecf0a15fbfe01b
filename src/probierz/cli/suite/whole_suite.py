"""`probierz suite export SUITE`: all of a suite in one folder or .zip."""

from __future__ import annotations

import json
import shutil
from argparse import Namespace
from collections.abc import Collection, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from probierz.cli.exit_codes import FINE, PROBLEM
from probierz.cli.options import ContradictingOptions
from probierz.cli.platform_client import PlatformError
from probierz.cli.suite.hidden_tests import hidden_ones, tell_of_hidden
from probierz.cli.terminal import print_fault, print_warning, printable
from probierz.errors import ChallengeError, DataError

if TYPE_CHECKING:
    from probierz.cli.platform_client import PlatformClient
    from probierz.suites.suite import DeclaredTask, Suite

_OF_EACH = ("board", "phases")
"""What is kept of each challenge."""
_NOT_SEEN = {"unknown", "login", "forbidden"}


def export_suite(suite: Suite, arguments: Namespace) -> int:
    """Write it, without the data of tasks that cannot be had; these are named. Raises ChallengeError where none can."""
    from probierz.challenges.challenge import open_challenge
    from probierz.challenges.problems import counted
    from probierz.suites.checking import open_tests

    if arguments.format or arguments.about:
        raise ContradictingOptions("--format and --about are of one challenge; name a task, or leave them out")
    with TemporaryDirectory(prefix="probierz-") as work:
        boards = _platform_boards(suite, arguments) if arguments.server else {}
        challenges = _challenges_of(suite, arguments, Path(work))
        found = {name: open_tests(open_challenge(one), arguments.hide) for name, one in challenges.items()}
        hidden = [name for tests in found.values() for name in tests]
        _write(suite, challenges, boards, arguments, [*arguments.hide, *hidden_ones(arguments, hidden)])
    print(printable(f"{arguments.folder}: {suite.title}, {counted(len(challenges), 'task')}"))
    tell_of_hidden(arguments, hidden)
    missing = [task.full_name for task in suite.tasks if task.name not in challenges]
    if missing:
        print_warning(f"not exported: {', '.join(missing)}; mend what is said above, and export it again")
    return PROBLEM if missing else FINE


def _challenges_of(suite: Suite, arguments: Namespace, work: Path) -> dict[str, Path]:
    """The directories of the challenges that can be had; why others cannot is told. Raises where none can."""
    from probierz.suites.task_folders import refuse_wrong_place

    refuse_wrong_place(arguments.place, suite.name, [task.name for task in suite.tasks])
    found: dict[str, Path] = {}
    faults = []
    for task in suite.tasks:
        try:
            found[task.name] = _challenge_of(task, arguments, work)
        except (ChallengeError, DataError) as error:
            faults.append((task, error))
    if faults and not found:
        raise faults[0][1]
    for task, fault in faults:
        print_fault(f"{task.full_name}: {str(fault).removeprefix(f'{task.full_name}: ')}")
    return found


def _challenge_of(task: DeclaredTask, arguments: Namespace, work: Path) -> Path:
    """Where --from says, else where  probierz suite get  put a far away one, else where the declaration says."""
    from probierz.cli.suite.check import built_challenge, got_challenge
    from probierz.suites.fetch import is_remote

    got = got_challenge(task) if not arguments.place and is_remote(task.source.address) else None
    return got or Path(built_challenge(task, arguments, work / task.name))


def _platform_boards(suite: Suite, arguments: Namespace) -> dict[str, object]:
    """What the API says of the suite and of each of its challenges there, by the names of files.

    It is what everybody sees, unless --with-hidden is there: an organiser sees scores that are kept from people.
    """
    from probierz.cli.platform_client import chosen_platform
    from probierz.cli.suite.named_suites import suite_is_there

    platform = chosen_platform(arguments)
    with suite_is_there(platform, suite.name):
        known = platform.get(f"/suites/{suite.name}")
    if not arguments.with_hidden:
        platform = platform.as_everybody()
    slugs = {task["name"]: task["challenge"] for task in known["tasks"] if task["challenge"]}
    wanted = {"suite.json": f"/suites/{suite.name}"}
    wanted |= {f"{name}.{what}.json": f"/challenges/{slug}/{what}" for name, slug in slugs.items() for what in _OF_EACH}
    found = {name: _seen(platform, path) for name, path in wanted.items()}
    if unseen := [name for name, answer in found.items() if answer is None]:
        print_warning(f"left out of platform/, as not everybody sees it: {', '.join(unseen)}; --with-hidden adds it")
    if not arguments.with_hidden:
        print_warning("scores that are kept from people are left out of platform/; --with-hidden adds those you see")
    return {name: answer for name, answer in found.items() if answer is not None}


def _seen(platform: PlatformClient, path: str) -> object:
    """What is at a path of the API; None where it is not for whoever asks."""
    try:
        found: object = platform.get(path)
    except PlatformError as error:
        if error.code not in _NOT_SEEN:
            raise
        return None
    return found


def _write(
    suite: Suite,
    challenges: Mapping[str, Path],
    boards: Mapping[str, object],
    arguments: Namespace,
    hide: Collection[str],
) -> None:
    from probierz.cli.upload_forms import pack_files
    from probierz.whole_files import whole_file, whole_folder

    if not arguments.folder.lower().endswith(".zip"):
        with whole_folder(arguments.folder) as beside:
            _fill(beside, suite, challenges, boards, hide)
        return
    with TemporaryDirectory(prefix="probierz-") as work:
        folder = Path(work, suite.name)
        folder.mkdir()
        _fill(folder, suite, challenges, boards, hide)
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        with pack_files(Path(work), files) as packed, whole_file(arguments.folder) as file:
            packed.seek(0)
            shutil.copyfileobj(packed, file)


def _fill(
    folder: Path, suite: Suite, challenges: Mapping[str, Path], boards: Mapping[str, object], hide: Collection[str]
) -> None:
    from probierz.suites.suite_archive import write_suite

    write_suite(suite, challenges, folder, hide=hide)
    if boards:
        (folder / "platform").mkdir()
    for name, found in boards.items():
        text = json.dumps(found, ensure_ascii=False, indent=1)
        (folder / "platform" / name).write_text(f"{text}\n", encoding="utf-8", newline="\n")
