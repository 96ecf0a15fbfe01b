"""Every route of the platform, and rows that its addresses lead to."""

import re
from pathlib import Path

from django.urls import URLResolver, get_resolver

from probierz.suites.sqad.records import Record
from probierz.web.annotation import services as annotation
from probierz.web.annotation.queries import Seat
from probierz.web.annotation.ready import ready
from probierz.web.annotation.services.records import keep_new
from probierz.web.labelling.queries import LabellingSeat
from probierz.web.labelling.services import create_round, let_in
from probierz.web.suites.services import add_task, describe_suite
from probierz.web.suites.shapes import SuiteIn
from probierz.web.webhooks.services import make_webhook


def routes(resolver=None, prefix=""):
    for pattern in (resolver or get_resolver()).url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        else:
            yield route


def addresses(submission, people):
    """Return what gives a route an address: rows around a submission of the team stand for each part of it."""
    phase = submission.challenge.phases.get()
    url = "https://hooks.example.org/x"
    hook, _secret = make_webhook(submission.challenge, kind="generic", url=url, by=people["organiser"])
    tasks = [{"name": "numbers", "title": "Numbers", "metric": "RMSE", "split": "test-A", "better": "lower"}]
    # a name that the program knows, so that archives are taken
    card = SuiteIn.model_validate({"title": "Sums", "archive": "klej", "tasks": tasks, "has_average": True})
    suite, _is_new = describe_suite("klej", card, by=people["administrator"])
    add_task(suite, "numbers", submission.challenge, by=people["administrator"])
    draft = typing(people)
    labelling = labelled(submission.challenge, people)
    usual = {
        "slug": "numbers", "name": "numbers", "challenge": "numbers", "job": submission.job_id, "number": submission.pk,
        "login": "ala", "digits": submission.commit, "prefix": submission.commit, "reference": submission.commit,
        "commit": submission.commit, "path": "README.md", "rest": "info/refs", "ending": "json", "action": "hide",
        "version": submission.version_id, "variant": 1, "key": "x", "token": "x", "url": "x", "branch": "x",
        "tags": "1", "task": "numbers", "verdict": "accept", "description": "x", "utc": "2026-01-31T12:00:00Z",
    }  # fmt: skip
    special = {
        "teams/": {"slug": "both", "number": 1},
        "people/<slug:login>/<slug:action>": {"action": "deactivate"},
        "jobs/<uuid:number>": {"number": submission.job_id},
        "organise/phases/": {"number": phase.pk},
        "/webhooks/": {"number": hook.pk, "action": "test"},
        "organise/do/": {"action": "archive"},
        "suites/": {"name": "klej"},
        "suites/<str:name>/do/": {"action": "unpublish"},
        "annotations/": {"number": draft.pk, "name": "000001"},
        "labellings/": {"number": labelling.pk, "place": 1},
    }

    def address(route):
        values = dict(usual)
        for part, others in special.items():
            if part in route:
                values.update(others)
        return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(values[found[1]]), route)

    return address


def typing(people):
    """The administrator coordinates records, and Ala, who has made one, is typing another."""
    project = annotation.create_project("numbers", "Numbers", by=people["administrator"])
    annotation.add_member(Seat(project, people["administrator"], project.members.get()), "ala", "annotator")
    keep_new(project, "000001", ready(Record(Path("000001"), {}, {})), by=people["ala"])
    return annotation.begin(Seat(project, people["ala"], project.members.get(user=people["ala"])), "PERSON")


def labelled(challenge, people):
    """Ala labels items of the hidden test, in a round of the organiser's."""
    made = create_round(challenge, by=people["organiser"], split="test-A", size=2, seed=1, title="Numbers by people")
    let_in(LabellingSeat(made, people["organiser"], made.labellers.get()), "ala")
    return made
