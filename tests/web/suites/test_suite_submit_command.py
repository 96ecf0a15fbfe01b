"""`probierz suite submit` against a real platform in this process."""

import gzip
import io
import json
import re
import zipfile
from datetime import timedelta

import pytest
from django.utils import timezone
from klej_examples import GOLD as KLEJ_GOLD
from klej_examples import packed, publish_klej
from pets_examples import PETS, publish_pets

from probierz.cli.main import main
from probierz.web.accounts.models import User
from probierz.web.accounts.services import make_token
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.services import publish_version, save_division
from probierz.web.jobs import worker
from probierz.web.submissions.models import Submission
from probierz.web.suites.models import SuiteArchive

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server(live_server, pets, ala, monkeypatch, tmp_path):
    monkeypatch.setenv("PROBIERZ_SERVER", live_server.url)
    monkeypatch.setenv("PROBIERZ_TOKEN", make_token(ala, name="laptop", scopes=["read", "submit"]))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return live_server.url


@pytest.fixture
def outputs(tmp_path):
    """A folder with an output of each task, and other files of theirs."""
    folder = tmp_path / "outputs"
    (folder / "dogs" / "test-A").mkdir(parents=True)
    (folder / "cats.tsv").write_text("tak\nnie\nnie\nnie\n")
    (folder / "dogs" / "test-A" / "out.tsv").write_text("".join(f"{line}\n" for line in PETS["dogs"]))
    (folder / "dogs" / "test-A" / "expected.tsv").write_text("secret\n")
    (folder / "notes.txt").write_text("mine\n")
    return folder


def run(capsys, *arguments):
    code = main(["suite", "submit", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def scored(monkeypatch):
    """What was handed in is scored before somebody asks for it."""
    from probierz.cli.suite import submit

    follow = submit.follow_job

    def act(platform, job, **options):
        worker.work(until_empty=True)
        return follow(platform, job, **options)

    monkeypatch.setattr(submit, "follow_job", act)


def test_a_folder_of_outputs_is_handed_in_as_one_and_its_scores_are_printed(server, outputs, scored, capsys):
    code, out, err = run(capsys, "pets", outputs, "--description", "Larger")
    assert (code, out) == (
        0,
        "task\ttest\tmetric\tscore\tstate\n"
        "cats\ttest-A\tAccuracy\t50.0\tscored\n"
        "dogs\ttest-A\tAccuracy\t100.0\tscored\n"
        "average\t\t\t75.0\trank 1\n",
    )  # fmt: skip
    assert err == f"1/2 cats: scored\n2/2 dogs: scored\nthe board: {server}/suites/pets\n"
    assert SuiteArchive.objects.get().description == "Larger"


def test_the_average_is_in_the_json_with_its_rank(server, outputs, scored, capsys):
    code, out, _err = run(capsys, "pets", outputs, "--format", "json")
    told = json.loads(out)
    assert (code, told["average"], told["rank"]) == (0, 75.0, 1)
    (outputs / "dogs" / "test-A" / "out.tsv").unlink()
    code, out, _err = run(capsys, "pets", outputs, "--partial", "--format", "json")
    told = json.loads(out)
    assert (code, told["average"], told["rank"]) == (0, None, None)


def test_the_declaration_of_a_suite_stands_for_its_name(server, outputs, scored, capsys, tmp_path):
    tasks = [argument for name in ("cats", "dogs") for argument in ("--task", f"{name}=Accuracy")]
    assert main(["suite", "new", "pets", *tasks, "--licence", "MIT", "--to", str(tmp_path / "pets")]) == 0
    capsys.readouterr()
    code, out, err = run(capsys, tmp_path / "pets" / "pets.toml", outputs)
    assert (code, "average\t\t\t75.0\trank 1\n" in out) == (0, True)
    assert err.endswith(f"the board: {server}/suites/pets\n")


def test_what_organisers_hand_in_late_is_printed_as_late(server, outputs, scored, capsys, organiser, monkeypatch):
    monkeypatch.setenv("PROBIERZ_TOKEN", make_token(organiser, name="desk", scopes=["read", "submit"]))
    Phase.objects.update(opens=timezone.now() - timedelta(hours=2), closes=timezone.now() - timedelta(hours=1))
    code, out, _err = run(capsys, "pets", outputs)
    assert code == 0
    assert "cats\ttest-A\tAccuracy\t50.0\tscored, late\n" in out


def test_who_answered_the_inputs_of_an_old_copy_of_a_task_is_told(server, outputs, capsys):
    task = outputs / "dogs"
    (task / "config.txt").write_text("--metric Accuracy\n")
    (task / "test-A" / "in.tsv").write_text("other\n" * len(PETS["dogs"]))
    for inputs, is_old in (("other", True), (None, False)):
        if inputs is None:
            (task / "test-A" / "in.tsv").unlink()
        code, out, _err = run(capsys, "pets", outputs, "--dry-run")
        assert (code, "dogs/test-A/in.tsv: these are not the inputs of version 1.0.0" in out) == (0, is_old)


def test_an_archive_goes_as_it_is(server, outputs, tmp_path, capsys):
    with zipfile.ZipFile(tmp_path / "mine.zip", "w") as archive:
        archive.write(outputs / "cats.tsv", "cats.tsv")
    code, out, _ = run(capsys, "pets", tmp_path / "mine.zip", "--partial", "--no-wait", "--format", "json")
    assert code == 0
    told = json.loads(out)
    assert list(told["tasks"]) == ["cats"]
    assert told["tasks"]["cats"]["state"] == "waiting"
    assert told["link"] == f"{server}/suites/pets"


def test_every_fault_of_an_archive_is_told_and_nothing_is_taken(server, outputs, capsys):
    (outputs / "cats.tsv").write_text("tak\n")
    (outputs / "dogs" / "test-A" / "out.tsv").unlink()
    code, out, err = run(capsys, "pets", outputs)
    assert (code, out) == (1, "")
    assert "Nothing was taken: the archive has faults." in err
    assert "there is no dogs.tsv" in err
    assert "outputs.zip/cats.tsv: there is 1 line, but 4 in test-A/in.tsv" in err
    assert not Submission.objects.exists()


@pytest.fixture
def other_task(organiser, live_server, ala, monkeypatch, tmp_path):
    """A suite whose training data are there, and outputs with the labels of another task."""
    publish_pets(organiser, tmp_path / "challenges", OFTEN, train=True)
    monkeypatch.setenv("PROBIERZ_SERVER", live_server.url)
    monkeypatch.setenv("PROBIERZ_TOKEN", make_token(ala, name="laptop", scopes=["read", "submit"]))
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "cats.tsv").write_text("dobry\nzły\n" * 10)
    (folder / "dogs.tsv.gz").write_bytes(gzip.compress(b"a\nb\n" * 10))
    return folder


OFTEN = {"cats": ["tak", "nie"] * 10, "dogs": ["a", "b"] * 10}


def test_a_dry_run_says_what_is_odd_and_hands_nothing_in(other_task, capsys):
    code, out, err = run(capsys, "pets", other_task, "--dry-run")
    assert (code, err) == (0, "")
    assert out.startswith("warning: mine.zip/cats: none of the labels is an expected one")
    assert out.endswith(
        "\nwould hand in 2 outputs (cats, dogs) after asking: 1 question above; nothing was handed in\n"
    )
    assert not Submission.objects.exists()
    (other_task / "cats.tsv").write_text("9\n" * 20)
    assert "warning: mine.zip/cats: all labels are '9'" in run(capsys, "pets", other_task, "--dry-run")[1]
    (other_task / "cats.tsv").write_text("nie\ntak\n" * 10)
    assert run(capsys, "pets", other_task, "--dry-run") == (0, "cats, dogs: fine; nothing was handed in\n", "")
    told = json.loads(run(capsys, "pets", other_task, "--dry-run", "--format", "json")[1])
    assert told == {"tasks": ["cats", "dogs"], "unscored": [], "problems": [], "late": [], "refused": []}
    (other_task / "cats.tsv").write_text("nie\n")
    code, out, err = run(capsys, "pets", other_task, "--dry-run")
    assert (code, out) == (1, "")
    assert "mine.zip/cats.tsv: there is 1 line, but 20 in test-A/in.tsv; give one output line" in err


def test_outputs_of_another_task_cost_nothing_until_somebody_says_yes(other_task, scored, capsys, monkeypatch):
    code, out, err = run(capsys, "pets", other_task)
    assert (code, out) == (1, "")
    assert "warning: mine.zip/cats: none of the labels is an expected one" in err
    assert "nothing was handed in, and no quota was used; mend what was found, or add --yes" in err
    monkeypatch.setattr("probierz.cli.first_look.can_ask", lambda: True)
    monkeypatch.setattr("sys.stdin", io.StringIO("n\nt\n"))
    assert run(capsys, "pets", other_task)[0] == 1
    assert not Submission.objects.exists()
    code, out, err = run(capsys, "pets", other_task)
    assert (code, "dogs\ttest-A\tAccuracy\t100.0" in out) == (0, True)
    assert err.count("none of the labels") == 1


def test_with_yes_nobody_looks_first_and_what_is_odd_is_told_afterwards(other_task, capsys):
    code, _out, err = run(capsys, "pets", other_task, "--yes", "--no-wait")
    assert (code, Submission.objects.count()) == (0, 2)
    assert "warning: mine.zip/cats: none of the labels is an expected one" in err


def test_the_folder_where_one_is_may_be_given(server, outputs, capsys, monkeypatch):
    (outputs / "cats.tsv").write_text("tak\n")
    monkeypatch.chdir(outputs)
    assert "outputs.zip/cats.tsv: there is 1 line" in run(capsys, "pets", ".")[2]


def test_what_is_not_there_is_said_in_one_sentence(server, outputs, tmp_path, capsys):
    code, _, err = run(capsys, "birds", outputs)
    assert code == 1
    assert f"there is no suite birds; see {server}/suites" in err
    (tmp_path / "empty").mkdir()
    code, _, err = run(capsys, "pets", tmp_path / "empty")
    assert code == 1
    assert "empty has no output; name each as its task" in err
    code, _, err = run(capsys, "pets", tmp_path / "nowhere.zip")
    assert code == 1
    assert "nowhere.zip" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(("is_organiser", "parts"), [(True, ["private", "public"]), (False, ["public"])])
def test_on_which_part_of_a_divided_test_a_score_is_stands_beside_it(
    organiser, live_server, scored, monkeypatch, tmp_path, capsys, is_organiser, parts
):
    def divide(challenge):
        rule = {"share": 0.25, "by_what": "line", "column": 1, "strata": "", "strata_column": 1}
        save_division(challenge, is_divided=True, by=organiser, **rule)

    publish_pets(organiser, tmp_path / "challenges", {"cats": ["a"] * 40, "dogs": ["a"] * 40}, before=divide)
    Challenge.objects.update(near_quota=0)
    Phase.objects.update(closes=timezone.now() + timedelta(hours=1))
    monkeypatch.setenv("PROBIERZ_SERVER", live_server.url)
    person = organiser if is_organiser else User.objects.create(username="ola", email="ola@example.org")
    monkeypatch.setenv("PROBIERZ_TOKEN", make_token(person, name="laptop", scopes=["read", "submit"]))
    (tmp_path / "outputs").mkdir()
    (tmp_path / "outputs" / "cats.tsv").write_text("a\n" * 40)
    code, out, _ = run(capsys, "pets", tmp_path / "outputs", "--partial")
    header, *rows = [line.split("\t") for line in out.splitlines()]
    assert (code, header) == (0, ["task", "test", "part", "metric", "score", "state"])
    assert sorted(row[:3] for row in rows) == [["cats", "test-A", part] for part in parts]


def test_labels_of_another_task_are_scored_with_the_question_that_a_check_asks(server, outputs, tmp_path, capsys):
    train = tmp_path / "challenges" / "dogs" / "train"
    train.mkdir()
    (train / "in.tsv").write_text("one\ntwo\nthree\nfour\n")
    (train / "expected.tsv").write_text("a\nb\na\nb\n")
    publish_version(Challenge.objects.get(slug="pets-dogs"), train.parent)
    (outputs / "dogs" / "test-A" / "out.tsv").write_text("tak\nnie\ntak\ntak\nnie\n")
    code, _, err = run(capsys, "pets", outputs, "--no-wait", "--yes")
    assert code == 0
    assert "outputs.zip/dogs: none of the labels is an expected one: 'nie', 'tak'" in err
    assert "is this an output of another task?" in err


def test_an_archive_of_klej_may_lack_what_the_platform_lacks(
    organiser, ala, live_server, scored, monkeypatch, tmp_path, capsys
):
    suite = publish_klej(organiser, tmp_path / "challenges", KLEJ_GOLD)
    suite.tasks.filter(name__in=["ar", "psc"]).delete()
    monkeypatch.setenv("PROBIERZ_SERVER", live_server.url)
    monkeypatch.setenv("PROBIERZ_TOKEN", make_token(ala, name="laptop", scopes=["read", "submit"]))
    there = {name: lines for name, lines in KLEJ_GOLD.items() if name not in ("ar", "psc")}
    (tmp_path / "mine.zip").write_bytes(packed(there))
    code, _, err = run(capsys, "klej", tmp_path / "mine.zip")
    assert code == 0
    assert "not scored, as the platform lacks these tasks or their expected results: psc, ar" in err
    (tmp_path / "mine.zip").write_bytes(packed({name: there[name] for name in there if name != "dyk"}))
    code, _, err = run(capsys, "klej", tmp_path / "mine.zip")
    assert code == 1
    assert "there is no test_pred_dyk.tsv" in err
    assert "psc" not in err


def close_cats(closes):
    Phase.objects.filter(challenge__slug="pets-cats").update(closes=closes)


def test_a_dry_run_names_the_tasks_whose_phase_is_over(server, outputs, capsys):
    close_cats(timezone.now() - timedelta(days=1))
    code, out, err = run(capsys, "pets", outputs, "--dry-run")
    assert (code, out) == (1, "nothing would be handed in\n")
    assert re.match(r"error: The deadline has passed, on [^;]+; the challenge takes no more submissions: cats\n", err)
    code, out, err = run(capsys, "pets", outputs)
    assert (code, out) == (1, "")
    assert re.match(r"error: The deadline has passed, on [^;]+; the challenge takes no more submissions: cats\n", err)
    assert err.endswith("nothing was handed in, and no quota was used: cats cannot be taken now\n")
    assert "--yes" not in err
    assert not Submission.objects.exists()


def test_a_byte_order_mark_is_told_and_keeps_nothing_from_being_handed_in(server, outputs, scored, capsys):
    (outputs / "cats.tsv").write_text("tak\nnie\nnie\nnie\n", encoding="utf-8-sig")
    code, out, err = run(capsys, "pets", outputs)
    assert "note: outputs.zip/cats: the byte order mark in front is left out" in err
    assert (code, "cats\ttest-A\tAccuracy\t50.0" in out) == (0, True)


def test_a_dry_run_tells_organisers_that_it_would_be_late(server, organiser, outputs, capsys, monkeypatch):
    close_cats(timezone.now() - timedelta(days=1))
    monkeypatch.setenv("PROBIERZ_TOKEN", make_token(organiser, name="laptop", scopes=["read", "submit"]))
    code, out, err = run(capsys, "pets", outputs, "--dry-run")
    assert (code, out) == (0, "cats, dogs: fine; nothing was handed in\n")
    assert "after the last phase, so marked as late and without a rank: cats" in err


def test_outputs_that_are_too_large_to_be_looked_at_are_called_so(server, outputs, capsys, monkeypatch):
    from probierz.archives.limits import ArchiveLimits
    from probierz.web.suites.services import looking

    monkeypatch.setattr(looking, "TRIED_LIMITS", ArchiveLimits(packed_bytes=2**20, total_bytes=8))
    said = "Unpacked, the outputs have more than 0 MiB, too much to be looked at; submitted, they are "
    code, _, err = run(capsys, "pets", outputs, "--dry-run")
    assert (code, said in err) == (1, True)
    code, _, err = run(capsys, "pets", outputs, "--no-wait")
    assert (code, f"nobody looked first: {said}" in err) == (0, True)
