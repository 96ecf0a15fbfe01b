"""What submissions do about what happens to challenges."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.template.loader import render_to_string

from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge, Version
from probierz.web.challenges.phases import open_phase
from probierz.web.challenges.telling_metrics import FEWEST_LINES
from probierz.web.configuration import places
from probierz.web.events import participants_asked, people_shown, state_shown, tests_changed, tests_replaced
from probierz.web.submissions.bits_told import given_away, telling_metrics
from probierz.web.submissions.equal_outputs import equal_outputs
from probierz.web.submissions.final_selection import count_selections, selects_in
from probierz.web.submissions.models import Evaluation, Submission
from probierz.web.submissions.participants import count_participants
from probierz.web.submissions.rescoring import forget_notes, rescore_version
from probierz.web.submissions.services.changing import publish_later


@receiver(tests_replaced)
def stand_again(version: Version, **_: Any) -> None:
    """Say no longer that something has no scores which has them."""
    forget_notes(version)


@receiver(tests_changed)
def score_again(version: Version, **_: Any) -> None:
    """Score what was handed in before on the new tests."""
    rescore_version(version)


@receiver(participants_asked)
def participants(challenge: Challenge, **_: Any) -> int:
    """Say how many handed something in."""
    return count_participants(challenge)


@receiver(people_shown)
def show_equal_outputs(challenge: Challenge, **_: Any) -> str:
    """Tell organisers which outputs several people handed in."""
    return render_to_string("submissions/equal_outputs.html", {"equal": equal_outputs(challenge)})


@receiver(state_shown)
def show_given_away(challenge: Challenge, **_: Any) -> str:
    """Tell organisers how much each hidden test has told, and which metrics tell single errors."""
    about = {"tests": given_away(challenge), "telling": telling_metrics(challenge), "fewest": FEWEST_LINES}
    return render_to_string("submissions/given_away.html", about)


@receiver(state_shown)
def show_selections(challenge: Challenge, **_: Any) -> str:
    """Tell organisers how many have selected what the private part decides among, while they still can."""
    phase = open_phase(challenge)
    if phase is None or not selects_in(challenge, phase):
        return ""
    about = {"count": count_selections(challenge, phase), "most": challenge.selections, "phase": phase}
    return render_to_string("submissions/selections.html", about)


@receiver(post_delete, sender=Evaluation)
def forget_rows(instance: Evaluation, **_: Any) -> None:
    """Remove the tallies of an evaluation with it."""
    transaction.on_commit(partial(places.rows_file(instance.pk).unlink, missing_ok=True))


@receiver(post_save, sender=User)
def name_hidden(instance: User, *, created: bool, update_fields: Collection[str] | None = None, **_: Any) -> None:
    """Publish again without a name what somebody opened who now hides it: commits name their authors."""
    if created or not instance.is_anonymous_entry or (update_fields and "is_anonymous_entry" not in update_fields):
        return
    for submission in Submission.objects.filter(submitter=instance, is_open=True, deleted=None):
        publish_later(submission, None)
