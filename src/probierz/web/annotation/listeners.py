"""What annotation adds to pages of others."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Min, QuerySet
from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import ngettext

from probierz.web.accounts.models import User
from probierz.web.annotation.models import AnnotatedRecord, AnnotationMember, SecondAnswer
from probierz.web.annotation.queries import Seat, projects_of, to_review
from probierz.web.events import WaitingWork, work_asked


@receiver(work_asked)
def returned_records(user: User, **_: Any) -> list[WaitingWork]:
    """Tell authors what reviewers returned to them: a record where it is one, else those of the project."""
    returned = AnnotatedRecord.objects.filter(author=user, state=AnnotatedRecord.State.RETURNED)
    of_projects = returned.filter(project__in=projects_of(user).filter(archived=None)).order_by("project__title")
    counted = of_projects.values("project__slug", "project__title").annotate(count=Count("pk"), name=Min("name"))
    return [_told(row["project__slug"], row["project__title"], row["count"], row["name"]) for row in counted]


@receiver(work_asked)
def asked_questions(user: User, **_: Any) -> list[WaitingWork]:
    """Tell people of questions to which they shall give a second answer."""
    found = []
    for project in projects_of(user).filter(archived=None, records__second_answers__in=_undecided(user)).distinct():
        count = _undecided(user).filter(record__project=project).count()
        says = ngettext(
            "%(count)d question waits for your answer in %(project)s.",
            "%(count)d questions wait for your answer in %(project)s.",
            count,
        ) % {"count": count, "project": project.title}
        found.append(WaitingWork(says, reverse("annotation-second", args=[project.slug])))
    return found


def _undecided(user: User) -> QuerySet[SecondAnswer]:
    return SecondAnswer.objects.filter(user=user, is_decided=False)


@receiver(work_asked)
def records_to_review(user: User, **_: Any) -> list[WaitingWork]:
    """Tell reviewers how many records wait for them; coordinators, who may review, find them in the project."""
    found = []
    seats = AnnotationMember.objects.filter(
        user=user, role=AnnotationMember.Role.REVIEWER, project__archived=None
    ).select_related("project")
    for member in seats.order_by("project__title"):
        count = to_review(Seat(member.project, user, member)).count()
        if count:
            says = ngettext(
                "%(count)d record waits for review in %(project)s.",
                "%(count)d records wait for review in %(project)s.",
                count,
            ) % {"count": count, "project": member.project.title}
            address = f"{reverse('annotation', args=[member.project.slug])}?state={AnnotatedRecord.State.DONE}"
            found.append(WaitingWork(says, address))
    return found


def _told(slug: str, title: str, count: int, name: str) -> WaitingWork:
    says = ngettext(
        "%(count)d record was returned to you in %(project)s.",
        "%(count)d records were returned to you in %(project)s.",
        count,
    ) % {"count": count, "project": title}
    if count == 1:
        return WaitingWork(says, reverse("annotation-record", args=[slug, name]))
    return WaitingWork(says, f"{reverse('annotation', args=[slug])}?state={AnnotatedRecord.State.RETURNED}")
