"""Logging in and out, and what slows guessing down."""

import re
import threading
from datetime import timedelta
from html import unescape

import pytest
from django.contrib.auth import hashers
from django.test import Client
from django.utils import timezone

from probierz.web.accounts.models import Attempt, User
from probierz.web.accounts.services.throttle import LIMITS, WINDOW, try_once
from probierz.web.accounts.views import password_room

PASSWORD = "correct horse battery"


def log_in(client, login="captain", password=PASSWORD, **more):
    return client.post("/login", {"username": login, "password": password, **more})


def without_keys(response):
    """A page's text without the form key, which is another one each time."""
    return re.sub(r'value="[A-Za-z0-9]{64}"', "", response.content.decode())


def token_of(response):
    """The form key of a page."""
    return re.search(r'name="csrfmiddlewaretoken" value="(.*?)"', response.content.decode())[1]


def test_the_right_password_opens_a_session(client, people):
    assert log_in(client).headers["Location"] == "/"
    assert client.get("/account").status_code == 200


def test_capitals_and_blanks_around_a_login_do_not_matter(client, people):
    assert log_in(client, " Captain ").status_code == 302


def test_an_unknown_login_gets_the_page_of_a_wrong_password(people):
    known = log_in(Client(), "captain", "wrong")
    unknown = log_in(Client(), "ghost", "wrong")
    assert known.status_code == unknown.status_code == 200
    assert without_keys(known).replace("captain", "ghost") == without_keys(unknown)


def test_a_shut_account_gets_the_page_of_a_wrong_password(people):
    User.objects.filter(username="captain").update(is_active=False)
    shut, wrong = log_in(Client()), log_in(Client(), "stranger", "wrong")
    assert without_keys(shut).replace("captain", "stranger") == without_keys(wrong)


@pytest.mark.parametrize("login", ["captain", "ghost"])
def test_an_unknown_login_costs_one_password_hash_as_a_known_one_does(people, monkeypatch, login):
    hashed = []
    hasher = type(hashers.get_hasher("default"))
    encode = hasher.encode
    monkeypatch.setattr(hasher, "encode", lambda self, *args: hashed.append(1) or encode(self, *args))
    log_in(Client(), login, "wrong")
    assert len(hashed) == 1


def test_few_passwords_are_looked_at_at_a_time_and_pages_go_on(client, people, monkeypatch):
    monkeypatch.setattr(password_room, "WAIT_SECONDS", 0.01)
    with password_room._hashing:
        for form in (log_in(client), client.post("/register", {"username": "new"})):
            assert form.status_code == 429
            assert "Wait a few seconds" in form.content.decode()
        assert client.get("/login").status_code == 200
    assert not Attempt.objects.exists()
    assert log_in(client).status_code == 302
    monkeypatch.setattr(password_room, "_waiting", threading.BoundedSemaphore(1))
    with password_room._waiting:
        assert client.post("/account/password", {}).status_code == 429


def test_passwords_are_kept_with_scrypt_outside_tests():
    from probierz.web import settings

    assert settings.PASSWORD_HASHERS[0].endswith("ScryptPasswordHasher")


def test_the_session_key_is_another_one_after_the_login(client, people):
    client.get("/login")
    session = client.session
    session["before"] = 1
    session.save()
    before = session.session_key
    client.cookies["sessionid"] = before
    log_in(client)
    assert client.session.session_key != before


def test_an_address_is_stopped_after_ten_wrong_passwords_even_with_the_right_one(client, people):
    for _ in range(LIMITS["login-here"]):
        assert log_in(client, password="wrong").status_code == 200
    stopped = log_in(client)
    assert stopped.status_code == 429
    assert 0 < int(stopped.headers["Retry-After"]) <= WINDOW.total_seconds()


def test_its_owner_still_comes_in_from_elsewhere(people):
    guesser, owner = Client(REMOTE_ADDR="192.0.2.1"), Client(REMOTE_ADDR="192.0.2.2")
    for _ in range(LIMITS["login-here"] + 1):
        log_in(guesser, password="wrong")
    assert log_in(owner).status_code == 302


def test_many_addresses_together_are_stopped_by_the_login(people):
    for number in range(LIMITS["login"]):
        log_in(Client(REMOTE_ADDR=f"192.0.2.{number}"), password="wrong")
    assert log_in(Client(REMOTE_ADDR="198.51.100.1"), password="wrong").status_code == 429


def test_an_address_that_tries_many_logins_is_stopped(people):
    client = Client()
    for number in range(LIMITS["address"]):
        log_in(client, f"ghost-{number}", "wrong")
    assert log_in(client).status_code == 429


def test_an_unknown_login_is_slowed_down_like_a_known_one(people):
    client = Client()
    for _ in range(LIMITS["login-here"]):
        log_in(client, "ghost", "wrong")
    assert log_in(client, "ghost", "wrong").status_code == 429


def test_the_neighbours_in_an_ipv6_network_count_together(people):
    for number in range(LIMITS["login-here"]):
        log_in(Client(REMOTE_ADDR=f"2001:db8::{number:x}"), password="wrong")
    assert log_in(Client(REMOTE_ADDR="2001:db8::ffff")).status_code == 429
    assert log_in(Client(REMOTE_ADDR="2001:db8:0:1::1")).status_code == 302


def test_a_forged_forwarding_header_changes_nothing(people):
    for number in range(LIMITS["login-here"]):
        log_in(Client(HTTP_X_FORWARDED_FOR=f"192.0.2.{number}"), password="wrong")
    assert log_in(Client(HTTP_X_FORWARDED_FOR="192.0.2.99")).status_code == 429


def test_behind_a_proxy_the_last_forwarded_address_counts(people, public):
    public(PROBIERZ_BEHIND_PROXY=True)
    for number in range(LIMITS["login-here"]):
        log_in(Client(HTTP_X_FORWARDED_FOR=f"10.0.0.{number}, 192.0.2.1"), password="wrong")
    assert log_in(Client(HTTP_X_FORWARDED_FOR="10.9.9.9, 192.0.2.1")).status_code == 429
    assert log_in(Client(HTTP_X_FORWARDED_FOR="10.9.9.9, 192.0.2.2")).status_code == 302


@pytest.mark.django_db
def test_attempts_are_forgotten_after_the_window():
    for _ in range(LIMITS["reset"]):
        assert try_once(reset="a") == 0
    assert try_once(reset="a") > 0
    Attempt.objects.update(when=timezone.now() - WINDOW - timedelta(seconds=1))
    assert try_once(reset="a") == 0
    assert Attempt.objects.count() == 1


@pytest.mark.django_db
def test_no_address_or_login_stands_in_the_table():
    try_once(login="captain", address="192.0.2.1")
    assert all(len(attempt.key) == 64 for attempt in Attempt.objects.all())


def test_a_login_goes_on_to_the_page_that_asked_for_it(client, people):
    asked = client.get("/account")
    assert asked.headers["Location"] == "/login?next=/account"
    assert log_in(client, next="/account").headers["Location"] == "/account"


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example"]
)
def test_a_login_never_goes_to_another_site(client, people, elsewhere):
    assert log_in(client, next=elsewhere).headers["Location"] == "/"


def test_logging_out_takes_a_post(browsers):
    assert browsers["captain"].get("/logout").status_code == 405
    assert browsers["captain"].get("/account").status_code == 200
    assert browsers["captain"].post("/logout").status_code == 302
    assert browsers["captain"].get("/account").status_code == 302


def test_a_form_of_another_site_is_refused(people):
    client = Client(enforce_csrf_checks=True)
    answer = log_in(client)
    assert answer.status_code == 403
    assert "This form is out of date" in answer.content.decode()
    assert PASSWORD not in answer.content.decode()


@pytest.mark.parametrize(
    ("origin", "is_kept"), [("http://testserver", True), ("https://evil.example", False), (None, False)]
)
def test_a_form_from_before_the_last_login_is_sent_from_the_page_that_refuses_it(people, origin, is_kept):
    """What another site had somebody send does not wait for one more click."""
    browser, headers = Client(enforce_csrf_checks=True), {"Origin": origin} if origin else {}
    browser.force_login(people["captain"])
    old = token_of(browser.get("/account"))
    typed = {"name": "Captain <Nemo>", "email": people["captain"].email, "csrfmiddlewaretoken": old}
    browser.cookies.clear()
    lost = browser.post("/account", typed, headers=headers)
    assert ("log in in another tab, then send it from here" in lost.content.decode()) == is_kept
    log_in(browser, csrfmiddlewaretoken=token_of(browser.get("/login")))  # in another tab, which changes all form keys
    key = token_of(lost) if is_kept else old
    refused = browser.post("/account", {**typed, "csrfmiddlewaretoken": key}, headers=headers)
    assert refused.status_code == 403
    assert ('value="Captain &lt;Nemo&gt;"' in refused.content.decode()) == is_kept
    if is_kept:
        again = dict(re.findall(r'type="hidden" name="(.*?)" value="(.*?)"', unescape(refused.content.decode())))
        assert browser.post("/account", again, headers=headers).status_code == 302
        people["captain"].refresh_from_db()
        assert people["captain"].name == "Captain <Nemo>"


@pytest.mark.parametrize("fields", [{"name": "<" * 200_000}, {"name": "x", "password": "secret"}])
def test_what_is_long_or_a_password_is_not_kept_on_the_page_that_refuses_it(people, fields):
    """A page of what somebody sent without a login would be six times as long as that."""
    refused = Client(enforce_csrf_checks=True).post("/teams", fields, headers={"Origin": "http://testserver"})
    assert refused.status_code == 403
    assert len(refused.content) < 10_000
    assert "secret" not in refused.content.decode()


def test_a_login_of_megabytes_is_refused_before_a_page_repeats_it(client, people):
    assert log_in(client, "x" * 2_000_000).status_code == 413


def test_a_nul_in_a_login_is_a_wrong_login(client, people):
    assert log_in(client, "cap\0tain").status_code == 200
