"""Digests of closed outputs: whoever has nearly the same output could ask them what is expected, far from here."""

import hashlib
import json
import re
import subprocess

import pytest
from django.test import Client
from submission_examples import GOLD

from probierz.web.accounts.services import make_token
from probierz.web.configuration import places
from probierz.web.submissions.services import open_submission

pytestmark = pytest.mark.django_db(transaction=True)

SHA1 = hashlib.sha1(GOLD.encode(), usedforsecurity=False).hexdigest()
LOOK_UPS = [f"/q/{SHA1}", f"/q/{SHA1[:6]}", f"/api/query/{SHA1}", f"/api/txt/score/{SHA1}"]
UNKNOWN = "0" * 40


@pytest.fixture
def closed(hand_in, work, challenge):
    """Ola's outputs are all that is expected."""
    made = hand_in(by="ola").submission
    work()
    made.refresh_from_db()
    return made


def places_of(submission):
    number, variant = submission.pk, submission.variants.get().pk
    board = [f"/challenges/numbers/{page}" for page in ("board", "submissions", "board.csv", "board.json")]
    api = [f"/api/v1/{one}" for one in ("challenges/numbers/board", "challenges/numbers/submissions")]
    old = [f"/api/{one}/numbers" for one in ("leaderboard", "challenge-all-submissions")]
    own = [f"/submissions/{number}", f"/submissions/{number}/variants/{variant}", f"/api/v1/submissions/{number}"]
    return [*board, *api, *old, *own, f"/q/{submission.commit}"]


@pytest.mark.parametrize("role", ["nobody", "stranger", "ala"])
def test_no_place_tells_others_a_digest_of_a_closed_output(closed, browsers, role):
    seen = {at: browsers[role].get(at).content.decode() for at in places_of(closed)}
    assert [at for at, text in seen.items() if SHA1[:6] in text] == []
    assert '"sha1": null' in seen[f"/api/v1/submissions/{closed.pk}"]


@pytest.mark.parametrize("role", ["nobody", "stranger", "ala"])
def test_a_digest_of_a_closed_output_is_unknown_to_others(closed, browsers, role):
    for at in LOOK_UPS:
        guessed, unknown = (browsers[role].get(one) for one in (at, at.replace(at.rpartition("/")[2], UNKNOWN)))
        assert (guessed.status_code, at) == (unknown.status_code, at)
        if guessed.status_code == 200:
            assert guessed.content == unknown.content


@pytest.mark.parametrize("role", ["ola", "organiser", "administrator"])
def test_who_may_see_an_output_cites_it_by_its_digest(closed, browsers, role):
    assert SHA1 in browsers[role].get(f"/submissions/{closed.pk}").content.decode()
    assert SHA1[:6] in browsers[role].get(f"/q/{closed.commit}").content.decode()
    assert f"Submission {closed.pk}" in browsers[role].get(f"/q/{SHA1[:6]}").content.decode()


def test_an_open_output_is_found_by_its_digest(closed, browsers, people, work):
    open_submission(closed, people["ola"])
    work()
    assert f"Submission {closed.pk}" in browsers["nobody"].get(f"/q/{SHA1}").content.decode()
    answer = browsers["nobody"].get(f"/api/v1/submissions/{closed.pk}").json()
    assert answer["variants"][0]["outputs"][0]["sha1"] == SHA1


def commit_of(output, message, second, folder):
    """The commit that the platform would make of an output, as anybody can compute it."""
    git = ["git", "-C", str(folder)]
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    (folder / "test-A").mkdir()
    (folder / "test-A" / "out.tsv").write_text(output)
    subprocess.run([*git, "add", "."], check=True)
    people = {"AUTHOR_NAME": "ola", "AUTHOR_EMAIL": "nobody@localhost", "COMMITTER_NAME": "Probierz",
              "COMMITTER_EMAIL": "platform@localhost", "AUTHOR_DATE": f"{second} +0000",
              "COMMITTER_DATE": f"{second} +0000"}  # fmt: skip
    env = {"PATH": "/usr/bin:/bin"} | {f"GIT_{name}": value for name, value in people.items()}
    subprocess.run([*git, "commit", "-q", "-m", message], check=True, env=env)
    done = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_the_commit_of_an_upload_cannot_be_computed_from_its_outputs(hand_in, work, tmp_path):
    made = hand_in(by="ola", description="Perfect", tags=("a", "b")).submission
    store = places.store("numbers")
    shown = subprocess.run(
        ["git", "-C", str(store), "cat-file", "commit", made.commit], check=True, capture_output=True, text=True
    ).stdout
    second = int(re.search(r"^author .* (\d+) \+0000$", shown, re.M)[1])
    guess = commit_of(GOLD, "Perfect\n\ntags: a, b", second, tmp_path / "guess")
    assert f"tree {tree_of(store, made.commit)}" in shown
    assert tree_of(tmp_path / "guess", guess) == tree_of(store, made.commit)  # all but the message is guessed
    assert guess != made.commit
    again = hand_in(by="ala", description="Perfect").submission
    assert len({nonce_of(store, one.commit) for one in (made, again)}) == 2


def tree_of(repository, commit):
    words = ["git", "-C", str(repository), "rev-parse", f"{commit}^{{tree}}"]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


def nonce_of(store, commit):
    words = ["git", "-C", str(store), "log", "-1", "--format=%(trailers:key=Nonce,valueonly)", commit]
    nonce = subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
    assert re.fullmatch(r"[0-9a-f]{32}", nonce)
    return nonce


def test_no_page_shows_what_makes_a_commit_unguessable(closed, browsers, people):
    nonce = nonce_of(places.store("numbers"), closed.commit)
    token = make_token(people["ola"], name="test", scopes=["read"])
    for at in (*places_of(closed), f"/jobs/{closed.job_id}?log"):
        for role in ("nobody", "ala", "ola", "organiser"):
            assert nonce not in browsers[role].get(at).content.decode(), at
    answer = Client().get(f"/api/v1/submissions/{closed.pk}", headers={"Authorization": f"Bearer {token}"})
    assert nonce not in json.dumps(answer.json())
