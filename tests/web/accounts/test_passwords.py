"""Passwords: changed, lost, set anew by a link."""

import re

import pytest
from django.core import mail
from django.test import Client

from probierz.web.accounts import services
from probierz.web.accounts.models import Invitation, User
from probierz.web.accounts.views import door

NEW = "another long sentence"
OLD = "correct horse battery"


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(door, "later", lambda work: work())


def change(client, old=OLD, new=NEW):
    return client.post("/account/password", {"old_password": old, "new_password1": new, "new_password2": new})


def test_a_changed_password_ends_all_other_sessions(people):
    here, there = Client(), Client()
    for client in (here, there):
        client.post("/login", {"username": "captain", "password": OLD})
    assert change(here).status_code == 302
    assert here.get("/account").status_code == 200
    assert there.get("/account").status_code == 302


def test_the_old_password_is_asked_for(browsers):
    assert change(browsers["captain"], old="wrong").status_code == 200
    assert User.objects.get(username="captain").check_password(OLD)


def test_guessing_the_old_password_in_an_open_session_is_slowed_down(browsers):
    answers = [change(browsers["captain"], old="wrong").status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]


def test_a_weak_password_is_refused(browsers):
    assert "too short" in change(browsers["captain"], new="short").content.decode()


def test_a_reset_link_sets_a_password_once_and_ends_sessions(people, browsers):
    address = f"/invitations/{services.make_link(Invitation.Kind.PASSWORD, user=people['captain'])}"
    form = {"new_password1": NEW, "new_password2": NEW}
    assert Client().get(address).status_code == 200
    assert Client().post(address, form).headers["Location"] == "/login"
    assert Client().post(address, form).status_code == 404
    assert browsers["captain"].get("/account").status_code == 302
    assert Client().post("/login", {"username": "captain", "password": NEW}).status_code == 302


def test_a_new_reset_link_makes_the_earlier_one_void(people):
    first, second = (services.make_link(Invitation.Kind.PASSWORD, user=people["captain"]) for _ in range(2))
    assert services.find_link(first) is None
    assert services.find_link(second) is not None


def test_a_changed_password_makes_reset_links_void(people, browsers):
    key = services.make_link(Invitation.Kind.PASSWORD, user=people["captain"])
    change(browsers["captain"])
    assert services.find_link(key) is None


def test_a_shut_account_has_no_reset_link(people):
    key = services.make_link(Invitation.Kind.PASSWORD, user=people["captain"])
    services.deactivate(people["captain"], by=people["administrator"])
    assert services.find_link(key) is None


def test_without_a_mail_server_an_administrator_is_named(client, people):
    assert "Ask an administrator" in client.get("/password-reset").content.decode()
    assert "Ask an administrator" in client.post("/password-reset", {"who": "captain"}).content.decode()


@pytest.mark.parametrize("who", ["captain", "Captain@Example.org"])
def test_a_link_is_sent_to_the_address_of_the_account(client, people, public, at_once, who):
    public(PROBIERZ_EMAIL_URL="smtp://localhost")
    User.objects.filter(username="captain").update(email="captain@example.org")
    client.post("/password-reset", {"who": who})
    assert mail.outbox[0].to == ["captain@example.org"]
    path = re.search(r"http://testserver(/invitations/\S+)", mail.outbox[0].body)[1]
    assert client.get(path).status_code == 200


def test_the_answer_is_the_same_for_a_login_that_nobody_has(people, public, at_once):
    public(PROBIERZ_EMAIL_URL="smtp://localhost")
    User.objects.filter(username="captain").update(email="captain@example.org")
    known, unknown = (Client().post("/password-reset", {"who": who}, follow=True) for who in ("captain", "ghost"))
    assert [str(message) for message in known.context["messages"]] == [
        str(message) for message in unknown.context["messages"]
    ]
    assert len(mail.outbox) == 1


def test_an_answer_does_not_wait_for_the_mail(client, people, public, monkeypatch):
    works = []
    monkeypatch.setattr(door, "later", works.append)
    public(PROBIERZ_EMAIL_URL="smtp://localhost")
    client.post("/password-reset", {"who": "captain"})
    client.post("/password-reset", {"who": "ghost"})
    assert len(works) == 2
    assert mail.outbox == []


def test_asking_for_links_is_slowed_down(client, people, public, at_once):
    public(PROBIERZ_EMAIL_URL="smtp://localhost")
    answers = [client.post("/password-reset", {"who": f"ghost-{n}"}).status_code for n in range(11)]
    assert answers == [302] * 10 + [429]


def test_mail_is_in_the_language_of_its_reader(client, people, public, at_once):
    public(PROBIERZ_EMAIL_URL="smtp://localhost")
    User.objects.filter(username="captain").update(email="c@example.org", language="pl")
    client.post("/password-reset", {"who": "captain"})
    assert mail.outbox[0].subject == "Nowe hasło"
