"""What suites say of challenges that are their tasks."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext

from probierz.web.challenges.models import Challenge
from probierz.web.events import deletion_asked
from probierz.web.suites.models import SuiteMember


@receiver(deletion_asked)
def suite_keeps(challenge: Challenge, **_: Any) -> str:
    """Keep a challenge that is a task of a suite."""
    member = SuiteMember.objects.select_related("suite").filter(challenge=challenge).first()
    if member is None:
        return ""
    return gettext("It is a task of the suite %(name)s, so it cannot be deleted.") % {"name": member.suite.name}
