"""Services ask for the right to do what they do, whoever calls them: a page, an endpoint, a job."""

import importlib
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

import probierz.web
from probierz.errors import Refused
from probierz.web.accounts.models import AuditEntry, Invitation, Token, User
from probierz.web.accounts.services import create_team, make_link, make_token
from probierz.web.annotation.models import AnnotatedRecord, AnnotationMember, AnnotationProject, UnfinishedRecord
from probierz.web.annotation.queries import Seat
from probierz.web.challenges.models import Announcement, Challenge, Organiser, Phase, Tag, Version
from probierz.web.challenges.services import admit_new, create_unasked
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
    challenge = create_unasked("ocr", organiser)
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
    with pytest.raises(Refused, match=r"(?i)only|you do not label here"):
        verb(**given)
    assert AuditEntry.objects.count() == before
    assert UnfinishedRecord.objects.count() == 1


# --- services that write and are told of nobody in whose name --------------------------------------------------------

WRITING = {"audit", "bulk_create", "create", "delete", "enqueue", "get_or_create", "save", "update", "update_or_create"}
"""Names in the code of a service, or of one that it calls, by which something is stored."""
WITHOUT_BY = {
    "changes what belongs to the person it is given, or asks whether it is theirs": """
        accounts.block accounts.change_password accounts.create_team accounts.decline accounts.decline_all accounts.join
        accounts.leave accounts.make_token accounts.save_preferences accounts.send_confirmation accounts.unblock
        notifications.save_choices webhooks.make_own_webhook""",
    "anybody may: what is typed or opened is what admits them": """
        accounts.confirm_email accounts.register accounts.send_password_link accounts.user_of_token
        notifications.stop""",
    "counts attempts, so that there are not too many": """
        accounts.forget_attempts accounts.spend accounts.spend_account accounts.take_back accounts.try_once""",
    "asks for the right of the person it is given, who is called otherwise": """
        challenges.admit_new submissions.submit_files submissions.submit_git submissions.try_out suites.hand_in_archive
        suites.look_at_archive""",
    "takes what only `admit_new` gives": "challenges.create_challenge",
    "for who runs the platform, by a command": """
        accounts.first_administrator_link annotation.open_folder challenges.create_unasked
        challenges.import_directory""",
    "a part of services, or of pages of one person's own, that have asked": """
        accounts.audit accounts.use_link accounts.void_link annotation.ask_reader annotation.ask_recount
        challenges.changed challenges.publish_version jobs.cancel jobs.enqueue
        notifications.deadline_later notifications.look_for_beaten_later notifications.tell
        notifications.tell_changes_later webhooks.deliver_later webhooks.news_later""",
    "what a job or the command line does, which was asked for": """
        annotation.recount challenges.look_over challenges.render_readme challenges.run_import
        jobs.beat jobs.completing jobs.forget_workers jobs.give_back jobs.reap jobs.settle_failure jobs.take
        jobs.add_to_log jobs.write_log""",
    "keeps what a text looks like, whoever reads it": "annotation.page_of_guidelines challenges.readme_page",
}
"""By the reason, services that write without `by` and `seat`."""


def services_without_by() -> Iterator[tuple[str, Callable[..., object]]]:
    folder = Path(probierz.web.__file__).parent
    for app in sorted({file.parent.name for file in folder.glob("*/services*") if file.suffix in (".py", "")}):
        services = importlib.import_module(f"probierz.web.{app}.services")
        for name in services.__all__:
            verb = getattr(services, name)
            if inspect.isfunction(verb) and not {"by", "seat"} & set(inspect.signature(verb).parameters):
                yield f"{app}.{name}", verb


def names_in(code: CodeType) -> set[str]:
    inner = (names_in(one) for one in code.co_consts if inspect.iscode(one))
    return set(code.co_names).union(*inner)


def writes(verb: Callable[..., Any], seen: set[object]) -> bool:
    verb = inspect.unwrap(verb)
    if verb in seen:
        return False
    seen.add(verb)
    names = names_in(verb.__code__)
    called = (verb.__globals__.get(name) for name in sorted(names))
    stores = names & (WRITING - {"update"} if "hexdigest" in names else WRITING)  # what is updated there is a digest
    return bool(stores) or any(
        writes(one, seen) for one in called if inspect.isfunction(one) and one.__module__.startswith("probierz.web.")
    )


def test_whoever_writes_without_saying_who_asks_has_a_reason() -> None:
    found = [name for name, verb in services_without_by() if writes(verb, set())]
    assert sorted(found) == sorted(name for names in WITHOUT_BY.values() for name in names.split())


def test_who_may_not_make_challenges_is_not_admitted(world: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="operators"):
        admit_new("mine", world["stranger"])
    with pytest.raises(Refused, match="operators"):
        admit_new("mine", world["stranger"], sample_of=world["challenge"])
    assert admit_new("mine", world["person"], sample_of=world["challenge"]).owner == world["person"]
