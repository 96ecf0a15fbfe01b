"""After a repair of expected results: score again what was handed in before for the same inputs, a few at a time.

A feeding job puts submissions into the queue and then itself behind them, so that new submissions find room.
"""

from __future__ import annotations

from django.conf import settings
from django.db.models import QuerySet

from probierz.web.challenges.counted_submissions import from_people
from probierz.web.challenges.models import Version
from probierz.web.jobs.models import Job
from probierz.web.submissions.answered import answering_others, why_of_others
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services.changing import RESCORE, rescore_later

FEEDER = "rescore-version"
AT_A_TIME = 100
_MANY_TRIES = 10_000


def rescore_version(version: Version) -> None:
    """Ask for new scores of all that answers its inputs, on the tests of this version, and note what answers others.

    Known scores are not computed again.
    """
    others = answering_others(version).filter(from_people())
    for answered in Version.objects.filter(pk__in=others.values("version")):
        others.filter(version=answered).update(not_rescored=why_of_others(answered, version))
    if to_rescore(version).update(not_rescored=None):
        _feed_later(version, 0)


def forget_notes(version: Version) -> None:
    """What has scores on its tests stands again, as where an earlier version was published anew."""
    noted = version.challenge.submissions.exclude(not_rescored=None)
    noted.filter(scores__test__versions=version).update(not_rescored=None)


def to_rescore(version: Version) -> QuerySet[Submission]:
    """Return the submissions that a repair concerns: not those that answer other inputs."""
    scored = version.challenge.submissions.filter(from_people(), state="scored")
    return scored.exclude(pk__in=answering_others(version).values("pk")).order_by("pk")


def feed(version: Version, after: int) -> int:
    """Put the next submissions into the queue, and the feeder behind them; return how many, 0 without room."""
    waiting = Job.objects.exclude(state__in=Job.FINAL).count()
    room = min(AT_A_TIME, settings.PROBIERZ["PROBIERZ_QUEUE"] // 2 - waiting)
    numbers = list(to_rescore(version).filter(pk__gt=after).values_list("pk", flat=True)[: max(0, room)])
    for number in numbers:
        rescore_later(number, version.pk)
    if numbers and to_rescore(version).filter(pk__gt=numbers[-1]).exists():
        _feed_later(version, numbers[-1])
    return len(numbers)


def is_rescored(version: Version | None) -> bool:
    """Whether scores on this version's repaired tests are still to come."""
    return version is not None and version.changed_tests and has_jobs(version)


def has_jobs(version: Version) -> bool:
    """Whether something is still to be scored again on this version's tests, be it another task for the rest."""
    kinds = Job.objects.filter(kind__in=(FEEDER, RESCORE), payload__version=version.pk)
    return kinds.exclude(state__in=Job.FINAL).exists()


def _feed_later(version: Version, after: int) -> None:
    """Below the priority of what it feeds, and beside the limit of the queue: it must not be lost."""
    Job.objects.create(
        kind=FEEDER, payload={"version": version.pk, "after": after}, priority=-2, most_attempts=_MANY_TRIES
    )
