"""What annotation adds to pages of others."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Min
from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import ngettext

from probierz.web.accounts.models import User
from probierz.web.annotation.models import AnnotatedRecord
from probierz.web.annotation.queries import projects_of
from probierz.web.events import WaitingWork, work_asked

__all__ = ["returned_records"]


@receiver(work_asked)
def returned_records(user: User, **_: Any) -> list[WaitingWork]:
    """Tell authors what reviewers returned to them: a record where it is one, else those of the project."""
    returned = AnnotatedRecord.objects.filter(author=user, state=AnnotatedRecord.State.RETURNED)
    of_projects = returned.filter(project__in=projects_of(user)).order_by("project__title")
    counted = of_projects.values("project__slug", "project__title").annotate(count=Count("pk"), name=Min("name"))
    return [_told(row["project__slug"], row["project__title"], row["count"], row["name"]) for row in counted]


def _told(slug: str, title: str, count: int, name: str) -> WaitingWork:
    says = ngettext(
        "%(count)d record was returned to you in %(project)s.",
        "%(count)d records were returned to you in %(project)s.",
        count,
    ) % {"count": count, "project": title}
    if count == 1:
        return WaitingWork(says, reverse("annotation-record", args=[slug, name]))
    return WaitingWork(says, f"{reverse('annotation', args=[slug])}?state={AnnotatedRecord.State.RETURNED}")
