"""What a repair of expected results did to scores and ranks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from probierz.web.challenges.columns import main_test
from probierz.web.challenges.models import Test, Version
from probierz.web.submissions.models import Score
from probierz.web.submissions.visibility import Viewer

__all__ = ["RankChange", "rank_changes"]


class RankChange(NamedTuple):
    """What a repair of expected results did to one submission. Ranks are from 1; None: no score yet."""

    submission: int
    name: str
    before: str
    after: str
    rank_before: int | None
    rank_after: int | None

    @property
    def moved(self) -> int:
        """How many ranks it rose; below zero if it fell."""
        return (self.rank_before or 0) - (self.rank_after or 0) if self.rank_before and self.rank_after else 0


def rank_changes(version: Version, viewer: Viewer) -> list[RankChange]:
    """Return what scores and ranks on the main test were before a repair, and what they are; for organisers only.

    Of several variants of a submission the best one counts; equal scores share a rank.
    """
    main = main_test(version.tests.all())
    if version.previous is None or main is None or not viewer.organises(version.challenge):
        return []
    old = version.previous.tests.filter(split=main.split, scheme=main.scheme).first()
    if old is None:
        return []
    before, after = _best_scores(old), _best_scores(main)
    ranks_before, ranks_after = _ranks(before, old), _ranks(after, main)
    changes = [
        RankChange(
            number, viewer.name_of(score.submission), score.shown, after[number].shown if number in after else "",
            ranks_before.get(number), ranks_after.get(number),
        )
        for number, score in before.items()
    ]  # fmt: skip
    return sorted(changes, key=lambda change: (change.rank_after or 10**9, change.rank_before or 10**9))


def _best_scores(test: Test) -> dict[int, Score]:
    scores = Score.objects.filter(test=test, value__isnull=False, submission__deleted=None)
    best_last = "value" if test.higher_is_better else "-value"
    related = scores.select_related("submission__submitter", "submission__team", "submission__challenge")
    return {score.submission_id: score for score in related.order_by(best_last)}


def _ranks(scores: Mapping[int, Score], test: Test) -> dict[int, int]:
    values = [score.value for score in scores.values() if score.value is not None]
    sign = -1 if test.higher_is_better else 1
    return {
        number: 1 + sum(sign * value < sign * score.value for value in values)
        for number, score in scores.items()
        if score.value is not None
    }
