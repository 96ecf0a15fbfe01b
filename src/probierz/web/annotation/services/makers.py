"""Who knows tests that are made of a project's records: marked where they compete, whenever they came to know them."""

from __future__ import annotations

from collections.abc import Iterable

from probierz.web.accounts.models import User
from probierz.web.annotation.models import AnnotationMember, AnnotationProject
from probierz.web.challenges.models import TestMaker


def mark_all_makers(project: AnnotationProject, by: User) -> None:
    """Mark who knows records of a project, and who makes a challenge of them.

    They wrote, changed or judged them, were asked the same, or see, saw or exported all of them.
    """
    records = project.records
    found = set(records.values_list("author", flat=True)) | {by.pk}
    for said in ("revisions__author", "remarks__author", "second_answers__user"):
        found |= set(records.values_list(said, flat=True)) - {None}
    seeing = project.members.exclude(role=AnnotationMember.Role.ANNOTATOR)
    saw = project.saw_all.values_list("pk", flat=True)
    mark_makers(project, found | set(seeing.values_list("user", flat=True)) | set(saw))


def mark_makers(project: AnnotationProject, users: Iterable[int]) -> None:
    """Mark people in all challenges that were made of a project: from now on they know some of its records."""
    numbers = set(users)
    marks = [TestMaker(challenge=one, user_id=user) for one in project.challenges.all() for user in numbers]
    TestMaker.objects.bulk_create(marks, ignore_conflicts=True)
