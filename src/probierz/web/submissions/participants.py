"""How many take part in a challenge: teams, and people on their own."""

from __future__ import annotations

import hashlib

from django.core.cache import cache
from django.db.models import Case, F, When
from django.utils import timezone

from probierz.web.challenges.counted_submissions import on_boards
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.phases import moments_passed
from probierz.web.submissions.ranked import ranked
from probierz.web.submissions.whose import Owners

SECONDS_KNOWN = 3600


def count_participants(challenge: Challenge) -> int:
    """Return how many teams, and people on their own, handed in what may have a rank, a baseline of theirs counted, in
    whichever phase; published results, and what came late, do not count.

    What stands under a name of its own counts by that name, not by who handed it in; labels of people each by itself,
    but not the labels of most of them, which stand beside those.
    """
    about = (challenge.pk, challenge.revision, moments_passed(challenge, timezone.now()))
    key = f"participants:{hashlib.sha256(repr(about).encode()).hexdigest()}"
    return int(cache.get_or_set(key, lambda: _count(challenge), SECONDS_KNOWN) or 0)


def _count(challenge: Challenge) -> int:
    stands = challenge.submissions.filter(on_boards(), ranked(), is_reference=False)
    counted = stands.exclude(is_human=True, is_majority=True)
    alone = Case(When(is_human=True, then=F("pk")))
    made = counted.annotate(alone=alone).order_by().values_list("alone", "submitter", "team", "row_name").distinct()
    owners = Owners(challenge.submissions.all(), across_phases=True)
    return len({number or owners.row_or_people(by, team, None, row) for number, by, team, row in made})
