"""Outputs that several people handed in: a hint for organisers, and no proof of anything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count, F
from django.db.models.functions import Coalesce

from probierz.web.challenges.models import Challenge
from probierz.web.submissions.models import Output, Submission
from probierz.web.submissions.whose import team_or_person

MOST_SHOWN = 50


@dataclass(frozen=True)
class EqualOutputs:
    """An output of a split that more than one person or team handed in. submissions: the earliest first."""

    split: str
    sha1: str
    submissions: list[Submission]


def equal_outputs(challenge: Challenge) -> list[EqualOutputs]:
    """Return the outputs that people of different teams handed in, byte for byte the same; for organisers alone.

    Baselines do not count, and nor does what was deleted.
    """
    outputs = Output.objects.filter(
        variant__submission__challenge=challenge,
        variant__submission__deleted=None,
        variant__submission__is_baseline=False,
    )
    # Numbers of teams below zero, those of people above: no team is taken for a person.
    who = Coalesce(-F("variant__submission__team"), F("variant__submission__submitter"))
    counted = outputs.values("split", "sha256").annotate(people=Count(who, distinct=True))
    shared = counted.filter(people__gt=1).values_list("sha256", flat=True)[:MOST_SHOWN]
    rows = outputs.filter(sha256__in=list(shared))
    rows = rows.select_related("variant__submission__submitter", "variant__submission__team")
    return list(_groups(rows.order_by("split", "sha256", "variant__submission__created", "pk")))


def _groups(rows: Iterable[Output]) -> Iterable[EqualOutputs]:
    for (split, _digest), outputs in groupby(rows, key=lambda row: (row.split, row.sha256)):
        same = list(outputs)
        submissions = list(dict.fromkeys(output.variant.submission for output in same))
        if len({team_or_person(one.submitter_id, one.team_id) for one in submissions}) > 1:
            yield EqualOutputs(split, same[0].sha1, submissions)
