"""A hidden test in two parts: what people see of it before and after the phase, and what decides then."""

import csv
import io
import re
import shutil
import threading
from dataclasses import replace
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from submission_examples import write_challenge

from probierz.errors import Refused
from probierz.suites.publishing import ReferenceRow
from probierz.web.accounts.models import AuditEntry, Team, User
from probierz.web.challenges import services as challenge_services
from probierz.web.challenges.division import public_lines
from probierz.web.challenges.models import Challenge, Division, Phase
from probierz.web.challenges.services import create_unasked, publish_version, save_division
from probierz.web.challenges.visibility import steps_of
from probierz.web.events import scored_again
from probierz.web.jobs import worker
from probierz.web.leaderboards.models import Board, RanksBefore, Rule
from probierz.web.leaderboards.output_groups import with_groups
from probierz.web.leaderboards.queries import boards_of, read_board
from probierz.web.submissions import services
from probierz.web.submissions.bits_told import given_away
from probierz.web.submissions.models import Score, Submission
from probierz.web.submissions.participants import count_participants
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.submissions.services.handing_in import Uploaded
from probierz.web.submissions.visibility import Viewer

pytestmark = pytest.mark.django_db(transaction=True)

LINES = 40
GOLD = [100 + number for number in range(LINES)]


def write(folder, gold=GOLD, inputs=None, metrics="--metric MAE"):
    write_challenge(folder, metrics=metrics)
    for split in ("dev-0", "test-A"):
        (folder / split / "in.tsv").write_text("".join(f"{one}\n" for one in inputs or range(len(gold))))
        (folder / split / "expected.tsv").write_text("".join(f"{one}\n" for one in gold))
    return folder


def divide(challenge, by, **changes):
    rule = {"share": 0.25, "by_what": "line", "column": 1, "strata": "", "strata_column": 1, **changes}
    return save_division(challenge, is_divided=True, by=by, **rule)


@pytest.fixture
def parted(people, tmp_path):
    """A published challenge whose test of 40 lines has 10 public ones, in a phase that ends in an hour."""
    made = create_unasked("parted", people["organiser"])
    divide(made, people["organiser"])
    publish_version(made, write(tmp_path / "parted"))
    Challenge.objects.filter(pk=made.pk).update(is_published=True, near_quota=0, daily_quota=0)
    Phase.objects.update(closes=timezone.now() + timedelta(hours=1))
    made.refresh_from_db()
    return made


def public_of(challenge):
    division = Division.objects.get(challenge=challenge)
    return public_lines(division.lines, bytes(division.public))


def output(challenge, *, public, private):
    """An output that is wrong by so much on every line of each part, so that these are its MAE."""
    lines = public_of(challenge)
    return "".join(f"{one + (public if at in lines else private)}\n" for at, one in enumerate(GOLD, 1))


@pytest.fixture
def send(parted, people, uploaded, work):
    def act(public, private, by="ala", **more):
        content = output(parted, public=public, private=private)
        sent = submit_files(parted, [uploaded(content)], Handing(people[by], **more)).submission
        work()
        sent.refresh_from_db()
        assert sent.state == "scored", sent.failure
        return sent

    return act


def end_the_phase(challenge):
    Phase.objects.filter(challenge=challenge).update(closes=timezone.now())
    challenge.refresh_from_db()


def on_first_page(client):
    page = client.get("/").content.decode()
    return " ".join(re.sub("<[^>]*>", " ", page).split())


def board(challenge, person=None):
    challenge = Challenge.objects.get(pk=challenge.pk)
    return read_board(Viewer(person), challenge, boards_of(challenge)[0])


def rows(view):
    return [(row.rank, row.entry.name, row.entry.cells[view.main].value) for row in view.rows]


def test_every_score_of_a_final_board_says_on_which_part_it_is(parted, people, tmp_path, send, client):
    """On the page, and in files in one order for all metrics: the part that decides before the other."""
    publish_version(parted, write(tmp_path / "two", metrics="--metric MAE --metric RMSE"))
    parted.refresh_from_db()
    sent = send(1, 3)
    client.force_login(people["ala"])
    log = client.get(f"/submissions/{sent.pk}").content.decode()
    version = parted.current.number
    assert f"Scores on version {version} (the public part where a test is divided):" in log
    end_the_phase(parted)
    table = client.get("/challenges/parted/board").content.decode().partition('<table class="board">')[2]
    further = ["test-A RMSE ↓ · private part", "test-A RMSE ↓ · public part"]  # what does not stand in a column
    told = re.findall("<div><dt>(.*?)</dt><dd>(.*?)</dd>", table)
    assert [name for name, said in told if 'class="score"' in said] == further
    order = [("MAE", "private"), ("MAE", "public"), ("RMSE", "private"), ("RMSE", "public")]
    (header, _row) = csv.reader(io.StringIO(client.get("/challenges/parted/board.csv").content.decode()))
    assert [tuple(title.split()[1:]) for title in header if re.fullmatch("test-A \\S+ \\S+", title)] == order
    columns = client.get("/challenges/parted/board.json").json()["columns"]
    assert [(one["metric"], one["part"]) for one in columns] == order


def test_phases_ask_about_private_parts_where_there_are_some(parted, people, client):
    client.force_login(people["organiser"])
    asked = "private parts of tests decide"
    for address in (
        "/challenges/parted/organise/phases",
        f"/challenges/parted/organise/phases/{Phase.objects.get().pk}",
    ):
        assert asked in client.get(address).content.decode()
    Challenge.objects.update(division={})
    assert asked in client.get(address).content.decode()
    parted.current.tests.update(division=None)
    assert asked not in client.get(address).content.decode()


@pytest.mark.parametrize("decides", [True, False])
def test_only_of_a_phase_that_decides_organisers_read_that_it_has_no_end(parted, people, client, decides):
    Phase.objects.create(challenge=parted, name="next", position=2, opens=timezone.now(), shows_private=decides)
    client.force_login(people["organiser"])
    assert ("has no end" in client.get("/challenges/parted/organise/hidden-tests").content.decode()) == decides


def test_each_part_has_the_score_of_its_lines_alone(send, parted):
    sent = send(public=1, private=7)
    values = dict(sent.scores.filter(test__split="test-A").values_list("test__part", "value"))
    assert values == {"public": 1.0, "private": 7.0}
    assert dict(parted.current.tests.filter(is_hidden=True).values_list("part", "lines")) == {
        "public": 10, "private": 30,
    }  # fmt: skip
    assert all(score.evaluation.low <= score.value <= score.evaluation.high for score in sent.scores.all())


def test_what_was_published_keeps_nobody_from_dividing_and_stands_on_the_public_part(people, tmp_path, client):
    made = create_unasked("parted", people["organiser"])
    publish_version(made, write(tmp_path / "parted"))
    made.refresh_from_db()
    services.add_reference(made, people["organiser"], ReferenceRow("A paper", {"test-A MAE": 3.0}, "official"))
    assert divide(made, people["organiser"])
    Challenge.objects.update(is_published=True)
    (score,) = Score.objects.filter(challenge=made)
    assert (score.test.part, score.test in made.current.tests.all()) == ("public", True)
    assert [name for _, name, _ in rows(board(made))] == ["A paper"]


def test_a_trial_that_would_show_private_scores_before_the_end_is_pointed_out(parted, people, client):
    client.force_login(people["organiser"])
    said = "private scores of what was handed in during it are shown to everybody, and a later phase"
    pages = ("/challenges/parted/organise/phases", "/challenges/parted/organise/hidden-tests")
    assert all(said not in client.get(page).content.decode() for page in pages)
    end = Phase.objects.get().closes
    Phase.objects.create(challenge=parted, name="final", opens=end, closes=end + timedelta(hours=1), position=2)
    assert all(said in client.get(page).content.decode() for page in pages)
    Phase.objects.exclude(name="final").update(shows_private=False)
    assert all(said not in client.get(page).content.decode() for page in pages)


def test_the_public_part_ranks_until_the_phase_ends_then_the_private_one(send, parted, people):
    send(public=1, private=7, by="ala")
    send(public=2, private=3, by="ola")
    view = board(parted)
    assert rows(view) == [(1, "Ala", 1.0), (2, "Ola", 2.0)]
    assert [column.test.part for column in view.columns] == ["public"]
    organisers = board(parted, people["organiser"])
    assert rows(organisers) == rows(view)
    assert [column.test.part for column in organisers.columns] == ["private", "public"]
    end_the_phase(parted)
    final = board(parted)
    assert final.is_final
    assert rows(final) == [(1, "Ola", 3.0), (2, "Ala", 7.0)]
    assert [(row.public_rank, row.moved) for row in final.rows] == [(2, 1), (1, -1)]


def test_the_first_page_names_the_part_and_tells_the_final_score_when_boards_do(send, parted, client):
    send(public=1, private=7)
    assert "1.000 test-A MAE ↓ lower is better · public part Ala" in on_first_page(client)
    assert "Ala 1.000 test-A MAE · public part" in on_first_page(client)
    end_the_phase(parted)
    assert "Ala 7.000 test-A MAE · private part" in on_first_page(client)
    assert "1.000" not in on_first_page(client)


def test_a_dry_run_counts_the_lines_of_both_parts(parted, people, uploaded):
    (found,) = services.try_out(parted, [uploaded("1\n" * LINES)], people["ala"]).found
    assert (found.lines, found.expected_lines, found.fits) == (LINES, LINES, True)


def test_a_phase_that_does_not_show_private_parts_goes_on_ranking_by_the_public_one(send, parted):
    send(public=1, private=7)
    Phase.objects.update(shows_private=False)
    end_the_phase(parted)
    assert rows(board(parted)) == [(1, "Ala", 1.0)]


def test_without_a_selection_the_best_public_submission_counts(send, parted):
    send(public=2, private=1)
    send(public=1, private=9)
    end_the_phase(parted)
    assert rows(board(parted)) == [(1, "Ala", 9.0)]


@pytest.mark.parametrize(("ladder", "second", "counts"), [("", 24, 4.0), ("", 23.9, 9.0), ("lines", 23.9, 4.0)])
def test_of_public_scores_that_are_told_as_equal_the_earlier_counts(send, parted, ladder, second, counts):
    Challenge.objects.filter(pk=parted.pk).update(ladder=ladder)
    send(public=24, private=4)
    send(public=second, private=9)
    end_the_phase(parted)
    assert rows(board(parted)) == [(1, "Ala", counts)]


def test_what_came_late_is_selected_in_place_of_nothing_that_came_in_time(send, parted):
    send(public=2, private=5, by="organiser")
    end_the_phase(parted)
    send(public=1, private=1, by="organiser")
    assert rows(board(parted)) == [(1, "Organiser", 5.0)]


def test_of_two_selected_submissions_the_better_private_one_stands(send, parted, people):
    first, second, best = send(public=3, private=1), send(public=2, private=5), send(public=1, private=9)
    for one in (first, second):
        services.select(one, people["ala"])
    with pytest.raises(Refused, match="2 are selected already"):
        services.select(best, people["ala"])
    services.deselect(first, people["ala"])
    services.select(best, people["ala"])
    end_the_phase(parted)
    assert rows(board(parted)) == [(1, "Ala", 5.0)]


def test_groups_of_a_final_board_are_those_of_what_was_selected(send, parted, people, work):
    """Selected is not the best on the public part, so that other outputs stand on the board than before."""
    chosen, _best = send(public=2, private=1), send(public=1, private=4)
    send(public=3, private=9, by="ola")
    services.select(chosen, people["ala"])
    work()
    end_the_phase(parted)
    final = board(parted)
    view = with_groups(Viewer(), final)
    assert rows(final) == [(1, "Ala", 1.0), (2, "Ola", 9.0)]
    assert [place.group for place in view.rows.places] == [1, 2]
    assert (view.lacks_groups, view.like_first) == (False, 1)


def test_groups_know_what_is_shown_again_while_another_phase_decides(send, parted, people, work):
    shown_again, organiser = send(public=1, private=1), people["organiser"]
    send(public=2, private=9, by="ola")
    end_the_phase(parted)
    services.hide(shown_again, people["ala"])
    work()
    now = timezone.now()
    later = Phase(name="later", opens=now, closes=now + timedelta(hours=1), shows_private=True)
    challenge_services.add_phase(parted, later, by=organiser)
    services.restore(shown_again, people["ala"])
    work()
    challenge_services.remove_phase(parted, later, by=organiser)
    work()
    assert [(row.entry.name, row.group) for row in _grouped(parted).rows] == [("Ala", 1), ("Ola", 2)]


def test_the_last_submission_on_a_final_board_is_the_last_one_also_where_it_does_not_stand_there(
    send, parted, people, client
):
    chosen, last = send(public=2, private=5), send(public=3, private=6)
    only = send(public=4, private=7, by="ola")
    services.select(chosen, people["ala"])
    end_the_phase(parted)
    found = [(row.entry.submission.pk, row.last.of.submission, row.entries) for row in board(parted).rows]
    assert found == [(chosen.pk, last.pk, 2), (only.pk, only.pk, 1)]
    table = client.get("/challenges/parted/board").content.decode().partition('<table class="board">')[2]
    assert ["this one" in row for row in table.split("<tr")[2:]] == [False, True]


def test_a_board_of_the_last_of_each_shows_the_last_also_after_the_end(send, parted, people):
    chosen, last = send(public=2, private=5), send(public=3, private=6)
    services.select(chosen, people["ala"])
    of_the_last = Board.objects.create(challenge=parted, slug="last", title="Last", rule=Rule.LAST)
    for end in (False, True):
        if end:
            end_the_phase(parted)
        view = read_board(Viewer(), Challenge.objects.get(pk=parted.pk), of_the_last)
        assert [row.entry.submission for row in view.rows] == [last]
        assert not view.is_final_board


def test_a_list_after_the_end_has_the_ranks_of_the_final_board_and_marks_what_stands_there(
    send, parted, people, client
):
    """The best by the private part was not selected: it has no rank beside the winner's."""
    chosen, better = send(public=2, private=5), send(public=1, private=1)
    other = send(public=3, private=9, by="ola")
    services.select(chosen, people["ala"])
    before = client.get("/challenges/parted/submissions.json").json()["rows"]
    assert [("on_final_board" in row, row["rank"]) for row in before] == [(False, 3), (False, 1), (False, 2)]
    end_the_phase(parted)
    told = {row["submission"]: row for row in client.get("/challenges/parted/submissions.json").json()["rows"]}
    names = ("rank", "public_rank", "on_final_board")
    assert {number: tuple(row[name] for name in names) for number, row in told.items()} == {
        chosen.pk: (1, 1, True), better.pk: (None, None, False), other.pk: (2, 2, True),
    }  # fmt: skip
    table = csv.DictReader(io.StringIO(client.get("/challenges/parted/submissions.csv").content.decode()))
    assert [(row["rank"], row["on final board"]) for row in table] == [("2", "yes"), ("", ""), ("1", "yes")]
    page = client.get("/challenges/parted/submissions").content.decode()
    assert (page.count("final board</span>"), "on the final board<" in page, "among submissions" in page) == (
        2,
        True,
        False,
    )
    assert " & Public rank & Final board " in client.get("/challenges/parted/submissions.tex").content.decode()


def test_who_shares_the_first_rank_is_told_from_others_as_a_single_leader_is(parted, people, uploaded, work, client):
    """Ala and Ola are equal; the stranger differs from them in one line, the administrator in all."""
    equal, worse = output(parted, public=1, private=1), output(parted, public=60, private=60)
    line = min(public_of(parted))
    near = equal.splitlines()
    near[line - 1] = str(GOLD[line - 1] + 2)
    for by, content in (("ala", equal), ("ola", equal), ("stranger", "\n".join(near) + "\n"), ("administrator", worse)):
        submit_files(parted, [uploaded(content)], Handing(people[by]))
    work()
    assert "The test cannot tell them from 1 of the others." in client.get("/challenges/parted/board").content.decode()
    assert "(may be chance)" in client.get("/").content.decode()


def test_selections_stay_as_they_were_when_the_phase_ended(send, parted, people):
    best, other = send(public=1, private=9), send(public=2, private=1)
    end_the_phase(parted)
    for verb in (services.select, services.deselect):
        with pytest.raises(Refused, match="The phase is over"):
            verb(Submission.objects.get(pk=other.pk), people["ala"])
    assert rows(board(parted)) == [(1, "Ala", 9.0)]
    services.hide(Submission.objects.get(pk=best.pk), people["ala"])
    assert rows(board(parted)) == []
    services.restore(Submission.objects.get(pk=best.pk), people["ala"])
    assert rows(board(parted)) == [(1, "Ala", 9.0)]
    services.delete(Submission.objects.get(pk=best.pk), people["ala"])
    assert rows(board(parted)) == []


def test_a_phase_whose_private_scores_are_known_is_not_opened_again(send, parted, people, client):
    send(10, 10)
    end_the_phase(parted)
    client.force_login(people["organiser"])
    phase = Phase.objects.get()
    later = (timezone.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    sent = {"name": phase.name, "opens": "", "closes": later, "disclosure": phase.disclosure, "digits": "2"}
    page = client.post(
        f"/challenges/parted/organise/phases/{phase.pk}", {**sent, "shows_private": "on", "items": phase.items}
    ).content.decode()
    assert "The private scores of the phase “main” are known since it ended; add another phase instead." in page
    assert Phase.objects.get().closes == phase.closes


def change_phase(client, **changes):
    """Save the form of the phase; return the page that follows, as text."""
    phase = Phase.objects.get()
    sent = {"name": phase.name, "opens": "", "closes": local(phase.closes), "disclosure": phase.disclosure,
            "digits": "2", "items": phase.items, "shows_private": "on"}  # fmt: skip
    sent = {name: value for name, value in {**sent, **changes}.items() if value is not None}
    return client.post(f"/challenges/parted/organise/phases/{phase.pk}", sent, follow=True).content.decode()


def local(when):
    return timezone.localtime(when).strftime("%Y-%m-%dT%H:%M") if when else ""


def test_a_phase_is_not_opened_again_by_hiding_what_was_known_first(send, parted, people, client):
    send(10, 10)
    end_the_phase(parted)
    client.force_login(people["organiser"])
    ended, later = Phase.objects.get().closes, local(timezone.now() + timedelta(days=1))
    change_phase(client, shows_private=None)
    assert not Phase.objects.get().shows_private
    assert "are known since it ended; add another phase instead." in change_phase(
        client, shows_private=None, closes=later
    )
    assert "are known since it ended" in change_phase(client, closes="", shows_private=None)
    assert Phase.objects.get().closes <= ended


def test_a_phase_that_ended_before_anybody_handed_in_is_opened_and_made_longer(send, parted, people, client):
    end_the_phase(parted)
    client.force_login(people["organiser"])
    change_phase(client, closes=local(timezone.now() + timedelta(days=1)))
    send(10, 10)
    longer = timezone.now() + timedelta(days=2)
    change_phase(client, closes=local(longer))
    assert local(Phase.objects.get().closes) == local(longer)


def test_what_was_hidden_when_the_phase_ended_comes_on_no_final_board(send, parted, people):
    hidden = send(public=1, private=1)
    send(public=2, private=5)
    services.hide(hidden, people["ala"])
    end_the_phase(parted)
    assert rows(board(parted)) == [(1, "Ala", 5.0)]
    since = Submission.objects.get(pk=hidden.pk).hidden
    services.hide(hidden, people["organiser"])
    assert Submission.objects.get(pk=hidden.pk).hidden == since, "as it was hidden when the phase ended"
    services.restore(Submission.objects.get(pk=hidden.pk), people["ala"])
    assert rows(board(parted)) == [(1, "Ala", 5.0)]
    services.hide(Submission.objects.get(pk=hidden.pk), people["ala"])
    services.restore(Submission.objects.get(pk=hidden.pk), people["ala"])
    assert rows(board(parted)) == [(1, "Ala", 5.0)]


def test_a_team_selects_together(send, parted, people, team):
    first, second = send(public=2, private=1, by="ala", team=team), send(public=1, private=9, by="ola", team=team)
    services.select(first, people["ola"])
    services.select(second, people["ala"])
    third = send(public=4, private=4, by="ala", team=team)
    with pytest.raises(Refused, match="2 are selected already"):
        services.select(third, people["ola"])


def test_one_person_selects_for_one_team_alone(send, parted, people, team):
    """Several teams of one person would be several tries at the private part."""
    alone, together = send(public=2, private=1, by="ala"), send(public=1, private=9, by="ola", team=team)
    services.select(alone, people["ala"])
    with pytest.raises(Refused, match="You selected submissions of your own"):
        services.select(together, people["ala"])
    services.deselect(alone, people["ala"])
    services.select(together, people["ala"])
    with pytest.raises(Refused, match="Submissions of your team Both are selected"):
        services.select(alone, people["ala"])


def test_teams_of_one_person_have_one_place_with_that_person(send, parted, people, team):
    """Nor does the private part decide several times for who makes teams of their own, or leaves them."""
    foxes, wolves = (Team.objects.create(slug=name, name=name.title()) for name in ("foxes", "wolves"))
    for own in (foxes, wolves):
        own.memberships.create(user=people["ala"])
    send(public=1, private=7, by="ala")
    send(public=2, private=1, by="ala", team=foxes)
    send(public=3, private=3, by="ala", team=wolves)
    wolves.memberships.all().delete()
    send(public=4, private=8, by="ola", team=team)
    send(public=5, private=8, by="ala", team=team)
    send(public=6, private=4, by="ola")
    assert rows(board(parted)) == [(1, "Ala", 1.0), (2, "Both", 4.0), (3, "Ola", 6.0)]
    assert count_participants(parted) == 3
    end_the_phase(parted)
    foxes.memberships.create(user=people["ola"])  # who joins or leaves a team now gives and takes no place
    team.memberships.get(user=people["ola"]).delete()
    assert rows(board(parted)) == [(1, "Ola", 4.0), (2, "Ala", 7.0), (3, "Both", 8.0)]


def test_leaving_a_team_does_not_let_one_select_elsewhere(send, parted, people, team):
    """What one handed in or selected for a team is a try, also when one is not in it any more."""
    alone = send(public=2, private=1, by="ala")
    handed_in, other = (send(public=1, private=9, by=who, team=team) for who in ("ala", "ola"))
    services.select(other, people["ala"])
    team.memberships.get(user=people["ala"]).delete()
    refused = "What you handed in or selected for the team Both is selected there"
    with pytest.raises(Refused, match=refused):
        services.select(alone, people["ala"])
    services.deselect(other, people["ola"])
    services.select(handed_in, people["ola"])
    with pytest.raises(Refused, match=refused):
        services.select(alone, people["ala"])
    services.deselect(handed_in, people["ola"])
    services.select(alone, people["ala"])
    with pytest.raises(Refused, match="takes part in what is selected for others"):
        services.select(handed_in, people["ola"])
    services.select(other, people["ola"])


def test_a_board_that_was_remembered_before_the_end_is_not_shown_after_it(send, parted):
    send(public=1, private=7)
    browser = Client()
    before = browser.get("/challenges/parted/board.csv").content
    assert b"7.0" not in before
    end_the_phase(parted)
    assert b"7.0" in browser.get("/challenges/parted/board.csv").content


def test_groups_are_found_for_both_parts(send, parted, work):
    send(public=1, private=7, by="ala")
    send(public=20, private=3, by="ola")
    assert [row.group for row in _grouped(parted).rows] == [1, 2]
    end_the_phase(parted)
    assert [(row.entry.name, row.group) for row in _grouped(parted).rows] == [("Ola", 1), ("Ala", 2)]


def _grouped(challenge):
    from probierz.web.leaderboards.output_groups import with_groups

    return with_groups(Viewer(None), board(challenge))


# --- dividing --------------------------------------------------------------------------------------------------------


def test_a_repair_of_expected_results_moves_no_line_to_the_other_part(people, tmp_path):
    challenge = create_unasked("parted", people["organiser"])
    divide(challenge, people["organiser"], strata="expected")
    labels = ["a", "b"] * 20
    publish_version(challenge, write(tmp_path / "one", labels, metrics="--metric Accuracy"))
    public = public_of(challenge)
    assert sum(labels[number - 1] == "a" for number in public) == 5
    publish_version(challenge, write(tmp_path / "two", ["b", *labels[1:]], metrics="--metric Accuracy"))
    assert Division.objects.count() == 1
    assert public_of(challenge) == public
    assert challenge.current.changed_tests


def test_documents_stay_together(people, tmp_path):
    documents = [f"text\tdocument-{number // 5}" for number in range(LINES)]
    challenge = create_unasked("parted", people["organiser"])
    divide(challenge, people["organiser"], by_what="document", column=2)
    publish_version(challenge, write(tmp_path / "one", inputs=documents))
    public = public_of(challenge)
    chosen = {(number - 1) // 5 for number in public}
    assert public == {number for number in range(1, LINES + 1) if (number - 1) // 5 in chosen}
    assert len(chosen) == 2


def test_dividing_a_small_test_is_warned_of_and_its_steps_are_of_two_lines(parted, people, client):
    client.force_login(people["organiser"])
    page = client.get("/challenges/parted/organise/hidden-tests").content.decode()
    assert "The public part of test-A has about 10 lines." in page
    test = parted.tests.filter(part="public").first()
    test.scheme = "Accuracy"
    assert steps_of(test).step * test.judging_lines >= 2
    assert given_away(parted)[0].lines == 10
    Phase.objects.update(closes=timezone.now() - timedelta(minutes=1))
    assert given_away(Challenge.objects.get(pk=parted.pk))[0].lines == LINES


def test_pages_do_not_tell_how_many_lines_are_public(people, tmp_path, client):
    """Of documents of different lengths, their number would tell which they are."""
    documents = [f"text\tdocument-{number // 7}" for number in range(LINES)]
    challenge = create_unasked("parted", people["organiser"])
    divide(challenge, people["organiser"], share=0.3, by_what="document", column=2)
    publish_version(challenge, write(tmp_path / "one", inputs=documents))
    Challenge.objects.update(is_published=True)
    count = len(public_of(challenge))
    assert count in (5, 7, 12, 14)  # the last of six documents has five lines
    for address in ("data", "how-to", "board"):
        page = " ".join(client.get(f"/challenges/parted/{address}").content.decode().split())
        assert f"on {count} lines" not in page
        assert f"{count} of {LINES} lines" not in page
    for disclosure in ("full", "hidden"):  # what is shown of scores is said by the phase alone
        Phase.objects.update(disclosure=disclosure)
        for address in ("data", "how-to"):
            page = client.get(f"/challenges/parted/{address}").content.decode()
            assert "about 30 % of the lines are the public part" in page
            assert "scores are shown" not in page


def test_a_test_that_cannot_be_divided_is_not_published(people, tmp_path):
    from probierz.web.challenges.services import InvalidChallenge

    challenge = create_unasked("parted", people["organiser"])
    divide(challenge, people["organiser"], by_what="document", column=3)
    with pytest.raises(InvalidChallenge, match="column 3 of the input holds one document"):
        publish_version(challenge, write(tmp_path / "one"))
    divide(challenge, people["organiser"])
    with pytest.raises(InvalidChallenge, match="a test of 4 lines is too small for two parts"):
        publish_version(challenge, write_challenge(tmp_path / "two"))
    assert challenge.versions.count() == 0


def test_a_division_that_is_refused_names_every_test_and_promises_nothing(people, tmp_path, client):
    files = write_challenge(tmp_path / "one")
    shutil.copytree(files / "test-A", files / "test-B")
    publish_version(create_unasked("parted", people["organiser"]), files)
    client.force_login(people["organiser"])
    rule = {"is_divided": "on", "share": "25", "by_what": "line", "column": "1", "strata_column": "1"}
    page = client.post("/challenges/parted/organise/hidden-tests/divide", rule).content.decode()
    for split in ("test-A", "test-B"):
        assert f"{split}/expected.tsv: a test of 4 lines is too small for two parts" in page
    assert "What is saved here" not in page
    assert "checked" in page.partition('name="is_divided"')[2].partition(">")[0], "what was typed stays"


def test_dividing_a_published_challenge_holds_at_once_until_something_is_handed_in(people, tmp_path, uploaded, work):
    challenge = create_unasked("parted", people["organiser"])
    publish_version(challenge, write(tmp_path / "one"))
    assert divide(challenge, people["organiser"])
    assert challenge.current.tests.filter(part="public", lines=10).exists()
    submit_files(challenge, [uploaded("1\n" * LINES)], Handing(people["organiser"]))
    work()
    assert not divide(challenge, people["organiser"], share=0.5)
    assert challenge.current.tests.filter(part="public", lines=10).exists()
    publish_version(challenge, write(tmp_path / "two"))
    challenge.refresh_from_db()
    assert challenge.current.number == "1.0.1"
    assert challenge.current.tests.filter(part="public", lines=20).exists()
    work()
    assert Score.objects.get(test__part="public").test.lines == 20


def test_a_division_that_waits_for_a_new_version_is_told_before_that_is_published(people, tmp_path, client, work):
    User.objects.filter(username="organiser").update(is_staff=True)  # who may import a folder of the server
    client.force_login(people["organiser"])
    challenge = create_unasked("parted", people["organiser"])
    publish_version(challenge, write(tmp_path / "one"))
    submit_files(challenge, [_file(tmp_path / "out.tsv", "1\n" * LINES)], Handing(people["organiser"]))
    work()
    hidden_tests = "/challenges/parted/organise/hidden-tests"
    rule = {"is_divided": "on", "share": "25", "by_what": "line", "column": "1", "strata_column": "1"}
    assert "holds from the next version on; the table" not in client.get(hidden_tests).content.decode()
    client.post("/challenges/parted/organise/hidden-tests/divide", rule)
    assert "holds from the next version on; the table" in client.get(hidden_tests).content.decode()
    sent = {"source": "folder", "path": str(tmp_path / "one"), "hidden": "none", "change": "patch"}
    address = client.post("/challenges/parted/organise/versions", sent)["Location"]
    work()
    page = client.get(address).content.decode()
    assert "From this version on test-A is divided" in page
    assert "10 of 40 lines" in page
    published = client.post(f"{address}/confirm", {"has_leaks": "on"})["Location"]
    work()
    log = client.get(published).content.decode()
    assert "WARNING: test-A is divided from this version on: its public part is shown" in log
    told = "test-A is divided from this version on: its public part is shown, the private one decides."
    for tab in ("organise/versions", "board", "about"):
        assert told in client.get(f"/challenges/parted/{tab}").content.decode()
    entry = AuditEntry.objects.filter(action="challenge.import").latest("pk")
    assert entry.details == {"version": "1.0.1", "divided": {"test-A": True}}, "and no repair"
    again = client.post("/challenges/parted/organise/versions", sent)["Location"]
    work()
    assert "From this version on" not in client.get(again).content.decode()


def _file(path, content):
    path.write_text(content)
    return Uploaded(path, "out.tsv", "test-A")


def test_whether_an_output_is_refused_tells_neither_a_result_nor_in_which_part_a_line_is(people, tmp_path, work):
    """Somebody uses up the outputs that are nearly equal, and then tries right and wrong answers on single lines."""
    gold = list(range(100, 300))
    made = create_unasked("parted", people["organiser"])
    divide(made, people["organiser"], share=0.5)
    publish_version(made, write(tmp_path / "parted", gold, metrics="--metric Accuracy"))
    Challenge.objects.filter(pk=made.pk).update(is_published=True, near_quota=1, daily_quota=0)
    Phase.objects.update(closes=timezone.now() + timedelta(hours=1))
    made.refresh_from_db()
    private = next(at for at in range(1, 201) if at not in public_of(made))
    public = next(iter(public_of(made)))

    def state(*lines, filler):
        answers = [filler] * 200
        for at, answer in lines:
            answers[at - 1] = answer
        file = tmp_path / f"{filler}.tsv"
        file.write_text("".join(f"{one}\n" for one in answers))
        submission = submit_files(made, [Uploaded(file, "out.tsv", "test-A")], Handing(people["ala"])).submission
        work()
        submission.refresh_from_db()
        return submission.state

    assert state(filler="z") == "scored"
    assert state((1, "y"), filler="z") == "scored"  # the only one that may be nearly equal
    assert state(filler="z") == "scored"  # the same output once more is no other one
    for line, filler in ((private, "v"), (public, "w")):
        tried = state((line, "wrong"), filler=filler), state((line, gold[line - 1]), filler=filler * 2)
        assert tried == ("failed", "failed")
    kinds = Submission.objects.filter(state="failed").values_list("failure__class", flat=True)
    assert set(kinds) == {"NearlyEqualScores"}


def test_what_was_handed_in_during_a_trial_stands_on_no_final_board(send, parted, people):
    Phase.objects.update(shows_private=False)
    end = Phase.objects.get().closes
    send(public=1, private=1)
    Phase.objects.update(closes=timezone.now(), opens=timezone.now() - timedelta(hours=2))
    Phase.objects.create(challenge=parted, name="final", opens=timezone.now(), closes=end, position=2)
    parted.refresh_from_db()
    send(public=2, private=3)
    Phase.objects.filter(name="final").update(closes=timezone.now())
    assert rows(board(parted)) == [(1, "Ala", 3.0)]
    assert rows(board(parted, people["organiser"])) == [(1, "Ala", 3.0)]


def test_a_form_of_the_phase_that_has_ended_asks_for_the_next_one_and_nobody_looks_for_a_private_score(
    send, parted, people, client
):
    """After the phase that decides a practice follows: its scores are those of the public part, without a rank."""
    early = send(public=1, private=3)
    client.force_login(people["ala"])
    form = client.get("/challenges/parted/submit").content.decode()
    (deciding,) = re.findall('name="phase" value="([0-9]+)"', form)
    end_the_phase(parted)
    Phase.objects.create(challenge=parted, name="practice", position=2, opens=timezone.now(), shows_private=False)
    file = SimpleUploadedFile("out.tsv", output(parted, public=2, private=4).encode())
    form = {"phase": deciding, "outputs": file, "test": "test-A", "description": "my words"}
    question = "The phase “main” is over. Hand in to the phase “practice”?"
    looked = client.post("/challenges/parted/submit", form | {"try": "1"}).content.decode()
    assert question in looked
    assert f'name="phase" value="{deciding}"' in looked  # a look is no answer
    file.seek(0)
    asked = client.post("/challenges/parted/submit", form, follow=True).content.decode()
    for words in (question, "If so, choose the files again and submit.", ">Nothing was handed in.<", "my words"):
        assert words in asked
    assert Submission.objects.get() == early
    (practice,) = re.findall('name="phase" value="([0-9]+)"', asked)
    file.seek(0)
    client.post("/challenges/parted/submit", form | {"phase": practice})
    worker.work(until_empty=True)
    later = Submission.objects.latest("pk")
    page = shown(client, later)
    assert "2.000" in page
    assert "It has no rank: it was handed in during the phase practice" in page
    for number, (title, phase) in enumerate([("Final", None), ("Practice", later.phase)], 1):
        parted.boards.create(title=title, slug=title.lower(), phase=phase, position=number)
    told = "ranks there go by the phase main; on the board “Practice” it has rank 1 of 1."
    assert told in " ".join(shown(client, later).split())
    Phase.objects.filter(name="practice").update(opens=timezone.now() + timedelta(days=1))
    parted.boards.filter(title="Practice").update(tag="none")
    empty = client.get("/challenges/parted/boards/practice").content.decode()
    assert "it fills from the phase practice, which opens <time" in " ".join(empty.split())
    mine = client.get("/submissions/mine").content.decode()
    assert "not shown yet" not in mine + client.get("/").content.decode()
    assert mine.count("private part") == 1
    assert mine.count("public part") == 1
    assert early.phase_id != later.phase_id


def test_a_selection_says_what_it_takes_the_place_of_and_my_submissions_mark_it(send, parted, people, client):
    best, worse = send(public=1, private=3), send(public=2, private=2)
    client.force_login(people["ala"])
    chosen = client.post(f"/submissions/{worse.pk}/choose", follow=True).content.decode()
    said = " ".join(re.sub("<[^>]*>", "", chosen).split())
    assert f"It will stand for you on the final board, in place of #{best.pk}." in said
    assert "Until the phase ends, another one of the same people stands on the board." in said
    assert "It is not on the board" not in said
    client.post(f"/submissions/{best.pk}/hide")
    for address in ("/submissions/mine", "/challenges/parted/submissions/mine"):
        rows = client.get(address).content.decode().partition("<tbody>")[2].split("</tr>")
        marks = [[word for word in ("✓ selected", "… hidden") if word in row] for row in rows[:2]]
        assert marks == [["✓ selected"], ["… hidden"]], address


def test_my_submissions_are_in_the_menu_and_tell_challenges_of_one_title_apart(send, parted, people, client):
    sent = send(public=1, private=3)
    other = create_unasked("twin", people["organiser"])
    Challenge.objects.update(title="Numbers", is_published=True)
    client.force_login(people["ala"])
    home = client.get("/").content.decode()
    assert '<a href="/submissions/mine">My submissions</a>' in home
    assert "<small" not in client.get("/submissions/mine").content.decode().partition("<tbody>")[2]
    Submission.objects.create(challenge=other, version=sent.version, submitter=people["ala"], source="upload")
    mine = client.get("/submissions/mine").content.decode()
    assert "parted</small>" in mine
    assert "twin</small>" in mine


def test_after_the_end_pages_say_that_private_parts_are_told_with_all_digits_and_what_the_quota_is_made_of(
    send, parted, people, client, tmp_path
):
    Challenge.objects.filter(pk=parted.pk).update(ladder="lines")
    send(public=1, private=3)
    client.force_login(people["organiser"])
    assert "Show the private part, too" in client.get("/challenges/parted/board").content.decode()
    rules = client.get("/challenges/parted/organise").content.decode()
    assert "the public part of the smallest hidden test, which has about 10 lines" in rules
    end_the_phase(parted)
    for address in ("/challenges/parted/about", "/challenges/parted/how-to", "/challenges/parted/organise/phases"):
        assert "scores in steps on public parts, all digits on private parts" in client.get(address).content.decode()


@pytest.mark.parametrize("later", [None, timedelta(days=1)])
def test_a_score_that_no_moment_shows_is_not_said_to_come(send, parted, people, client, later):
    sent = send(public=1, private=3)
    moment = later and timezone.now() + later
    Phase.objects.update(disclosure="hidden", disclosed_from=moment)
    client.force_login(people["ala"])
    page = client.get(f"/submissions/{sent.pk}").content.decode()
    assert ("not shown yet" in page) == (later is not None)
    assert "not shown" in page


def test_of_two_phases_that_private_parts_decide_each_person_has_one_place(send, parted):
    end = Phase.objects.get().closes
    send(public=1, private=2)
    send(public=2, private=4, by="ola")
    Phase.objects.update(closes=timezone.now(), opens=timezone.now() - timedelta(hours=2))
    Phase.objects.create(
        challenge=parted, name="final", opens=timezone.now(), closes=end, position=2, shows_private=True
    )
    parted.refresh_from_db()
    send(public=3, private=3)
    send(public=4, private=1, by="ola")
    Phase.objects.filter(name="final").update(closes=timezone.now())
    found = board(parted).rows
    assert [(row.rank, row.entry.name, row.public_rank) for row in found] == [(1, "Ola", 2), (2, "Ala", 1)]
    assert [row.moved for row in found] == [1, -1]


def test_a_published_result_has_no_rank_on_either_part_so_it_counts_in_no_move(send, parted, people, client):
    services.add_reference(parted, people["organiser"], ReferenceRow("A paper", {"test-A MAE": 0.5}, "official"))
    send(public=1, private=5)
    assert rows(board(parted)) == [(None, "A paper", 0.5), (1, "Ala", 1.0)]
    end_the_phase(parted)
    first, paper = board(parted).rows
    assert (first.rank, first.public_rank, first.moved) == (1, 1, 0)
    assert (paper.rank, paper.entry.name) == (None, "A paper")
    assert "on the public part</small>" not in client.get("/challenges/parted/board").content.decode()


def test_where_everything_stands_each_row_tells_its_own_rank_on_the_public_part(send, parted):
    send(public=1, private=5)
    send(public=3, private=1)
    send(public=2, private=2, by="ola")
    end_the_phase(parted)
    everything = Board(challenge=parted, title="All", rule=Rule.ALL)
    found = read_board(Viewer(None), Challenge.objects.get(), everything).rows
    assert [(row.rank, row.entry.name, row.public_rank) for row in found] == [
        (1, "Ala", 3),
        (2, "Ola", 2),
        (3, "Ala", 1),
    ]


def test_only_the_board_of_what_was_selected_calls_itself_final_also_where_organisers_made_another(
    send, parted, people, client
):
    client.force_login(people["organiser"])
    made = {"title": "All", "slug": "all", "position": 1, "rule": Rule.ALL, "group": "submitter"}
    assert client.post("/challenges/parted/organise/boards", made).status_code == 302
    winner = send(public=1, private=3)
    send(public=5, private=1, by="ola")
    services.select(send(public=3, private=5, by="ola"), people["ola"])
    assert "Final board" not in client.get("/challenges/parted/board").content.decode()
    end_the_phase(parted)
    client.force_login(people["ala"])
    everything = client.get("/challenges/parted/boards/all").content.decode()
    assert "This is the final board" not in everything
    assert "this board decides nothing" in everything
    assert '<a href="/challenges/parted/board">Final board</a>' in everything, "a tab leads to it"
    final = client.get("/challenges/parted/board").content.decode()
    assert "This is the final board" in final
    assert "<strong>Ala</strong> is first with" in final
    assert '<a href="/challenges/parted/boards/all">All</a>' in final
    Phase.objects.create(challenge=parted, name="practice", position=2, opens=timezone.now(), shows_private=False)
    assert "3.000 test-A MAE ↓ lower is better · private part Ala" in on_first_page(client)
    assert "Rank 1 of 2" in client.get(f"/submissions/{winner.pk}").content.decode()
    mine = client.get("/submissions/mine").content.decode()
    assert "1 of 2" in mine
    assert "private part" in mine


def test_a_board_by_another_test_takes_no_place_of_the_final_one(send, parted, people, client):
    client.force_login(people["organiser"])
    made = {"title": "Open", "slug": "open", "position": 1, "rule": Rule.BEST, "group": "submitter"}
    assert client.post("/challenges/parted/organise/boards", made | {"columns": ["dev-0 MAE"]}).status_code == 302
    send(public=1, private=3)
    end_the_phase(parted)
    assert "This is the final board" in client.get("/challenges/parted/board").content.decode()
    assert "This is the final board" not in client.get("/challenges/parted/boards/open").content.decode()
    client.force_login(people["ala"])
    assert "1 of 1" in client.get("/submissions/mine").content.decode()


def test_a_public_rank_is_of_the_output_whose_score_stands_beside_it(send, parted, people, client):
    send(public=1, private=9, by="ola")  # her best on the public part, which she does not select
    services.select(send(public=5, private=3, by="ola"), people["ola"])
    send(public=2, private=4)
    end_the_phase(parted)
    found = [
        (row.rank, row.entry.name, row.public_rank, [cell.value for cell in row.entry.cells])
        for row in board(parted).rows
    ]
    assert found == [(1, "Ola", 2, [3.0, 5.0]), (2, "Ala", 1, [4.0, 2.0])]
    told = client.get("/challenges/parted/board.json").json()["rows"]
    assert [(row["submitter"], row["public_rank"]) for row in told] == [("Ola", 2), ("Ala", 1)]
    table = csv.DictReader(io.StringIO(client.get("/challenges/parted/board.csv").content.decode()))
    assert [(row["submitter"], row["public rank"]) for row in table] == [("Ola", "2"), ("Ala", "1")]
    tex = client.get("/challenges/parted/board.tex").content.decode()
    assert [line.split(" & ")[-1] for line in tex.splitlines() if " & " in line][1:] == [r"2 \\", r"1 \\"]
    page = client.get("/challenges/parted/board").content.decode()
    assert page.index("rank 2 on the public part") < page.index("rank 1 on the public part")
    intervals = re.findall(r'class="interval">\[(\d)', re.sub(r"<dl>.*?</dl>", "", page))
    assert intervals == ["3", "5", "4", "2"], "each below its own score"


def test_the_best_of_the_others_is_one_that_stands_on_the_final_board(send, parted, people, client):
    send(public=1, private=1, by="ola")
    services.select(send(public=5, private=5, by="ola"), people["ola"])
    mine = send(public=3, private=3)
    assert "worse by 2.000" in shown(client, mine)  # than the best on the public part
    end_the_phase(parted)
    send(public=0, private=0, by="organiser")  # what is expected, handed in late
    assert "Beside the best of the others better by 2.000 Ola 5.000" in shown(client, mine)


def shown(client, submission):
    """The words of a submission's page, to which the list of submissions leads."""
    assert f'href="/submissions/{submission.pk}"' in client.get("/challenges/parted/submissions").content.decode()
    page = client.get(f"/submissions/{submission.pk}").content.decode()
    return " ".join(re.sub("<[^>]*>", " ", page).split())


def test_the_page_of_a_counted_baseline_leads_with_the_score_of_the_board(send, parted, people, client):
    row = ReferenceRow("Always 100", {"dev-0 MAE": 1.0, "test-A MAE": 3.0}, "baseline", is_counted=True)
    counted = services.add_reference(parted, people["organiser"], row)
    send(public=2, private=5)
    end_the_phase(parted)
    text = shown(client, counted)
    assert "test-A (the whole test) MAE ↓ lower is better 3.000" in text
    assert "test-A the whole test MAE ↓ 3.000" in text, "also among all scores"
    assert "public part" not in text
    (variant,) = client.get(f"/api/v1/submissions/{counted.pk}").json()["variants"]
    assert [(score["test"], score["part"]) for score in variant["scores"]] == [("dev-0", ""), ("test-A", "")]


EVERYWHERE = (
    "/challenges/parted/board", "/challenges/parted/board.csv", "/challenges/parted/board.tsv",
    "/challenges/parted/board.json", "/challenges/parted/board.tex", "/challenges/parted/submissions",
    "/challenges/parted/submissions.csv", "/challenges/parted/embed", "/challenges/parted",
    "/api/v1/challenges/parted/board", "/submissions/{}", "/api/v1/submissions/{}",
)  # fmt: skip


def told_at(client, submission, number):
    """The pages and files on which a number stands."""
    found = {place: client.get(place.format(submission.pk)).content.decode() for place in EVERYWHERE}
    return {place for place, text in found.items() if number in text}


def test_a_counted_baseline_tells_no_private_score_before_the_phase_ends(send, parted, people, client):
    """Anybody can make its output and knows its public score: with that on all lines they had the private one."""
    row = ReferenceRow("Always 100", {"dev-0 MAE": 1.0, "test-A MAE": 7.125}, "baseline", is_counted=True)
    counted = services.add_reference(parted, people["organiser"], row)
    paper = ReferenceRow("A paper", {"test-A MAE": 8.375}, "official")
    services.add_reference(parted, people["organiser"], paper)
    send(public=2, private=5)
    assert told_at(client, counted, "7.125") == set()
    said = "Scores of counted baselines are shown in full once all scores of the phase, on all parts of the test"
    assert told_at(client, counted, said) == {"/challenges/parted/board", "/submissions/{}"}
    assert "8.375" in client.get("/challenges/parted/board").content.decode(), "whose output nobody can make"
    client.force_login(people["organiser"])
    assert told_at(client, counted, "7.125") > {"/challenges/parted/board", "/submissions/{}"}
    assert "You see the scores of counted baselines; others see them" in shown(client, counted)
    client.logout()
    end_the_phase(parted)
    assert told_at(client, counted, "7.125") > {"/challenges/parted/board", "/submissions/{}"}
    assert told_at(client, counted, said) == set()


def test_a_counted_baseline_shows_no_more_than_its_phase(parted, people, client):
    row = ReferenceRow("Always 100", {"test-A MAE": 7.125}, "baseline", is_counted=True)
    counted = services.add_reference(parted, people["organiser"], row)
    Phase.objects.update(disclosure="hidden", closes=timezone.now())
    assert told_at(client, counted, "7.125") == set()
    Phase.objects.update(disclosed_from=timezone.now())
    assert told_at(client, counted, "7.125") > {"/challenges/parted/board", "/submissions/{}"}


def test_a_counted_baseline_is_of_the_version_that_it_was_counted_on(parted, people, client, tmp_path):
    row = ReferenceRow("Always 100", {"test-A MAE": 3.0}, "baseline", is_counted=True)
    services.put_references(parted, people["organiser"], [row])
    repair(parted, tmp_path / "repaired")
    services.put_references(parted, people["organiser"], [replace(row, scores={"test-A MAE": 2.0})])
    client.force_login(people["organiser"])
    (told,) = csv.DictReader(io.StringIO(client.get("/challenges/parted/board.csv").content.decode()))
    assert (told["test-A MAE public"], told["version"]) == ("2.000", "1.0.1")
    assert "version 1.0.1" in shown(client, Submission.objects.get())


# --- what comes when all is over -------------------------------------------------------------------------------------


def test_what_organisers_hand_in_after_the_end_stands_on_no_final_board(send, parted):
    send(public=2, private=5)
    end_the_phase(parted)
    late = send(public=1, private=1, by="organiser")
    assert rows(board(parted)) == [(1, "Ala", 5.0)]
    assert late.is_late


def test_an_older_platform_calls_late_what_organisers_handed_in_and_no_row_of_labelling(send, parted):
    end_the_phase(parted)
    late, row = (
        send(public=1, private=1, by="organiser"),
        send(public=2, private=1, by="organiser", row_name="a system"),
    )
    Submission.objects.update(came_late=False)
    import_module("probierz.web.submissions.migrations.0007_came_late").note_what_came_late(apps, None)
    assert dict(Submission.objects.values_list("pk", "came_late")) == {late.pk: True, row.pk: False}


def test_a_late_baseline_is_marked_wherever_boards_are_told_and_has_no_rank(send, parted, people, client):
    send(public=2, private=5)
    end_the_phase(parted)
    services.mark_baseline(send(public=1, private=1, by="organiser"), people["organiser"])
    assert rows(board(parted)) == [(None, "Organiser", 1.0), (1, "Ala", 5.0)]
    page = client.get("/challenges/parted/board").content.decode()
    assert "What organisers handed in when the phase was over is marked as late, and has no rank." in page
    assert page.count(">late</span>") == 1
    assert [row["is_late"] for row in client.get("/challenges/parted/board.json").json()["rows"]] == [True, False]
    assert [row["is_late"] for row in client.get("/api/v1/challenges/parted/board").json()["rows"]] == [True, False]
    late = list(csv.DictReader(io.StringIO(client.get("/challenges/parted/board.csv").content.decode())))
    assert [(row["submitter"], row["late"]) for row in late] == [("Organiser", "yes"), ("Ala", "")]
    assert "Organiser (baseline) (late)" in client.get("/challenges/parted/board.tex").content.decode()


def test_what_is_published_stands_on_the_final_board_without_a_rank(send, parted, people, client):
    row = ReferenceRow("A paper", {"test-A MAE": 3.0}, "official")
    services.add_reference(parted, people["organiser"], row)
    send(public=2, private=5)
    said = "Published results and counted baselines are scores on the whole test"
    end_the_phase(parted)
    final = list(board(parted).rows)
    shown = [(one.rank, one.entry.name, [cell and cell.value for cell in one.entry.cells]) for one in final]
    assert shown == [(1, "Ala", [5.0, 2.0]), (None, "A paper", [None, 3.0])]
    page = client.get("/challenges/parted/board").content.decode()
    assert said in page
    assert page.index("private part</") < page.index("public part</") < page.index("3.00")
    assert "metrics=all" not in page  # there is no other one


@pytest.fixture
def published(parted, people):
    """An official submission, an ablation and a counted baseline, with scores on the whole test."""
    pilot = ReferenceRow("Pilot", {"test-A MAE": 1.5}, "official")
    ablation = ReferenceRow("Pilot without words", {"test-A MAE": 2.5}, "ablation", is_ranked=False)
    counted = ReferenceRow("Always 100", {"test-A MAE": 9.0}, "baseline", is_ranked=False, is_counted=True)
    services.put_references(parted, people["organiser"], [pilot, ablation, counted])
    return {one.description: one for one in Submission.objects.filter(is_reference=True)}


def test_published_results_are_marked_and_have_no_rank_on_the_public_part(send, parted, published, client):
    send(public=2, private=5)
    send(public=3, private=1, by="ola")
    page = client.get("/challenges/parted/board").content.decode()
    said = "Published results and counted baselines are scores on the whole test: they are marked so, and have no rank."
    assert said in page
    assert "have ranks" not in page
    assert page.count(">on the whole test</span>") == 3
    assert "<strong>Ala</strong> leads" in page
    assert "which has no rank, is better" not in page, "another test is no comparison"
    assert client.get("/challenges/parted/submissions").content.decode().count(">on the whole test</span>") == 3
    assert client.get("/challenges/parted/embed").content.decode().count(">on the whole test</span>") == 3


def test_files_of_a_board_tell_what_is_on_the_whole_test_in_practice_and_when_it_is_final(
    send, parted, published, client
):
    send(public=2, private=5)
    whole = dict.fromkeys(published, (None, True))
    for end in (lambda: None, lambda: end_the_phase(parted)):
        end()
        told = client.get("/challenges/parted/board.json").json()["rows"]
        ranks = {row["submitter"]: (row["rank"], row["is_on_whole_test"]) for row in told}
        assert ranks == {"Ala": (1, False), **whole}
        answer = client.get("/api/v1/challenges/parted/board").json()["rows"]
        assert {row["submitter"]: (row["rank"], row["is_on_whole_test"]) for row in answer} == ranks
        table = csv.DictReader(io.StringIO(client.get("/challenges/parted/board.csv").content.decode()))
        marks = {row["submitter"]: (row["rank"], row["whole test"]) for row in table}
        assert marks == {"Ala": ("1", ""), **dict.fromkeys(published, ("", "yes"))}
        printed = client.get("/challenges/parted/board.tex").content.decode()
        assert "-- & Pilot (published) (whole test) &" in printed
        assert r"\textbf{2.000}" in printed, "the best of what is compared"
        assert r"\textbf{1.500}" not in printed


def test_no_published_result_is_the_best_of_the_others_on_a_part(send, parted, published, client):
    own = send(public=2, private=5)
    assert "Beside the best of the others" not in shown(client, own)
    assert "Rank 1 of 1" in shown(client, own)
    assert "Beside the best of the others" not in shown(client, published["Pilot"])
    other = send(public=3, private=1, by="ola")
    assert "Beside the best of the others worse by 1.000 Ala 2.000" in shown(client, other)


def test_who_leads_on_a_public_part_is_no_published_result(send, parted, published, client):
    assert "Pilot" not in on_first_page(client)
    send(public=2, private=5)
    assert "Ala" in on_first_page(client)
    assert "Pilot" not in on_first_page(client)


# --- a repair after the phase ----------------------------------------------------------------------------------------


def repair(challenge, folder):
    """Publish a version with other expected results on lines of both parts; nothing is scored again yet."""
    publish_version(challenge, write(folder, [GOLD[0] + 40, *GOLD[1:]]), description="The first line was wrong")
    challenge.refresh_from_db()


def work_once():
    """What a worker does until one submission is scored again."""
    stop = threading.Event()

    def end(**about):
        stop.set()

    scored_again.connect(end)
    worker.work(stop)
    scored_again.disconnect(end)


def on_page(client):
    """Numbers of the submissions that stand on the board, with the words of their rows."""
    assert 'href="/challenges/parted/board"' in client.get("/challenges/parted", follow=True).content.decode()
    body = client.get("/challenges/parted/board").content.decode().split("<tbody>")[1].split("</tbody>")[0]
    found = [(re.search(r"/submissions/(\d+)", row), row) for row in re.findall(r"<tr.*?</tr>", body, re.S)]
    return {int(link[1]): " ".join(re.sub("<[^>]+>", "", row).split()) for link, row in found if link}


def test_a_repair_puts_nothing_in_the_place_of_what_was_selected(send, parted, people, client, work, tmp_path):
    first, best, selected = send(public=3, private=1), send(public=1, private=2), send(public=2, private=9)
    services.select(selected, people["ala"])
    worse, unselected = send(public=6, private=3, by="ola"), send(public=5, private=4, by="ola")
    end_the_phase(parted)
    standing = {selected.pk, unselected.pk}
    assert set(on_page(client)) == standing
    repair(parted, tmp_path / "repaired")
    rows_now = on_page(client)
    assert set(rows_now) == standing
    assert all("*" in row for row in rows_now.values())
    for _ in (first, best, selected, worse, unselected):
        work_once()
        assert set(on_page(client)) == standing
        sent = client.get("/api/v1/challenges/parted/board").json()
        assert {row["submission"] for row in sent["rows"]} == standing
        exported = client.get("/challenges/parted/board.csv").content.decode()
        assert {int(number) for number in re.findall(r"/submissions/(\d+)", exported)} == standing
    work()
    assert set(on_page(client)) == standing
    assert not any("*" in row for row in on_page(client).values())


def test_what_a_repair_did_is_told_of_the_part_that_ranked_before_it(send, parted, people, client, work, tmp_path):
    send(public=3, private=1), send(public=1, private=9, by="ola")
    repair(parted, tmp_path / "repaired")
    work()
    client.force_login(people["organiser"])
    address = f"/challenges/parted/organise/versions/{parted.current.pk}/ranks"

    def table():
        page = client.get(address).content.decode()
        assert "public part" in page
        return re.search(r"<table.*?</table>", page, re.DOTALL)[0]

    while_open = table()
    end_the_phase(parted)
    assert table() == while_open
    kept = RanksBefore.objects.get()
    kept.rows = [{name: value for name, value in row.items() if name != "is_private"} for row in kept.rows]
    kept.save()  # as an earlier release kept it
    assert "This cannot be told" in client.get(address).content.decode()


def test_a_phase_that_decides_nothing_offers_no_selection(send, parted, people, client):
    """Nobody is told that it decides, nor may select in it."""
    sent = send(public=1, private=1)
    client.force_login(people["ala"])
    decides = "the private part decides among what people selected"
    pages = "/challenges/parted/board", "/challenges/parted/how-to"
    assert all(decides in client.get(page).content.decode() for page in pages)
    phase = Phase.objects.get()
    phase.shows_private = False
    challenge_services.change_phase(parted, phase, by=people["organiser"])
    assert not any(decides in client.get(page).content.decode() for page in pages)
    assert "Select for the final board" not in client.get(f"/submissions/{sent.pk}").content.decode()
    with pytest.raises(Refused, match="This phase decides nothing"):
        services.select(sent, people["ala"])
    client.force_login(people["organiser"])
    assert "scored submission has selected" not in client.get("/challenges/parted/organise").content.decode()


def test_how_to_submit_says_what_the_final_board_does(send, parted, client):
    """Also while a later trial is open: which scores count, and how finely they are told."""
    send(public=1, private=1)
    Challenge.objects.update(ladder="lines")
    pages = "/challenges/parted/board", "/challenges/parted/how-to"
    assert "test justify: the better the score, the finer." in client.get(pages[0]).content.decode()
    now = timezone.now()
    Phase.objects.update(closes=now)
    Phase.objects.create(challenge=parted, name="trial", opens=now, position=2, shows_private=False)
    for page in (client.get(one).content.decode() for one in pages):
        assert "The private part of the test decides among what people selected, or their best" in page
    assert "is told in steps" in page or "are told to" in page
    assert "Scores on private parts that decide are shown with all digits." in page
    Phase.objects.update(disclosed_from=now)
    page = client.get(pages[1]).content.decode()
    assert "are told to" not in page, "nobody sees steps any more"


def test_who_has_a_rank_takes_part_and_what_came_late_does_not(send, parted, people, client):
    def taking_part():
        page = client.get("/challenges/parted/board").content.decode()
        return re.search(r"<dt>Taking part</dt><dd>(.*?)</dd>", page)[1]

    send(public=1, private=2)
    assert taking_part() == "1 team or person"
    Phase.objects.update(shows_private=False)
    end_the_phase(parted)
    send(public=2, private=2, by="organiser")
    assert taking_part() == "1 team or person"
    now = timezone.now()
    Phase.objects.create(challenge=parted, name="second", position=2, opens=now, closes=now + timedelta(hours=1))
    assert taking_part() == "1 team or person", "who took part before still does"
    assert "among submissions" in client.get("/challenges/parted/submissions").content.decode()


def test_people_and_organisers_see_how_many_are_selected(send, parted, people, client):
    services.select(send(public=1, private=1), people["ala"])
    other, _ = send(public=2, private=2), send(public=3, private=3, by="ola")
    client.force_login(people["ala"])
    assert "Selected so far: 1 of 2." in client.get(f"/submissions/{other.pk}").content.decode()
    client.force_login(people["organiser"])
    page = client.get("/challenges/parted/organise").content.decode()
    assert "1 of 2 people and teams with scored submissions have selected. 0 of them selected two." in page
    undivided = parted.current.tests.get(part="public")
    undivided.pk, undivided.split, undivided.part, undivided.division = None, "test-B", "", None
    undivided.save()
    parted.current.tests.add(undivided)
    assert "1 of 2 people and teams" in client.get("/challenges/parted/organise").content.decode(), "of divided tests"
    Submission.objects.filter(submitter=people["ola"]).update(is_withdrawn=True)
    page = client.get("/challenges/parted/organise").content.decode()
    assert "1 of 1 person or team with a scored submission has selected." in page, "what may be on the final board"
    end_the_phase(parted)
    assert "have selected" not in client.get("/challenges/parted/organise").content.decode(), "once all is decided"
    assert (
        '<span class="tag " title="">over</span>' in client.get("/challenges/parted/organise/phases").content.decode()
    )
