"""A platform that has seen much: people, teams, challenges, submissions with scores, jobs with logs, made in bulk.

The sizes of challenges differ as they do in life: the largest has a tenth of all submissions.
"""

from __future__ import annotations

import hashlib
import random
import uuid
from datetime import timedelta

METRICS = (("dev-0", "F1", 1), ("test-A", "F1", 1), ("test-A", "Accuracy", 2), ("test-B", "F1", 1))
LOG = ("fetching https://git.example.org/repository.git", "taking in", "checking out.tsv", "scoring", "scored")
PAST = "past"
"""The key of the jobs that the platform is filled with."""


def fill(challenges: int = 50, submissions: int = 10_000, people: int = 1_000, seed: int = 1) -> None:
    """Fill an empty, migrated database."""
    draw = random.Random(seed)
    crowd, teams = _people(people, draw)
    for number, size in enumerate(sizes(challenges, submissions)):
        _challenge(number, size, crowd, teams, draw)


def sizes(challenges: int, submissions: int) -> list[int]:
    """Return how many submissions each challenge has, the largest first."""
    weights = [1 / rank**0.5 for rank in range(1, challenges + 1)]
    shares = [max(1, int(submissions * weight / sum(weights))) for weight in weights]
    shares[0] += submissions - sum(shares)
    return shares


def _people(count, draw):
    from probierz.web.accounts.models import Membership, Team, User

    crowd = User.objects.bulk_create(
        [User(username=f"person-{number}", name=f"Person {number}", password="!") for number in range(count)]
    )
    teams = Team.objects.bulk_create(
        [Team(slug=f"team-{number}", name=f"Team {number}") for number in range(count // 20)]
    )
    Membership.objects.bulk_create(
        [Membership(team=team, user=user) for team in teams for user in draw.sample(crowd, min(3, count))]
    )
    return crowd, teams


def _challenge(number, size, crowd, teams, draw):
    from django.db import transaction
    from django.utils import timezone

    from probierz.web.challenges.models import Challenge, ChallengeTag, Phase, Tag, Test, Version

    now = timezone.now()
    with transaction.atomic():
        challenge = Challenge.objects.create(
            slug=f"challenge-{number}", title=f"Challenge {number}", is_published=True, summary="Label sentences. " * 10
        )
        phases = [
            Phase.objects.create(challenge=challenge, name="practice", position=1, closes=now - timedelta(days=100)),
            Phase.objects.create(challenge=challenge, name="contest", position=2, opens=now - timedelta(days=99)),
        ]
        version = Version.objects.create(
            challenge=challenge, gold_hash="0", readme=f"# Challenge {number}\n\n" + "Label *sentences*.\n\n" * 60
        )
        tests = [
            Test.objects.create(challenge=challenge, split=split, scheme=metric, name=metric, position=position,
                                gold_hash="0", higher_is_better=True, is_hidden=split == "test-B")
            for split, metric, position in METRICS
        ]  # fmt: skip
        version.tests.set(tests)
        Challenge.objects.filter(pk=challenge.pk).update(current=version)
        tag, _made = Tag.objects.get_or_create(name=("polish", "ner", "ocr", "translation")[number % 4])
        ChallengeTag.objects.create(challenge=challenge, tag=tag)
        _submissions(challenge, version, phases, tests, size, crowd, teams, draw, tag)


def _submissions(challenge, version, phases, tests, size, crowd, teams, draw, tag):
    from django.utils import timezone

    from probierz.web.jobs.models import Job, LogLine
    from probierz.web.submissions.models import (
        Evaluation,
        Output,
        Parameter,
        Score,
        Submission,
        SubmissionTag,
        Variant,
    )
    from probierz.web.submissions.services.handing_in import EVALUATE

    now = timezone.now()
    regulars = draw.sample(crowd, min(len(crowd), max(3, size // 6)))
    ages = sorted((timedelta(days=draw.uniform(0, 200)) for _ in range(size)), reverse=True)
    submitters = [draw.choice(regulars) for _ in range(size)]
    jobs = Job.objects.bulk_create(
        [
            Job(id=uuid.UUID(int=draw.getrandbits(128)), kind=EVALUATE, key=PAST, user=submitter, state="done",
                attempts=1, started=now - age, finished=now - age + timedelta(seconds=4), lines=len(LOG))
            for age, submitter in zip(ages, submitters, strict=True)
        ]
    )  # fmt: skip
    LogLine.objects.bulk_create(
        [LogLine(job=job, number=at, text=text) for job in jobs for at, text in enumerate(LOG, 1)]
    )
    made = Submission.objects.bulk_create(
        [
            Submission(challenge=challenge, version=version, phase=phases[age < timedelta(days=99)],
                       submitter=submitter, source="upload",
                       team=draw.choice(teams) if teams and draw.random() < 0.2 else None,
                       state="scored", counts=True, job=job, is_open=draw.random() < 0.3,
                       description=f"system {place}: a few words on what is new in it",
                       commit=hashlib.sha1(f"{challenge.pk} {place}".encode()).hexdigest())
            for place, (age, submitter, job) in enumerate(zip(ages, submitters, jobs, strict=True))
        ]
    )  # fmt: skip
    for one, age in zip(made, ages, strict=True):
        one.created = now - age
        one.job.payload = {"submission": one.pk}
    Submission.objects.bulk_update(made, ["created"], batch_size=200)
    Job.objects.bulk_update(jobs, ["payload"], batch_size=200)
    SubmissionTag.objects.bulk_create([SubmissionTag(submission=one, tag=tag, accepted=True) for one in made[::3]])
    names = {one.pk: ("out", "out-lr=0.1") if draw.random() < 0.1 else ("out",) for one in made}
    variants = Variant.objects.bulk_create(
        [Variant(submission=one, name=name) for one in made for name in names[one.pk]]
    )
    Parameter.objects.bulk_create(
        [
            Parameter(variant=one, name=name, value=f"{draw.random():.2f}")
            for one in variants[::2]
            for name in ("lr", "p")
        ]
    )
    splits = sorted({test.split for test in tests})
    outputs = Output.objects.bulk_create(
        [
            Output(variant=variant, split=split, path=f"{split}/{variant.name}.tsv", size=1000, lines=100,
                   sha1=hashlib.sha1(f"{variant.pk} {split}".encode()).hexdigest(),
                   sha256=hashlib.sha256(f"{variant.pk} {split}".encode()).hexdigest())
            for variant in variants for split in splits
        ]
    )  # fmt: skip
    places = {(output.variant_id, output.split): output for output in outputs}
    values = [(variant, test, draw.random()) for variant in variants for test in tests]
    evaluations = Evaluation.objects.bulk_create(
        [
            Evaluation(test=test, sha256=f"{variant.pk:064x}", value=value, shown=f"{value:.4f}", low=value - 0.01,
                       high=value + 0.01, signature="s" * 300, engine="e")
            for variant, test, value in values
        ]
    )  # fmt: skip
    Score.objects.bulk_create(
        [
            Score(challenge=challenge, submission=variant.submission, variant=variant, test=test, value=value,
                  output=places[variant.pk, test.split], evaluation=evaluation, shown=f"{value:.4f}")
            for (variant, test, value), evaluation in zip(values, evaluations, strict=True)
        ]
    )  # fmt: skip
