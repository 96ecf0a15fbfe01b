"""Deleting a challenge in which nobody else had a part: to it nothing was handed in but by who organises it."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges.models import Challenge, Organiser
from probierz.web.challenges.services.drafts import discard_drafts
from probierz.web.challenges.services.imports import import_key
from probierz.web.challenges.services.making import organising
from probierz.web.configuration import places
from probierz.web.events import deletion_asked
from probierz.web.jobs.models import Job


def why_not_deleted(challenge: Challenge, person: User) -> str:
    """Say why somebody may not delete a challenge, and what can be done instead; empty where they may."""
    if not person.is_staff and not challenge.organisers.filter(user=person, role=Organiser.Role.OWNER).exists():
        return _("Only its owners and administrators may delete the challenge.")
    keeping = deletion_asked.send(sender=Challenge, challenge=challenge)
    reasons = [_handed_in(challenge), *(reason for _listener, reason in keeping)]
    why = next((reason for reason in reasons if reason), "")
    if not why or challenge.archived:
        return why
    instead = _("Archive it instead: it leaves the list and takes no more submissions, and its pages stay.")
    return f"{why} {instead}"


def _handed_in(challenge: Challenge) -> str:
    organisers = challenge.organisers.values("user")
    others = challenge.submissions.filter(is_reference=False).exclude(submitter__in=organisers)
    return _("Others have handed something in, so the challenge cannot be deleted.") if others.exists() else ""


def delete_challenge(challenge: Challenge, *, by: User) -> None:
    """Delete a challenge with its files and all that its organisers handed in; its short name is free again.

    The audit log keeps that it was there. Raises Refused where others had a part in it, or work on it is under way.
    """
    organising(challenge, by)
    with transaction.atomic():
        kept = Challenge.objects.select_for_update().get(pk=challenge.pk)
        why = why_not_deleted(kept, by)
        if why:
            raise Refused(why)
        jobs = _jobs(kept)
        if jobs.exclude(state__in=Job.FINAL).exists():
            raise Refused(_("The platform still works on this challenge. Wait a moment, and try again."))
        discard_drafts(kept, by=by)
        jobs.delete()
        audit(by, "challenge.delete", kept, slug=kept.slug)
        folders = _folders(kept)
        kept.submissions.all().delete()  # before versions and divisions, which go with nothing that names them
        kept.tests.all().delete()
        kept.delete()
        transaction.on_commit(lambda: _remove(folders))


def _jobs(challenge: Challenge) -> QuerySet[Job]:
    of_submissions = Q(payload__submission__in=list(challenge.submissions.values_list("pk", flat=True)))
    of_versions = Q(payload__version__in=list(challenge.versions.values_list("pk", flat=True)))
    own = Q(key=import_key(challenge)) | Q(payload__challenge=challenge.pk)
    return Job.objects.filter(own | of_submissions | of_versions)


def _folders(challenge: Challenge) -> list[Path]:
    slug = challenge.slug
    return [
        places.version_folder(slug, ""), places.store(slug), places.public_repository(slug), places.sources(slug),
        places.data_archive(slug, "").parent,
    ]  # fmt: skip


def _remove(folders: Sequence[Path]) -> None:
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
