"""Whoever changes one line after another to learn the expected results from the scores learns next to nothing."""

import random
import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from submission_examples import write_challenge

from probierz.scoring.score_steps import steps_for
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.jobs import worker
from probierz.web.submissions import handlers
from probierz.web.submissions.models import Output, Submission
from probierz.web.submissions.probing import is_too_many, nearly_equal
from probierz.web.submissions.services import Handing, rescore, submit_files

pytestmark = pytest.mark.django_db(transaction=True)

LINES = 200
HIDDEN = [random.Random(7).choice("ab") for _ in range(LINES)]


def known_lines(seed, size, *, is_guarded):
    """How many lines of 200 an attacker puts into the right part, and of public ones how many labels are right.

    Over ten days ten outputs a day answer so many random lines and nothing elsewhere; then least squares.
    """
    import numpy

    chosen, public_lines, step = random.Random(seed), LINES // 2, steps_for("Accuracy", LINES // 2)
    is_public = numpy.zeros(LINES, bool)
    is_public[chosen.sample(range(LINES), public_lines)] = True
    is_a = numpy.array([chosen.random() < 0.5 for _ in range(LINES)])
    near, marks, rows, told, most = 0, [], [], [], Challenge._meta.get_field("near_quota").default
    for at in range(100):
        near = near if at % 10 else 0
        answers = numpy.zeros(LINES, int)
        for line in chosen.sample(range(LINES), size):
            answers[line] = chosen.choice((1, 2))
        right = (((answers == 1) & is_a) | ((answers == 2) & ~is_a))[is_public]
        near += (is_near := any(nearly_equal(public_lines, int((right != one).sum()), 0) for one in marks))
        rows.append(numpy.concatenate([answers == 1, answers == 2]))
        if is_guarded and is_near and is_too_many(near, most):
            told.append(0.6)  # refused: one line or none
        else:
            marks.append(right)
            told.append(float(step.told(right.sum() / public_lines)) * public_lines)
    rows = numpy.array(rows, float)
    found = (
        0.25
        + numpy.linalg.lstsq(
            numpy.vstack([rows, 1.9 * numpy.eye(2 * LINES)]),
            numpy.concatenate([told - 0.25 * rows.sum(1), numpy.zeros(2 * LINES)]),
            rcond=None,
        )[0]
    )
    for_a, for_b = found[:LINES], found[LINES:]
    most = numpy.argsort(-(for_a + for_b))[:public_lines]
    return 2 * is_public[most].sum(), (((for_a > for_b) == is_a) & is_public).sum()


@pytest.mark.parametrize("size", [3, 8])
def test_refusals_tell_no_more_of_the_division_and_the_labels_than_scores_do(size):
    guarded, others = (
        [known_lines(seed, size, is_guarded=is_guarded) for seed in range(8)] for is_guarded in (True, False)
    )
    for with_guard, without in zip(zip(*guarded, strict=True), zip(*others, strict=True), strict=True):
        assert sum(with_guard) / 8 < sum(without) / 8 + 4
        assert sum(with_guard) / 8 < 145


@pytest.fixture
def challenge(people, tmp_path):
    folder = write_challenge(tmp_path / "labels", metrics="--metric Accuracy")
    for split in ("dev-0", "test-A"):
        (folder / split / "in.tsv").write_text("x\n" * LINES)
        (folder / split / "expected.tsv").write_text("".join(f"{label}\n" for label in HIDDEN))
    made = create_unasked("labels", people["organiser"])
    publish_version(made, folder)
    Challenge.objects.filter(pk=made.pk).update(is_published=True)
    made.refresh_from_db()
    return made


@pytest.fixture
def score(challenge, people, uploaded, work):
    """The score that somebody sees of some labels, or None where there is none."""

    def act(labels, by="ala", test="test-A", **more):
        files = [uploaded("".join(f"{label}\n" for label in labels), "out.tsv", test)]
        made = submit_files(challenge, files, Handing(people[by], **more)).submission
        work()
        made.refresh_from_db()
        act.last = made
        return made.scores.get().value if made.state == "scored" else None

    return act


@pytest.fixture
def two_a_day(challenge):
    """The rule is the same with a smaller number, and less has to be scored until it is reached."""
    Challenge.objects.filter(pk=challenge.pk).update(near_quota=2)
    challenge.refresh_from_db()


def changed(labels, *places):
    return [("b" if label == "a" else "a") if at in places else label for at, label in enumerate(labels)]


def test_a_script_that_changes_line_after_line_learns_at_most_a_few_labels(score):
    """Without the guard each try tells a label; with it there are five in a day, whatever is tried."""
    guess = ["a"] * LINES
    known = score(guess)
    learned = 0
    for place in range(8):
        value = score(changed(guess, place))
        if value is None:
            continue
        learned += 1
        if value > known:
            guess, known = changed(guess, place), value
    assert learned == 5
    last = score.last
    assert last.failure["class"] == "NearlyEqual"
    assert last.failure["file"] == "test-A/out.tsv"
    assert "only" in last.failure["message"]
    assert not last.counts  # a refusal costs nothing


def test_many_variants_at_once_are_no_way_around(challenge, people, uploaded, work):
    Challenge.objects.update(variant_quota=0)  # without that rule, which is the first
    files = [
        uploaded("".join(f"{label}\n" for label in changed(["a"] * LINES, place)), f"out-{place}.tsv")
        for place in range(10)
    ]
    made = submit_files(challenge, files, Handing(people["ala"])).submission
    work()
    made.refresh_from_db()
    assert (made.state, made.failure["class"]) == ("failed", "NearlyEqual")
    assert not made.scores.exists()


@pytest.fixture
def sent(challenge, people, uploaded):
    """Hand in three outputs that are near one another, and near all those of other places."""

    def act(first):
        lines = [[*changed(["a"] * LINES, first + one), ""] for one in range(3)]
        files = [uploaded("\n".join(one), f"out-k={at}.tsv") for at, one in enumerate(lines)]
        return submit_files(challenge, files, Handing(people["ala"])).submission

    return act


def test_two_workers_that_end_at_the_same_moment_are_no_way_around(sent, two_a_day, monkeypatch):
    """Both have compared and scored before either writes: the one that comes second to the lock compares again."""
    both, compared, withheld = [sent(0), sent(10)], threading.Barrier(2, timeout=60), handlers.withheld_scores

    def meet(*args):
        compared.wait()
        return withheld(*args)

    def work_alone():
        try:
            worker.work(until_empty=True)
        finally:
            connection.close()

    monkeypatch.setattr(handlers, "withheld_scores", meet)
    workers = [threading.Thread(target=work_alone) for _ in both]
    for one in workers:
        one.start()
    for one in workers:
        one.join()
    for one in both:
        one.refresh_from_db()
    assert not compared.broken
    assert sorted(one.state for one in both) == ["failed", "scored"]
    assert next(one.failure["class"] for one in both if one.failure) == "NearlyEqual"
    assert Output.objects.exclude(changed=None).count() == 2


def test_two_at_the_same_moment_are_no_way_around(sent, work, two_a_day, monkeypatch):
    """The second is handed in, compared and scored while the first is between its comparison and its end."""
    both, withheld = [sent(0), sent(10)], handlers.withheld_scores

    def interrupted(*args):
        monkeypatch.setattr(handlers, "withheld_scores", withheld)
        with monkeypatch.context() as patched:
            patched.setattr(worker, "_anything_waits", lambda: False)  # the first one is in work
            work()
        return withheld(*args)

    monkeypatch.setattr(handlers, "withheld_scores", interrupted)
    work()
    for one in both:
        one.refresh_from_db()
    assert sorted(one.state for one in both) == ["failed", "scored"]
    assert next(one.failure["class"] for one in both if one.failure) == "NearlyEqual"
    assert Output.objects.exclude(changed=None).count() == 2


def test_a_team_gives_no_more_tries_and_neither_does_deleting(score, two_a_day, team, people):
    from probierz.web.submissions.services import delete

    base = ["a"] * LINES
    score(base)
    for place in range(2):
        assert score(changed(base, place), team=team if place % 2 else None) is not None
        delete(score.last, people["ala"])
    assert score(changed(base, 7), team=team) is None
    assert score(changed(base, 8), by="ala") is None


def test_members_of_a_team_share_its_tries(score, two_a_day, team):
    base = ["a"] * LINES
    score(base, by="ala", team=team)
    for place, who in enumerate(["ala", "ola"]):
        assert score(changed(base, place), by=who, team=team) is not None
    assert score(changed(base, 7), by="ola", team=team) is None


def test_what_waits_past_midnight_is_of_its_day(stopped_clock, challenge, people, uploaded, work, two_a_day):
    base = ["a"] * LINES
    stopped_clock.shift(timedelta(hours=11, minutes=55))
    for labels in (base, *(changed(base, place) for place in range(4))):
        submit_files(challenge, [uploaded("".join(f"{label}\n" for label in labels))], Handing(people["ala"]))
    stopped_clock.shift(timedelta(minutes=10))
    work()
    assert sorted(Submission.objects.values_list("state", flat=True)) == ["failed"] * 2 + ["scored"] * 3


def test_people_who_change_more_are_left_alone(score, two_a_day):
    base = ["a"] * LINES
    for step in range(4):
        assert score(changed(base, *range(3 * step, 3 * step + 3))) is not None
    assert not Output.objects.exclude(changed=None).exists()


def test_two_people_with_nearly_equal_outputs_are_left_alone(score):
    assert score(["a"] * LINES) is not None
    for place, who in enumerate(["ola", "stranger"]):
        assert score(changed(["a"] * LINES, place), by=who) is not None
    assert not Output.objects.exclude(changed=None).exists()


def test_a_new_day_brings_new_tries(score, two_a_day):
    base = ["a"] * LINES
    for place in range(-1, 2):
        assert score(changed(base, place)) is not None
    assert score(changed(base, 9)) is None
    Submission.objects.update(created=timezone.now() - timedelta(days=2))
    assert score(changed(base, 9)) is not None


def test_open_tests_organisers_and_challenges_without_the_rule_are_not_guarded(score, two_a_day):
    base = ["a"] * LINES
    for place in range(-1, 3):
        assert score(changed(base, place), test="dev-0") is not None
        assert score(changed(base, place), by="organiser") is not None
    Challenge.objects.update(near_quota=0)
    for place in range(-1, 3):
        assert score(changed(base, place)) is not None


def test_where_no_score_is_shown_there_is_nothing_to_guard(score, two_a_day, challenge):
    Phase.objects.filter(challenge=challenge).delete()
    Phase.objects.create(challenge=challenge, name="blind", disclosure="hidden")
    for place in range(-1, 3):
        assert score(changed(["a"] * LINES, place)) is not None


def test_scoring_again_counts_as_nothing_new(score, people, work):
    base = ["a"] * LINES
    score(base)
    score(changed(base, 1))
    assert Output.objects.get(changed=1)
    rescore(score.last, people["organiser"])
    work()
    assert Output.objects.get(changed=1)
    assert score(changed(base, 1, 5)) is not None


@pytest.mark.parametrize(("lines", "count", "is_near"), [
    (5508, 1, True), (5508, 55, True), (5508, 56, False), (5508, 0, False), (200, 2, True), (200, 3, False),
    (50, 1, True), (50, 2, False), (19, 1, False),
])  # fmt: skip
def test_nearly_equal_is_a_hundredth(lines, count, is_near):
    assert nearly_equal(lines, count) == is_near
