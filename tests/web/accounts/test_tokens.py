"""Personal tokens."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from probierz.errors import Refused
from probierz.web.accounts import services
from probierz.web.accounts.models import AuditEntry, Token
from probierz.web.accounts.services import user_of_token
from probierz.web.accounts.services.tokens import MOST_TOKENS

FORM = {"name": "laptop", "scopes": ["read", "submit"], "days": "30"}


@pytest.fixture
def token(people):
    return services.make_token(people["captain"], name="laptop", scopes=["read", "submit"])


def test_a_token_stands_for_its_owner_within_its_scopes(people, token):
    assert re.fullmatch(r"prb_[A-Za-z0-9]{8}_[A-Za-z0-9]{40}", token)
    assert user_of_token(token, "read") == people["captain"]
    assert user_of_token(token, "submit") == people["captain"]
    assert user_of_token(token, "organise") is None


def test_only_a_hash_is_kept(people, token):
    secret = token.split("_")[2]
    kept = [*Token.objects.values(), *AuditEntry.objects.values()]
    assert not any(secret in str(value) for row in kept for value in row.values())


CHANGES = [
    lambda token: token[:-1],
    lambda token: token + "x",
    lambda token: token.swapcase(),
    lambda token: token.rpartition("_")[0],
    lambda token: token.replace("prb_", "pre_"),
    lambda token: token.replace("_", "_\0"),
    lambda token: "",
    lambda token: "___",
    lambda token: "a_\ud800_b",
]


@pytest.mark.parametrize("change", CHANGES)
def test_another_text_is_nobodys(token, change):
    assert user_of_token(change(token), "read") is None


def test_a_token_ends_in_time(people):
    token = services.make_token(
        people["captain"], name="short", scopes=["read"], expires=timezone.now() + timedelta(hours=1)
    )
    assert user_of_token(token, "read") == people["captain"]
    Token.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert user_of_token(token, "read") is None


def test_a_revoked_token_is_useless(people, token):
    services.revoke_token(Token.objects.get(), by=people["captain"])
    assert user_of_token(token, "read") is None


def test_the_token_of_a_shut_account_is_useless(people, token):
    services.deactivate(people["captain"], by=people["administrator"])
    assert user_of_token(token, "read") is None


def test_the_last_use_is_noted_once_a_minute(people, token, django_assert_num_queries):
    user_of_token(token, "read")
    assert Token.objects.get().last_used is not None
    with django_assert_num_queries(1):
        user_of_token(token, "read")


@pytest.mark.parametrize("scopes", [[], ["everything"], ["read", "administer"]])
def test_unknown_scopes_are_refused(people, scopes):
    with pytest.raises(Refused):
        services.make_token(people["captain"], name="x", scopes=scopes)


def test_the_page_shows_a_new_token_once(browsers):
    made = browsers["captain"].post("/account/tokens", FORM)
    token = re.search(r"prb_\w{8}_\w{40}", made.content.decode())[0]
    assert user_of_token(token, "submit").username == "captain"
    assert "no-store" in made.headers["Cache-Control"]
    again = browsers["captain"].get("/account/tokens").content.decode()
    assert token not in again
    assert token[:13] in again


def test_a_token_without_rights_or_name_is_not_made(browsers):
    for missing in ("scopes", "name", "days"):
        form = {key: value for key, value in FORM.items() if key != missing}
        assert browsers["captain"].post("/account/tokens", form).status_code == 200
    assert not Token.objects.exists()


def test_a_person_revokes_their_own_token_and_nobody_elses(browsers, token):
    path = f"/account/tokens/{Token.objects.get().prefix}/revoke"
    assert browsers["captain"].get(path).status_code == 405
    assert browsers["stranger"].post(path).status_code == 404
    assert browsers["administrator"].post(path).status_code == 404
    assert browsers["nobody"].post(path).headers["Location"].startswith("/login")
    assert user_of_token(token, "read") is not None
    assert browsers["captain"].post(path).status_code == 302
    assert user_of_token(token, "read") is None


def test_there_are_not_endlessly_many_tokens(people, browsers):
    for number in range(MOST_TOKENS):
        services.make_token(people["captain"], name=str(number), scopes=["read"])
    assert "Revoke one first" in browsers["captain"].post("/account/tokens", FORM).content.decode()


def test_tokens_end_when_the_password_is_changed(people):
    token = services.make_token(people["captain"], name="laptop", scopes=["read"])
    assert services.user_of_token(token, "read") == people["captain"]
    services.change_password(people["captain"], "another long password 17")
    assert services.user_of_token(token, "read") is None
