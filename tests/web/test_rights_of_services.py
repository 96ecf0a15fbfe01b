"""Services ask for the right to do what they do, whoever calls them: a page, an endpoint, a job."""

import importlib
import inspect
from pathlib import Path
from typing import Any

import pytest

import probierz.web
from probierz.errors import Refused
from probierz.web.accounts.models import AuditEntry, Invitation, Token, User
from probierz.web.accounts.services import create_team, make_link, make_token
from probierz.web.annotation.models import AnnotatedRecord, AnnotationMember, AnnotationProject, UnfinishedRecord
from probierz.web.annotation.queries import Seat
from probierz.web.challenges.models import Announcement, Challenge, Organiser, Phase, Tag, Version
from probierz.web.challenges.services import create_challenge
from probierz.web.jobs.models import Job
from probierz.web.labelling.models import Labeller, LabellingRound
from probierz.web.labelling.queries import LabellingSeat
from probierz.web.leaderboards.models import Board
from probierz.web.submissions.models import Submission, SubmissionTag
from probierz.web.suites.models import PlatformSuite
from probierz.web.webhooks.models import Webhook

APPS = ("accounts", "challenges", "submissions", "leaderboards", "webhooks", "suites", "labelling")
SEATED = ("annotation", "labelling")
"""Apps whose services are given a seat: somebody in a project, or in a round."""
FOR_EVERYBODY = {
    "make_link": "makes the links that other services send, which ask",
    "describe_suite": "another name is free for everybody who may make challenges; see `test_suites`",
}
SERVICES_OF = {
    app: [
        f"probierz.web.{app}.services.{file.stem}"
        for file in sorted((Path(probierz.web.__file__).parent / app / "services").glob("*.py"))
        if file.stem != "__init__"
    ]
    for app in SEATED
}
VERBS = {
    f"{app}.{name}": getattr(services, name)
    for app in APPS
    for services in [importlib.import_module(f"probierz.web.{app}.services")]
    for name in services.__all__
    if inspect.isfunction(getattr(services, name)) and "by" in inspect.signature(getattr(services, name)).parameters
}

SEATED_VERBS = {
    f"{app}.{name}": verb
    for app in SEATED
    for module in SERVICES_OF[app]
    for name, verb in vars(importlib.import_module(module)).items()
    if not name.startswith("_") and inspect.isfunction(verb) and verb.__module__ == module
    and "seat" in inspect.signature(verb).parameters
}  # fmt: skip
INSIDE = {
    "check_quota": "looks at numbers alone; who changes something asks first",
    "check_quota_again": "as `check_quota`",
    "keep_change": "writes what a verb has asked the right for",
}


@pytest.fixture
def world(db: None) -> dict[str, Any]:
    """One of everything, all of it the organiser's; by the name of a parameter."""
    names = ("organiser", "person", "stranger", "administrator")
    people = {name: User.objects.create(username=name, is_staff=name == "administrator") for name in names}
    organiser = people["organiser"]
    team = create_team(organiser, slug="both", name="Both")
    team.memberships.create(user=people["person"])
    challenge = create_challenge("ocr", organiser)
    Challenge.objects.filter(pk=challenge.pk).update(is_published=True)
    challenge.refresh_from_db()
    Organiser.objects.create(challenge=challenge, user=people["person"], role=Organiser.Role.ORGANISER)
    version = Version.objects.create(challenge=challenge, gold_hash="1")
    submission = Submission.objects.create(challenge=challenge, version=version, submitter=organiser, state="scored")
    tag = Tag.objects.create(name="rules")
    SubmissionTag.objects.create(submission=submission, tag=tag)
    make_token(organiser, name="one", scopes=["read"])
    make_link(Invitation.Kind.TEAM, by=organiser, team=team)
    job = Job.objects.create(kind="import-challenge", user=organiser)
    return {
        **people,
        "user": people["person"],
        "login": "stranger",
        "team": team,
        "token": Token.objects.get(),
        "link": Invitation.objects.get(),
        "challenge": challenge,
        "phase": Phase.objects.get(challenge=challenge),
        "announcement": Announcement.objects.create(challenge=challenge, title="a", text="b"),
        "board": Board(challenge=challenge, slug="all", title="All"),
        "hook": Webhook.objects.create(challenge=challenge, kind="json", url="https://example.org/", salt="1"),
        "suite": PlatformSuite.objects.create(name="klej", owner=organiser, card={}),
        "job": job,
        "draft": job,
        "submission": submission,
    }


def test_there_are_services_of_every_app() -> None:
    assert {name.split(".")[0] for name in VERBS} == set(APPS)


@pytest.mark.parametrize("name", sorted(name for name in VERBS if name.split(".")[1] not in FOR_EVERYBODY))
def test_a_stranger_is_refused(world: dict[str, Any], name: str) -> None:
    verb = VERBS[name]
    given = {
        one: world.get(one, "a value that nobody looks at")
        for one, about in inspect.signature(verb).parameters.items()
        if about.default is inspect.Parameter.empty
    }
    before = AuditEntry.objects.count()
    with pytest.raises(Refused, match=r"(?i)only|no such|somebody else|may do this"):
        verb(**given | {"by": world["stranger"]})
    assert AuditEntry.objects.count() == before


# --- services that are given a seat ----------------------------------------------------------------------------------


@pytest.fixture
def seated(world: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """By app, a project and a round of the organiser's with what is in them, and seats of the stranger."""
    organiser, stranger = world["organiser"], world["stranger"]
    project = AnnotationProject.objects.create(slug="sqad", title="SQAD")
    member = AnnotationMember.objects.create(project=project, user=organiser, role="coordinator", number=1)
    record = AnnotatedRecord.objects.create(project=project, name="000001", author=organiser, files=b"")
    found = LabellingRound.objects.create(
        challenge=world["challenge"], version=world["submission"].version, split="test-A", title="a", lines=[1],
        of_lines=2, seed=1, creator=organiser,
    )  # fmt: skip
    labeller = Labeller.objects.create(round=found, user=organiser, number=1)
    return {
        "annotation": {
            "seat": Seat(project, stranger, None), "member": member, "row": record, "rows": [record],
            "draft": UnfinishedRecord.objects.create(project=project, user=organiser), "question_type": "PERSON",
            "base": 1, "number": 1, "quotas": {}, "texts": {}, "tagged": {},
        },
        "labelling": {"seat": LabellingSeat(found, stranger, None), "labeller": labeller, "line": 1},
    }  # fmt: skip


def test_every_service_with_a_seat_is_tried() -> None:
    assert {f"{app}.{name}" for app, name in (("annotation", "save_draft"), ("annotation", "discard"),
            ("annotation", "save_tags"), ("labelling", "keep_label"))} <= set(SEATED_VERBS)  # fmt: skip


@pytest.mark.parametrize("name", sorted(name for name in SEATED_VERBS if name.split(".")[1] not in INSIDE))
def test_who_has_no_part_in_it_is_refused(seated: dict[str, dict[str, Any]], name: str) -> None:
    verb, world = SEATED_VERBS[name], seated[name.split(".", maxsplit=1)[0]]
    given = {
        one: world.get(one, "a value that nobody looks at")
        for one, about in inspect.signature(verb).parameters.items()
        if about.default is inspect.Parameter.empty
    }
    before = AuditEntry.objects.count()
    with pytest.raises(Refused, match=r"(?i)only"):
        verb(**given)
    assert AuditEntry.objects.count() == before
    assert UnfinishedRecord.objects.count() == 1
