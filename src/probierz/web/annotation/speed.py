"""How fast records are made: a bar for each day, of each member."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models.functions import TruncDate
from django.utils import timezone

from probierz.web.annotation.models import AnnotatedRecord, AnnotationProject

DAYS = 28
"""That are drawn, today the last."""
_WIDTH, _HEIGHT = 8, 40
"""Of a bar with the gap behind it, and of the highest, in pixels."""


class DayBar(NamedTuple):
    """A day: how many records were made, and where its bar stands."""

    day: date
    made: int
    left: int
    top: float
    height: float


class MemberSpeed(NamedTuple):
    """What somebody made in these days.

    name: with the login. days: on which they made some. a_day: records on each of these.
    """

    name: str
    bars: list[DayBar]
    made: int
    days: int
    a_day: float


def speed_of(project: AnnotationProject) -> list[MemberSpeed]:
    """Return how fast each member has been, by their numbers, all on one scale; who made nothing has no row.

    Records that were imported or withdrawn do not count; a record counts on the day on which it was made.
    """
    today = timezone.localdate()
    days = [today - timedelta(days=DAYS - 1 - number) for number in range(DAYS)]
    made = project.records.filter(is_imported=False).exclude(state=AnnotatedRecord.State.WITHDRAWN)
    found = made.annotate(day=TruncDate("created")).filter(day__gte=days[0]).values_list("author", "day")
    counts = Counter(found)
    most = max(counts.values(), default=1)
    members = project.members.select_related("user")
    rows = [(one.user.name_and_login, [counts[one.user_id, day] for day in days]) for one in members]
    return [_speed(name, dict(zip(days, made, strict=True)), most) for name, made in rows if any(made)]


def _speed(name: str, made: dict[date, int], most: int) -> MemberSpeed:
    bars = [
        DayBar(day, count, _WIDTH * at, _HEIGHT * (1 - count / most), _HEIGHT * count / most)
        for at, (day, count) in enumerate(made.items())
    ]
    total, days = sum(made.values()), sum(count > 0 for count in made.values())
    return MemberSpeed(name, bars, total, days, total / days)
