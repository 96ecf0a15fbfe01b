"""An e-mail address is its owner's once somebody who reads its letters says so."""

import re

import pytest
from django.core import mail
from django.test import Client

from probierz.web.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def ala(settings):
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_EMAIL_URL": "smtp://localhost", "PROBIERZ_URL": "https://x.org"}
    User.objects.create(username="ala", email="ala@example.org", name="See https://evil.example")
    client = Client()
    client.force_login(User.objects.get())
    return client


def ask(client):
    """Press the button of the page for notifications; return the address in the letter."""
    assert 'action="/account/email"' in client.get("/account/notifications").content.decode()
    client.post("/account/email")
    return re.search(r"https://x.org(/account/email/\S+)", mail.outbox[-1].body)[1]


def test_the_link_of_the_letter_asks_and_its_button_confirms(ala):
    address = ask(ala)
    assert "evil" not in mail.outbox[0].body
    anybody = Client()
    assert "ala@example.org" in anybody.get(address).content.decode()
    assert not User.objects.get().is_reachable
    anybody.post(address)
    assert User.objects.get().is_reachable
    assert 'action="/account/email"' not in ala.get("/account/notifications").content.decode()


def test_a_letter_to_an_earlier_address_confirms_nothing(ala):
    address = ask(ala)
    User.objects.update(email="new@example.org")
    assert Client().post(address).status_code == 404
    assert not User.objects.get().is_reachable


def test_another_address_has_to_be_confirmed_again(ala):
    Client().post(ask(ala))
    User.objects.update(email="victim@example.org")
    assert not User.objects.get().is_reachable


@pytest.mark.parametrize("token", ["x", "WzEsImFsYUBleGFtcGxlLm9yZyJd:1:x"])
def test_a_guessed_link_confirms_nothing(ala, token):
    assert Client().post(f"/account/email/{token}").status_code == 404


def test_few_letters_go_to_one_address_whichever_accounts_name_it(ala):
    for number in range(5):
        one = User.objects.create(username=f"one-{number}", email="ala@example.org")
        client = Client()
        client.force_login(one)
        client.post("/account/email")
    assert len(mail.outbox) == 3
    assert ala.post("/account/email").status_code == 429


def test_a_platform_without_letters_says_so(ala, settings):
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_EMAIL_URL": ""}
    page = ala.get("/account/notifications").content.decode()
    assert page.count("This platform sends no e-mails.") == 1
    assert "Nothing is sent to" not in page
    ala.post("/account/email")
    assert mail.outbox == []
