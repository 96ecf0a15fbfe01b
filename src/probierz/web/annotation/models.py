"""Annotation projects: who works in them, the records they make with all their states, and what is being typed."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from probierz.web.accounts.models import User, slug_validator
from probierz.web.challenges.models import Challenge

RESERVED = frozenset({"new", "alone"})
"""Short names that no project has: addresses of the platform's own pages."""


class AnnotationProject(models.Model):
    """A set of records that people make. guidelines: Markdown; its number grows with every change.

    folder: where records lie as files, too, on a laptop; empty on a platform. challenges: that were made of records,
    in which people are marked who know them, see `services.makers`. rules_counted: by which rules the findings of its
    records were counted, see `services.recounting`. saw_all: who saw all records as a reviewer or coordinator and is
    none any more, or exported them. archived: since when nothing in it changes; None while people work in it.
    """

    slug = models.CharField(max_length=64, unique=True, validators=[slug_validator])
    title = models.CharField(max_length=200)
    guidelines = models.TextField(blank=True)
    guidelines_version = models.PositiveIntegerField(default=0)
    folder = models.TextField(blank=True)
    rules_counted = models.CharField(max_length=32, blank=True)
    challenges = models.ManyToManyField(Challenge, related_name="+")
    saw_all = models.ManyToManyField(User, related_name="+")
    archived = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["slug"]


class GuidelinesVersion(models.Model):
    """Guidelines as they were from one change to the next. html: their page, made once."""

    project = models.ForeignKey(AnnotationProject, models.CASCADE, related_name="guidelines_versions")
    number = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    author = models.ForeignKey(User, models.PROTECT, related_name="+")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["project", "number"], name="one_guidelines_version")]


class AnnotationMember(models.Model):
    """Who does what in a project. quotas: how many records of each type of question they shall make.

    number: under which exports name them, where names are not wished.
    """

    class Role(models.TextChoices):
        """What somebody may do: make records; look at those of others, too; also say who does what."""

        ANNOTATOR = "annotator", _("annotator")
        REVIEWER = "reviewer", _("reviewer")
        COORDINATOR = "coordinator", _("coordinator")

    project = models.ForeignKey(AnnotationProject, models.CASCADE, related_name="members")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.ANNOTATOR)
    number = models.PositiveIntegerField()
    quotas = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "user"], name="one_annotation_member"),
            models.UniqueConstraint(fields=["project", "number"], name="one_annotator_number"),
        ]


class AnnotatedArticle(models.Model):
    """An article that records are about. content: its vertical file, compressed by zlib; digest: of what it holds."""

    project = models.ForeignKey(AnnotationProject, models.CASCADE, related_name="articles")
    digest = models.CharField(max_length=64)
    content = models.BinaryField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["project", "digest"], name="one_article")]


class AnnotatedRecord(models.Model):
    """A record. files: all of its files but the article, as `files.packed` keeps them; texts: to list and search them.

    rules: the name of the rule of each finding, so that one may stand there several times. revision: grows with every
    change, so that two people who change one record are told. address: of the article, as `article_address` spells it.
    withdrawn_from, withdrawn_by: the state that a withdrawn record had, and who withdrew it; nobody where its folder
    was removed. is_theirs: whether it is its author's own work, and counts in their quota; of imported ones only where
    who imported them said whose they are. ease: what our reader says of the question, see `services.ease`; empty where
    it was not asked.
    """

    class State(models.TextChoices):
        """How far it is."""

        DONE = "done", _("to be reviewed")
        ACCEPTED = "accepted", _("accepted")
        RETURNED = "returned", _("returned")
        WITHDRAWN = "withdrawn", _("withdrawn")

    project = models.ForeignKey(AnnotationProject, models.CASCADE, related_name="records")
    name = models.CharField(max_length=200)
    author = models.ForeignKey(User, models.PROTECT, related_name="+")
    is_imported = models.BooleanField(default=False)
    is_theirs = models.BooleanField(default=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DONE)
    withdrawn_from = models.CharField(max_length=10, choices=State.choices, blank=True)
    withdrawn_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    revision = models.PositiveIntegerField(default=1)
    article = models.ForeignKey(AnnotatedArticle, models.PROTECT, null=True, related_name="+")
    files = models.BinaryField()
    question = models.TextField(blank=True)
    answer = models.TextField(blank=True)
    selection = models.TextField(blank=True)
    url = models.TextField(blank=True)
    address = models.TextField(blank=True, db_index=True)
    question_type = models.CharField(max_length=200, blank=True)
    answer_type = models.CharField(max_length=200, blank=True)
    rules = models.JSONField(default=list)
    ease = models.JSONField(default=dict)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["project", "name"], name="one_record_name")]


class RecordRevision(models.Model):
    """A state of a record that was: who left it, and why. guidelines: the number of those that were in force."""

    class Cause(models.TextChoices):
        """What made it."""

        MADE = "made", _("made")
        IMPORTED = "imported", _("imported")
        CORRECTED = "corrected", _("corrected")
        MENDED = "mended", _("mended by rule")
        UNDONE = "undone", _("brought back")
        CUT = "cut", _("a sentence of the article was cut")
        JOINED = "joined", _("sentences of the article were joined")

    record = models.ForeignKey(AnnotatedRecord, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    author = models.ForeignKey(User, models.PROTECT, related_name="+")
    cause = models.CharField(max_length=10, choices=Cause.choices)
    guidelines = models.PositiveIntegerField(default=0)
    article = models.ForeignKey(AnnotatedArticle, models.PROTECT, null=True, related_name="+")
    files = models.BinaryField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["record", "number"], name="one_record_revision")]


class RecordRemark(models.Model):
    """What somebody says of a record. verdict: what became of the record by it; empty where nothing did.

    To be reviewed again becomes what its author sends back as it is.
    """

    record = models.ForeignKey(AnnotatedRecord, models.CASCADE, related_name="remarks")
    author = models.ForeignKey(User, models.PROTECT, related_name="+")
    text = models.TextField(blank=True)
    verdict = models.CharField(max_length=10, choices=AnnotatedRecord.State.choices, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["created", "pk"]


class SecondAnswer(models.Model):
    """What somebody else answers to a question, without knowing its answer, to see how far people agree.

    revision: of the record whose question and article they see. sentence: its number in the article, from 0; None
    where the article does not answer.
    """

    record = models.ForeignKey(AnnotatedRecord, models.CASCADE, related_name="second_answers")
    user = models.ForeignKey(User, models.PROTECT, related_name="+")
    revision = models.PositiveIntegerField()
    sentence = models.PositiveIntegerField(null=True)
    extraction = models.TextField(blank=True)
    question_type = models.CharField(max_length=200, blank=True)
    answer_type = models.CharField(max_length=200, blank=True)
    is_decided = models.BooleanField(default=False)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["record", "user"], name="one_second_answer")]


class UnfinishedRecord(models.Model):
    """What somebody is typing: kept as they type. texts: a `TypedRecord` as data.

    record: the one that is corrected, and base its revision when that began; None where a new one is made.
    """

    project = models.ForeignKey(AnnotationProject, models.CASCADE, related_name="drafts")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    record = models.ForeignKey(AnnotatedRecord, models.CASCADE, null=True, related_name="drafts")
    base = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=1)
    article = models.ForeignKey(AnnotatedArticle, models.PROTECT, null=True, related_name="+")
    texts = models.JSONField(default=dict)
    ease = models.JSONField(default=dict)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["-changed"]
