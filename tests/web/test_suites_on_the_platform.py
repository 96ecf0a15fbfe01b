"""The tasks of suites that `test_four_ways` leaves: the platform's score is that of `probierz eval`, to the last digit.

Their data are packed as `probierz suite publish` packs them.
"""

import json
import lzma
import shutil
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest
from scores_told import as_shown, stored, told

from probierz.cli.main import main
from probierz.lines import LineReader
from probierz.suites.catalogue import suites
from probierz.suites.checks import hidden_results
from probierz.suites.getting import get_task
from probierz.suites.publishing import pack_challenge, slug_of
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.jobs import worker
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.submissions.services.handing_in import Uploaded

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

ELSEWHERE = {f"poleval-2021/{name}" for name in ("punctuation", "qa", "quality-blind", "quality-nonblind")}
ELSEWHERE.add("poleval-2022/passage-retrieval")
TASKS = {task.full_name: task for suite in suites() for task in suite.tasks if task.full_name not in ELSEWHERE}


@pytest.fixture(autouse=True)
def home(settings, tmp_path, monkeypatch):
    settings.HOME = tmp_path / "home"
    monkeypatch.setattr(hidden_results, "MOST_SECONDS", 1)  # what is published beside the tests has tests of its own


@pytest.fixture
def built(data_dir, tmp_path):
    """Build a task of the data at hand, with the splits whose expected results are known."""

    def act(task):
        source = data_dir / task.full_name
        if not source.is_dir():
            pytest.skip(f"no real data: {source} is not there")
        get_task(task, tmp_path / "built", place=str(source), checked=False)
        if not any((tmp_path / "built").glob("*-*/expected.tsv*")):
            pytest.skip(f"{source}: no expected results are at hand")
        for path in (tmp_path / "built").glob("*/*.tsv.xz"):
            cut(path)
        with (tmp_path / "packed.zip").open("wb") as file:
            pack_challenge(tmp_path / "built", file)
        shutil.unpack_archive(tmp_path / "packed.zip", tmp_path / "packed")
        return tmp_path / "packed"

    return act


MOST_LINES = 500
"""Of the packed files, which are large; in tests/suites all lines are scored."""


def cut(packed):
    with lzma.open(packed) as file:
        lines = [*islice(file, MOST_LINES)]
    packed.unlink()
    packed.write_bytes(lzma.compress(b"".join(lines)))


@pytest.mark.parametrize("name", TASKS)
def test_the_platform_scores_as_probierz_eval_does(name, built, tmp_path, capsys):
    folder = built(TASKS[name])
    split, output = an_output(folder)
    assert main(["eval", str(folder), "--split", split, "--format", "json"]) == 0
    (offline,) = json.loads(capsys.readouterr().out)["evaluations"]
    wanted = {score["name"]: score["value"] for score in offline["scores"]}
    made = handed_in(slug_of(TASKS[name]), folder, split, output, tmp_path)
    assert (made.state, made.failure) == ("scored", None)
    assert stored(made) == wanted
    assert told(made) == as_shown(made, wanted)


def an_output(folder):
    """The smallest split with expected results, and an output whose first lines answer the lines after them."""
    gold = min(folder.glob("*-*/expected.tsv*"), key=lambda path: path.stat().st_size)
    with closing(LineReader(gold)) as reader:
        lines = list(reader)
    output = gold.parent / "out.tsv"
    mixed = [*lines[1:20], lines[0], *lines[20:]]
    output.write_text("".join(f"{line}\n" for line in mixed), "utf-8")
    return gold.parent.name, output


def handed_in(slug, folder, split, output, tmp_path):
    organiser, somebody = User.objects.create(username="organiser"), User.objects.create(username="somebody")
    upload = Path(shutil.move(output, tmp_path / "upload.tsv"))
    challenge = create_unasked(slug, organiser)
    publish_version(challenge, folder)
    Challenge.objects.update(is_published=True)
    challenge.refresh_from_db()
    submission = submit_files(challenge, [Uploaded(upload, "out.tsv", split)], Handing(somebody)).submission
    worker.work(until_empty=True)
    submission.refresh_from_db()
    return submission
