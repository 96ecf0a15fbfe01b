"""Real challenges of PolEval, imported from their repositories, and one output for each, handed in in every way.

Whichever way an output comes, the platform's score is that of `probierz eval` to the last digit, and so is the stored
one.
"""

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from django.test import Client
from django.urls import reverse
from scores_told import as_shown, stored, told

from probierz.cli.main import main
from probierz.suites.checks import hidden_results
from probierz.web.accounts.models import User
from probierz.web.accounts.services import make_token
from probierz.web.challenges import services
from probierz.web.challenges.models import Challenge
from probierz.web.jobs.models import Job
from probierz.web.submissions.models import Submission

sys.path.append(str(Path(__file__).parent / "intake"))
from git_servers import run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

GEVAL = "import sys; from probierz.cli.geval import main; sys.exit(main())"


# --- outputs ---------------------------------------------------------------------------------------------------------


def comma_rule(line):
    """A comma before the usual conjunctions: the first thing that anybody tries in Polish."""
    text = line.split("\t")[1]
    return re.sub(r"(\w) (że|żeby|aby|ale|bo|gdy|ponieważ|który|która|które|których)\b", r"\1, \2", text)


def tak(_line):
    """The answer to many questions of a quiz."""
    return "tak"


def length_of_words(line):
    words = line.split("\t")[0].split()
    return f"{sum(map(len, words)) / len(words):.6f}"


def two_passages(line):
    """Two numbers of passages; the test sets of this challenge have no expected results here, so dev-0 is hidden."""
    return f"{len(line)}-0\t42609-0"


class Case(NamedTuple):
    """A repository, the folder with the expected results of a split, the split, and the output of a line."""

    name: str
    pack: str
    split: str
    output: Callable[[str], str]


CHALLENGES = [
    Case("2021-punctuation-restoration", "poleval-2021/punctuation", "test-A", comma_rule),
    Case("2021-question-answering", "poleval-2021/qa", "test-A", tak),
    Case("2021-quality-estimation-blind", "poleval-2021/quality-blind", "test-A", length_of_words),
    Case("2021-quality-estimation-nonblind", "poleval-2021/quality-nonblind", "test-A", length_of_words),
    Case(
        "2022-passage-retrieval", "poleval-2022/passage-retrieval", "dev-0", two_passages
    ),  # tests have no results here
]


# --- the challenge ---------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def home(settings, tmp_path, monkeypatch):
    settings.HOME = tmp_path / "home"
    monkeypatch.setattr(hidden_results, "MOST_SECONDS", 1)  # what is published beside the tests has tests of its own
    settings.PROBIERZ = {
        **settings.PROBIERZ, "PROBIERZ_GIT_TRANSPORTS": ("https", "file"), "PROBIERZ_CONCURRENT_JOBS": 100,
    }  # fmt: skip


@pytest.fixture
def published(data_dir, tmp_path):
    """Import a challenge from its repository without the expected results of a split, and these from another one."""

    def act(case):
        bundle, gold = data_dir / "git" / f"{case.name}.bundle", data_dir / case.pack / case.split / "expected.tsv"
        for file in (bundle, gold):
            if not file.exists():
                pytest.skip(f"no real challenge: {file} is not there")
        return publish(case.name, gold, case.split, bundle, tmp_path), gold

    return act


def publish(name, gold, split, bundle, folder):
    public, hidden = folder / "public", folder / "hidden"
    run("git", "clone", "-q", str(bundle), str(public))
    run("git", "rm", "-q", f"{split}/expected.tsv", cwd=public)
    later = [one.name for one in public.glob("test-?") if one.name != split]
    run("git", "rm", "-qr", *later, cwd=public)  # nobody here has their expected results
    run("git", "commit", "-qm", "What everybody may see", cwd=public)
    (hidden / split).mkdir(parents=True)
    shutil.copy(gold, hidden / split / "expected.tsv")
    run("git", "init", "-qb", "main", cwd=hidden)
    run("git", "add", ".", cwd=hidden)
    run("git", "commit", "-qm", "Expected results", cwd=hidden)
    challenge = services.create_unasked(name, User.objects.create(username="organiser"))
    owner = User.objects.get(username="organiser")
    parts = [{"kind": "git", "url": f"file://{one}", "branch": "main"} for one in (public, hidden)]
    job = services.request_import(challenge, *parts, by=owner)
    wait_until(lambda: Job.objects.filter(pk=job.pk, state__in=("done", "failed")).exists())
    job.refresh_from_db()
    assert job.failure is None
    challenge.refresh_from_db()
    services.publish(challenge, by=owner)
    return Challenge.objects.get(slug=name)


# --- four ways -------------------------------------------------------------------------------------------------------


class Ways:
    """Hand in the output of a split, each time as somebody else. `fork`: a pushed clone with the output."""

    def __init__(self, challenge, split, fork, address, monkeypatch):
        self.challenge, self.split, self.fork, self.address = challenge, split, fork, address
        self._patch = monkeypatch

    def _somebody(self, way):
        person = User.objects.create(username=way)
        return person, make_token(person, name=way, scopes=["read", "submit"])

    def _form(self, way, data):
        client = Client()
        client.force_login(self._somebody(way)[0])
        answer = client.post(reverse("submit", args=[self.challenge.slug]), {**data, "sure": "on"})  # odd, and meant so
        assert answer.status_code == 302, answer.text

    def repository_in_the_form(self):
        self._form("repository_in_the_form", {"url": f"file://{self.fork}", "branch": "mine"})

    def file_in_the_form(self):
        with (self.fork / self.split / "out.tsv").open("rb") as file:
            self._form("file_in_the_form", {"outputs": [file], "test": self.split})

    def probierz_submit(self):
        token = self._somebody("probierz_submit")[1]
        self._patch.setenv("PROBIERZ_TOKEN", token)
        assert main(["submit", str(self.fork), "--yes", "--server", self.address]) == 0

    def geval_submit(self):
        token = self._somebody("geval_submit")[1]
        command = [sys.executable, "-c", GEVAL, "--submit", "--gonito-host", self.address, "--token", token]
        done = subprocess.run(command, cwd=self.fork, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def rest(self):
        token = self._somebody("rest")[1]
        with (self.fork / self.split / "out.tsv").open("rb") as file:
            path = f"/api/v1/challenges/{self.challenge.slug}/submissions"
            headers = {"Authorization": f"Bearer {token}"}
            answer = Client().post(path, {"files": [file], "test": self.split}, headers=headers)
        assert answer.status_code == 202, answer.text


ALL_WAYS = ("repository_in_the_form", "file_in_the_form", "probierz_submit", "geval_submit", "rest")


@pytest.fixture
def ways(tmp_path, live_server, monkeypatch):
    """What a participant has: a clone from the platform with an output, pushed as the branch mine."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def make(challenge, case):
        remote, clone = tmp_path / "forks" / "remote.git", tmp_path / "forks" / case.name
        run("git", "init", "-q", "--bare", str(remote))
        run("git", "clone", "-q", f"{live_server.url}/git/{case.name}.git", str(clone))
        run("git", "remote", "set-url", "origin", f"file://{remote}", cwd=clone)
        lines = (clone / case.split / "in.tsv").read_text("utf-8").splitlines()
        (clone / case.split / "out.tsv").write_text("".join(f"{case.output(line)}\n" for line in lines), "utf-8")
        run("git", "checkout", "-qb", "mine", cwd=clone)
        run("git", "add", "-f", f"{case.split}/out.tsv", cwd=clone)
        run("git", "commit", "-qm", "A simple rule", cwd=clone)
        run("git", "push", "-qu", "origin", "mine", cwd=clone)
        return Ways(challenge, case.split, clone, live_server.url, monkeypatch)

    return make


@pytest.mark.parametrize("case", CHALLENGES, ids=lambda case: case.name)
def test_every_way_gives_the_score_of_probierz_eval(case, working, published, ways, capsys):
    challenge, gold = published(case)
    mine = ways(challenge, case)
    assert not (mine.fork / case.split / "expected.tsv").exists()
    for way in ALL_WAYS:
        getattr(mine, way)()
    waiting = Submission.objects.filter(deleted=None).exclude(state__in=("scored", "failed"))
    wait_until(lambda: not waiting.exists())
    assert Submission.objects.filter(deleted=None).count() == len(ALL_WAYS)
    wanted = offline(mine.fork, case.split, gold, capsys)
    for way in ALL_WAYS:
        made = Submission.objects.get(submitter__username=way, deleted=None)
        assert (way, made.state, made.failure) == (way, "scored", None)
        assert stored(made) == wanted
        assert told(made) == as_shown(made, wanted)


def offline(folder, split, gold, capsys):
    """What `probierz eval` says: the name of each metric, and its value."""
    shutil.copy(gold, folder / split)
    capsys.readouterr()
    assert main(["eval", str(folder), "--split", split, "--format", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["evaluations"]
    return {score["name"]: score["value"] for score in found["scores"]}


def wait_until(is_so):
    for _ in range(1200):
        if is_so():
            return
        time.sleep(0.1)
    raise AssertionError("two minutes were not enough")
