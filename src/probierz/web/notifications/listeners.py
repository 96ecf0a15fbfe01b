"""What happens below that people may want to hear of."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone

from probierz.web.challenges.models import Announcement, Phase, Version
from probierz.web.events import announced, end_moved, failed, scored, tests_replaced
from probierz.web.notifications.models import Kind
from probierz.web.notifications.services import (
    MOVED,
    deadline_later,
    look_for_beaten_later,
    people_of,
    people_to_tell,
    tell,
    tell_changes_later,
)
from probierz.web.submissions.models import Submission


@receiver(scored)
def on_scored(submission: Submission, **_: Any) -> None:
    """Tell those whose submission it is, and look for whom it beat."""
    tell(people_of(submission), Kind.SCORED, submission.challenge, f"submission {submission.pk}", submission.pk)
    look_for_beaten_later(submission)


@receiver(failed)
def on_failed(submission: Submission, **_: Any) -> None:
    """Tell those whose submission it is; of one that is tried again, each time."""
    about = f"job {submission.job_id}"
    tell(people_of(submission), Kind.FAILED, submission.challenge, about, submission.pk)


@receiver(tests_replaced)
def on_tests_replaced(version: Version, **_: Any) -> None:
    """Tell those whose scores or ranks change or are lost, once it is known whose are."""
    tell_changes_later(version)


@receiver(announced)
def on_announced(announcement: Announcement, **_: Any) -> None:
    """Tell those who take part, where the challenge is published."""
    challenge = announcement.challenge
    if challenge.is_published:
        about = f"announcement {announcement.pk}"
        tell(people_to_tell(challenge), Kind.ANNOUNCED, challenge, about, announcement.pk)


@receiver(end_moved)
def on_end_moved(phase: Phase, **_: Any) -> None:
    """Tell those who take part when the phase ends now, where the challenge is published."""
    challenge = phase.challenge
    if challenge.is_published:
        about = f"{MOVED} {phase.pk} {timezone.now().isoformat()}"
        tell(people_to_tell(challenge), Kind.DEADLINE, challenge, about, phase.pk)


@receiver(post_save, sender=Phase)
def on_phase(instance: Phase, **_: Any) -> None:
    """Tell a day before a phase ends, whenever its end is set."""
    deadline_later(instance)
