"""Making challenges through the API: strangers first, then what goes wrong."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from probierz.web.accounts.models import User
from probierz.web.accounts.services import make_token
from probierz.web.accounts.services.throttle import LIMITS
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_unasked


@pytest.fixture
def callers(db):
    people = {name: User.objects.create(username=name) for name in ("stranger", "owner")}
    people["admin"] = User.objects.create(username="admin", is_staff=True)
    return {
        name: (one, make_token(one, name="t", scopes=["read", "submit", "organise"])) for name, one in people.items()
    }


def post(path, token=None, **more):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return Client().post(f"/api/v1{path}", headers=headers, **more)


def archive(name="challenge.zip"):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("config.txt", "--metric Accuracy")
    return SimpleUploadedFile(name, packed.getvalue())


def make(slug, token):
    return post("/challenges", token, data={"slug": slug}, content_type="application/json")


def test_only_those_who_may_make_challenges(callers):
    assert make("cats", None).status_code == 401
    answer = make("cats", callers["stranger"][1])
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    answer = make("cats", callers["admin"][1])
    assert (answer.status_code, answer.json()["slug"], answer.json()["is_published"]) == (201, "cats", False)
    assert Challenge.objects.get().organisers.get().user.username == "admin"


def test_nobody_makes_challenges_without_end(callers, settings, monkeypatch):
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_NEW_CHALLENGES": "everybody"}
    monkeypatch.setitem(LIMITS, "challenge", 2)
    answers = [make(slug, callers["stranger"][1]) for slug in ("cats-0", "cats-0", "new", "cats-1", "cats-2")]
    assert [one.status_code for one in answers] == [201, 409, 422, 201, 429]  # a name that is taken does not count
    assert make("dogs", callers["admin"][1]).status_code == 201


@pytest.mark.parametrize(("slug", "status"), [("cats", 409), ("new", 422), ("No good!", 422)])
def test_a_name_that_is_taken_or_none_is_refused(callers, slug, status):
    create_unasked("cats", callers["owner"][0])
    answer = make(slug, callers["admin"][1])
    assert (answer.status_code, answer.json()["code"]) == (status, "slug")


def test_files_come_from_organisers_only(callers):
    made = create_unasked("cats", callers["owner"][0])
    assert post("/challenges/cats/versions", data={"archive": archive()}).status_code == 401
    for verb in ("versions", "publish"):  # who does not run it does not even see that it is there
        answer = post(f"/challenges/cats/{verb}", callers["stranger"][1], data={"archive": archive()})
        assert answer.status_code == 404
    Challenge.objects.filter(pk=made.pk).update(is_published=True)
    answer = post("/challenges/cats/versions", callers["stranger"][1], data={"archive": archive()})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    answer = post("/challenges/cats/versions", callers["owner"][1], data={"archive": archive()})
    assert (answer.status_code, list(answer.json())) == (202, ["job"])


def test_what_is_no_archive_is_refused(callers):
    create_unasked("cats", callers["owner"][0])
    answer = post("/challenges/cats/versions", callers["owner"][1], data={"archive": archive("challenge.rar")})
    assert (answer.status_code, answer.json()["detail"]) == (
        422, "“challenge.rar” is no archive. Upload one: .zip or .tar.gz.",
    )  # fmt: skip


def test_a_challenge_without_files_is_not_shown(callers):
    create_unasked("cats", callers["owner"][0])
    answer = post("/challenges/cats/publish", callers["owner"][1])
    assert (answer.status_code, "has no files yet" in answer.json()["detail"]) == (422, True)
