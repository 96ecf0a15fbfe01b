"""Which submissions have a rank: each rule for what was read, and beside it as a condition for the database."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from django.db.models import Q

from probierz.web.challenges.models import Test
from probierz.web.submissions.arrival import late


class MayRank(Protocol):
    """What ranking looks at of a submission, whichever way it was read."""

    @property
    def is_ranked(self) -> bool:
        """Whether it counts in ranks."""

    @property
    def is_late(self) -> bool:
        """Whether it came when its phase was over."""

    @property
    def is_reference(self) -> bool:
        """Whether it is a published result."""

    @property
    def hidden(self) -> datetime | None:
        """When it was hidden, for all but its people and organisers; None where it is not."""


def has_rank(of: MayRank, test: Test | None, other_phase: str = "") -> bool:
    """Whether a score counts in ranks by a test. test: None for any. other_phase: the one it is of, if that does not
    count.
    """
    is_out = of.hidden is not None or of.is_late or bool(other_phase) or is_on_whole_test(of, test)
    return of.is_ranked and not is_out


def is_on_whole_test(of: MayRank, test: Test | None) -> bool:
    """Whether it is published, and what this test ranks by is a part of the whole."""
    return of.is_reference and test is not None and not test.ranks_published


def ranked() -> Q:
    """Return the condition that `has_rank` asks for any test, of whichever phase."""
    return Q(is_ranked=True, hidden=None) & ~late()


def ranked_by(test: Test) -> Q:
    """Return the condition that `has_rank` asks for this test, of whichever phase."""
    return ranked() if test.ranks_published else ranked() & Q(is_reference=False)
