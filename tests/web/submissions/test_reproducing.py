"""The commands on a submission's page, pasted into a shell, print the numbers of the page."""

import html
import os
import re
import stat
import subprocess
import sys

import pytest
from django.test import Client
from git_servers import Participant
from submission_examples import GOLD

from probierz.web.submissions.models import Submission
from probierz.web.submissions.reproducing import how_to_fetch
from probierz.web.submissions.services import Handing, open_submission, submit_git

pytestmark = pytest.mark.django_db(transaction=True)

WORSE = "1\n2\n4\n8\n"  # errors 0 0 1 4 on dev-0: the square root of 17/4


@pytest.fixture
def shell(tmp_path):
    """Run commands as somebody would who has Probierz installed."""
    programs, home = tmp_path / "programs", tmp_path / "elsewhere"
    programs.mkdir()
    home.mkdir()
    program = programs / "probierz"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m probierz "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    environment = {
        "PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": os.pathsep.join(sys.path), "HOME": str(home),
        "GIT_CONFIG_GLOBAL": "/dev/null",
    }  # fmt: skip

    def run(commands):
        done = subprocess.run(
            ["bash", "-e", "-c", commands], cwd=home, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def page(person, submission, live_server):
    client = Client()
    if person:
        client.force_login(person)
    address = live_server.url.removeprefix("http://")
    text = client.get(f"/submissions/{submission.pk}", headers={"Host": address}).content.decode()
    commands = html.unescape(re.search(r'<pre id="reproduce"><code>(.*?)</code>', text, re.DOTALL)[1])
    scores = re.findall(
        r"<td>dev-0</td>.*?class=\"score\">([\d.]+)(?: <span class=\"interval\">(.*?)</span>)?", text, re.DOTALL
    )
    return commands, scores


def test_an_opened_submission_is_scored_again_by_anybody(
    hand_in, uploaded, work, people, live_server, shell, challenge
):
    files = [uploaded(WORSE, "out-lr=1.tsv", "dev-0"), uploaded(GOLD, "out-lr=2.tsv", "dev-0")]
    made = hand_in(files).submission
    work()
    made.refresh_from_db()
    shell(f"git clone -q {live_server.url}/git/numbers.git before")
    open_submission(made, people["ala"])
    work()
    made.refresh_from_db()
    shell(f"cd before; {how_to_fetch(made, live_server.url)}; git cat-file -e FETCH_HEAD:dev-0/out-lr=1.tsv")
    commands, scores = page(None, made, live_server)
    assert commands.splitlines()[:2] == [f"git clone {live_server.url}/git/numbers.git", "cd numbers"]
    printed = shell(commands)
    assert [value for value, _ in scores] == ["2.062", "1.250", "0.000", "0.000"]  # two variants, two metrics
    for value, _interval in scores:
        assert value in printed
    assert "2.062" in printed


def test_a_submission_from_a_repository_is_scored_again_from_there(
    challenge, people, work, live_server, shell, tmp_path
):
    repository = Participant(tmp_path / "participant")
    repository.commit({"dev-0/out.tsv": WORSE})
    made = submit_git(challenge, repository.url, "main", Handing(people["ala"])).submission
    work()
    repository.commit({"dev-0/out.tsv": GOLD}, message="Better")  # the branch has moved on
    commands, scores = page(people["ala"], Submission.objects.get(pk=made.pk), live_server)
    printed = shell(commands)
    assert [value for value, _ in scores] == ["2.062", "1.250"]
    assert "2.062" in printed
    assert "1.250" in printed


def test_uploaded_files_are_put_there_by_hand(hand_in, uploaded, work, people, live_server, shell):
    made = hand_in([uploaded(WORSE, "out.tsv", "dev-0")]).submission
    work()
    commands, scores = page(people["ala"], made, live_server)
    lines = commands.splitlines()
    assert lines[2] == "# put here what you handed in: dev-0/out.tsv"
    lines[2] = f"printf '{WORSE}' > dev-0/out.tsv".replace("\n", "\\n")
    rows = [line.split("\t") for line in shell("\n".join(lines)).splitlines()[1:]]
    assert [row[1] for row in rows] == [value for value, _ in scores]
    for (_, _, low, high), (_, interval) in zip(rows, scores, strict=True):
        shown = [1000 * float(bound) for bound in re.findall(r"[\d.]+", interval)]
        assert shown == [1000 * float(low), 1000 * float(high)], "rounded as the command rounds"
