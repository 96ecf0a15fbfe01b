"""A submission's page: who sees which score and which line."""

import re

import pytest
from django.utils import timezone

from probierz.web.configuration import places
from probierz.web.intake.fastimport import Person
from probierz.web.intake.gitstore import Store
from probierz.web.submissions.models import Analysis, Evaluation, Link, Score

pytestmark = pytest.mark.django_db
START = timezone.now()

ALL = ("nobody", "owner", "teammate", "stranger", "organiser", "administrator")
CONCERNED = ("owner", "teammate", "organiser", "administrator")


def page(client, submission, query="", status=200):
    response = client.get(f"/submissions/{submission.pk}{query}")
    assert response.status_code == status
    text = re.sub(r"</?mark[^>]*>", "", response.content.decode())  # what differs is marked within texts
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)


@pytest.fixture
def submission(world):
    scores = {"dev-0 WER": 0.31313, "test-A WER": 0.71717, "test-A CER": 0.55151}
    return world.submit(
        "owner", scores, team=world.team, description="with dropout", url="https://git.example.org/secret-place",
        branch="main", tags=["crf"], parameters=[("epochs", "3")],
    )  # fmt: skip


@pytest.mark.parametrize("role", ALL)
def test_scores_of_hidden_tests_are_as_the_phase_says(world, browsers, submission, role):
    assert "0.71717" in page(browsers[role], submission)
    world.hide_scores()
    text = page(browsers[role], submission)
    sees = role in ("organiser", "administrator")
    assert ("0.71717" in text) == ("0.72" in text) == sees
    assert ("not shown</span>" in text) != sees
    assert "0.31313" in text
    world.hide_scores("rounded", digits=1)
    text = page(browsers[role], submission)
    assert bool(re.search(r"0\.7[0-9]", text)) == sees


@pytest.mark.parametrize("address", ["/submissions/{}", "/challenges/ocr/board"])
def test_what_there_is_to_know_of_an_interval_stands_beside_it(world, browsers, submission, address):
    note = "the score rests on few lines only: no other counts for it"
    Evaluation.objects.filter(test=world.tests["test-A WER"]).update(notes=[note])
    address = address.format(submission.pk)
    assert note in browsers["nobody"].get(address).text
    polish = browsers["nobody"].get(address, headers={"accept-language": "pl"}).text
    assert "wynik opiera się tylko na niewielu wierszach: żaden inny się do niego nie liczy" in polish
    world.hide_scores("rounded", digits=2)
    assert note not in browsers["nobody"].get(address).text, "as it tells more of a score that is rounded"


def test_to_cite_and_programs_are_told_that_a_score_is_rounded(world, browsers, submission):
    world.hide_scores("rounded", digits=1)
    assert f"0.7 (version 1.0.0, rounded) {{{submission.commit[:6]}}}" in page(browsers["nobody"], submission)
    assert f"0.71717 (version 1.0.0) {{{submission.commit[:6]}}}" in page(browsers["organiser"], submission)
    scores = browsers["nobody"].get(f"/api/v1/submissions/{submission.pk}").json()["variants"][0]["scores"]
    assert {(one["test"], one["is_rounded"]) for one in scores} == {("dev-0", False), ("test-A", True)}


@pytest.mark.parametrize("role", ALL)
def test_where_it_came_from_is_for_those_whom_it_concerns(world, browsers, submission, role):
    text = page(browsers[role], submission)
    assert ("secret-place" in text) == ("probierz eval . --split dev-0" in text) == (role in CONCERNED)
    assert "epochs=3" in text
    assert "crf" in text
    assert f"{{{submission.commit[:6]}}}" in text
    assert ("branch submission-" in text) is False


@pytest.mark.parametrize("role", ALL)
def test_hidden_and_deleted_ones_are_not_there_for_others(world, browsers, submission, role):
    submission.hidden = timezone.now()
    submission.save()
    page(browsers[role], submission, status=200 if role in CONCERNED else 404)
    submission.deleted = timezone.now()
    submission.save()
    page(browsers[role], submission, status=404)


def test_own_work_can_be_read_when_the_challenge_is_limited_to_another_team(world, browsers, submission):
    """The organiser is told first whom that concerns; then the others' work, and the board, are closed to them."""
    mine, others = world.submit("stranger", {"test-A WER": 0.8}), submission
    seen = browsers["organiser"].get("/challenges/ocr/organise").context["rules_form"]
    world.team.members.add(world.people["organiser"])
    rules = {field.name: field.value() or "" for field in seen} | {"team": str(world.team.pk)}
    asked = browsers["organiser"].post("/challenges/ocr/organise/rules", rules).content.decode()
    assert "only the team Both and the organisers see the challenge" in asked
    assert "1 person who is not in the team has submitted something" in asked
    assert browsers["stranger"].get("/challenges/ocr/board").status_code == 200
    browsers["organiser"].post("/challenges/ocr/organise/rules", {**rules, "asked": "yes"})
    text = page(browsers["stranger"], mine)
    assert "0.8" in text
    assert not re.search("0.71717|Rank|/challenges/ocr/board", text)
    assert browsers["stranger"].get(f"/api/v1/submissions/{mine.pk}").status_code == 200
    assert browsers["stranger"].get("/challenges/ocr/board").status_code == 404
    page(browsers["stranger"], others, status=404)
    page(browsers["nobody"], mine, status=404)
    assert "Rank 1 of 2" in page(browsers["owner"], others)


def test_an_open_one_tells_how_to_get_its_outputs(world, browsers, submission):
    submission.is_open = True
    submission.save()
    text = page(browsers["nobody"], submission)
    assert f"git fetch --update-shallow origin {submission.published_branch}" in text
    assert "git checkout FETCH_HEAD -- dev-0/out.tsv" in text
    assert "put here" not in text


def test_a_score_stands_beside_the_best_and_the_one_before(world, browsers, submission):
    world.submit("stranger", {"test-A WER": 0.7}, day=1)
    later = world.submit("teammate", {"test-A WER": 0.75}, day=2, team=world.team)
    text = page(browsers["nobody"], later)
    assert "worse by 0.05" in text
    assert "worse by 0.03283" in text
    world.hide_scores()
    text = page(browsers["owner"], later)
    assert "worse by" not in text
    assert "better by" not in text


def test_a_variant_has_metrics_of_every_priority(world, browsers, submission):
    world.tests["test-A CER"].priority = 4
    world.tests["test-A CER"].save()
    assert "0.55151" not in page(browsers["nobody"], submission)
    variant = submission.variants.get()
    assert "0.55151" in page(browsers["nobody"], submission, f"/variants/{variant.pk}")
    other = world.submit("stranger", {"dev-0 WER": 0.5})
    page(browsers["nobody"], other, f"/variants/{variant.pk}", status=404)


def test_hostile_text_stays_text(world, browsers, submission):
    submission.description = "<script>alert(1)</script>"
    submission.save()
    Link.objects.create(submission=submission, title="<img src=x>", url="https://example.org/?a=<b>")
    text = page(browsers["nobody"], submission)
    assert "<script>alert" not in text
    assert "<img src=x" not in text
    assert 'rel="nofollow ugc noopener"' in text


def test_a_failure_is_told_to_those_whom_it_concerns(world, browsers):
    failed = world.submit("owner", {}, failure={"message": "line 7 has two columns", "file": "out.tsv", "line": 7})
    failed.state = "failed"
    failed.save()
    assert "line 7 has two columns" in page(browsers["owner"], failed)
    for role in ("stranger", "nobody"):
        page(browsers[role], failed, status=404)
        assert browsers[role].get(f"/api/v1/submissions/{failed.pk}").status_code == 404
    for role, count in (("nobody", 0), ("teammate", 0), ("owner", 1), ("organiser", 1)):
        listed = browsers[role].get("/challenges/ocr/submissions").content.decode()
        assert listed.count(f'/submissions/{failed.pk}"') == count


# --- lines -----------------------------------------------------------------------------------------------------------


FEATURES = [
    ["exp:goldword", 12, 0.5, 0.1, 0.8, 0.001], ["out:mineword", 12, 0.5, 0.1, 0.8, 0.001],
    ["in<1>:inputword", 12, 0.5, 0.1, 0.8, 0.001], ["in<1>:rareword", 6, 0.5, 0.1, 0.8, 0.001],
    ["long exp", 12, 0.5, 0.1, 0.8, 0.001], ["<script>alert(1)</script>", 40, None, 0.1, 0.8, 0.0],
]  # fmt: skip


@pytest.fixture
def with_lines(world, tmp_path):
    """A submission with its files: two lines right, one wrong, on dev-0 and on test-A."""
    expected, output = ["gold one", "gold two", "gold three"], ["gold one", "mine two", "gold three"]
    folder = places.version_folder("ocr", world.version.folder)
    files = {}
    for split in ("dev-0", "test-A"):
        (folder / split).mkdir(parents=True)
        (folder / split / "in.tsv").write_text("input one\ninput two\ninput three\n")
        (folder / split / "expected.tsv").write_text("".join(f"{line}\n" for line in expected))
        files[f"{split}/out.tsv"] = "".join(f"{line}\n" for line in output).encode()
    (folder / "config.txt").write_text("--metric WER\n")
    commit = Store(places.store("ocr")).write_commit(
        files, "all", reference="refs/submissions/1", author=Person("owner", "owner@example.org"), when=START
    )
    made = world.submit("owner", {"dev-0 WER": 1 / 6, "test-A WER": 1 / 6}, team=world.team, commit=commit)
    for one in Score.objects.filter(submission=made):
        Analysis.objects.create(
            evaluation=one.evaluation, lines=3, worst=[[2, "0.5000"], [1, "0.0000"], [3, "0.0000"]], features=FEATURES
        )
        one.evaluation.rows = True
        one.evaluation.save()
    return made


def lines_address(submission, split):
    return f"?lines={Score.objects.get(submission=submission, test__split=split).pk}"


@pytest.mark.parametrize("role", ALL)
def test_lines_of_an_open_test_are_for_those_who_may_see_the_outputs(world, browsers, with_lines, role):
    text = page(browsers[role], with_lines, lines_address(with_lines, "dev-0"))
    for piece in ("mine two", "gold two", "input two"):
        assert (piece in text) == (role in CONCERNED)


@pytest.mark.parametrize("role", ALL)
def test_features_of_an_open_test_are_for_everybody_but_words_of_the_output(world, browsers, with_lines, role):
    text = page(browsers[role], with_lines, lines_address(with_lines, "dev-0"))
    for piece in ("exp:goldword", "in&lt;1&gt;:inputword", "in&lt;1&gt;:rareword", "long exp"):
        assert piece in text
    assert ("out:mineword" in text) == (role in CONCERNED)
    assert "<script>alert" not in text


def test_the_worst_line_comes_first(world, browsers, with_lines):
    text = page(browsers["owner"], with_lines, lines_address(with_lines, "dev-0"))
    assert text.index("mine two") < text.index("input one") < text.index("input three")


@pytest.mark.parametrize("role", ALL)
@pytest.mark.parametrize("level", ["none", "aggregates", "own-output", "items"])
def test_lines_of_a_hidden_test_are_as_the_phase_says(world, browsers, with_lines, role, level):
    world.phase.items = level
    world.phase.save()
    organises = role in ("organiser", "administrator")
    own = role in ("owner", "teammate") and level in ("own-output", "items")
    sees_lines, sees_gold = organises or own, organises or (own and level == "items")
    sees_features = sees_lines or (role in ("owner", "teammate") and level == "aggregates")
    text = page(browsers[role], with_lines, lines_address(with_lines, "test-A"), 200 if sees_features else 404)
    assert ("mine two" in text) == sees_lines
    assert ("gold two" in text) == ("input two" in text) == sees_gold
    assert ("in&lt;1&gt;:inputword" in text) == sees_features
    assert ("exp:goldword" in text) == ("long exp" in text) == sees_gold
    assert ("rareword" in text) == sees_lines  # few lines have it


def test_nothing_of_a_hidden_score_is_seen_through_its_lines(world, browsers, with_lines):
    world.phase.items = "items"
    world.hide_scores()
    page(browsers["owner"], with_lines, lines_address(with_lines, "test-A"), 404)


def test_lines_that_were_not_kept_are_said_to_be_lost(world, browsers, with_lines):
    Analysis.objects.all().delete()
    text = page(browsers["owner"], with_lines, lines_address(with_lines, "dev-0"))
    assert "cannot be read" in text
    assert "gold" not in text


def test_a_metric_without_scores_of_single_lines_shows_none_as_the_worst(world, browsers, with_lines):
    Analysis.objects.update(worst=[[1, "NaN"], [2, "NaN"], [3, "NaN"]])
    text = page(browsers["owner"], with_lines, lines_address(with_lines, "dev-0"))
    assert "Single lines have no score under this metric" in text
    assert "worst of" not in text
    assert "mine two" not in text


def test_odd_questions_for_lines_are_no_errors(world, browsers, with_lines):
    for odd in ("?lines=", "?lines=0", "?lines=x", "?lines=99999999999999999999"):
        page(browsers["owner"], with_lines, odd)
