"""`probierz suite disclose` against a real platform in this process: scores of a phase shown in all tasks at once."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pets_examples import publish_pets

from probierz.cli.main import main
from probierz.cli.suite import disclose
from probierz.web.accounts.services import make_token
from probierz.web.challenges.models import Challenge, Ladder, Phase
from probierz.web.challenges.services import save_division

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server(pets, platform):
    """The only phase of both tasks is over, and nobody but organisers sees scores, without an end."""
    Phase.objects.update(name="final", closes=timezone.now() - timedelta(hours=1), disclosure="hidden")
    return platform


@pytest.fixture
def platform(live_server, organiser, monkeypatch, tmp_path):
    monkeypatch.setenv("PROBIERZ_SERVER", live_server.url)
    monkeypatch.setenv("PROBIERZ_TOKEN", make_token(organiser, name="desk", scopes=["read", "organise"]))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return live_server.url


def run(capsys, *arguments):
    code = main(["suite", "disclose", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def page():
    return Client().get("/suites/pets").content.decode()


def test_scores_are_shown_in_all_tasks_after_a_look_and_a_question(server, capsys, monkeypatch):
    code, out, err = run(capsys, "pets", "--dry-run")
    assert code == 0
    assert out == "task\tchallenge\tscores\ncats\tpets-cats\twould be shown\ndogs\tpets-dogs\twould be shown\n"
    assert err.endswith("would show everybody all scores of the phase final; nothing was changed\n")
    code, out, err = run(capsys, "pets")
    assert (code, out) == (1, "")
    assert "add --yes to show everybody all scores of the phase final in cats, dogs" in err
    monkeypatch.setattr(disclose, "can_ask", lambda: True)
    monkeypatch.setattr(disclose, "answered_yes", lambda question: False)
    assert run(capsys, "pets")[0] == 1
    assert "It is not set yet when scores of the phase “final” will be shown." in page()
    monkeypatch.setattr(disclose, "answered_yes", lambda question: True)
    code, out, err = run(capsys, "pets")
    assert (code, out.count("\tshown since 20")) == (0, 2)
    assert err.endswith("everybody sees all scores of the phase final now\n")
    assert "Scores of the phase “final” are shown in full since " in page()
    monkeypatch.setattr(disclose, "can_ask", lambda: False)
    code, out, err = run(capsys, "pets")
    assert (code, out.count("\twere shown before since 20")) == (0, 2), "nobody is asked about what is done"
    assert err.endswith("everybody sees all scores of the phase final\n")


def test_scores_in_steps_are_told_as_such(pets, platform, capsys):
    Phase.objects.update(name="final", closes=timezone.now() + timedelta(hours=1), disclosure="full")
    Challenge.objects.update(ladder=Ladder.LINES)
    code, out, err = run(capsys, "pets")
    assert (code, out.count("\twere shown before in steps")) == (0, 2)
    assert err.endswith("everybody sees all scores of the phase final, in steps\n")
    Phase.objects.update(disclosed_from=timezone.now(), closes=timezone.now())
    assert run(capsys, "pets")[2].endswith("everybody sees all scores of the phase final\n")


def test_programs_read_what_changed(server, capsys):
    shown = timezone.now() - timedelta(minutes=5)
    Phase.objects.filter(challenge__slug="pets-cats").update(disclosed_from=shown)
    code, out, _err = run(capsys, "pets", "--phase", "final", "--yes", "--format", "json")
    told = json.loads(out)
    assert (code, told["phase"], told["dry_run"], told["changed"]) == (0, "final", False, ["dogs"])
    assert [(one["name"], one["shows_all"]) for one in told["tasks"]] == [("cats", True), ("dogs", True)]
    assert Phase.objects.get(challenge__slug="pets-cats").disclosed_from == shown, "since when it was shown stays"


def test_while_a_task_is_open_nothing_is_shown(server, capsys):
    Phase.objects.filter(challenge__slug="pets-dogs").update(closes=timezone.now() + timedelta(hours=1))
    for more in (["--dry-run"], ["--yes"]):
        code, out, err = run(capsys, "pets", *more)
        assert (code, out) == (1, "")
        assert "pets: the phase final is not over in all tasks (" in err
        assert "dogs closes 20" in err
    assert not Phase.objects.exclude(disclosed_from=None).exists()


def test_of_divided_tests_nothing_says_that_private_parts_are_shown(platform, capsys, organiser, tmp_path):
    def divide(challenge):
        rule = {"share": 0.5, "by_what": "line", "column": 1, "strata": "", "strata_column": 1}
        save_division(challenge, is_divided=True, by=organiser, **rule)

    gold = {"cats": ["a", "b"] * 20, "dogs": ["a", "b"] * 20}
    publish_pets(organiser, tmp_path / "divided", gold, before=divide)
    Phase.objects.update(name="final", closes=timezone.now() + timedelta(hours=1))
    code, out, err = run(capsys, "pets", "--dry-run")
    assert (code, out.count("were shown before on public parts; private parts when the phase ends")) == (0, 2)
    assert err.endswith(
        "everybody sees all scores of the phase final on public parts, and on private parts when the phase ends\n"
    )
    told = json.loads(run(capsys, "pets", "--dry-run", "--format", "json")[1])
    assert {(one["shows_all"], one["shows_public"], one["private_parts"]) for one in told["tasks"]} == {
        (False, True, "at-end")
    }
    theirs = Client()
    theirs.force_login(organiser)
    said = "Everybody sees all scores of the phase “final” on public parts; those on private parts when the phase ends."
    assert said in theirs.get("/suites/pets/phases").content.decode()
    for address in ("/suites/pets", "/challenges/pets-cats/about"):
        page = Client().get(address).content.decode()
        assert ">scores on public parts; private parts when the phase ends</td>" in page
    Phase.objects.update(closes=timezone.now() - timedelta(minutes=1))
    assert run(capsys, "pets", "--dry-run")[2].endswith("everybody sees all scores of the phase final\n")
    assert ">scores</td>" in Client().get("/suites/pets").content.decode()


def test_an_unknown_suite_or_phase_and_strangers_are_told_so(server, capsys, ala, monkeypatch):
    assert f"there is no suite pest; see {server}/suites" in run(capsys, "pest")[2]
    assert "pets: no phase of all tasks is called 'fina'; try final" in run(capsys, "pets", "--phase", "fina")[2]
    monkeypatch.setenv("PROBIERZ_TOKEN", make_token(ala, name="mine", scopes=["read", "organise"]))
    code, _out, err = run(capsys, "pets", "--yes")
    assert (code, "Only who runs every task of the suite can do this." in err) == (1, True)
    monkeypatch.setenv("PROBIERZ_TOKEN", make_token(ala, name="other", scopes=["read"]))
    assert run(capsys, "pets", "--yes")[0] == 1
    assert not Phase.objects.exclude(disclosed_from=None).exists()
