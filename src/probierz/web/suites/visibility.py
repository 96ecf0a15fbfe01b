"""Who finds a suite, and who runs it."""

from __future__ import annotations

from probierz.web.challenges.models import Challenge
from probierz.web.submissions.visibility import Viewer
from probierz.web.suites.models import PlatformSuite


def is_shown(suite: PlatformSuite) -> bool:
    """Whether everybody finds it; of what earlier versions stored nothing else was said.

    Names and texts alone are not shown: there must be a challenge in it, or an administrator behind it.
    """
    return bool(suite.card.get("is_shown", True)) and (suite.owner.is_staff or suite.tasks.exists())


def may_see_suite(viewer: Viewer, suite: PlatformSuite) -> bool:
    """Whether somebody finds a suite: everybody where it is shown, else who owns it or organises a challenge of it."""
    return is_shown(suite) or _owns(viewer, suite) or any(map(viewer.organises, _challenges(suite)))


def runs_suite(viewer: Viewer, suite: PlatformSuite) -> bool:
    """Whether somebody shows and hides a suite: who owns it, or organises every challenge of it."""
    return _owns(viewer, suite) or organises_all(viewer, suite)


def organises_all(viewer: Viewer, suite: PlatformSuite) -> bool:
    """Whether there are challenges of the suite here, and this viewer runs each of them."""
    challenges = _challenges(suite)
    return bool(challenges) and all(map(viewer.organises, challenges))


def _challenges(suite: PlatformSuite) -> list[Challenge]:
    """The challenges of a suite, whoever may see them."""
    return [one.challenge for one in suite.tasks.select_related("challenge")]


def _owns(viewer: Viewer, suite: PlatformSuite) -> bool:
    return viewer.user is not None and (suite.owner_id == viewer.user.pk or viewer.is_administrator)
