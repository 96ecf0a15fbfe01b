"""Verdicts on many records at once: accepted, or sent back to those that wait for review."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.annotation.models import AnnotatedRecord, RecordRemark
from probierz.web.annotation.queries import Seat, to_judge
from probierz.web.annotation.services.records import check_member


class JudgedRecords(NamedTuple):
    """judged, left: how many records got a verdict, and how many did not, as somebody changed or judged them meanwhile.

    first, last: the numbers of the remarks that say so, by which it is undone; 0 where nothing was judged.
    """

    judged: int
    left: int
    first: int
    last: int


@transaction.atomic
def judge_many(seat: Seat, shown: Mapping[int, int], verdict: str) -> JudgedRecords:
    """Give records a verdict, with an entry in the history of each. shown: the revision of each, by its number, as
    whoever judges has seen it; one that is another by now stays as it is. Raises Refused.
    """
    if not seat.reviews:
        raise Refused(_("Only a reviewer can do this."), "forbidden")
    check_member(seat)
    open_rows = to_judge(seat, verdict).filter(pk__in=shown).select_for_update(of=("self",)).only("pk", "revision")
    numbers = [row.pk for row in open_rows if row.revision == shown[row.pk]]
    AnnotatedRecord.objects.filter(pk__in=numbers).update(state=verdict, changed=timezone.now())
    said = RecordRemark.objects.bulk_create(
        RecordRemark(record_id=number, author=seat.user, verdict=verdict) for number in numbers
    )
    first, last = (said[0].pk, said[-1].pk) if said else (0, 0)
    return JudgedRecords(len(said), len(shown) - len(said), first, last)
