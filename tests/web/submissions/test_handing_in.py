"""From handing in to scores: by files and by git, with every way to fail."""

import gzip
import json
import lzma
import re
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.utils import timezone
from git_servers import Participant, run
from submission_examples import GOLD, write_challenge

from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge, Phase, Tag
from probierz.web.challenges.services import publish_version
from probierz.web.configuration import places
from probierz.web.intake.budget import Budget
from probierz.web.intake.errors import IntakeError
from probierz.web.intake.fastimport import Person
from probierz.web.intake.outputs import find_outputs
from probierz.web.jobs.models import Job, LogLine
from probierz.web.jobs.registry import JobFailed
from probierz.web.sandbox.outcome import ScoringFailure
from probierz.web.sandbox.rows import compare_rows
from probierz.web.submissions import evaluation
from probierz.web.submissions.acts import acts_on
from probierz.web.submissions.fetching import refuse_token_in_files
from probierz.web.submissions.models import Evaluation, Output, Score, Submission
from probierz.web.submissions.output_checks import content_digest, evaluation_key
from probierz.web.submissions.rescoring import feed
from probierz.web.submissions.services import (
    Handing,
    cancel,
    open_submission,
    quota_left,
    rescore,
    submit_files,
    submit_git,
    try_out,
)
from probierz.web.submissions.services.handing_in import store_of
from probierz.web.submissions.services.quota import cost_of
from probierz.web.submissions.visibility import Viewer
from probierz.web.token_shape import without_tokens

pytestmark = pytest.mark.django_db(transaction=True)

WORSE = "1\n2\n3\n8\n"


@pytest.fixture
def repository(tmp_path):
    return Participant(tmp_path / "participant")


@pytest.fixture
def by_git(challenge, people, repository, work):
    def act(by="ala", **more):
        made = submit_git(challenge, repository.url, "main", Handing(people[by], **more)).submission
        work()
        return Submission.objects.get(pk=made.pk)

    return act


def shown(submission):
    rows = submission.scores.order_by("variant__name", "test__split", "test__position")
    return [(row.variant.name, row.test.split, row.test.name, row.shown) for row in rows]


def log_of(submission):
    return list(LogLine.objects.filter(job=submission.job, for_operators=False).values_list("text", flat=True))


def test_an_uploaded_output_is_scored_on_every_metric(hand_in, work):
    submission = hand_in(WORSE, description="Half right").submission
    assert submission.state == "waiting"
    work()
    submission.refresh_from_db()
    # errors 0 0 0 4: the square root of 16/4, and 4/4
    assert shown(submission) == [("out", "test-A", "RMSE", "2.000"), ("out", "test-A", "MAE", "1.000")]
    assert (submission.state, submission.counts, submission.failure) == ("scored", True, None)
    assert submission.description == "Half right"
    assert Output.objects.get().lines == 4
    evaluation = Evaluation.objects.get(test__name="RMSE")
    assert evaluation.low <= 2 <= evaluation.high
    assert evaluation.engine
    assert log_of(submission)[-1] == f"SCORED: /q/{submission.commit}"


def test_a_branch_is_scored_with_what_it_says_of_itself(by_git, repository, challenge):
    Tag.objects.create(name="neural")
    files = {
        "test-A/out-lr=0.01.tsv": GOLD,
        "test-A/out-lr=0.02.tsv": WORSE,
        "dev-0/out-lr=0.01.tsv.gz": gzip.compress(WORSE.encode()),
        "gonito.yaml": "params:\n  epochs: 3\nlinks:\n  - url: https://example.org/paper\ntags: [neural, unheard-of]\n",
    }
    repository.commit(files, message="Second try\n\nmore words")
    submission = by_git()
    assert [row for row in shown(submission) if row[2] == "RMSE"] == [
        ("out-lr=0.01", "dev-0", "RMSE", "2.000"),
        ("out-lr=0.01", "test-A", "RMSE", "0.000"),
        ("out-lr=0.02", "test-A", "RMSE", "2.000"),
    ]
    assert submission.description == "Second try"
    assert [tag.name for tag in submission.tags.all()] == ["neural"]
    assert any("unheard-of" in problem for problem in submission.problems)
    parameters = submission.variants.get(name="out-lr=0.02").parameters.values_list("name", "value")
    assert sorted(parameters) == [("epochs", "3"), ("lr", "0.02")]
    assert submission.links.get().url == "https://example.org/paper"
    assert submission.commit == repository.git("rev-parse", "HEAD")


def test_the_same_commit_again_is_the_submission_that_it_was(by_git, repository):
    repository.commit({"test-A/out.tsv": GOLD})
    first, second = by_git(), by_git()
    assert second.deleted is not None
    job = Job.objects.get(pk=second.job_id)
    assert job.result["submission"] == first.pk
    assert f"submission {first.pk}" in job.result["note"]
    repository.commit({"test-A/out.tsv": WORSE})
    assert by_git().state == "scored"


def test_the_same_commit_for_a_team_is_another_submission(by_git, repository, team):
    repository.commit({"test-A/out.tsv": GOLD})
    found = [(by_git(team=whose), whose) for whose in (None, team, None, team)]
    assert [(one.team, one.deleted is None) for one, _ in found] == [(None, True), (team, True)] + [
        (whose, False) for whose in (None, team)
    ]
    assert [one.job.result["submission"] for one, _ in found[2:]] == [one.pk for one, _ in found[:2]]


def test_organisers_are_told_of_no_quota_as_they_have_none(hand_in, challenge, people, work):
    challenge.daily_quota = challenge.total_quota = 1
    challenge.save()
    for content in (GOLD, WORSE):
        hand_in(content, by="organiser")
    work()
    assert set(Submission.objects.values_list("state", flat=True)) == {"scored"}
    assert quota_left(challenge, people["organiser"]).least is None
    assert quota_left(challenge, people["ala"]).least == 1


def test_the_same_files_again_are_the_submission_that_they_were(hand_in, work):
    first = hand_in()
    work()
    again = hand_in()
    assert (again.submission, again.is_new) == (first.submission, False)
    assert str(first.submission.pk) in again.note
    assert hand_in(by="ola").is_new


def test_equal_outputs_are_scored_once_whoever_hands_them_in(hand_in, work, monkeypatch):
    hand_in()
    work()
    monkeypatch.setattr(evaluation, "score", None)  # nothing is scored any more
    other = hand_in(by="ola").submission
    work()
    other.refresh_from_db()
    assert other.state == "scored"
    assert Evaluation.objects.count() == 2
    assert Score.objects.count() == 4


def test_equal_bytes_under_another_ending_are_another_output():
    plain, lines, packed = find_outputs(
        ["test-A/out-a.tsv", "test-A/out-b.jsonl", "test-A/out-c.tsv.gz"], ["test-A"]
    ).found
    assert evaluation_key(plain, "0" * 64) == "0" * 64
    assert len({evaluation_key(output, "0" * 64) for output in (plain, lines, packed)}) == 3


def test_rows_are_kept_for_comparisons(hand_in, work):
    hand_in(GOLD)
    hand_in(WORSE)
    work()
    better, worse = Evaluation.objects.filter(test__scheme="MAE:P<2>").order_by("value")
    comparison = compare_rows([places.rows_file(better.pk), places.rows_file(worse.pk)], "MAE:P<2>")
    assert comparison is not None
    assert not list(places.rows_file(1).parent.glob("new-*"))


# --- failures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "kind", "file", "line", "word"),
    [
        ("1\n2\n3\n", "OutputError", "test-A/out.tsv", None, "4"),
        ("1\n2\n3\n4\n5\n", "OutputError", "test-A/out.tsv", None, "5"),
        ("1\n2\nthree\n4\n", "OutputError", "test-A/out.tsv", 3, "three"),
        (b"1\n2\n\xff\n4\n", "OutputError", "test-A/out.tsv", 3, "UTF-8"),
    ],
)
def test_a_broken_output_fails_with_file_and_line_and_costs_nothing(
    hand_in, work, challenge, people, content, kind, file, line, word
):
    challenge.daily_quota = 5
    challenge.save()
    submission = hand_in(content).submission
    work()
    submission.refresh_from_db()
    failure = submission.failure
    assert (submission.state, failure["class"], failure["file"], failure["line"]) == ("failed", kind, file, line)
    assert word in failure["message"]
    assert failure["fault"] == "submission"
    assert str(places.version_folder("numbers", "1").parent) not in json.dumps([failure, log_of(submission)])
    assert quota_left(challenge, people["ala"]).today == 5


def test_a_branch_without_outputs_says_once_what_it_holds_and_what_is_wanted(by_git, repository, client, people):
    repository.commit({"README.md": "nothing", "test-Z/out.tsv": "1"})
    submission = by_git()
    assert submission.failure["class"] == "NothingToScore"
    assert "a test of this challenge: README.md, test-Z/out.tsv; " in submission.failure["message"]
    client.force_login(people["ala"])
    page = client.get(f"/jobs/{submission.job_id}").content.decode()
    assert re.findall(r"none of the files is an output [^<]*test-A/out\.tsv", page) == [
        submission.failure["message"]
    ], "above the log, and not in it once more"
    assert log_of(submission)[-1].startswith("ERROR: none of the files"), "programs read it there"


def test_a_link_is_no_output(by_git, repository):
    repository.commit(links={"test-A/out.tsv": "/etc/passwd"})
    failure = by_git().failure
    assert failure["file"] == "test-A/out.tsv"
    assert "symbolic link" in failure["message"]


@pytest.mark.parametrize(
    ("files", "message", "where"),
    [
        ({}, "Try %s", "the commit's message"),
        ({}, "Try it\n\nMade with %s", "git commit --amend"),
        ({"gonito.yaml": "description: with %s\n"}, "x", "the description"),
        ({"gonito.yaml": "params:\n  k: %s\n"}, "x", "its key in gonito.yaml"),
    ],
)
def test_a_personal_token_that_comes_by_git_is_refused_at_once(by_git, repository, files, message, where):
    token = f"prb_abcdefgh_{'0' * 40}"
    told = {name: text % token for name, text in files.items()}
    repository.commit({"test-A/out.tsv": WORSE, **told}, message.replace("%s", token))
    made = by_git()
    assert (made.state, made.counts, made.description) == ("failed", False, "")
    assert "revoke that token on the page of your account" in made.failure["message"]
    assert where in made.failure["message"]
    assert token not in made.failure["message"]


_TOKEN = f"prb_abcdefgh_{'0' * 40}"


@pytest.mark.parametrize(
    ("path", "held"),
    [
        ("old; copy/settings.py", f"x\0\nTOKEN = '{_TOKEN}'\n"),
        ("notes.txt", f"one line\n{_TOKEN}\n".encode("utf-16")),
        ("wide.txt", _TOKEN.encode("utf-32-be")),
        ("call.sh", f"curl https://example.org/?t={_TOKEN.replace('_', '%5F')}"),
        ("note.ipynb", json.dumps(_TOKEN).replace("_", "\\u005f")),
        ("page.html", "&shy;".join(_TOKEN).replace("_", "&#95;")),
        ("conf.yaml", 'a: "' + "".join(f"\\x{ord(sign):02x}" for sign in _TOKEN) + '"'),
        ("guide.md", "".join(f"**{sign}**" for sign in _TOKEN).replace("_", "![\\_](https://example.org)")),
        ("full.txt", "".join(chr(ord(sign) + 0xFEE0) for sign in _TOKEN)),
        ("letter.eml", f"{_TOKEN[:20]}=\r\n  {_TOKEN[20:]}"),
        (f"runs/{_TOKEN}.log", ""),
        ("link", Path(f"../{_TOKEN}")),
        ("wide-link", Path(_TOKEN.replace("_", "\uff3f"))),
    ],
)
def test_a_personal_token_in_any_file_of_a_branch_is_not_published(by_git, repository, people, work, path, held):
    """However it is written: what reads the file, or whoever looks at it, has the token."""
    files, links = ({}, {path: held}) if isinstance(held, Path) else ({path: held}, {})
    repository.commit({"test-A/out.tsv": WORSE, **files}, links=links)
    made = by_git()
    assert made.state == "scored"  # nobody else sees that file
    job = open_submission(made, people["ala"])
    work()
    job.refresh_from_db()
    made.refresh_from_db()
    assert (job.state, made.is_open) == ("failed", False)
    where = "the name of a file" if _TOKEN in path else "this file"
    assert job.failure["message"].startswith(f"a personal token stands in {where}")
    assert job.failure["file"] == (None if _TOKEN in path else path)
    assert (made.held_back, made.problems) == (job.failure, [])
    told = [made.why_held_back, log_of(made)[-1].removeprefix("WARNING: ")]
    assert all(one.endswith(job.failure["message"]) and "revoke that token" in one for one in told)
    assert _TOKEN in path or all(one.startswith(f"{path}: ") for one in told)
    public = str(places.public_repository("numbers"))
    assert not run("git", "--git-dir", public, "for-each-ref", f"refs/heads/{made.published_branch}")
    with pytest.raises(Refused, match="a personal token stands in") as refused:
        open_submission(made, people["ala"])
    assert refused.value.code == "state"
    assert "open" not in [act.name for act in acts_on(Viewer(people["ala"]), made)]


def test_what_held_a_submission_back_is_told_to_its_people_alone(by_git, repository, people, work, client):
    repository.commit({"test-A/out.tsv": WORSE, "old; notes.txt": _TOKEN})
    made = by_git()
    address = f"/submissions/{made.pk}"
    open_submission(made, people["ala"])
    work()
    said = "a personal token stands in this file, so nothing that was handed in was published; revoke that token"
    for name in ("ola", "ala"):
        client.force_login(people[name])
        page, told = client.get(address).content.decode(), client.get(f"/api/v1{address}").json()["held_back"]
        assert (said in page, "old; notes.txt" in page, told is not None) == (name == "ala",) * 3
    assert f"{address}/hide" in page
    assert f"{address}/open" not in page
    assert (told["class"], told["file"]) == ("TokenInText", "old; notes.txt")
    page = client.get(address, headers={"accept-language": "pl"}).content.decode()
    assert "w tym pliku jest osobisty token, więc nic z tego zgłoszenia nie zostało opublikowane; unieważnij" in page


def test_an_older_platform_knows_by_the_whole_sentence_what_was_held_back(challenge, people):
    so = "so nothing that was handed in was published"
    in_file = (
        f"a personal token stands in this file, {so}; revoke that token on the page of your account, and hand in again "
        "without it"
    )
    in_commit = (
        f"a personal token stands in the commit's message or in a name in it, {so}; revoke that token on the page of "
        "your account, take it out with git commit --amend (with --author where it stands there), and push again"
    )
    beside = f"the tag 'x, {so}' is not in the vocabulary; it is left out"
    problems = ([], [beside], [beside, f"old; copy/a.py: {in_file}"], [in_commit])
    of = {"challenge": challenge, "version": challenge.current, "submitter": people["ala"]}
    rows = [Submission.objects.create(**of, problems=one) for one in problems]
    import_module("probierz.web.submissions.migrations.0016_held_back").take_out_of_problems(apps, None)
    after = [Submission.objects.get(pk=one.pk) for one in rows]
    assert [one.problems for one in after] == [[], [beside], [beside], []]
    assert [one.why_held_back for one in after] == ["", "", f"old; copy/a.py: {in_file}", in_commit]
    assert [one.held_back is None for one in after] == [True, True, False, False]


@pytest.mark.parametrize("part", [_TOKEN, f"{_TOKEN[:20]}…", f"{_TOKEN[:9]}…"])
def test_a_sentence_quotes_no_part_of_a_personal_token(part):
    assert without_tokens(f"labels that no open split expects: '{part}'").endswith(": 'prb_***'")


def test_a_personal_token_in_the_words_of_a_commit_is_not_published():
    words = f"Try prb_abcdefgh_{'0' * 40}"
    store = SimpleNamespace(commit_words=lambda _: words, tree=lambda _: [])
    with pytest.raises(JobFailed, match="personal token"):
        refuse_token_in_files(store, "c0ffee", ["test-A"], Budget())


def test_a_personal_token_in_a_packed_output_is_not_published(challenge):
    store = store_of(challenge)
    files = {"test-A/out.tsv.xz": lzma.compress(f"one\n{_TOKEN}\n".encode())}
    commit = store.write_commit(
        files, "x", reference="refs/submissions/1", author=Person("Ala", "ala@example.org"), when=timezone.now()
    )
    with pytest.raises(JobFailed, match="a personal token stands in this file") as caught:
        refuse_token_in_files(store, commit, ["test-A"], Budget())
    assert caught.value.failure["file"] == "test-A/out.tsv.xz"


@pytest.mark.parametrize("url", ["ext::sh -c id", "https://user:secret@example.org/x.git", "https://localhost/x.git"])
def test_addresses_that_lead_elsewhere_are_refused_at_once(challenge, people, url):
    with pytest.raises(IntakeError):
        submit_git(challenge, url, "main", Handing(people["ala"]))
    assert not Submission.objects.exists()


def test_the_hidden_branch_is_refused_at_once(challenge, people, repository):
    with pytest.raises(IntakeError, match="dont-peek"):
        submit_git(challenge, repository.url, "dont-peek", Handing(people["ala"]))


def test_a_repository_that_is_not_there_is_told_of(by_git, repository, challenge, people, work):
    made = submit_git(challenge, "file:///nowhere/at/all.git", "main", Handing(people["ala"])).submission
    work()
    made.refresh_from_db()
    assert made.state == "failed"
    assert made.failure["class"] == "RepositoryMissing"


def test_a_failed_submission_can_be_handed_in_again(by_git, repository):
    repository.commit({"README.md": "nothing", "test-Z/out.tsv": "1"})
    first, second = by_git(), by_git()
    assert (first.state, second.state) == ("failed", "failed")
    assert second.deleted is None


def test_a_scoring_process_that_is_killed_is_started_again(hand_in, work, monkeypatch):
    outcomes = [ScoringFailure("Killed", "killed from outside", "", "platform", may_retry=True)]
    real = evaluation.score
    monkeypatch.setattr(evaluation, "score", lambda *a, **k: outcomes.pop() if outcomes else real(*a, **k))
    submission = hand_in().submission
    work()
    submission.refresh_from_db()
    assert submission.state == "scored"


def test_a_fault_of_the_challenge_is_not_blamed_on_the_submitter(hand_in, work, challenge):
    gold = places.version_folder("numbers", challenge.current.folder) / "test-A" / "expected.tsv"
    gold.write_text("1\n2\nsecret\n4\n")
    submission = hand_in().submission
    work()
    submission.refresh_from_db()
    assert (submission.state, submission.counts, submission.failure["fault"]) == ("failed", False, "challenge")
    assert "secret" not in json.dumps([submission.failure, log_of(submission)])


def test_a_cancelled_submission_costs_nothing(hand_in, people, work):
    submission = hand_in().submission
    cancel(submission, people["ala"])
    assert work() == 0
    submission.refresh_from_db()
    assert (submission.state, submission.counts) == ("cancelled", False)
    with pytest.raises(Refused, match="nothing to stop any more"):
        cancel(submission, people["ala"])


# --- the gate --------------------------------------------------------------------------------------------------------


def test_nobody_hands_in_more_than_the_quota_of_a_day(hand_in, work, challenge):
    challenge.daily_quota = 2
    challenge.save()
    hand_in("1\n1\n1\n1\n")
    hand_in("2\n2\n2\n2\n")  # those that wait may yet count
    with pytest.raises(Refused, match="quota of today is used up: 2 outputs") as refusal:
        hand_in("3\n3\n3\n3\n")
    assert refusal.value.code == "quota"
    work()
    Submission.objects.update(created=timezone.now() - timedelta(days=1))
    assert hand_in("3\n3\n3\n3\n").is_new


def test_what_waits_past_midnight_is_of_the_day_on_which_it_was_handed_in(stopped_clock, hand_in, work, challenge):
    challenge.daily_quota = 2
    challenge.save()
    stopped_clock.shift(timedelta(hours=11, minutes=55))
    hand_in("1\n1\n1\n1\n")
    stopped_clock.shift(timedelta(minutes=10))
    hand_in("2\n2\n2\n2\n")
    hand_in("3\n3\n3\n3\n")
    work()
    assert set(Submission.objects.values_list("state", flat=True)) == {"scored"}


def test_a_team_has_no_more_than_its_members(hand_in, challenge, team):
    challenge.total_quota = 1
    challenge.save()
    hand_in("1\n1\n1\n1\n", team=team)
    for by, whose in (("ola", team), ("ala", None), ("ala", team)):
        with pytest.raises(Refused, match="used up: 1 output "):
            hand_in("2\n2\n2\n2\n", by=by, team=whose)
    assert hand_in("2\n2\n2\n2\n", by="ola").is_new


def test_changing_teams_gives_no_more_tries(hand_in, challenge, team):
    challenge.total_quota = 1
    challenge.save()
    hand_in("1\n1\n1\n1\n", by="ala")
    with pytest.raises(Refused, match="used up: 1 output "):
        hand_in("2\n2\n2\n2\n", by="ala", team=team)
    assert hand_in("2\n2\n2\n2\n", by="ola", team=team).is_new


def test_outputs_of_two_hidden_tests_cost_as_many_as_there_are_on_one(hand_in, challenge):
    test = challenge.current.tests.get(split="test-A", name="RMSE")
    test.pk, test.split = None, "test-B"
    test.save()
    test.versions.add(challenge.current)
    submission = hand_in().submission
    assert cost_of(submission, ["test-A", "test-A", "test-B", "dev-0"]) == 2
    assert cost_of(submission, ["dev-0"]) == 1


def test_outputs_that_changed_places_are_another_submission():
    first, second = "test-A/out.tsv", "test-B/out.tsv"
    assert content_digest({first: "1", second: "2"}) != content_digest({first: "2", second: "1"})
    assert content_digest({first: "1", second: "2"}) == content_digest({second: "2", first: "1"})


def test_a_day_begins_at_midnight_where_the_platform_is(hand_in, challenge, people, settings):
    settings.TIME_ZONE = "Europe/Warsaw"
    challenge.daily_quota = 1
    challenge.save()
    submission = hand_in().submission
    in_warsaw = timezone.datetime.fromisoformat
    Submission.objects.filter(pk=submission.pk).update(created=in_warsaw("2026-07-01T23:59:59+02:00"))
    before, after = in_warsaw("2026-07-01T23:59:59.5+02:00"), in_warsaw("2026-07-02T00:00:00+02:00")
    assert quota_left(challenge, people["ala"], now=before).today == 0
    assert quota_left(challenge, people["ala"], now=after).today == 1


def test_phases_open_and_close(hand_in, challenge):
    now = timezone.now()
    Phase.objects.all().delete()
    first = Phase.objects.create(challenge=challenge, name="first", position=1, closes=now - timedelta(hours=1))
    with pytest.raises(Refused, match=r"deadline has passed, on \d"):
        hand_in()
    second = Phase.objects.create(challenge=challenge, name="second", position=2, opens=now + timedelta(hours=1))
    with pytest.raises(Refused, match="next one opens on"):
        hand_in()
    assert hand_in(by="organiser").submission.phase == second
    second.opens = now
    second.save()
    assert hand_in().submission.phase == second
    assert first.submissions.count() == 0


def test_the_same_outputs_may_be_handed_in_in_the_next_phase(hand_in, challenge, work):
    hand_in()
    work()
    Phase.objects.update(closes=timezone.now() - timedelta(seconds=1))
    Phase.objects.create(challenge=challenge, name="next", position=2)
    assert hand_in().is_new


@pytest.mark.parametrize(("change", "code"), [
    ({"archived": timezone.now()}, "archived"), ({"is_published": False}, "unknown"), ({"current": None}, "closed"),
])  # fmt: skip
def test_closed_challenges_take_nothing(hand_in, challenge, change, code):
    Challenge.objects.filter(pk=challenge.pk).update(**change)
    challenge.refresh_from_db()
    with pytest.raises(Refused) as refusal:
        hand_in()
    assert refusal.value.code == code


def test_nobody_hands_in_for_a_team_of_others(hand_in, team):
    with pytest.raises(Refused, match="not in this team"):
        hand_in(by="stranger", team=team)


def test_somebody_with_too_many_waiting_is_told_to_wait(hand_in, settings):
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_CONCURRENT_JOBS": 1}
    hand_in("1\n1\n1\n1\n")
    with pytest.raises(Refused, match="wait or run") as refusal:
        hand_in("2\n2\n2\n2\n")
    assert refusal.value.code == "queue"
    assert Submission.objects.count() == 1


# --- trying out, scoring again ---------------------------------------------------------------------------------------


def test_a_dry_run_looks_at_the_input_alone(challenge, people, uploaded, home):
    for gold in home.glob("challenges/numbers/*/test-A/expected.tsv"):
        gold.unlink()
    found = try_out(challenge, [uploaded("1\n2\nx\n")], people["ala"])
    assert found.outputs == ["test-A/out.tsv"]
    assert found.problems
    assert try_out(challenge, [uploaded(GOLD)], people["ala"]).problems == []
    assert not Submission.objects.exists()


def test_new_gold_gives_new_scores_for_outputs_that_were_kept(hand_in, challenge, people, work, tmp_path):
    submission = hand_in(WORSE).submission
    work()
    publish_version(challenge, write_challenge(tmp_path / "again", gold=WORSE))
    work()
    submission.refresh_from_db()
    job = Job.objects.get(kind="rescore-submission")
    assert [row[3] for row in shown(submission)] == ["0.000", "0.000"]
    assert job.result["before"] == [["out", "test-A", "RMSE", "2.000"], ["out", "test-A", "MAE", "1.000"]]
    assert submission.version == challenge.current


def test_an_organiser_and_a_repair_ask_for_one_scoring(hand_in, challenge, people, work, tmp_path):
    submission = hand_in(WORSE).submission
    work()
    version = publish_version(challenge, write_challenge(tmp_path / "again", gold=WORSE))
    feed(version, 0)
    submission.refresh_from_db()
    assert rescore(submission, people["organiser"]) == Job.objects.get(kind="rescore-submission")


def test_every_change_of_scores_raises_the_revision(hand_in, challenge, work):
    before = Challenge.objects.get(pk=challenge.pk).revision
    hand_in()
    work()
    assert Challenge.objects.get(pk=challenge.pk).revision > before
    assert User.objects.exists()


def test_an_archive_is_taken_apart(challenge, people, uploaded, work, tmp_path):
    import zipfile

    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("numbers/test-A/out.tsv", GOLD)
        archive.writestr("numbers/dev-0/out.tsv", WORSE)
        archive.writestr("numbers/notes.txt", "not wanted")
    file = uploaded((tmp_path / "all.zip").read_bytes(), "all.zip", None)
    submission = submit_files(challenge, [file], Handing(people["ala"])).submission
    work()
    submission.refresh_from_db()
    assert [row[3] for row in shown(submission)] == ["2.000", "1.000", "0.000", "0.000"]
