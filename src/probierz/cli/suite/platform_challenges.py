"""What `suite publish` asks of a platform: challenges, versions of their files, published results, a suite's page."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from probierz.cli.platform_client import PlatformError
from probierz.cli.platform_jobs import follow_job
from probierz.cli.terminal import print_warning
from probierz.errors import ChallengeError

if TYPE_CHECKING:
    from probierz.challenges.input_changes import SplitLines
    from probierz.cli.platform_client import PlatformClient
    from probierz.suites.suite import DeclaredPhase, DeclaredTask, Suite

PER_PAGE = 100
"""So many challenges the platform lists at once."""


@dataclass(frozen=True)
class SentTask:
    """A challenge that is on the platform with files, phases and rows. is_shown: people could see it before.

    rows: how many published results and baselines were sent; empty where none were to be.
    """

    task: DeclaredTask
    slug: str
    rows: str
    is_shown: bool


def refusals_of(
    platform: PlatformClient, slug: str, lines: Mapping[str, SplitLines], *, begins: bool, drops_scores: bool
) -> list[str]:
    """What keeps a challenge from a new version: others run it, or something would happen that nobody asks for here.

    lines: of each test of that version. begins: a division may begin, or end. drops_scores: what was handed in may lose
    its scores where a test has another number of lines or other inputs.
    """
    if not _is_listed(platform, slug):
        return []
    waits = _division_refusal(platform, slug, begins=begins)
    lost = [] if drops_scores else _lost_scores(platform, slug, lines)
    return [*([waits] if waits else []), *lost]


def _division_refusal(platform: PlatformClient, slug: str, *, begins: bool) -> str:
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


def _lost_scores(platform: PlatformClient, slug: str, lines: Mapping[str, SplitLines]) -> Iterator[str]:
    """Tests that are left out now, or have other lines than what was handed in: scores would be lost."""
    from probierz.challenges.problems import counted

    submissions = {one["split"]: one["submissions"] for one in _scored_lines(platform, slug)}
    for split, of_now in lines.items():
        yield from _other_inputs(platform, slug, split, of_now, submissions.get(split, 0))
    for one in _scored_lines(platform, slug):
        now = lines[one["split"]].lines if one["split"] in lines else 0
        if now == one["lines"]:
            continue
        handed_in = f"has {counted(one['submissions'], 'submission')} with {counted(one['lines'], 'line')}"
        if now:
            yield (
                f"{handed_in} of {one['split']}, which has {now} now: they could not be scored again, and would have "
                "no rank; keep the lines and repair their expected results, publish it as a new challenge with --slug, "
                "or add --drop-scores to go on all the same"
            )
        else:
            yield (
                f"{handed_in} of {one['split']}, which is left out now: they would have no scores and no rank; put its "
                "expected results there (--expected names where they are held back), publish it as a new challenge "
                "with --slug, or add --drop-scores to go on all the same"
            )


def _other_inputs(platform: PlatformClient, slug: str, split: str, now: SplitLines, submissions: int) -> Iterator[str]:
    """Say where outputs that were handed in would answer other inputs, or inputs alone were changed."""
    from probierz.challenges.input_changes import input_change
    from probierz.challenges.problems import counted

    try:
        before = platform.get(f"/challenges/{slug}/inputs?split={split}&known={now.inputs_digest}")
    except PlatformError as error:
        if error.code in ("forbidden", "unknown", "not found"):  # as above; or the test is new
            return
        raise
    if before["is_known"] or len(before["inputs"]) != len(now.inputs):
        return
    change, is_same = input_change(now.inputs, before["inputs"]), before["expected"] == now.expected
    if change is None or not (submissions or is_same):
        return
    said = f"has another {split}: {change.about(split, is_expected_same=is_same)}"
    if submissions:
        handed_in = counted(submissions, "submission")
        said += f"; {handed_in} would lose scores and ranks, as outputs answer the inputs of before line by line"
    remedy = "keep the inputs in their places, publish it as a new challenge with --slug"
    yield f"{said}; {remedy}, or add --drop-scores to go on all the same, as a major version"


def _scored_lines(platform: PlatformClient, slug: str) -> list[dict[str, Any]]:
    """What the platform says of outputs that stand handed in."""
    try:
        found: list[dict[str, Any]] = platform.get(f"/challenges/{slug}/scored-lines")
    except PlatformError as error:
        if error.code in ("forbidden", "unknown", "not found"):  # others run it; platforms of before do not tell
            return []
        raise
    return found


def _is_listed(platform: PlatformClient, slug: str) -> bool:
    """Whether there is a challenge of that name. To ask for itself would put a fault into the server's log."""
    return any(slug in _slugs_with(platform, slug, archived=archived) for archived in ("false", "true"))


def _slugs_with(platform: PlatformClient, word: str, *, archived: str) -> Iterator[str]:
    """The names of all challenges that have this word somewhere, page by page."""
    for number in count(1):
        page = platform.get(f"/challenges?words={word}&archived={archived}&per_page={PER_PAGE}&page={number}")
        yield from (one["slug"] for one in page["items"])
        if number * PER_PAGE >= page["count"]:
            return


def put_suite(platform: PlatformClient, suite: Suite, *, is_shown: bool, may: Mapping[str, bool] | None = None) -> None:
    """Make the page of the suite there what is declared.

    may: what the platform would refuse else. replaces: another suite of that name may lose tasks; reopens: a phase that
    was over, and whose scores everybody knows, may be open again; ends_early: one may end in the past, or before
    something that was handed in.
    """
    from probierz.suites.publishing import suite_card

    platform.put(f"/suites/{suite.name}", {**suite_card(suite), "is_shown": is_shown, **(may or {})})


def send_task(
    platform: PlatformClient, task: DeclaredTask, archive: Path, arguments: Namespace, *, is_member: bool
) -> SentTask:
    """Make the challenge, with its phases and published results; it is shown when all of the suite is there.

    is_member: its suite was described, so that it is a task of that.
    """
    slug = slug_on(task, arguments)
    is_shown = _make(platform, slug)
    if is_member:  # before its data come: those are not compared there with data of the same suite, which was done here
        placed = platform.put(f"/suites/{task.suite}/tasks/{task.name}", {"challenge": slug})
        if placed.get("has_other_phases"):
            print_warning(f"{task.full_name}: its phases were arranged on the platform, and stay as they are there")
    with open(archive, "rb") as file:
        job = _upload(platform, slug, file, arguments)
    _follow(platform, job, task)
    _set_quotas(platform, task, slug)
    rows = "" if arguments.no_rows else _add_rows(platform, task, slug, hold=arguments.results_hold)
    return SentTask(task, slug, rows, is_shown)


def _set_quotas(platform: PlatformClient, task: DeclaredTask, slug: str) -> None:
    """Set the quotas that the task declares."""
    from probierz.suites.suite import UNSAID

    said = {"daily_quota": task.daily_quota, "total_quota": task.quota}
    if any(value != UNSAID for value in said.values()):
        platform.put(f"/challenges/{slug}/quotas", {name: value for name, value in said.items() if value != UNSAID})


def phases_on(platform: PlatformClient, slug: str) -> list[DeclaredPhase]:
    """Return the phases of a challenge as they are there."""
    from probierz.suites.suite import DeclaredPhase

    moments = ("opens", "closes", "disclosed_from")
    return [
        DeclaredPhase(
            one["name"],
            disclosure=one["disclosure"],
            decides=one.get("decides", False),  # platforms of before this version do not tell
            **{name: one[name] or "" for name in moments},
        )
        for one in platform.get(f"/challenges/{slug}/phases")
    ]


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
        if error.code in ("unknown", "not found"):  # a name that no address has is not even looked for
            return None
        raise
    return found


_INSISTING = {"drops_scores": "--drop-scores", "replaces_results": "--replace-results", "has_leaks": "--unchecked"}
"""What the platform asks for before it publishes what looks odd, and the options that say so."""


def _upload(platform: PlatformClient, slug: str, archive: IO[bytes], arguments: Namespace) -> str:
    from probierz.cli.upload_forms import upload_form

    said = {name: "true" for name, option in _INSISTING.items() if vars(arguments)[option[2:].replace("-", "_")]}
    with upload_form("archive", "challenge.zip", archive, said) as (form, headers):
        return str(platform.upload(f"/challenges/{slug}/versions", form, headers)["job"])


def _follow(platform: PlatformClient, job: str, task: DeclaredTask) -> None:
    """Print the log of the import on standard error, with its task. Raises ChallengeError when it fails."""
    ended, _faults = follow_job(platform, job, about=f"{task.full_name}: ")
    if ended["state"] != "done":
        failure = ended["failure"] or {}
        reason = failure.get("message") or ended["state"]
        for name, option in _INSISTING.items():
            if reason.endswith(remedy := f"; with {name} it is published all the same"):
                raise ChallengeError(f"{reason.removesuffix(remedy)}, or add {option} to publish it")
        raise ChallengeError(f"the platform did not take the files: {reason}; see {platform.server}/jobs/{job}")


def _add_rows(platform: PlatformClient, task: DeclaredTask, slug: str, *, hold: bool) -> str:
    """Make published results and counted baselines there those of the suite; say how many. What changed is told.

    hold: whether what was printed before a test was changed holds for the test of now.
    """
    from dataclasses import asdict

    from probierz.challenges.problems import counted
    from probierz.suites.publishing import reference_rows
    from probierz.suites.result_doubts import result_doubts

    for doubt in result_doubts(task):
        print_warning(f"{task.full_name}: {doubt}")
    tests = {f"{test['split']} {test['name']}" for test in platform.get(f"/challenges/{slug}/tests")}
    found = reference_rows(task, tests)
    rows = [asdict(row) for row in found]
    of_source = {"url": task.homepage, "title": task.title, "hold": hold}
    done = platform.put(f"/challenges/{slug}/references", {"rows": rows, **of_source})
    for name in done["corrected"]:
        print_warning(f"{task.full_name}: the scores of {name} were corrected there")
    outdated = done.get("outdated", [])  # platforms of before this version do not tell
    if outdated:
        print_warning(
            f"{task.full_name}: the test was changed since these were printed, so the board marks them and gives them "
            f"no rank: {', '.join(outdated)}; where they hold for the data of now, run the same again with "
            "--results-hold"
        )
    renewed = done.get("renewed", [])
    if renewed:
        print_warning(
            f"{task.full_name}: these hold for the data of now, and are marked no longer: {', '.join(renewed)}"
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


def slug_on(task: DeclaredTask, arguments: Namespace) -> str:
    """Return the short name of the task's challenge there."""
    from probierz.suites.publishing import slug_of

    return arguments.slug or slug_of(task)
