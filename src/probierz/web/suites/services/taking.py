"""Whether archives for all tasks are taken now, and why not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.suites.catalogue import suites as declared_suites
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge, Phase, Test
from probierz.web.challenges.phases import open_phase
from probierz.web.jobs.services import QueueFull, check_room
from probierz.web.submissions.services import MOVED, Handing, ask_of_phase, why_closed
from probierz.web.submissions.visibility import Viewer
from probierz.web.suites.board_notes import task_titles
from probierz.web.suites.models import PlatformSuite
from probierz.web.suites.queries import card_of, challenges_of, hidden_tasks, tests_of, unscored_tasks, with_other_tests
from probierz.web.suites.shapes import SuiteIn


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


def why_nothing(suite: PlatformSuite, user: User) -> str:
    """Say why nothing of an archive would be scored, and where else outputs are."""
    return nothing_to_score(suite, user) or _("None of the tasks in the archive can be scored here.")


class ClosedTasks(NamedTuple):
    """The tasks that take nothing of somebody now. reasons: which and why, once for those that agree."""

    reasons: list[str]
    are_all: bool


def closed_tasks(suite: PlatformSuite, user: User) -> ClosedTasks:
    """Return which tasks take nothing of this person now, whatever quota is left."""
    card = card_of(suite)
    tests = tests_of(card, challenges_of(suite, Viewer(user)))
    refused = {task: one.message for task, one in _refused(tests, Handing(user)).items() if one.code != "quota"}
    return ClosedTasks(_by_reason(card, refused), len(refused) == len(tests))


def check_open_tasks(card: SuiteIn, tests: Mapping[str, tuple[Challenge, Test]], handing: Handing) -> None:
    """Raise Refused, with all tasks that take nothing now; else with what is to be asked of their phases."""
    refused = _refused(tests, handing)
    if refused:
        reasons = {task: one.message for task, one in refused.items()}
        raise Refused(" ".join(_by_reason(card, reasons)), next(iter(refused.values())).code)
    questions = ask_of_phases(card, {task: challenge for task, (challenge, _test) in tests.items()}, handing.meant)
    if questions:
        raise Refused(questions, MOVED)


def ask_of_phases(card: SuiteIn, challenges: Mapping[str, Challenge], meant: Collection[Phase]) -> str:
    """Ask what `ask_of_phase` asks, of these tasks: once where all are asked the same; empty where none is."""
    asked = {task: ask_of_phase(meant, open_phase(challenge)) for task, challenge in challenges.items()}
    if len(set(asked.values())) == 1:
        return next(iter(asked.values()))
    return " ".join(_by_reason(card, {task: question for task, question in asked.items() if question}))


def _refused(tests: Mapping[str, tuple[Challenge, Test]], handing: Handing) -> dict[str, Refused]:
    found = {task: why_closed(challenge, handing.user, handing.team) for task, (challenge, _test) in tests.items()}
    return {task: one for task, one in found.items() if one is not None}


def _by_reason(card: SuiteIn, reasons: Mapping[str, str]) -> list[str]:
    titles, tasks = task_titles(card), dict[str, list[str]]()
    for task, reason in reasons.items():
        tasks.setdefault(reason, []).append(titles[task])
    return [f"{', '.join(named)}: {reason}" for reason, named in tasks.items()]


def check_queue(handing: Handing) -> None:
    """Refuse an archive while too much waits already; the archive itself counts as one."""
    try:
        check_room(handing.user)
    except QueueFull as error:
        raise Refused(str(error), "queue") from error
