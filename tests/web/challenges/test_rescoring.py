"""A repair of expected results: what is scored again, and what it did to ranks."""

import re
import shutil

import pytest
from challenge_examples import write_challenge
from django.utils import timezone

from probierz.web.accounts.models import Team, User
from probierz.web.challenges import board_columns, services
from probierz.web.challenges.models import Challenge, Ladder
from probierz.web.challenges.services.line_changes import LinesChanged
from probierz.web.challenges.services.versions import publish_version
from probierz.web.events import tests_changed
from probierz.web.jobs.models import Job
from probierz.web.leaderboards.rank_changes import rank_changes
from probierz.web.submissions.models import Score, Submission, Variant
from probierz.web.submissions.visibility import Viewer

pytestmark = pytest.mark.django_db


def handed_in(challenge, name, value, test):
    submission = Submission.objects.create(
        challenge=challenge, version=challenge.current, state="scored", source="upload",
        submitter=User.objects.get_or_create(username=name)[0],
    )  # fmt: skip
    scored(submission, value, test)
    return submission


def scored(submission, value, test):
    variant, _ = Variant.objects.get_or_create(submission=submission, name="out")
    Score.objects.create(
        challenge=submission.challenge, submission=submission, variant=variant, test=test, value=value, shown=f"{value}"
    )


def main_test(challenge):
    return board_columns.main_test(challenge.current.tests.all())


@pytest.fixture
def repaired(challenge, folder, owner):
    """Two submissions, whose scores (RMSE: lower is better) a repair turns round."""
    services.import_directory(challenge, folder)
    first = handed_in(challenge, "ala", 0.5, main_test(challenge))
    second = handed_in(challenge, "ola", 0.75, main_test(challenge))
    services.import_directory(challenge, write_challenge(folder, gold="7\n9\n"), description="The last line was wrong")
    return challenge, first, second


def fed():
    """What a worker finds after the feeder has run as often as there is something to feed."""
    from probierz.web.submissions.handlers import rescore_version

    class Running:
        payload = None

    while job := Job.objects.filter(kind="rescore-version", state="queued").first():
        Running.payload = job.payload
        rescore_version(Running)
        Job.objects.filter(pk=job.pk).update(state="done")
    return [job.payload for job in Job.objects.filter(kind="rescore-submission").order_by("created")]


def test_a_repair_scores_everything_again_a_few_at_a_time(repaired, monkeypatch):
    challenge, first, second = repaired
    assert challenge.current.changed_tests
    monkeypatch.setattr("probierz.web.submissions.rescoring.AT_A_TIME", 1)
    assert fed() == [{"submission": one.pk, "version": challenge.current.pk} for one in (first, second)]
    assert Job.objects.filter(kind="rescore-version").count() == 2


def shown_to_anybody(client, tab):
    """The text of a tab of the challenge, as somebody without an account reads it from the first page on."""
    assert 'href="/challenges/numbers"' in client.get("/").content.decode()
    assert f'href="/challenges/numbers{tab}"' in client.get("/challenges/numbers/board").content.decode()
    return " ".join(re.sub(r"<[^>]+>", "", client.get(f"/challenges/numbers{tab}").content.decode()).split())


@pytest.mark.parametrize("tab", ["/board", "/about"])
def test_whoever_takes_part_reads_what_a_repair_has_changed(repaired, owner, client, tab):
    challenge, _first, _second = repaired
    services.publish(challenge, by=owner)
    text = shown_to_anybody(client, tab)
    day = f"{timezone.localtime(challenge.current.created):%-d %b %Y}"
    assert re.search(f"Version 1.0.1, {day}, [^.]*: The last line was wrong. What was handed in before counts ", text)
    assert "1.0.0" not in text  # the first version, of which nobody said anything


def test_a_repair_without_words_is_told_and_another_task_begins_anew(challenge, folder, owner, client):
    services.import_directory(challenge, folder)
    services.import_directory(challenge, write_challenge(folder, gold="7\n9\n"))
    services.publish(challenge, by=owner)
    assert "Tests have changed; what was handed in before counts" in shown_to_anybody(client, "/board")
    services.import_directory(challenge, write_challenge(folder, gold="7\n6\n"), change="major", description="All new")
    assert "Tests have changed" not in shown_to_anybody(client, "/board")
    assert ": All new" in shown_to_anybody(client, "/about")
    assert "scored again" not in shown_to_anybody(client, "/about")


def test_what_is_said_of_a_change_is_text_and_no_page(challenge, folder, owner, client):
    services.import_directory(challenge, folder, description="<script>alert(1)</script>")
    services.publish(challenge, by=owner)
    page = client.get("/challenges/numbers/about").content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert(1)" not in page


def test_where_the_queue_is_full_a_repair_waits(repaired, settings):
    from probierz.web.jobs.registry import JobFailed

    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_QUEUE": 2}
    with pytest.raises(JobFailed) as raised:
        fed()
    assert raised.value.is_retried
    assert Job.objects.get().kind == "rescore-version"


def test_ranks_before_and_after_are_compared(repaired, owner):
    challenge, first, second = repaired
    scored(second, 0.25, main_test(challenge))
    changes = rank_changes(challenge.current, Viewer(owner))
    assert [(one.name, one.before, one.after, one.rank_before, one.rank_after) for one in changes] == [
        ("ola", "0.75", "0.25", 2, 1),
        ("ala", "0.5", "", 1, None),
    ]
    scored(first, 0.5, main_test(challenge))
    assert [one.moved for one in rank_changes(challenge.current, Viewer(owner))] == [1, -1]
    assert rank_changes(challenge.current, Viewer(User.objects.get(username="ala"))) == []


def test_ranks_that_are_compared_are_those_that_people_read(repaired, owner):
    """Handed in after the repair is no part of it, and scores that are told equal share a rank."""
    challenge, first, second = repaired
    Challenge.objects.update(ladder=Ladder.LINES)
    Submission.objects.update(phase=challenge.phases.get())
    for one, value in ((first, 0.5001), (second, 0.5002)):
        scored(one, value, main_test(challenge))
    handed_in(challenge, "ewa", 0.1, main_test(challenge))
    changes = rank_changes(challenge.current, Viewer(owner))
    assert [(one.submission, one.after, one.rank_after) for one in changes] == [
        (first.pk, "0.5001", 1), (second.pk, "0.5002", 1),
    ]  # fmt: skip


@pytest.mark.parametrize("is_team_of_one", [False, True])
def test_a_row_names_both_submissions_where_a_repair_turns_which_one_counts(
    challenge, folder, owner, client, is_team_of_one
):
    services.import_directory(challenge, folder)
    ewa, other = (handed_in(challenge, "ewa", value, main_test(challenge)) for value in (0.5, 0.75))
    if is_team_of_one:
        other.team = Team.objects.create(slug="foxes", name="Foxes")
        other.save()
    services.import_directory(challenge, write_challenge(folder, gold="7\n9\n"))
    for one, value in ((ewa, 0.75), (other, 0.5)):
        scored(one, value, main_test(challenge))
    (row,) = rank_changes(challenge.current, Viewer(owner))
    assert (row.stood_before, row.before, row.submission, row.after) == (ewa.pk, "0.5", other.pk, "0.5")
    client.force_login(owner)
    page = client.get(f"/challenges/numbers/organise/versions/{challenge.current.pk}/ranks").content.decode()
    assert f"#{ewa.pk} stood here before, now #{other.pk} does." in page
    assert is_team_of_one or "<bdi>ewa</bdi>" in page


def test_a_test_with_submissions_is_left_out_only_where_that_is_said(challenge, folder):
    services.import_directory(challenge, folder)
    handed_in(challenge, "ala", 0.5, challenge.current.tests.filter(split="dev-0").first())
    shutil.rmtree(folder / "dev-0")
    with pytest.raises(LinesChanged, match=r"the test dev-0 is left out, .* \(submissions: 1\)"):
        services.import_directory(challenge, folder)
    assert challenge.current.tests.filter(split="dev-0").exists()


@pytest.mark.parametrize(
    ("inputs", "gold", "told"),
    [
        ("eight\nseven\n", "8\n7\n", r"of test-A are those of the current version in another order, 2 of 2 in other"),
        ("eight\nseven\n", "7\n8\n", r"2 of 2 in other places, while the expected results are the same: what was"),
        ("seven\nnine\n", "7\n9\n", r"1 of 2 inputs of test-A differ from the current version: what was handed in"),
        ("Seven!\neightt\n", "7\n8\n", ""),
    ],
    ids=["turned with results", "turned alone", "another one", "spelling"],
)
def test_outputs_of_other_inputs_lose_their_scores_only_where_that_is_said(challenge, folder, inputs, gold, told):
    services.import_directory(challenge, folder)
    handed_in(challenge, "ala", 0.5, main_test(challenge))
    write_challenge(folder, gold=gold, **{"test-A/in.tsv": inputs})
    if not told:
        assert services.import_directory(challenge, folder).number == "1.0.1"
        return
    with pytest.raises(LinesChanged, match=told):
        services.import_directory(challenge, folder)
    assert publish_version(challenge, folder, drops_scores=True).number == "2.0.0"
    assert fed() == [], "old outputs are not scored on other inputs"


@pytest.mark.parametrize(("gold", "is_asked"), [("7\n8\n", True), ("8\n7\n", False)])
def test_inputs_that_were_turned_without_their_results_are_asked_about_always(challenge, folder, gold, is_asked):
    services.import_directory(challenge, folder)
    write_challenge(folder, gold=gold, **{"test-A/in.tsv": "eight\nseven\n"})
    for change in ("patch", "major"):
        if is_asked:
            with pytest.raises(LinesChanged, match=r"while the expected results are the same; keep the inputs in"):
                services.import_directory(challenge, folder, change=change)
        else:
            services.import_directory(challenge, folder, change=change)


def test_equal_scores_share_a_rank(repaired, owner):
    challenge, first, second = repaired
    for one in (first, second):
        scored(one, 0.5, main_test(challenge))
    assert [one.rank_after for one in rank_changes(challenge.current, Viewer(owner))] == [1, 1]


@pytest.mark.parametrize(
    ("change", "gold", "jobs"), [("major", "7\n9\n", 0), ("patch", "7\n8\n", 0), ("minor", "7\n9\n", 1)]
)
def test_another_task_and_another_readme_score_nothing_again(challenge, folder, change, gold, jobs):
    services.import_directory(challenge, folder)
    handed_in(challenge, "ala", 0.5, main_test(challenge))
    changed = write_challenge(folder, gold=gold, **{"README.md": "# Other\n\nWords.\n"})
    services.import_directory(challenge, changed, change=change)
    assert len(fed()) == jobs


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({}, (True, 1)),
        ({"gold": "7\n8\n", "config.txt": "--metric RMSE --metric MAE --metric Pearson\n"}, (False, 1)),
        ({"gold": "7\n8\n", "test-B/in.tsv": "nine\n", "test-B/expected.tsv": "9\n"}, (False, 1)),
        ({"gold": "7\n8\n", "README.md": "# Other\n\nWords.\n"}, (False, 0)),
    ],
    ids=["a repair", "a metric more", "a split more", "other words"],
)
def test_a_version_repairs_only_where_expected_results_differ(challenge, folder, files, told):
    services.import_directory(challenge, folder)
    heard = []

    def hear_tests(**about):
        heard.append("tests")

    tests_changed.connect(hear_tests)
    services.import_directory(challenge, write_challenge(folder, **{"gold": "7\n9\n", **files}), change="minor")
    tests_changed.disconnect(hear_tests)
    challenge.refresh_from_db()
    assert (challenge.current.moves_scores, len(heard)) == told


def test_a_metric_more_scores_everything_again(challenge, folder):
    services.import_directory(challenge, folder)
    one = handed_in(challenge, "ala", 0.5, main_test(challenge))
    more = {"config.txt": "--metric RMSE --metric MAE --metric Pearson\n"}
    services.import_directory(challenge, write_challenge(folder, **more), change="minor")
    assert [job["submission"] for job in fed()] == [one.pk]


def test_a_phase_with_submissions_is_not_removed(repaired, owner):
    from probierz.errors import Refused

    challenge, first, _ = repaired
    phase = challenge.phases.get()
    Submission.objects.filter(pk=first.pk).update(phase=phase)
    with pytest.raises(Refused, match="handed in during"):
        services.remove_phase(challenge, phase, by=owner)


def test_the_organiser_s_page_shows_it(repaired, owner, client):
    challenge, _, second = repaired
    scored(second, 0.25, main_test(challenge))
    address = f"/challenges/numbers/organise/versions/{challenge.current.pk}/ranks"
    assert client.get(address).status_code == 302
    client.force_login(User.objects.get(username="ala"))
    assert client.get(address).status_code == 404
    client.force_login(owner)
    page = client.get(address).content.decode()
    assert "0.75" in page
    assert "↑" in page


def test_the_main_test_is_the_first_metric_of_the_last_split(challenge, tmp_path):
    files = {
        "config.txt": "--metric RMSE --metric MAE --metric Pearson:P<2>\n",
        "test-B/in.tsv": "nine\nten\n",
        "test-B/expected.tsv": "9\n10\n",
    }
    services.import_directory(challenge, write_challenge(tmp_path / "more", **files))
    tests = list(challenge.current.tests.all())
    shown = board_columns.shown_columns(board_columns.all_columns(challenge))
    assert [(column.test.split, column.test.scheme) for column in shown] == [
        ("test-A", "MAE"), ("test-A", "RMSE"), ("test-B", "MAE"), ("test-B", "RMSE"),
    ]  # fmt: skip
    assert board_columns.main_column(shown) == 3
    assert board_columns.main_test(tests) == shown[3].test
    assert board_columns.main_test([test for test in tests if test.split == "dev-0"]).scheme == "RMSE"
    assert board_columns.main_test([]) is None
