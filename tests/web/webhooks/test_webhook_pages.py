"""Webhooks on pages and for programs: what organisers do there, and that others find nothing."""

import json
import re

import pytest
from django.test import Client

from probierz.web.accounts.services import make_token
from probierz.web.jobs import worker
from probierz.web.webhooks.models import Delivery, Webhook

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/challenges/numbers/organise/webhooks"
API = "/api/v1/challenges/numbers/webhooks"


@pytest.fixture
def organiser(people):
    client = Client()
    client.force_login(people["organiser"])
    return client


def text(answer, status=200):
    assert answer.status_code == status
    return answer.content.decode()


def test_a_secret_is_shown_once(organiser, challenge, receiver):
    made = text(organiser.post(PAGE, {"kind": "generic", "url": receiver.url}))
    secret = re.search(r"whsec_[A-Za-z0-9+/=]+", made)[0]
    hook = Webhook.objects.get()
    for page in (PAGE, f"{PAGE}/{hook.pk}"):
        shown = text(organiser.get(page))
        assert "whsec_" not in shown
        assert "abcdefghijklmnopqrstuvwxyz" not in shown  # the address is a password too
        assert "…wxyz" in shown, shown[shown.index("<main") :]
    again = text(organiser.post(f"{PAGE}/{hook.pk}/secret"))
    assert re.search(r"whsec_[A-Za-z0-9+/=]+", again)[0] != secret
    assert (
        organiser.post(f"{PAGE}/{hook.pk}/secret").headers["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    )


@pytest.mark.parametrize(("status", "why"), [(404, "it refused the message"), (500, "it failed")])
def test_a_test_is_sent_and_its_outcome_shown(organiser, hook, receiver, status, why):
    organiser.post(f"{PAGE}/{hook.pk}/test")
    shown = text(organiser.get(f"{PAGE}/{hook.pk}"))
    assert "under way" in shown
    assert "data-follow" in shown
    receiver.answers = [(status, {}, b"")]
    worker.work(until_empty=True)
    shown = text(organiser.get(f"{PAGE}/{hook.pk}"))
    assert "did not arrive" in shown
    assert f"<code>{status}</code> {why}; a test is not repeated" in shown
    assert "data-follow" not in shown
    organiser.post(f"{PAGE}/{hook.pk}/test")
    worker.work(until_empty=True)
    assert "arrived" in text(organiser.get(f"{PAGE}/{hook.pk}"))
    assert "arrived" in text(organiser.get(PAGE))


def test_switching_off_and_on_and_removing(organiser, hook):
    address = f"{PAGE}/{hook.pk}"
    organiser.post(f"{address}/off")
    assert "Send a test" not in text(organiser.get(address))
    organiser.post(f"{address}/test")
    assert not Delivery.objects.exists()
    organiser.post(f"{address}/on")
    assert "Send a test" in text(organiser.get(address))
    organiser.post(f"{address}/nonsense")
    organiser.post(f"{address}/remove")
    assert not Webhook.objects.exists()
    assert organiser.get(address).status_code == 404


def test_bad_addresses_are_explained_beside_the_form(organiser, challenge):
    for url in ("http://169.254.169.254/", "https://10.0.0.1/x", "nonsense", "https://a:b@c.org/x"):
        shown = text(organiser.post(PAGE, {"kind": "slack", "url": url}))
        assert 'class="errors"' in shown
    assert not Webhook.objects.exists()


def test_hostile_answers_stay_text(organiser, hook):
    Delivery.objects.create(
        webhook=hook, event="test", status=400, answer="<script>alert(1)</script>", failure="refused"
    )
    assert "<script>alert" not in text(organiser.get(f"{PAGE}/{hook.pk}"))


@pytest.mark.parametrize("who", ["ala", "stranger", None])
def test_others_find_nothing(people, hook, who):
    client = Client()
    if who:
        client.force_login(people[who])
    for path in ("", f"/{hook.pk}"):
        assert client.get(PAGE + path).status_code == (404 if who else 302)
    for path in ("", f"/{hook.pk}/secret", f"/{hook.pk}/test", f"/{hook.pk}/remove", f"/{hook.pk}/off"):
        answer = client.post(PAGE + path, {"kind": "slack", "url": "https://example.org/x"})
        assert answer.status_code == (404 if who else 302)
    assert Webhook.objects.get().is_active
    assert not Delivery.objects.exists()


def test_organisers_of_another_challenge_find_nothing(people, hook, organiser, challenge):
    from probierz.web.challenges.services import create_unasked

    create_unasked("other", people["stranger"])
    client = Client()
    client.force_login(people["stranger"])
    assert client.get(f"/challenges/other/organise/webhooks/{hook.pk}").status_code == 404
    assert client.post(f"/challenges/other/organise/webhooks/{hook.pk}/remove").status_code == 404
    assert Webhook.objects.exists()


# --- programs --------------------------------------------------------------------------------------------------------


@pytest.fixture
def call(people):
    def send(method, path="", data=None, by="organiser", scopes=("organise",)):
        token = make_token(people[by], name="t", scopes=scopes)
        body = "" if data is None else json.dumps(data)
        headers = {"Authorization": f"Bearer {token}"}
        return Client().generic(method, API + path, body, content_type="application/json", headers=headers)

    return send


def test_programs_do_all_that_pages_do(call, challenge, receiver):
    made = call("POST", data={"kind": "generic", "url": receiver.url})
    assert made.status_code == 201
    hook = made.json()
    assert hook["secret"].startswith("whsec_")
    assert hook["address"].endswith("/…wxyz")
    number = f"/{hook['id']}"
    assert [one["id"] for one in call("GET").json()] == [hook["id"]]
    assert "secret" not in call("GET").json()[0]
    assert call("POST", f"{number}/test").status_code == 202
    worker.work(until_empty=True)
    delivered = call("GET", f"{number}/deliveries").json()
    assert [(one["event"], one["status"], one["is_final"]) for one in delivered] == [("test", 200, True)]
    assert call("POST", f"{number}/secret").json()["secret"] != hook["secret"]
    assert call("PATCH", number, {"is_active": False}).json()["is_active"] is False
    assert call("POST", f"{number}/test").status_code == 422
    assert call("DELETE", number).status_code == 204
    assert call("DELETE", number).status_code == 404


def test_programs_are_told_why_an_address_is_refused(call, challenge):
    answer = call("POST", data={"kind": "generic", "url": "https://192.168.0.1/x"})
    assert answer.status_code == 422
    assert "not public" in answer.json()["detail"]
    assert call("POST", data={"kind": "pigeon", "url": "https://example.org/x"}).status_code == 422


@pytest.mark.parametrize(("by", "scopes", "status"), [
    ("ala", ("organise",), 403), ("stranger", ("organise",), 403), ("organiser", ("read", "submit"), 401),
    ("administrator", ("organise",), 200),
])  # fmt: skip
def test_programs_of_others_find_nothing(call, hook, by, scopes, status):
    assert call("GET", by=by, scopes=scopes).status_code == status
    assert call("GET", f"/{hook.pk}/deliveries", by=by, scopes=scopes).status_code == status
    if status != 200:
        for method, path in (("POST", f"/{hook.pk}/secret"), ("POST", f"/{hook.pk}/test"), ("DELETE", f"/{hook.pk}")):
            assert call(method, path, by=by, scopes=scopes).status_code == status
        assert Webhook.objects.exists()
