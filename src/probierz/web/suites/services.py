"""What changes suites: describing one, saying which challenge a task is, and handing an archive in for all tasks."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.archives.decompressing import plain_name
from probierz.archives.limits import MIB
from probierz.challenges.problems import Problem, has_errors
from probierz.errors import ChallengeError, ProbierzError, Refused
from probierz.suites.averaging import why_no_average
from probierz.suites.catalogue import find_suite
from probierz.suites.catalogue import suites as declared_suites
from probierz.suites.klej.archive import prediction_file, read_submission
from probierz.suites.output_archive import LIMITS, ArchivedOutputs, WantedOutput, read_outputs
from probierz.suites.phases import check_phases
from probierz.suites.suite import DeclaredTask
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges.models import Challenge, Test
from probierz.web.challenges.phases import is_over
from probierz.web.challenges.services import check_may_create
from probierz.web.intake.budget import Budget
from probierz.web.intake.errors import TooLarge
from probierz.web.jobs.services import QueueFull, check_room
from probierz.web.submissions.output_checks import TRIED_LIMITS, check_outputs
from probierz.web.submissions.services import Handing, check_open, old_inputs, submit_files, why_closed
from probierz.web.submissions.services.handing_in import UNPACKING_SECONDS
from probierz.web.submissions.services.quota import locked
from probierz.web.submissions.services.trying_out import (
    TRIED_SECONDS,
    one_archive_of,
    one_look_of,
    refuse_gone,
)
from probierz.web.submissions.services.upload_budget import Uploaded, spend_upload
from probierz.web.submissions.visibility import Viewer
from probierz.web.suites.models import PlatformSuite, SuiteArchive, SuiteMember
from probierz.web.suites.planned_phases import arrange_phases, check_ends, check_reopening
from probierz.web.suites.queries import (
    card_of,
    challenges_of,
    hidden_tasks,
    tests_of,
    unscored_tasks,
    with_other_tests,
)
from probierz.web.suites.shapes import SuiteIn
from probierz.web.suites.visibility import runs_suite

__all__ = [
    "ArchiveRefused",
    "SeenArchive",
    "TakenArchive",
    "add_task",
    "describe_suite",
    "hand_in_archive",
    "look_at_archive",
    "nothing_to_score",
    "old_inputs_of",
    "publish_suite",
    "takes_archives",
    "takes_klej_archives",
    "unpublish_suite",
    "why_closed_tasks",
    "why_no_archives",
]

MOST_TOLD = 20


class ArchiveRefused(Refused):
    """An archive has faults; nothing of it was taken."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(_("Nothing was taken: the archive has faults."), "archive")
        self.problems = list(problems)


def describe_suite(
    name: str, card: SuiteIn, *, by: User, replaces: bool = False, reopens: bool = False, ends_early: bool = False
) -> tuple[PlatformSuite, bool]:
    """Store what is shown of a suite; return it, and whether it is new. Raises Refused.

    replaces: whether tasks that were there may be missing now; another suite of that name would lose its page.
    reopens: whether a phase that is over and whose scores everybody knows may be open again. ends_early: whether one
    may end in the past, or before something that was handed in.
    """
    known = PlatformSuite.objects.filter(name=name).first()
    if known is None:
        check_may_create(by)
    if known is not None and known.owner_id != by.pk and not by.is_staff:
        raise Refused(_("The name is taken; choose another."), "forbidden")
    if known is None and not by.is_staff:
        _check_name(name, card)
    _check_card(name, card)
    before = card_of(known) if known is not None else None
    if before is not None and not replaces:
        _check_tasks_stay(name, card, before)
    if known is not None and before is not None and not reopens:
        check_reopening(known, card, before)
    if known is not None and before is not None and not ends_early:
        check_ends(known, card, before)
    suite = known or PlatformSuite(name=name, owner=by)
    if before is not None and before.is_shown:
        card.is_shown = True  # what people have found is not hidden by the way
    suite.card = card.model_dump(mode="json", exclude={"replaces", "reopens", "ends_early"})
    try:
        suite.full_clean()
    except ValidationError as error:
        raise Refused(" ".join(error.messages), "suite") from error
    with transaction.atomic():
        suite.save()
        audit(by, "suite.describe", suite)
        for member in suite.tasks.select_related("challenge"):
            arrange_phases(member.challenge, card, before, by=by)
    return suite, known is None


def _check_name(name: str, card: SuiteIn) -> None:
    """Refuse another suite under the name of one that Probierz ships or an installed package declares."""
    declared = next((suite for suite in declared_suites() if suite.name == name), None)
    if declared is not None and {task.name for task in card.tasks} != {task.name for task in declared.tasks}:
        raise Refused(_("The name is taken; choose another."), "forbidden")


def publish_suite(suite: PlatformSuite, *, by: User) -> None:
    """Let everybody find the suite; its challenges are shown each by itself. Raises Refused."""
    _set_shown(suite, True, "suite.publish", by)


def unpublish_suite(suite: PlatformSuite, *, by: User) -> None:
    """Show the suite to its organisers only; its challenges are hidden each by itself. Raises Refused."""
    _set_shown(suite, False, "suite.unpublish", by)


def _set_shown(suite: PlatformSuite, is_shown: bool, action: str, by: User) -> None:
    if not runs_suite(Viewer(by), suite):
        raise Refused(_("Only who runs the suite, or all of its challenges, may do this."), "forbidden")
    with transaction.atomic():
        stored = PlatformSuite.objects.select_for_update().get(pk=suite.pk)
        stored.card = {**stored.card, "is_shown": is_shown}
        stored.save(update_fields=["card", "changed"])
        audit(by, action, stored)
    suite.refresh_from_db()


def _check_tasks_stay(name: str, card: SuiteIn, before: SuiteIn) -> None:
    """Refuse a card without tasks of the one that is there."""
    missing = [task.name for task in before.tasks if card.task(task.name) is None]
    if missing:
        text = _("A suite %(name)s is here already, with tasks that are not among these: %(tasks)s.")
        raise Refused(text % {"name": name, "tasks": ", ".join(missing)}, "replaces")


def _check_card(name: str, card: SuiteIn) -> None:
    """Refuse a card with tasks of one name, with a mean that mixes scales, or with phases that overlap."""
    names = [task.name for task in card.tasks]
    if len(set(names)) < len(names):
        raise Refused(_("Two tasks have the same name."), "suite")
    reason = why_no_average([task.scale for task in card.tasks])
    if card.has_average and not card.has_mean:
        raise Refused(_("The tasks cannot be averaged: %(reason)s.") % {"reason": reason}, "suite")
    try:
        check_phases([one.declared for one in card.phases], name)
    except ChallengeError as error:
        raise Refused(str(error), "suite") from error


def add_task(suite: PlatformSuite, name: str, challenge: Challenge, *, by: User) -> SuiteMember:
    """Say which challenge a task of a suite is. Raises Refused."""
    viewer = Viewer(by)
    if (suite.owner_id != by.pk and not by.is_staff) or not viewer.organises(challenge):
        raise Refused(_("Only who runs both the suite and the challenge can do this."), "forbidden")
    if card_of(suite).task(name) is None:
        raise Refused(_("The suite has no task %(name)s.") % {"name": name}, "unknown")
    with transaction.atomic():
        SuiteMember.objects.filter(challenge=challenge).exclude(suite=suite, name=name).delete()
        member, _made = SuiteMember.objects.update_or_create(suite=suite, name=name, defaults={"challenge": challenge})
        arrange_phases(challenge, card_of(suite), None, by=by)
    return member


# --- archives --------------------------------------------------------------------------------------------------------


def takes_archives(suite: PlatformSuite) -> bool:
    """Whether predictions for all tasks may come as one archive: there are several, and some are challenges here.

    In the form of KLEJ they are told what is missing even before.
    """
    return takes_klej_archives(suite) or (len(card_of(suite).tasks) > 1 and suite.tasks.exists())


def why_no_archives(suite: PlatformSuite) -> str:
    """Say why predictions cannot come as an archive for all tasks, and what to do instead; empty where they can."""
    if takes_archives(suite):
        return ""
    if suite.tasks.exists():
        return _("This suite has one task, so it takes no archives of several; hand in at the challenge of that task.")
    return _(
        "No task of this suite is a challenge on this platform, so nothing can be handed in here. Whoever has the "
        "expected results can score outputs at home, by  probierz suite evaluate %(suite)s OUTPUTS"
    ) % {"suite": suite.name}


def takes_klej_archives(suite: PlatformSuite) -> bool:
    """Whether these archives have the form of KLEJ's."""
    return card_of(suite).archive == "klej" and suite.name in {one.name for one in declared_suites()}


class TakenArchive(NamedTuple):
    """An archive that was taken. unscored: tasks that cannot be scored here. doubts: what looks odd in it."""

    archive: SuiteArchive
    unscored: list[str]
    doubts: list[Problem]


def hand_in_archive(
    suite: PlatformSuite, path: Path, name: str, handing: Handing, gone: Callable[[], bool], *, partial: bool = False
) -> TakenArchive:
    """Take an archive of predictions: a submission for each task of which the platform has the expected results.

    All of it is taken, or nothing; what was uploaded counts in any case, and a person's archives wait for each other.
    gone: whether nobody waits for the answer any more. Raises Refused, TooLarge; ArchiveRefused with every fault.
    """
    if not takes_archives(suite):
        raise Refused(why_no_archives(suite), "archive")
    tests = tests_of(card_of(suite), challenges_of(suite, Viewer(handing.user)))
    if not tests:
        raise Refused(nothing_to_score(suite, handing.user), "closed")
    spend_upload(handing.user, [Uploaded(path, name)])
    with one_archive_of(handing.user.pk, gone), tempfile.TemporaryDirectory(prefix="probierz-archive-") as folder:
        budget = Budget(seconds=UNPACKING_SECONDS, look=lambda: refuse_gone(gone))
        outputs, doubts = _read(suite, path, name, tests, Path(folder), budget, partial=partial)
        scored = {task: output for task, output in outputs.items() if task in tests}
        if not scored:
            raise Refused(_why_nothing(suite, handing.user), "closed")
        archive = _stored(suite, {task: tests[task] for task in scored}, scored, handing)
        doubts += _doubts_of(scored, tests, name, doubts)
    return TakenArchive(archive, _unscored(suite, tests, outputs, partial=partial), doubts[:MOST_TOLD])


def _why_nothing(suite: PlatformSuite, user: User) -> str:
    """Say why nothing of an archive would be scored, and where else outputs are."""
    return nothing_to_score(suite, user) or _("None of the tasks in the archive can be scored here.")


def nothing_to_score(suite: PlatformSuite, user: User) -> str:
    """Say that no task of the suite can be scored here, and where else outputs are; empty where one can."""
    card, challenges, hidden = card_of(suite), challenges_of(suite, Viewer(user)), hidden_tasks(suite, Viewer(user))
    if tests_of(card, challenges):
        return ""
    missing = ", ".join(unscored_tasks(card, challenges, hidden))
    others = ", ".join(one.slug for one in with_other_tests(card, challenges))
    text = _("No task of this suite can be scored here yet, as these expected results are not here: %(tasks)s.")
    told = text % {"tasks": missing} if missing else _("No task of this suite can be scored here yet.")
    return f"{told} {_('Other splits are scored by the challenges:')} {others}" if others else told


def _stored(
    suite: PlatformSuite, tests: Mapping[str, tuple[Challenge, Test]], outputs: Mapping[str, Path], handing: Handing
) -> SuiteArchive:
    """Hand in the outputs of an archive, all or nothing. Its challenges are locked: of many at once each is asked."""
    with transaction.atomic():
        for challenge in sorted((challenge for challenge, _test in tests.values()), key=lambda one: one.pk):
            locked(challenge)
        _check_open(tests, handing)
        _check_queue(handing)
        archive = SuiteArchive.objects.create(
            suite=suite, submitter=handing.user, team=handing.team, description=handing.description.strip()
        )
        part = replace(handing, together=f"archive:{archive.pk}")
        for task, output in outputs.items():
            challenge, test = tests[task]
            file = Uploaded(output, "out.tsv", test.split)
            archive.submissions.add(submit_files(challenge, [file], part).submission.pk)
    return archive


def _doubts_of(
    scored: Mapping[str, Path], tests: Mapping[str, tuple[Challenge, Test]], name: str, asked: Sequence[Problem]
) -> list[Problem]:
    """What is odd in outputs that were taken; of very large ones their pages alone tell, once they are scored."""
    if _size_of(scored) > TRIED_LIMITS.total_bytes:
        return []
    return [one for one in _found_in(scored, tests, name, asked) if one.severity == "warning"]


class SeenArchive(NamedTuple):
    """What a look at an archive found. tasks: that would be scored. problems: whatever is wrong or odd in it.

    unscored: tasks that cannot be scored here. late: tasks after their last phase, which organisers may still hand in.
    refused: those that take nothing now, whatever is in their outputs; why is among the problems.
    """

    tasks: list[str]
    unscored: list[str]
    problems: list[Problem]
    late: list[str]
    refused: list[str]


def old_inputs_of(suite: PlatformSuite, user: User, digests: str) -> list[Problem]:
    """Say which tests of somebody's copy of a suite have other inputs than its challenges now.

    digests: of the inputs, as `ArchiveIn.inputs` has them; of tasks and splits that are not there nothing is said.
    """
    said: dict[str, list[str]] = defaultdict(list)
    for one in filter(None, digests.split(",")):
        task, _, rest = one.strip().partition("/")
        said[task].append(rest)
    challenges = challenges_of(suite, Viewer(user)) if said else {}
    return [
        replace(problem, path=f"{task}/{problem.path}")
        for task, some in said.items()
        if task in challenges
        for problem in old_inputs(challenges[task], ",".join(some))
    ]


def _not_looked_at(looked: int, taken: int, *, unpacked: bool = False) -> str:
    """Say why nobody looks at an archive, and whether it could be submitted; both limits in bytes."""
    if unpacked:
        said = _(
            "Unpacked, the outputs have more than %(number)d MiB, too much to be looked at; submitted, they are "
            "refused where they have more than %(most)d."
        )
    else:
        said = _(
            "The archive has more than %(number)d MiB, too much to be looked at; submitted, it is refused where it has "
            "more than %(most)d."
        )
    return said % {"number": looked // MIB, "most": taken // MIB}


def look_at_archive(
    suite: PlatformSuite, path: Path, name: str, handing: Handing, gone: Callable[[], bool], *, partial: bool = False
) -> SeenArchive:
    """Look at an archive as its tasks' challenges look at outputs before anything counts; nothing of it is kept.

    A task that takes nothing now, as no phase of it is open, is among the problems. gone: whether nobody waits for the
    answer any more. Raises Refused, also where nothing of it can be scored here; ArchiveRefused with every fault.
    """
    user = handing.user
    if not takes_archives(suite):
        raise Refused(why_no_archives(suite), "archive")
    if path.stat().st_size > TRIED_LIMITS.packed_bytes:
        raise Refused(_not_looked_at(TRIED_LIMITS.packed_bytes, LIMITS.packed_bytes), "size")
    spend_upload(user, [Uploaded(path, name)])
    tests = tests_of(card_of(suite), challenges_of(suite, Viewer(user)))
    with one_look_of(user.pk, gone), tempfile.TemporaryDirectory(prefix="probierz-archive-") as folder:
        budget = Budget(TRIED_LIMITS.total_bytes, TRIED_SECONDS, lambda: refuse_gone(gone))
        try:
            outputs, doubts = _read(suite, path, name, tests, Path(folder), budget, partial=partial)
        except TooLarge as error:
            if budget.left:  # it was the time
                raise
            raise Refused(
                _not_looked_at(TRIED_LIMITS.total_bytes, LIMITS.total_bytes, unpacked=True), "size"
            ) from error
        scored = {task: output for task, output in outputs.items() if task in tests}
        if not scored:
            raise Refused(_why_nothing(suite, user), "closed")
        problems = [*doubts, *_found_in(scored, tests, name, doubts)]
    admitted = {task: _admission(tests[task][0], handing) for task in scored}
    refused = [Problem(f"{name}/{task}", None, one.refusal) for task, one in admitted.items() if one.refusal]
    late = [task for task, one in admitted.items() if one.is_late]
    unscored = _unscored(suite, tests, outputs, partial=partial)
    names = [task for task, one in admitted.items() if one.refusal]
    return SeenArchive(list(scored), unscored, [*refused, *problems][:MOST_TOLD], late, names)


class _Admission(NamedTuple):
    """Whether a challenge would take something now. refusal: why not; is_late: after its last phase."""

    refusal: str = ""
    is_late: bool = False


def _admission(challenge: Challenge, handing: Handing) -> _Admission:
    try:
        phase = check_open(challenge, handing.user, handing.team)
    except Refused as error:
        return _Admission(refusal=error.message)
    return _Admission(is_late=is_over(phase, timezone.now()))


def _size_of(outputs: Mapping[str, Path]) -> int:
    return sum(output.stat().st_size for output in outputs.values())


def _unscored(suite: PlatformSuite, tests: Collection[str], outputs: Collection[str], *, partial: bool) -> list[str]:
    """The tasks that cannot be scored here: of a whole archive also those that it may lack for that reason."""
    names = [task.name for task in card_of(suite).tasks if task.name not in tests]
    return [name for name in names if name in outputs] if partial else names


def _found_in(
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


def _read(
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
        outputs, problems = read(suite, path, tests, folder, budget, partial=partial)
    except (Refused, TooLarge):
        raise
    except ProbierzError as error:
        raise Refused(str(error).replace(str(path), name), "archive") from error
    told = [replace(one, path=one.path.replace(str(path), name)) for one in problems]
    if has_errors(told):
        raise ArchiveRefused([one for one in told if one.severity == "error"][:MOST_TOLD])
    return outputs, told[:MOST_TOLD]


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
        outputs[task].write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="")
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
    wanted = [WantedOutput(task.name, task.split, lines.get(task.name)) for task in card_of(suite).tasks]
    return read_outputs(path, wanted, folder, partial=partial, told=budget.spend)


def _sized(task: DeclaredTask, test: Test) -> DeclaredTask:
    """The task, with as many lines as the platform scores."""
    splits = (replace(one, lines=test.all_lines) if one.name == test.split else one for one in task.splits)
    return replace(task, splits=tuple(splits))


def _check_open(tests: Mapping[str, tuple[Challenge, Test]], handing: Handing) -> None:
    """Raise Refused, with all tasks that take nothing now."""
    refused = _refused(tests, handing)
    if refused:
        raise Refused(" ".join(_by_reason(refused)), next(iter(refused.values())).code)


def why_closed_tasks(suite: PlatformSuite, user: User) -> list[str]:
    """Say which tasks take nothing of this person now, whatever quota is left, and why: once for those that agree."""
    tests = tests_of(card_of(suite), challenges_of(suite, Viewer(user)))
    refused = _refused(tests, Handing(user))
    return _by_reason({task: one for task, one in refused.items() if one.code != "quota"})


def _refused(tests: Mapping[str, tuple[Challenge, Test]], handing: Handing) -> dict[str, Refused]:
    found = {task: why_closed(challenge, handing.user, handing.team) for task, (challenge, _test) in tests.items()}
    return {task: one for task, one in found.items() if one is not None}


def _by_reason(refused: Mapping[str, Refused]) -> list[str]:
    tasks: dict[str, list[str]] = {}
    for task, one in refused.items():
        tasks.setdefault(one.message, []).append(task)
    return [f"{', '.join(named)}: {message}" for message, named in tasks.items()]


def _check_queue(handing: Handing) -> None:
    """Refuse an archive while too much waits already; the archive itself counts as one."""
    try:
        check_room(handing.user)
    except QueueFull as error:
        raise Refused(str(error), "queue") from error
