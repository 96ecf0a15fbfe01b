"""Boards show names: when one changes, what was remembered of its boards is out of date."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import F, Q
from django.db.models.signals import post_save
from django.dispatch import receiver

from probierz.web.accounts.models import Team, User
from probierz.web.challenges.models import Challenge
from probierz.web.submissions.models import Submission

__all__ = ["name_changed"]

SHOWN = {"name", "username", "is_anonymous_entry"}


@receiver(post_save, sender=User)
@receiver(post_save, sender=Team)
def name_changed(
    instance: User | Team, *, created: bool, update_fields: Collection[str] | None = None, **_: Any
) -> None:
    """Raise the revision of all challenges on whose boards the name may stand."""
    if created or (update_fields is not None and not SHOWN & set(update_fields)):
        return
    mine = Q(team=instance) if isinstance(instance, Team) else Q(submitter=instance)
    challenges = Submission.objects.filter(mine).values("challenge")
    Challenge.objects.filter(pk__in=challenges).update(revision=F("revision") + 1)
