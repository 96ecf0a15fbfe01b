"""Every route with every role: no hidden result, no undisclosed score, no token; and looking changes nothing."""

import logging
import re

import pytest
import test_routes
from django.apps import apps
from django.contrib.sessions.models import Session
from django.test import Client
from submission_examples import write_challenge
from test_routes import routes

from probierz.web.accounts.models import Token
from probierz.web.challenges.far_scores import far_of_test
from probierz.web.challenges.models import Challenge, Phase, Test
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.http.log_filter import WithoutTokens
from probierz.web.jobs.models import Job
from probierz.web.submissions.equal_outputs import equal_outputs
from probierz.web.submissions.models import Submission
from probierz.web.webhooks.models import Webhook

samples = test_routes.samples
pytestmark = pytest.mark.django_db(transaction=True)

GOLD = "1048577\n2097169\n3145739\n4194319\n"
OUTPUT = "1048577\n2097169\n3145739\n4194582\n"
# errors 0 0 0 263: the root of 263² / 4 is 131.5, and 263 / 4 is 65.75
SECRETS = re.compile(rb"1048577|2097169|3145739|4194319|131\.5|65\.75")


@pytest.fixture
def challenge(people, tmp_path):
    made = create_unasked("numbers", people["organiser"])
    publish_version(made, write_challenge(tmp_path / "challenge", gold=GOLD))
    Challenge.objects.filter(pk=made.pk).update(is_published=True)
    made.refresh_from_db()
    return made


@pytest.fixture
def scored(samples, hand_in, work, monkeypatch):
    """The addresses of all routes, with an output scored behind them, of which nobody may know how good it is."""
    Phase.objects.update(disclosure="hidden", items="none")
    Webhook.objects.update(is_active=False)  # nobody answers: its deliveries would be tried again for hours
    handed = hand_in(OUTPUT)
    work()
    handed.submission.refresh_from_db()
    assert handed.submission.state == "scored"
    monkeypatch.setattr(logging.getLogger("django.request"), "disabled", True)
    number, variant = handed.submission.pk, handed.submission.variants.get().pk

    def address(route):
        place = re.sub(r"(submissions?/)\d+", rf"\g<1>{number}", samples(route))
        return re.sub(r"(variants/)\d+", rf"\g<1>{variant}", place)

    return address


def browser(person):
    client = Client()
    if person:
        client.force_login(person)
    return client


def every_route():
    return sorted({route for route in routes() if not route.startswith(("^", "style"))})


def content(answer):
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def test_the_search_for_secrets_finds_what_organisers_see(people, scored):
    assert SECRETS.search(content(browser(people["organiser"]).get(scored("challenges/<slug:slug>/board"))))


LOGGED = {("administrator", f"{of}/outputs.zip") for of in ("challenges/<slug:slug>", "submissions/<int:number>")}
"""What is taken away with the outputs of others is in the audit log."""


@pytest.mark.slow
@pytest.mark.parametrize("role", ["nobody", "stranger", "ola", "ala", "administrator"])
def test_no_route_shows_hidden_results_or_undisclosed_scores_and_looking_changes_nothing(people, scored, role):
    for test in Test.objects.all():
        far_of_test(test)  # is kept when it is first asked for, whoever asks
    client, before = browser(people.get(role)), everything()
    found = {route: content(client.get(scored(route))) for route in every_route() if (role, route) not in LOGGED}
    assert changed_since(before) == set()
    leaking = [(route, SECRETS.search(text)[0]) for route, text in found.items() if SECRETS.search(text)]
    assert role == "administrator" or leaking == []


@pytest.mark.parametrize(("role", "route"), sorted(LOGGED))
def test_looking_at_outputs_of_others_changes_the_audit_log_alone(people, scored, role, route):
    client, before = browser(people[role]), everything()
    client.get(scored(route))
    assert changed_since(before) == {"AuditEntry"}


def changed_since(before):
    """Names of models whose rows are others now."""
    return {name for name, rows in everything().items() if rows != before[name]}


def everything():
    """All rows, but for sessions, which note that somebody was there."""
    kept = {}
    for model in apps.get_models():
        if model is not Session:
            kept[model.__name__] = sorted(map(repr, model.objects.values_list()))
    return kept


@pytest.mark.slow
@pytest.mark.usual_rules
def test_no_route_tells_a_score_more_finely_than_its_step(people, challenge, samples, hand_in, work, tmp_path):
    """Of 53 and 67 right answers of 100, steps of 0.02 tell 0.52 and 0.66."""
    folder = write_challenge(tmp_path / "hundred", metrics="--metric Accuracy")
    for split in ("dev-0", "test-A"):
        (folder / split / "in.tsv").write_text("x\n" * 100)
        (folder / split / "expected.tsv").write_text("a\nb\n" * 50)
    publish_version(challenge, folder, change="major")
    Webhook.objects.update(is_active=False)
    labels = ["a", "b"] * 50
    number = hand_in("\n".join([*labels[:53], *["c"] * 47, ""])).submission.pk
    hand_in("\n".join([*labels[:67], *["c"] * 33, ""]), by="stranger")
    work()
    client = browser(people["ala"])
    places = [re.sub(r"(submissions?/)\d+", rf"\g<1>{number}", samples(route)) for route in every_route()]
    found = {place: content(client.get(place)) for place in places}
    assert b"0.66" in found["/challenges/numbers/board"]
    exact = re.compile(rb"(?<![\d.,])(?:0?[.,](?:53|67)0*|(?:53|67)(?:[.,]0*)?\s?%)(?!\d)")
    assert [(place, exact.search(text)[0]) for place, text in found.items() if exact.search(text)] == []


def test_a_cookie_alone_changes_nothing_through_the_api(people, challenge, platform):
    client = Client(enforce_csrf_checks=True)
    client.force_login(people["ala"])
    wanted = {"url": "https://git.example.org/a/b.git", "branch": "main"}
    answer = client.post("/api/v1/challenges/numbers/submissions/git", wanted, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    answer = client.post("/api/challenge-submission/numbers", {"f3": wanted["url"], "f4": "main"})
    assert answer.status_code == 403
    assert not Job.objects.exists()


@pytest.mark.parametrize("path", ["/", "/api/v1/challenges", "/api/list-challenges", "/challenges/numbers/board.json"])
def test_pages_of_others_cannot_read_answers(challenge, people, path):
    answer = browser(people["ala"]).get(path, headers={"Origin": "https://evil.example.org"})
    assert not [name for name in answer.headers if name.lower().startswith("access-control-")]


def test_no_token_stands_in_a_log(people, tokens, challenge, caplog):
    caplog.handler.addFilter(WithoutTokens())
    caplog.set_level("WARNING", logger="django.request")  # it is quiet else
    token = tokens["ala"]
    for path in (
        f"/trigger-by-webhook/{token}/nothing",
        f"/trigger-remotely-simple/{token}/x/y/z",
        f"/nowhere/{token}",
    ):
        Client().post(path)
        Client().get(path)
    Client().get("/api/v1/me", headers={"Authorization": f"Bearer {token}x"})
    logging.getLogger("django.request").warning("Not Found: %s", "/trigger-by-webhook/MyOldToken/numbers")
    assert "prb_***" in caplog.text or "/***/" in caplog.text
    assert token not in caplog.text
    assert "MyOldToken" not in caplog.text
    assert token not in "".join(map(str, Token.objects.values_list()))


def test_a_thousand_submissions_of_one_token_wait_two_at_a_time(call, challenge, platform, monkeypatch):
    platform(PROBIERZ_CONCURRENT_JOBS=2)
    wanted = {"url": "https://git.example.org/a/b.git", "branch": "main"}
    path = "/api/v1/challenges/numbers/submissions/git"
    found = [call("POST", path, by="ala", data=wanted).status_code for _ in range(50)]
    assert (found[:2], set(found[2:])) == ([202, 202], {429})
    assert Job.objects.count() == 2


@pytest.mark.parametrize("asked", ["per_page=100000", "per_page=0", "page=0", "page=99999999999"])
def test_nobody_asks_for_all_at_once(call, challenge, asked):
    assert call("GET", f"/api/v1/challenges/numbers/submissions?{asked}", by="ala").status_code == 422


@pytest.mark.parametrize(
    "name", ["../../../etc/out.tsv", "..\\out.tsv", "/etc/out.tsv", "out\0.tsv", "dev-0/../out.tsv"]
)
@pytest.mark.parametrize("test", ["test-A", "../dev-0", "/etc"])
def test_names_of_uploaded_files_are_no_paths(tokens, challenge, platform, settings, name, test):
    boundary = "----x"
    body = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="test"\r\n\r\n{test}\r\n'
        f'--{boundary}\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n'
        f"Content-Type: text/plain\r\n\r\n1\n2\n3\n4\n\r\n--{boundary}--\r\n"
    ).encode()
    answer = Client().generic(
        "POST", "/api/v1/challenges/numbers/submissions", body, f"multipart/form-data; boundary={boundary}",
        headers={"Authorization": f"Bearer {tokens['ala']}"},
    )  # fmt: skip
    assert answer.status_code in ((202, 400, 422) if test == "test-A" else (400, 422)), answer.text
    outside = [path for path in settings.HOME.parent.iterdir() if path.name not in ("home", "challenge")]
    assert outside == []


def test_equal_outputs_of_different_teams_are_shown_to_organisers(challenge, people, team, hand_in, work):
    hand_in(OUTPUT, by="ala")
    hand_in(GOLD, by="ala")
    hand_in(GOLD, by="stranger")
    work()
    (found,) = equal_outputs(challenge)
    assert [one.submitter.username for one in found.submissions] == ["ala", "stranger"]
    page = "/challenges/numbers/organise/people"
    assert found.sha1[:8] in browser(people["organiser"]).get(page).text
    assert browser(people["stranger"]).get(page).status_code in (403, 404)


def test_equal_outputs_of_one_team_are_nothing_to_tell(challenge, people, team, hand_in, work):
    for who in ("ala", "ola"):
        made = hand_in(GOLD, by=who).submission
        Submission.objects.filter(pk=made.pk).update(team=team)
    work()
    assert equal_outputs(challenge) == []
