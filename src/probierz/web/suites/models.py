"""Suites, which challenges are their tasks, and archives that were handed in for all tasks at once."""

from __future__ import annotations

from typing import ClassVar

from django.core.validators import RegexValidator
from django.db import models

from probierz.web.accounts.models import Team, User
from probierz.web.challenges.models import Challenge
from probierz.web.submissions.models import Submission

suite_name_validator = RegexValidator(r"\A[a-z0-9][a-z0-9.-]*\Z", "Use small letters, digits, points and hyphens.")


class PlatformSuite(models.Model):
    """A suite. card: what is shown of it, in the shape of `shapes.SuiteIn`: titles, tasks, published boards."""

    name = models.CharField(max_length=64, unique=True, validators=[suite_name_validator])
    owner = models.ForeignKey(User, models.PROTECT, related_name="+")
    card = models.JSONField(default=dict)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["name"]


class SuiteMember(models.Model):
    """Which challenge of this platform a task of a suite is. name: as in the suite's card."""

    suite = models.ForeignKey(PlatformSuite, models.CASCADE, related_name="tasks")
    name = models.CharField(max_length=64)
    challenge = models.OneToOneField(Challenge, models.CASCADE, related_name="suite_task")

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["suite", "name"], name="one_suite_task")]


class SuiteArchive(models.Model):
    """Predictions for all tasks that came as one archive, with the submission that each task's became."""

    suite = models.ForeignKey(PlatformSuite, models.CASCADE, related_name="archives")
    submitter = models.ForeignKey(User, models.PROTECT, related_name="+")
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="+")
    description = models.TextField(blank=True)
    created = models.DateTimeField(auto_now_add=True)
    submissions = models.ManyToManyField(Submission, related_name="archives")

    class Meta:
        ordering: ClassVar = ["-created", "-pk"]
