"""Projects: making one, who works in it, how much of what they shall make, and the guidelines."""

from __future__ import annotations

from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.suites.sqad.tagging import need_tagger
from probierz.suites.sqad.types import QUESTION_TYPES
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit, changes, person_to_let_in
from probierz.web.annotation.models import RESERVED, AnnotationMember, AnnotationProject, GuidelinesVersion
from probierz.web.annotation.queries import Seat
from probierz.web.annotation.services.makers import mark_makers
from probierz.web.annotation.services.records import check_coordinator
from probierz.web.annotation.services.recounting import rules_in_force
from probierz.web.challenges.readme import render
from probierz.web.challenges.services import may_create

DEFAULT_QUOTAS = {
    "ABBREVIATION": 10, "ADJ_PHRASE": 50, "CLAUSE": 10, "DATETIME": 10, "ENTITY": 28, "LOCATION": 10, "NUMERIC": 4,
    "PERSON": 28, "VERB_PHRASE": 50,
}  # fmt: skip
"""Of the two hundred records that each annotator of SQAD 3.0 made, as its paper prints them."""


@transaction.atomic
def create_project(slug: str, title: str, *, by: User, folder: str = "") -> AnnotationProject:
    """Make a project; who makes it coordinates it. Raises Refused, and MissingExtra where articles cannot be cut."""
    if not may_create(by):
        raise Refused(_("You may not make projects here; ask the operators."), "forbidden")
    need_tagger()
    project = AnnotationProject(slug=slug, title=title.strip() or slug, folder=folder, rules_counted=rules_in_force())
    if slug in RESERVED:
        raise Refused(_("This short name is taken."), "project")
    _check(project)
    project.save()
    quotas = DEFAULT_QUOTAS if folder else {}
    AnnotationMember.objects.create(
        project=project, user=by, role=AnnotationMember.Role.COORDINATOR, number=1, quotas=quotas
    )
    audit(by, "annotation.create", project, slug=slug)
    return project


@transaction.atomic
def rename_project(seat: Seat, title: str) -> None:
    """Give a project another title; its address stays. Raises Refused."""
    check_coordinator(seat)
    project = AnnotationProject.objects.select_for_update().get(pk=seat.project.pk)
    title = title.strip() or project.slug
    changed = changes({"title": project.title}, {"title": title})
    project.title = title
    _check(project)
    project.save(update_fields=["title"])
    audit(seat.user, "annotation.rename", project, **changed)


def _check(project: AnnotationProject) -> None:
    """Refuse a project whose short name is taken or broken, or whose title is too long."""
    try:
        project.full_clean()
    except ValidationError as error:
        raise Refused(" ".join(error.messages), "project") from error


@transaction.atomic
def archive_project(seat: Seat, *, is_archived: bool = True) -> None:
    """Let nothing in a project change any more, or again; its pages and exports stay. Raises Refused."""
    check_coordinator(seat, of_archived=True)
    project = AnnotationProject.objects.select_for_update().get(pk=seat.project.pk)
    if is_archived == (project.archived is not None):
        return
    project.archived = timezone.now() if is_archived else None
    project.save(update_fields=["archived"])
    audit(seat.user, "annotation.archive" if is_archived else "annotation.unarchive", project)


@transaction.atomic
def add_member(seat: Seat, login: str, role: str) -> AnnotationMember:
    """Let somebody work in the project. Raises Refused."""
    check_coordinator(seat)
    project = AnnotationProject.objects.select_for_update().get(pk=seat.project.pk)
    user = person_to_let_in(login)
    if project.members.filter(user=user).exists():
        raise Refused(_("%(login)s is in this project already.") % {"login": login}, "known")
    last = project.members.aggregate(last=Max("number"))["last"] or 0
    quotas = DEFAULT_QUOTAS if role == AnnotationMember.Role.ANNOTATOR else {}  # of others nobody asks for records
    member = project.members.create(user=user, role=role, number=last + 1, quotas=quotas)
    _mark_seeing(member)
    audit(seat.user, "annotation.member", project, login=login, role=role)
    return member


@transaction.atomic
def save_member(seat: Seat, member: AnnotationMember, role: str, quotas: Mapping[str, int]) -> None:
    """Give a member a role and quotas. Raises Refused: somebody has to coordinate."""
    check_coordinator(seat)
    if role != AnnotationMember.Role.COORDINATOR:
        _check_coordinators(seat, member)
    _note_seen(member)
    wanted = {name: quotas.get(name, 0) for name in QUESTION_TYPES}
    differing = {**changes({"role": member.role}, {"role": role}), "quotas": changes(member.quotas, wanted)}
    member.role, member.quotas = role, wanted
    member.save(update_fields=["role", "quotas"])
    _mark_seeing(member)
    audit(seat.user, "annotation.quotas", seat.project, login=member.user.username, **differing)


@transaction.atomic
def take_out(seat: Seat, member: AnnotationMember) -> None:
    """Let somebody out of the project; their records and drafts stay. Raises Refused: somebody has to coordinate."""
    check_coordinator(seat)
    _check_coordinators(seat, member)
    _note_seen(member)
    audit(seat.user, "annotation.out", seat.project, login=member.user.username)
    member.delete()


@transaction.atomic
def save_guidelines(seat: Seat, text: str) -> None:
    """Change the guidelines, which get the next number."""
    check_coordinator(seat)
    project = AnnotationProject.objects.select_for_update().get(pk=seat.project.pk)
    if project.guidelines != text:
        project.guidelines, project.guidelines_version = text, project.guidelines_version + 1
        project.save(update_fields=["guidelines", "guidelines_version"])
        made = project.guidelines_versions.create(number=project.guidelines_version, text=text, author=seat.user)
        page_of_guidelines(made)
        audit(seat.user, "annotation.guidelines", project, version=project.guidelines_version)


def page_of_guidelines(version: GuidelinesVersion) -> str:
    """Return the page of guidelines, which is made once: as they are saved, or of older ones as they are shown."""
    if version.text.strip() and not version.html:
        version.html = render(version.text, version.project.slug, has_title=False).html
        version.save(update_fields=["html"])
    return version.html


def _mark_seeing(member: AnnotationMember) -> None:
    """Mark who sees all records from now on, in the challenges that were made of them."""
    if member.role != AnnotationMember.Role.ANNOTATOR:
        mark_makers(member.project, [member.user_id])


def _note_seen(member: AnnotationMember) -> None:
    """Remember who saw all records until now, for challenges that are made of them later."""
    if member.role != AnnotationMember.Role.ANNOTATOR:
        member.project.saw_all.add(member.user_id)


def _check_coordinators(seat: Seat, but: AnnotationMember) -> None:
    """Refuse where nobody else coordinates; called in a transaction."""
    others = seat.project.members.select_for_update().filter(role=AnnotationMember.Role.COORDINATOR)
    if not others.exclude(pk=but.pk).exists():
        raise Refused(_("Somebody has to coordinate; make another member coordinator first."), "state")
