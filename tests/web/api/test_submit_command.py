"""`probierz submit` against a real platform in this process."""

import io
import json
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from probierz.cli.main import main
from probierz.web.challenges.models import Challenge, Phase, Tag
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import quota_left, why_closed


@pytest.fixture
def server(transactional_db, live_server, challenge, tokens, monkeypatch, tmp_path):
    monkeypatch.setenv("PROBIERZ_SERVER", live_server.url)
    monkeypatch.setenv("PROBIERZ_TOKEN", tokens["ala"])
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return live_server.url


@pytest.fixture
def outputs(tmp_path):
    folder = tmp_path / "mine" / "numbers"
    for split, text in (("dev-0", "1\n2\n3\n4\n"), ("test-A", "1\n2\n3\n8\n")):
        (folder / split).mkdir(parents=True)
        (folder / split / "out.tsv").write_text(text)
    (folder / "gonito.yaml").write_text("description: From the file\n")
    return folder


def run(capsys, *arguments):
    code = main(["submit", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def test_outputs_are_handed_in_followed_and_their_scores_printed(server, outputs, working, capsys):
    code, out, err = run(capsys, outputs)
    assert (code, out) == (
        0,
        "variant\ttest\tmetric\tscore\n"
        "out\tdev-0\tRMSE\t0.000\nout\tdev-0\tMAE\t0.000\n"
        "out\ttest-A\tRMSE\t2.000\nout\ttest-A\tMAE\t1.000\n",
    )
    made = Submission.objects.get()
    assert err.splitlines()[-1] == f"scored: {server}/q/{made.commit}"
    assert "SCORED: /q/" in err
    assert (made.description, made.source) == ("From the file", "api")
    held = {"class": "TokenInText", "message": "a token", "file": "a; b.py", "line": None, "fault": "submission"}
    Submission.objects.update(held_back=held)
    code, _out, err = run(capsys, outputs)
    assert (code, "handed in before" in err, Submission.objects.count()) == (0, True, 1)
    assert "warning: a; b.py: a token" in err


def test_a_misspelt_tag_is_asked_about_and_told_with_those_that_there_are(server, outputs, capsys):
    Tag.objects.create(name="neural")
    code, out, _err = run(capsys, outputs, "--dry-run", "--tag", "nueral")
    assert (code, "tags: there is no tag nueral; did you mean neural?" in out) == (0, True)
    _code, _out, err = run(capsys, outputs, "--no-wait", "--tag", "nueral")
    assert "nothing was handed in" in err
    _code, _out, err = run(capsys, outputs, "--no-wait", "--yes", "--tag", "nueral")
    assert "There are no such tags, so they were left out: nueral. There are: neural" in err


def test_json_has_everything(server, outputs, working, capsys):
    code, out, _err = run(capsys, outputs, "--yes", "--format", "json", "--description", "Two", "--tag", "neural")
    found = json.loads(out)
    assert (code, found["state"], found["description"]) == (0, "scored", "Two")
    assert found["problems"] == ["the tag 'neural' is not in the vocabulary; it is left out"]
    assert found["link"] == f"{server}/q/{found['commit']}"


def test_a_branch_is_handed_in(server, working, repository, capsys):
    code, out, err = run(capsys, "--challenge", "numbers", "--git", repository[0], "mine")
    assert (code, err.splitlines()[-1]) == (0, f"scored: {server}/q/{repository[1]}")
    assert "test-A\tRMSE\t2.000" in out


def test_what_is_found_in_outputs_is_asked_about_before_anything_counts(server, outputs, capsys, monkeypatch):
    (outputs / "test-A" / "out.tsv").write_text("1\r\n2\n3\n8\n")
    code, out, err = run(capsys, outputs)
    assert (code, out) == (1, "")
    assert "warning: test-A/out.tsv line 1: a CR (carriage return, 0x0D) was found; end lines with LF alone" in err
    assert "nothing was handed in, and no quota was used; mend what was found, or add --yes" in err
    monkeypatch.setattr("probierz.cli.first_look.can_ask", lambda: True)
    monkeypatch.setattr("sys.stdin", io.StringIO("\ny\n"))
    code, out, err = run(capsys, outputs, "--no-wait")
    assert (code, "Hand in all the same? [y/N] probierz: nothing was handed in" in err) == (1, True)
    assert not Submission.objects.exists()
    code, out, err = run(capsys, outputs, "--no-wait")
    assert (code, Submission.objects.count()) == (0, 1)


def test_who_wants_no_question_is_asked_none(server, outputs, capsys):
    (outputs / "test-A" / "out.tsv").write_text("1\r\n2\n3\n8\n")
    code, _out, err = run(capsys, outputs, "--no-wait", "--yes")
    assert (code, "all the same" in err, Submission.objects.count()) == (0, False, 1)


def test_outputs_that_nobody_can_look_at_just_now_are_handed_in(server, outputs, capsys, monkeypatch):
    monkeypatch.setattr("probierz.web.submissions.services.trying_out.MOST_TRIED", 0)
    code, _out, err = run(capsys, outputs, "--no-wait")
    assert (code, Submission.objects.count()) == (0, 1)
    assert "warning: nobody looked first: Outputs of others are being looked at." in err


def test_a_failed_submission_ends_with_exit_code_1(server, outputs, working, capsys):
    (outputs / "test-A" / "out.tsv").write_text("1\nfoo\n3\n8\n")
    code, out, err = run(capsys, outputs, "--yes")
    assert (code, out) == (1, "")
    assert "test-A/out.tsv line 2" in err
    assert err.count("foo") == 1  # told once, with its place
    assert "ERROR" not in err
    assert err.splitlines()[-1].startswith("failed: ")


def test_a_dry_run_hands_nothing_in(server, outputs, capsys):
    Challenge.objects.update(daily_quota=5, total_quota=100)
    assert run(capsys, outputs, "--dry-run") == (
        0, "dev-0/out.tsv, gonito.yaml, test-A/out.tsv: fine; nothing was handed in\n",
        "left of your quota: 5 of 5 today, 100 of 100 in all\n",
    )  # fmt: skip
    (outputs / "test-A" / "out-better.tsv").write_text("1\n2\n3\n7\n")
    code, out, _err = run(capsys, outputs, "--dry-run")
    assert (code, out.count("test-A/out-better.tsv"), out.count("test-A/out.tsv")) == (0, 1, 1)
    (outputs / "test-A" / "out.jsonl").write_text("1\n2\n3\n7\n")
    code, out, _err = run(capsys, outputs, "--dry-run")
    assert "there are test-A/out.jsonl and test-A/out.tsv for one variant" in out
    (outputs / "test-A" / "out.jsonl").unlink()
    (outputs / "test-A" / "out.tsv").write_text("1\n")
    code, out, _err = run(capsys, outputs, "--dry-run")
    assert (code, out[:22]) == (1, "error: test-A/out.tsv:")
    assert not Submission.objects.exists()


def test_who_answered_the_inputs_of_an_old_clone_is_told(server, outputs, capsys):
    (outputs / "config.txt").write_text("--metric RMSE\n")
    inputs = outputs / "test-A" / "in.tsv"
    for text, is_old in (("one\r\ntwo\r\nthree\r\nfour\r\n", False), ("four\ntwo\nthree\none\n", True)):
        inputs.write_text(text, newline="")
        code, out, _err = run(capsys, outputs, "--dry-run")
        assert (code, "test-A/in.tsv: these are not the inputs of version 1.0.0" in out) == (0, is_old)


def test_after_the_end_every_way_says_the_same_and_nothing_is_handed_in(
    server, outputs, repository, tokens, people, challenge, capsys
):
    Phase.objects.update(closes=timezone.now() - timedelta(hours=1))
    told = why_closed(challenge, people["ala"]).message
    assert "The deadline has passed, on " in told
    code, out, err = run(capsys, outputs, "--dry-run")
    assert (code, out) == (1, "nothing would be handed in\n")
    assert told in err
    ways = [[outputs], [outputs, "--yes"], ["--challenge", "numbers", "--git", repository[0], "mine"]]
    assert [(code, told in err) for code, _out, err in (run(capsys, *one) for one in ways)] == [(1, True)] * 3
    client, files = Client(), {"outputs": SimpleUploadedFile("out.tsv", b"1\n2\n3\n8\n"), "test": "test-A"}
    client.force_login(people["ala"])
    assert told in client.post("/challenges/numbers/submit", files).content.decode()
    assert told in client.post("/challenges/numbers/submit", {"url": repository[0], "branch": "mine"}).content.decode()
    form = {"token": tokens["ala"], "challenge": "numbers", "url": repository[0], "branch": "mine"}
    assert told in client.post("/trigger-remotely", form).content.decode()
    assert not Submission.objects.exists()
    assert quota_left(challenge, people["ala"]) == quota_left(challenge, people["ola"])


def test_hidden_scores_are_printed_as_such(server, outputs, working, capsys):
    Phase.objects.update(disclosure="hidden")
    assert "test-A\tRMSE\tnot shown yet" in run(capsys, outputs)[1]


def test_without_waiting_the_log_can_be_read_later(server, outputs, capsys):
    code, out, err = run(capsys, outputs, "--no-wait")
    made = Submission.objects.get()
    assert (code, out, err) == (0, "", f"waiting: {server}/q/{made.commit}\n")


REFUSED = [
    (["--challenge", "other"], "There is no such challenge: other."),
    (["--team", "both"], "You are not in this team."),
    (["--token", "prb_x"], "The token is unknown"),
    (["--server", "nowhere"], "is not the address of a server"),
    (["--server", "http://127.0.0.1:1"], "does not answer"),
    (["--git", "/etc", "x"], "address"),
    (["--git", "a", "b", "--dry-run"], "leave out --git"),
]


def test_a_folder_of_another_name_is_told_which_challenge_was_looked_for(server, outputs, capsys):
    other = outputs.rename(outputs.parent / "nubmers")
    for more in ([], ["--dry-run"]):
        code, _out, err = run(capsys, other, *more)
        assert code == 1
        assert "There is no such challenge: nubmers." in err
        assert "did you mean --slug numbers?" in err
    assert "there are numbers" in run(capsys, other, "--slug", "zzz")[2]


@pytest.mark.parametrize(("options", "sentence"), REFUSED)
def test_what_is_wrong_is_said_in_a_sentence(server, outputs, capsys, options, sentence):
    code, out, err = run(capsys, outputs, *options)
    assert (code, out) == (1, "")
    assert sentence in err
    assert "Traceback" not in err
    assert not Submission.objects.exists()


def test_another_page_is_no_platform(server, outputs, capsys):
    code, _out, err = run(capsys, outputs, "--server", f"{server}/nowhere")
    assert code == 1
    assert "is this the address of a platform?" in err


def test_a_directory_without_outputs_is_told_what_to_do(server, tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    assert "has no output; put yours into a split" in run(capsys, tmp_path / "empty")[2]
    assert "is not a directory" in run(capsys, tmp_path / "nothing")[2]


def test_server_and_token_may_stand_in_a_file(server, outputs, capsys, monkeypatch, tokens, tmp_path):
    monkeypatch.delenv("PROBIERZ_SERVER")
    monkeypatch.delenv("PROBIERZ_TOKEN")
    assert "no server is known" in run(capsys, outputs, "--dry-run")[2]
    file = tmp_path / "config" / "probierz" / "platform.toml"
    file.parent.mkdir(parents=True)
    file.write_text(f'server = "{server}"\ntoken = "{tokens["ala"]}"\n')
    file.chmod(0o644)
    code, _out, err = run(capsys, outputs, "--dry-run")
    assert (code, "others can read the token" in err) == (0, True)
    file.write_text("server = \n")
    assert "platform.toml" in run(capsys, outputs, "--dry-run")[2]
