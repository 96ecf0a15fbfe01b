"""What boards do about what happens to people, submissions and their pages."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import F, Q
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from probierz.web.accounts.models import Team, User
from probierz.web.challenges.models import Challenge, Phase, Version
from probierz.web.challenges.phases import is_over, private_decides
from probierz.web.events import (
    pairs_asked,
    phases_changed,
    scored,
    scored_again,
    standing_changed,
    submission_shown,
    tests_replaced,
)
from probierz.web.leaderboards.comparable import counting_on
from probierz.web.leaderboards.headlines import board_place, place_in_phase, ranking_columns, stands_instead
from probierz.web.leaderboards.models import Board, PairTest, Rule
from probierz.web.leaderboards.output_groups import compare_later
from probierz.web.leaderboards.pair_tests import lacks_pairs, with_pairs
from probierz.web.leaderboards.queries import boards_of
from probierz.web.leaderboards.rank_changes import remember_ranks
from probierz.web.submissions.acts import Act
from probierz.web.submissions.final_selection import is_divided, of_the_same_people, selects_in
from probierz.web.submissions.models import Submission
from probierz.web.submissions.page import ShownSubmission, VariantView

SHOWN = {"name", "username", "is_anonymous_entry"}


@receiver(post_save, sender=User)
@receiver(post_save, sender=Team)
def name_changed(
    instance: User | Team, *, created: bool, update_fields: Collection[str] | None = None, **about: Any
) -> None:
    """Raise the revision of all challenges on whose boards the name may stand."""
    if created or (update_fields is not None and not SHOWN & set(update_fields)):
        return
    mine = Q(team=instance) if isinstance(instance, Team) else Q(submitter=instance)
    challenges = Submission.objects.filter(mine).values("challenge")
    Challenge.objects.filter(pk__in=challenges).update(revision=F("revision") + 1)


@receiver(tests_replaced)
def remember(version: Version, **about: Any) -> None:
    """Keep the ranks that other tests are going to change."""
    remember_ranks(version)


@receiver(scored)
@receiver(scored_again)
@receiver(standing_changed)
def compare(submission: Submission, **about: Any) -> None:
    """Find out anew which systems differ by more than chance."""
    compare_later(submission.challenge)


@receiver(phases_changed)
def compare_in_time(challenge: Challenge, **about: Any) -> None:
    """Find out anew what differs, for other submissions than before may have come in time, or another phase decides."""
    compare_later(challenge)


@receiver(pairs_asked)
def say_what_is_compared(evaluations: Collection[int], **about: Any) -> list[tuple[int, int]]:
    """Say which of these outputs were compared two by two."""
    compared = PairTest.objects.filter(first__in=evaluations, second__in=evaluations).exclude(p_value=None)
    return list(compared.values_list("first", "second"))


# --- a submission's page ---------------------------------------------------------------------------------------------


@receiver(submission_shown)
def add_what_boards_know(page: ShownSubmission, **about: Any) -> None:
    """Mark the score that ranks, say which differences are more than chance, and offer to choose the submission."""
    board = boards_of(page.submission.challenge)[0]
    main = _main_test(page, board)
    page.variants = [_marked(view, main) for view in with_pairs(page.viewer, page.submission, page.variants)]
    page.place = board_place(page.viewer, page.submission)
    if page.headline is not None and page.submission.state == Submission.State.SCORED:
        page.instead = stands_instead(page.viewer, page.submission, page.headline.shown.in_ranks.number)
        page.counting = _other_counting(page.submission, board, page.viewer.now)
        if page.counting is not None:
            page.place_in_phase = place_in_phase(page.viewer, page.submission)
        page.stands_later = page.viewer.submitted(page.submission) and _stands_later(page.submission, page.viewer.now)
    page.may_compare = page.viewer.user is not None and lacks_pairs(page.variants)
    if page.acts and page.viewer.acts_for(page.submission):
        page.acts[:0] = _selecting(page.submission, page.viewer.now)


def _marked(view: VariantView, main: int | None) -> VariantView:
    return replace(view, scores=tuple(replace(row, is_main=row.test.pk == main) for row in view.scores))


def _main_test(page: ShownSubmission, board: Board) -> int | None:
    """Return the test by which it stands on the challenge's first board; None where it has no such score."""
    columns = ranking_columns(page.viewer, page.submission.challenge, board, page.columns)
    scored = {row.test.pk for view in page.variants for row in view.scores}
    return next((test.pk for column in columns for test in column.tests if test.pk in scored), None)


def _other_counting(submission: Submission, board: Board, now: datetime) -> Phase | None:
    """Return the phase whose submissions have ranks on the first board, where this one is of another."""
    challenge, phase = submission.challenge, submission.phase
    if phase is None or submission.is_baseline or submission.is_reference:
        return None
    is_final = private_decides(challenge, now) and is_divided(challenge)
    counting = counting_on(board, challenge, now, is_final=is_final)
    return counting if counting != phase else None


def _stands_later(submission: Submission, now: datetime) -> bool:
    """Whether it is selected, and its phase goes on."""
    is_selected = submission.is_chosen and selects_in(submission.challenge, submission.phase)
    return is_selected and not is_over(submission.phase, now)


def _selecting(submission: Submission, now: datetime) -> list[Act]:
    """What its people may do about its standing for them."""
    if submission.state != Submission.State.SCORED or submission.is_baseline:
        return []
    if is_divided(submission.challenge):
        if is_over(submission.phase, now) or not selects_in(submission.challenge, submission.phase):
            return []
        chosen = of_the_same_people(submission).filter(is_chosen=True, deleted=None).count()
        counted = _selected_so_far(chosen, submission.challenge.selections)
        return [_unselect(counted) if submission.is_chosen else _select(submission.challenge.selections, counted)]
    return [_choose()] if _may_be_chosen(submission) else []


def _selected_so_far(chosen: int, most: int) -> str:
    return _("Selected so far: %(chosen)d of %(most)d.") % {"chosen": chosen, "most": most}


def _select(most: int, counted: str) -> Act:
    says = ngettext(
        "When the phase ends, the private part of the test decides among what you selected: %(number)d submission, "
        "without a selection your best one on the public part.",
        "When the phase ends, the private part of the test decides among what you selected: up to %(number)d "
        "submissions, without a selection your best one on the public part.",
        most,
    )
    return Act("choose", _("Select for the final board"), f"{says % {'number': most}} {counted}")


def _unselect(counted: str) -> Act:
    says = _("It is selected for the final board.")
    return Act("unchoose", _("Select no longer"), f"{says} {counted}")


def _may_be_chosen(submission: Submission) -> bool:
    """Whether it is another one than the chosen, and there is a board on which that changes anything."""
    if submission.state != Submission.State.SCORED or submission.is_chosen:
        return False
    boards = Board.objects.filter(challenge=submission.challenge_id, rule=Rule.CHOSEN)
    return boards.filter(Q(phase=None) | Q(phase=submission.phase_id)).exists()


def _choose() -> Act:
    says = _("It stands for you, or your team, on boards where people choose, in place of the one that stands there.")
    return Act("choose", _("Choose"), says)
