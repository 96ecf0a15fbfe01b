"""A challenge with a board, and people who look at it."""

import hashlib
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from probierz.web.accounts.models import Membership, Team, User
from probierz.web.challenges.models import Challenge, Organiser, Phase, Tag, Test, Version
from probierz.web.challenges.services import changed
from probierz.web.submissions.models import (
    Evaluation,
    Output,
    Parameter,
    Score,
    Submission,
    SubmissionTag,
    Variant,
)

ROLES = ("nobody", "owner", "teammate", "stranger", "organiser", "administrator")
START = timezone.now() - timedelta(days=30)


class World:
    """A challenge `ocr` with the hidden test-A (WER, lower is better; CER of priority 2) and the open dev-0."""

    def __init__(self):
        self.people = {role: User.objects.create(username=role, name=role.title()) for role in ROLES[1:]}
        User.objects.filter(username="administrator").update(is_staff=True)
        self.people["administrator"].refresh_from_db()
        self.team = Team.objects.create(slug="both", name="Both")
        for name in ("owner", "teammate"):
            Membership.objects.create(team=self.team, user=self.people[name])
        self.challenge = Challenge.objects.create(slug="ocr", title="Reading scans", is_published=True)
        Organiser.objects.create(challenge=self.challenge, user=self.people["organiser"])
        self.phase = Phase.objects.create(challenge=self.challenge, name="main")
        self.tests = {}
        self.publish()

    def publish(self, gold="1", major=1):
        self.version = Version.objects.create(challenge=self.challenge, gold_hash=gold, major=major)
        for split, metric, position, priority in (
            ("dev-0", "WER", 1, 1), ("test-A", "WER", 1, 1), ("test-A", "Accuracy", 2, 1), ("test-A", "CER", 3, 2),
        ):  # fmt: skip
            test, _ = Test.objects.get_or_create(
                challenge=self.challenge, split=split, scheme=metric, name=metric, gold_hash=gold, position=position,
                priority=priority, higher_is_better=metric == "Accuracy", is_hidden=split == "test-A", precision=5,
            )  # fmt: skip
            test.versions.add(self.version)
            self.tests[f"{split} {metric}"] = test
        self.challenge.current = self.version
        self.challenge.save()

    def submit(self, who, scores, *, day=0, team=None, variant="out", tags=(), parameters=(), **more):
        """`scores`: {"test-A WER": 0.1234} or {"test-A WER": ("0.12", 0.1234)}; `more`: fields of the submission."""
        submission = more.pop("into", None) or Submission.objects.create(
            challenge=self.challenge, version=self.version, phase=more.pop("phase", self.phase),
            submitter=self.people[who], team=team, source="upload", state="scored", **more,
        )  # fmt: skip
        if not submission.commit:
            submission.commit = hashlib.sha1(str(submission.pk).encode()).hexdigest()
        submission.created = START + timedelta(days=day)
        submission.save()
        made = Variant.objects.create(submission=submission, name=variant)
        for name, value in parameters:
            Parameter.objects.create(variant=made, name=name, value=value)
        for name in tags:
            tag, _ = Tag.objects.get_or_create(name=name)
            SubmissionTag.objects.get_or_create(submission=submission, tag=tag)
        for title, score in scores.items():
            self.score(submission, made, self.tests[title], score)
        changed(self.challenge)
        return submission

    def score(self, submission, variant, test, score):
        shown, value = score if isinstance(score, tuple) else (str(score), score)
        digest = hashlib.sha256(f"{submission.pk} {variant.name} {test.split}".encode()).hexdigest()
        output, _ = Output.objects.get_or_create(
            variant=variant, split=test.split, path=f"{test.split}/{variant.name}.tsv", sha1=digest[:40], sha256=digest,
            size=1,
        )  # fmt: skip
        bounds = {} if value is None else {"low": value - 0.01, "high": value + 0.01}
        evaluation = Evaluation.objects.create(
            test=test, sha256=digest, value=value, shown=shown, signature="s", engine="e", **bounds
        )
        return Score.objects.create(
            challenge=self.challenge, submission=submission, variant=variant, output=output, test=test,
            evaluation=evaluation, value=value, shown=shown,
        )  # fmt: skip

    def hide_scores(self, disclosure="hidden", **more):
        for name, value in {"disclosure": disclosure, **more}.items():
            setattr(self.phase, name, value)
        self.phase.save()
        changed(self.challenge)


@pytest.fixture
def world(db, settings, tmp_path):
    settings.HOME = tmp_path / "home"
    cache.clear()
    return World()


@pytest.fixture
def browsers(world):
    """A client for each role."""
    clients = {role: Client() for role in ROLES}
    for role, person in world.people.items():
        clients[role].force_login(person)
    return clients
