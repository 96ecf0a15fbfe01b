"""`probierz suite publish`: tasks as challenges of a platform, with hidden gold and published results."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

from probierz.cli.exit_codes import FINE, PROBLEM
from probierz.cli.options import ContradictingOptions, add_option, add_options
from probierz.cli.platform_client import PlatformError, add_platform_options, chosen_platform
from probierz.cli.platform_jobs import follow_job
from probierz.cli.terminal import print_fault, print_warning, printable
from probierz.errors import ChallengeError, DataError, ProbierzError

if TYPE_CHECKING:
    from probierz.cli.platform_client import PlatformClient
    from probierz.suites.checks.public_texts import TaskTexts
    from probierz.suites.suite import DeclaredTask, Suite

__all__ = ["configure", "run"]

T = TypeVar("T")

EXAMPLES = """
examples:
  probierz suite publish poleval-2021 --server https://evaluate.example.org     all of its tasks
  probierz suite publish poleval-2021/ocr --from ocr --expected hidden/ocr      with results that are held back
  probierz suite publish poleval-2021/qa --slug quiz --no-show                  only organisers see it yet

The token (see  probierz submit --help) needs the scopes read and organise.
Run again, it imports a new version where the data changed, makes the rows those of the suite, and follows the phases.
"""

MOST_TOLD = 10


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Make a task a challenge of a platform. Its expected results of test sets are uploaded and stay hidden there; "
        "published results and counted baselines become rows of the board, marked as such. "
        "Splits without expected results are left out. "
        "Of several tasks, those that can be had are published, and the others are named at the end; where the data of "
        "one are not as declared, or cannot be scored, nothing is published at all. Challenges are shown when all of "
        "them are on the platform: where it refuses one, what is there and what is not is said, and the same command "
        "goes on."
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
    parser.add_argument(
        "--no-show", action="store_true", help="do not show the challenges and the suite to everybody yet"
    )
    parser.add_argument(
        "--replace", action="store_true", help="take the place of a suite of that name that has other tasks as well"
    )
    parser.add_argument(
        "--divide",
        action="store_true",
        help="let a division of hidden tests begin, or end, that was saved on the platform and waits for a new version",
    )
    parser.add_argument("--no-rows", action="store_true", help="no published results, and no baselines")
    add_platform_options(parser)


def run(arguments: Namespace) -> int:
    """Publish them: whatever can be wrong here is looked at first, and nothing is shown before all of it is there."""
    from tempfile import TemporaryDirectory

    from probierz.suites.catalogue import find_tasks

    tasks = find_tasks(arguments.task)
    if arguments.slug and len(tasks) > 1:
        raise ContradictingOptions("--slug names one challenge; name one task")
    platform = chosen_platform(arguments)
    suite = _suite_of(arguments.task, tasks)
    failed: list[str] = []
    with TemporaryDirectory(prefix="probierz-") as work:
        packed = _attempted(tasks, failed, lambda task: _pack(task, arguments, Path(work), len(tasks)))
        ready = [task for task in tasks if task.name in packed]
        told = _faults_told(packed, tasks) or _leaks_told(packed, ready, arguments)
        if told or _refusals_told(platform, ready, arguments):
            print_warning("nothing was published; mend what is said above, and run the same again")
            return PROBLEM
        described = None if arguments.no_rows or not ready else suite
        if described is not None:
            _describe(platform, described, replaces=arguments.replace)
        sent = _send_all(platform, packed, ready, arguments, is_member=described is not None)
    if len(sent) < len(ready):
        return _stopped(platform, sent, ready, failed, is_kept=arguments.no_show)
    _show(platform, described, sent, is_kept=arguments.no_show)
    if failed:
        print_warning(f"not published: {', '.join(failed)}; mend what is said above, and run the same again")
    return PROBLEM if failed else FINE


@dataclass(frozen=True)
class PackedTask:
    """The archive of a challenge, in sentences what keeps it from being published, and its texts where nothing does."""

    archive: Path
    faults: Sequence[str]
    texts: TaskTexts | None = None


@dataclass(frozen=True)
class SentTask:
    """A challenge that is on the platform with files, phases and rows. is_shown: people could see it before."""

    task: DeclaredTask
    slug: str
    rows: str
    is_shown: bool


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


def _leaks_told(packed: Mapping[str, PackedTask], tasks: Sequence[DeclaredTask], arguments: Namespace) -> bool:
    """Tell of texts of tests that stand in public splits of these tasks, and whether they are most of a test."""
    from probierz.suites.checks.public_texts import public_texts

    found = public_texts([texts for task in tasks if (texts := packed[task.name].texts)], tasks)
    refused = [one for one in found if one.are_most and not arguments.unchecked]
    for one in found:
        if one in refused:
            print_fault(f"{one.task}: {one}; take another test set, or add --unchecked to publish this one")
        else:
            print_warning(f"{one.task}: {one}; see  probierz suite check")
    return bool(refused)


def _attempted(tasks: Sequence[DeclaredTask], failed: list[str], act: Callable[[DeclaredTask], T]) -> dict[str, T]:
    """What came of each task, by its name. One that fails is told and named, and the others go on."""
    done = {}
    for task in tasks:
        try:
            done[task.name] = act(task)
        except (ChallengeError, DataError) as error:
            print_fault(f"{task.full_name}: {error}")
            failed.append(task.full_name)
    return done


def _suite_of(name: str, tasks: Sequence[DeclaredTask]) -> Suite | None:
    """The suite of the tasks, where all of it is published; None for a task of one."""
    from probierz.suites.catalogue import find_suite, names_suite

    return find_suite(name if name.endswith(".toml") else tasks[0].suite) if names_suite(name) else None


def _refusals_told(platform: PlatformClient, tasks: Sequence[DeclaredTask], arguments: Namespace) -> bool:
    """Tell what keeps challenges that are there already from a new version, and whether anything does."""
    refusals = [_refusal(platform, _slug(task, arguments), begins=arguments.divide) for task in tasks]
    for task, refusal in zip(tasks, refusals, strict=True):
        if refusal:
            print_fault(f"{task.full_name}: {platform.server}/challenges/{_slug(task, arguments)} {refusal}")
    return any(refusals)


def _refusal(platform: PlatformClient, slug: str, *, begins: bool) -> str:
    """What keeps a challenge from a new version: others run it, or a division would begin that nobody asks for here."""
    if not _is_listed(platform, slug):
        return ""
    try:
        division = platform.get(f"/challenges/{slug}/division")  # only who runs it may read that
    except PlatformError as error:
        if error.code != "forbidden":
            raise
        return f"is there already. {error}"
    if division["holds_now"] or begins:
        return ""
    change = "be divided into a public and a private part" if division["is_divided"] else "be divided no longer"
    return (
        f"has hidden tests that would {change} from this version on, as was saved there; add --divide to let them, or "
        f"change it at {platform.server}/challenges/{slug}/organise/hidden-tests"
    )


def _is_listed(platform: PlatformClient, slug: str) -> bool:
    """Whether there is a challenge of that name. To ask for itself would put a fault into the server's log."""
    for archived in ("false", "true"):
        page = platform.get(f"/challenges?words={slug}&archived={archived}&per_page=100")
        if any(one["slug"] == slug for one in page["items"]):
            return True
    return False


def _describe(platform: PlatformClient, suite: Suite, *, replaces: bool) -> None:
    """Put the page of the suite there, with what was published of every task, also of those that cannot be scored.

    Nobody else finds it yet; where it was shown before, it stays so.
    """
    from datetime import UTC, datetime

    from probierz.suites.phases import closed_phases

    if closed_phases(suite.phases, datetime.now(UTC)):
        print_warning(f"{suite.name}: all phases are over, so nobody can submit; set a later `closes` to change that")
    try:
        _put_suite(platform, suite, is_shown=False, replaces=replaces)
    except PlatformError as error:
        if error.code != "replaces":
            raise
        remedy = "Nothing was published; give the suite another name, or put it in its place with --replace"
        raise PlatformError(f"{error} {remedy}", error.code) from error


def _put_suite(platform: PlatformClient, suite: Suite, *, is_shown: bool, replaces: bool = False) -> None:
    from probierz.suites.publishing import suite_card

    platform.put(f"/suites/{suite.name}", {**suite_card(suite), "is_shown": is_shown, "replaces": replaces})


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
            sent.append(_send(platform, task, packed[task.name].archive, arguments, is_member=is_member))
        except (ChallengeError, DataError) as error:
            print_fault(f"{task.full_name}: {error}")
        except ProbierzError as error:
            print_fault(f"{task.full_name}: {error}")
            break
    return sent


def _show(platform: PlatformClient, suite: Suite | None, sent: Sequence[SentTask], *, is_kept: bool) -> None:
    """Let everybody see the challenges, unless they are kept to organisers, and then the suite; say where they are."""
    if not is_kept:
        for one in sent:
            platform.post(f"/challenges/{one.slug}/publish", {})
    if suite is not None:
        if not is_kept:
            _put_suite(platform, suite, is_shown=True)
        print(printable(f"{suite.name}: {platform.server}/suites/{suite.name}"))
    for one in sent:
        _say_where(platform, one)


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


def _say_where(platform: PlatformClient, one: SentTask) -> None:
    print(printable(f"{one.task.full_name}: {platform.server}/challenges/{one.slug}, with {one.rows}"))


def _slug(task: DeclaredTask, arguments: Namespace) -> str:
    from probierz.suites.publishing import slug_of

    return arguments.slug or slug_of(task)


def _pack(task: DeclaredTask, arguments: Namespace, work: Path, count: int) -> PackedTask:
    """Write the archive of a task's challenge into a folder for the moment, and look at what is in it."""
    from probierz.challenges.challenge import open_challenge
    from probierz.cli.suite.check import built_challenge
    from probierz.suites.building import notices_of
    from probierz.suites.checks.checked_split import CheckedSplit
    from probierz.suites.checks.public_texts import task_texts
    from probierz.suites.getting import other_data
    from probierz.suites.publishing import pack_challenge

    archive = work / f"{task.name}.zip"
    folder, gold = built_challenge(task, arguments, work / task.name), _gold(task, arguments.expected, count)
    with open(archive, "wb") as file:
        left_out = pack_challenge(folder, file, gold=gold, notices=notices_of(task))
    _tell(task, left_out)
    others = [] if arguments.unchecked else other_data(task, folder, gold)
    remedy = "take the declared data, or add --unchecked to publish what is there"
    faults = [*(f"{one}; {remedy}" for one in others), *_errors_in(archive)]
    if faults:  # what cannot be read is told there
        return PackedTask(archive, faults)
    sent = [split for split in CheckedSplit.of(open_challenge(folder)) if split.name not in left_out]
    return PackedTask(archive, faults, task_texts(task.full_name, sent))


def _errors_in(archive: Path) -> list[str]:
    """What  probierz validate  calls an error in the challenge that the platform would get."""
    import shutil
    from tempfile import TemporaryDirectory

    from probierz.challenges.validate import validate

    with TemporaryDirectory(prefix="probierz-") as folder:
        shutil.unpack_archive(archive, folder)
        found = [one for one in validate(folder) if one.severity == "error"]
        return [str(one).replace(f"{folder}/", "") for one in found]


def _send(
    platform: PlatformClient, task: DeclaredTask, archive: Path, arguments: Namespace, *, is_member: bool
) -> SentTask:
    """Make the challenge, with its phases and published results; it is shown when all of the suite is there.

    is_member: its suite was described, so that it is a task of that.
    """
    slug = _slug(task, arguments)
    is_shown = _make(platform, slug)
    with open(archive, "rb") as file:
        job = _upload(platform, slug, file)
    _follow(platform, job, task)
    if is_member:
        placed = platform.put(f"/suites/{task.suite}/tasks/{task.name}", {"challenge": slug})
        if placed.get("has_other_phases"):
            print_warning(f"{task.full_name}: its phases were arranged on the platform, and stay as they are there")
    rows = "0 published results" if arguments.no_rows else _add_rows(platform, task, slug)
    return SentTask(task, slug, rows, is_shown)


def _tell(task: DeclaredTask, left_out: Mapping[str, str]) -> None:
    """Say what the platform does not get, and what of that which it gets was compared with nothing."""
    for split, lacks in left_out.items():
        why = "its expected results are not here; see --expected" if lacks == "expected.tsv" else f"it has no {lacks}"
        print_warning(f"{task.full_name}: {split} is left out, as {why}")
    published = {one.split for one in task.published if one.is_score}
    sent = [split for split in task.splits if split.name in published and split.name not in left_out]
    unknown = ", ".join(split.name for split in sent if "expected.tsv" not in split.files)
    if unknown:
        print_warning(
            f"{task.full_name}: no checksum of what is expected on {unknown} is declared, so nothing shows that "
            "published results are of these data"
        )


def _gold(task: DeclaredTask, gold: str | None, count: int) -> Path | None:
    if gold is None:
        return None
    folder = Path(gold) / task.name
    if count == 1 and not folder.is_dir():
        return Path(gold)
    return folder if folder.is_dir() else None


def _make(platform: PlatformClient, slug: str) -> bool:
    """Make an empty challenge, where there is none of that name; return whether others see it."""
    try:
        platform.post("/challenges", {"slug": slug})
    except PlatformError as error:
        there = _found(platform, slug) if error.code == "slug" else None
        if there is None:
            raise
        return bool(there["is_published"])
    return False


def _found(platform: PlatformClient, slug: str) -> Mapping[str, Any] | None:
    """What the platform says of a challenge; None where there is none that one may see."""
    try:
        found: Mapping[str, Any] = platform.get(f"/challenges/{slug}")
    except PlatformError as error:
        if error.code == "unknown":
            return None
        raise
    return found


def _upload(platform: PlatformClient, slug: str, archive: IO[bytes]) -> str:
    from probierz.cli.upload_forms import upload_form

    with upload_form("archive", "challenge.zip", archive) as (form, headers):
        return str(platform.upload(f"/challenges/{slug}/versions", form, headers)["job"])


def _follow(platform: PlatformClient, job: str, task: DeclaredTask) -> None:
    """Print the log of the import on standard error, with its task. Raises ChallengeError when it fails."""
    ended, _faults = follow_job(platform, job, about=f"{task.full_name}: ")
    if ended["state"] != "done":
        reason = (ended["failure"] or {}).get("message") or ended["state"]
        raise ChallengeError(f"the platform did not take the files: {reason}; see {platform.server}/jobs/{job}")


def _add_rows(platform: PlatformClient, task: DeclaredTask, slug: str) -> str:
    """Make published results and counted baselines there those of the suite; say how many. What changed is told."""
    from dataclasses import asdict

    from probierz.challenges.problems import counted
    from probierz.suites.published_checks import scale_doubts
    from probierz.suites.publishing import reference_rows

    for doubt in scale_doubts(task):
        print_warning(f"{task.full_name}: {doubt}")
    tests = {f"{test['split']} {test['name']}" for test in platform.get(f"/challenges/{slug}/tests")}
    found = reference_rows(task, tests)
    rows = [asdict(row) for row in found]
    done = platform.put(f"/challenges/{slug}/references", {"rows": rows, "url": task.homepage, "title": task.title})
    for name in done["corrected"]:
        print_warning(f"{task.full_name}: the scores of {name} were corrected there")
    outdated = done.get("outdated", [])  # platforms of before this version do not tell
    if outdated:
        print_warning(
            f"{task.full_name}: the test was changed since these were printed, so the board marks them and gives them "
            f"no rank: {', '.join(outdated)}; where they hold for the data of now, delete the rows on their pages and "
            "run the same again"
        )
    for name in done["removed"]:
        print_warning(f"{task.full_name}: {name} is not among the published results any more, and was removed there")
    for name in done["others"]:
        where = f"{platform.server}/challenges/{slug}/board"
        print_warning(
            f"{task.full_name}: {name} on {where} is not among the published results; delete it on its page if it "
            "should not be there"
        )
    baselines = sum(row.name in {one.name for one in task.baselines} for row in found)
    return counted(len(rows) - baselines, "published result") + (
        f" and {counted(baselines, 'baseline')}" if baselines else ""
    )
