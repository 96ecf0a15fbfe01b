"""Deleting a challenge that came to nothing: without files, never published, and nothing handed in."""

from __future__ import annotations

import shutil

from django.db import transaction
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges.models import Challenge, Organiser
from probierz.web.challenges.services.drafts import discard_drafts
from probierz.web.challenges.services.imports import import_key
from probierz.web.challenges.services.making import organising
from probierz.web.configuration import places
from probierz.web.jobs.models import Job

__all__ = ["delete_challenge", "may_be_deleted"]


def may_be_deleted(challenge: Challenge, person: User) -> bool:
    """Whether it is empty, and this is somebody who made it, or an administrator."""
    has_something = challenge.is_published or challenge.versions.exists() or challenge.submissions.exists()
    is_owner = challenge.organisers.filter(user=person, role=Organiser.Role.OWNER).exists()
    return not has_something and (person.is_staff or is_owner)


def delete_challenge(challenge: Challenge, *, by: User) -> None:
    """Delete an empty challenge with its imports; its short name is free again. Raises Refused for any other."""
    organising(challenge, by)
    with transaction.atomic():
        kept = Challenge.objects.select_for_update().get(pk=challenge.pk)
        if not may_be_deleted(kept, by):
            raise Refused(_("Only an empty challenge that was never published can be deleted, by who made it."))
        imports = Job.objects.filter(key=import_key(kept))
        if imports.filter(state__in=(Job.State.QUEUED, Job.State.RUNNING)).exists():
            raise Refused(_("An import is under way. Wait until it is done."))
        discard_drafts(kept, by=by)
        imports.delete()
        audit(by, "challenge.delete", kept, slug=kept.slug)
        kept.delete()
        transaction.on_commit(lambda: shutil.rmtree(places.sources(kept.slug), ignore_errors=True))
