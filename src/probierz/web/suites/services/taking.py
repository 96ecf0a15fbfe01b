"""Whether archives for all tasks are taken now, and why not."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.suites.catalogue import suites as declared_suites
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge, Test
from probierz.web.jobs.services import QueueFull, check_room
from probierz.web.submissions.services import Handing, why_closed
from probierz.web.submissions.visibility import Viewer
from probierz.web.suites.models import PlatformSuite
from probierz.web.suites.queries import card_of, challenges_of, hidden_tasks, tests_of, unscored_tasks, with_other_tests

__all__ = [
    "check_open_tasks", "check_queue", "nothing_to_score", "takes_archives", "takes_klej_archives", "why_closed_tasks",
    "why_no_archives", "why_nothing",
]  # fmt: skip


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


def why_closed_tasks(suite: PlatformSuite, user: User) -> list[str]:
    """Say which tasks take nothing of this person now, whatever quota is left, and why: once for those that agree."""
    tests = tests_of(card_of(suite), challenges_of(suite, Viewer(user)))
    refused = _refused(tests, Handing(user))
    return _by_reason({task: one for task, one in refused.items() if one.code != "quota"})


def check_open_tasks(tests: Mapping[str, tuple[Challenge, Test]], handing: Handing) -> None:
    """Raise Refused, with all tasks that take nothing now."""
    refused = _refused(tests, handing)
    if refused:
        raise Refused(" ".join(_by_reason(refused)), next(iter(refused.values())).code)


def _refused(tests: Mapping[str, tuple[Challenge, Test]], handing: Handing) -> dict[str, Refused]:
    found = {task: why_closed(challenge, handing.user, handing.team) for task, (challenge, _test) in tests.items()}
    return {task: one for task, one in found.items() if one is not None}


def _by_reason(refused: Mapping[str, Refused]) -> list[str]:
    tasks: dict[str, list[str]] = {}
    for task, one in refused.items():
        tasks.setdefault(one.message, []).append(task)
    return [f"{', '.join(named)}: {message}" for message, named in tasks.items()]


def check_queue(handing: Handing) -> None:
    """Refuse an archive while too much waits already; the archive itself counts as one."""
    try:
        check_room(handing.user)
    except QueueFull as error:
        raise Refused(str(error), "queue") from error
