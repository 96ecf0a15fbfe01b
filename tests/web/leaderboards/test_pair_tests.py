"""A submission beside the best and the one before: p-values from stored rows, made by jobs, shown as scores are."""

import random
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

import probierz
from probierz.web.challenges.models import Test
from probierz.web.configuration import places
from probierz.web.jobs import worker
from probierz.web.jobs.models import Job
from probierz.web.leaderboards.models import PairTest
from probierz.web.leaderboards.output_groups import compare_later
from probierz.web.leaderboards.pair_tests import yes_or_no
from probierz.web.sandbox.rows import write_rows
from probierz.web.submissions.models import Score

pytestmark = pytest.mark.django_db(transaction=True)

EXPECTED = [f"word{number} other{number % 7} last" for number in range(60)]


def output(wrong, seed):
    chosen = set(random.Random(seed).sample(range(60), wrong))
    return [line.replace("last", "lost") if at in chosen else line for at, line in enumerate(EXPECTED)]


OUTPUTS = {"first": output(30, 1), "second": output(10, 2), "third": output(8, 3)}


def scored(name, metric):
    return probierz.score(metric, EXPECTED, OUTPUTS[name], rows=True)


@pytest.fixture
def pairs(world):
    """Three submissions to test-A with their rows: stranger's first and last, and owner's between them."""
    places.rows_file(0).parent.mkdir(parents=True)
    made = {}
    for day, (name, who) in enumerate({"first": "stranger", "second": "owner", "third": "stranger"}.items()):
        values = {f"test-A {metric}": scored(name, metric).value for metric in ("WER", "Accuracy")}
        made[name] = world.submit(who, values, day=day)
        for one in Score.objects.filter(submission=made[name]).select_related("test", "evaluation"):
            write_rows(places.rows_file(one.evaluation_id), [scored(name, one.test.name)])
            one.evaluation.rows = True
            one.evaluation.save()
    return made


def text_of(client, submission):
    answer = client.get(f"/submissions/{submission.pk}")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def work():
    worker.work(until_empty=True)


def test_the_p_value_is_that_of_compare(world, pairs):
    compare_later(world.challenge)
    work()
    for metric in ("WER", "Accuracy"):
        ids = [
            Score.objects.get(submission=pairs[name], test__name=metric).evaluation_id for name in ("first", "third")
        ]
        kept = PairTest.objects.get(first=ids[0], second=ids[1])
        fresh = probierz.compare([scored("first", metric), scored("third", metric)])
        pair = fresh.pair(0, 1)
        assert (kept.p_value, kept.difference, kept.low, kept.high) == (
            pair.p_value, pair.difference, pair.low, pair.high,
        )  # fmt: skip
        assert kept.method == fresh.test


def test_where_no_verdict_is_possible_no_p_value_is_shown(world, pairs, browsers):
    for one in Score.objects.filter(submission=pairs["third"]).select_related("test", "evaluation"):
        same = probierz.score(one.test.name, EXPECTED, OUTPUTS["second"], rows=True)
        write_rows(places.rows_file(one.evaluation_id), [same])
    compare_later(world.challenge)
    work()
    text = text_of(browsers["nobody"], pairs["third"])
    assert "No verdict is possible: no line tells them apart." in text


def test_a_difference_on_few_lines_is_said_to_be_too_few_and_is_not_green(world, pairs, browsers):
    wrong = list(OUTPUTS["third"])
    for at in [at for at, line in enumerate(wrong) if line == EXPECTED[at]][:3]:
        wrong[at] = "wrong"
    for name in ("first", "second"):
        for one in Score.objects.filter(submission=pairs[name]).select_related("test", "evaluation"):
            rows = probierz.score(one.test.name, EXPECTED, wrong, rows=True)
            write_rows(places.rows_file(one.evaluation_id), [rows])
    compare_later(world.challenge)
    work()
    text = text_of(browsers["nobody"], pairs["third"])
    assert "only 3 lines differ; that is too few to tell" in text
    assert "better by" in text
    assert 'card-score better"' not in text


def test_groups_of_single_lines_are_not_sent_to_a_larger_test(world, pairs, browsers):
    classes = [str(at % 5) for at in range(60)]
    for seed, submission in enumerate(pairs.values()):
        groups = [str(random.Random(f"{seed} {at}").randrange(40)) for at in range(60)]
        for one in Score.objects.filter(submission=submission):
            write_rows(places.rows_file(one.evaluation_id), [probierz.score("NMI", classes, groups, rows=True)])
    Test.objects.filter(pk=world.tests["test-A WER"].pk).update(scheme="NMI")
    compare_later(world.challenge)
    work()
    text = text_of(browsers["nobody"], pairs["third"])
    assert "Fewer groups of more lines would help." in text
    assert "larger test" not in text


def test_a_page_says_in_a_sentence_whether_it_is_chance(world, pairs, browsers):
    text = text_of(browsers["nobody"], pairs["third"])
    assert "chance" not in text
    told = "Hand in your outputs of dev-0 too, and this page shows on which lines they lose"
    assert (told in text_of(browsers["stranger"], pairs["third"]), told in text) == (True, False)
    type(world.phase).objects.update(closes=timezone.now() - timedelta(minutes=1))
    assert told not in text_of(browsers["stranger"], pairs["third"]), "nothing can be handed in any more"
    type(world.phase).objects.update(closes=None)
    compare_later(world.challenge)
    work()
    text = text_of(browsers["nobody"], pairs["third"])
    # against owner's: 8 and 10 wrong lines of 60; against one's own before: 8 and 30
    assert re.search(r"That may be chance: p = 0\.\d+, sign test\.", text)
    assert re.search(r"That is more than chance: p [=<] [0-9.e-]+, exact randomisation\.", text)
    assert "The groups of the board also correct for the number of outputs" in text


@pytest.mark.parametrize("disclosure", ["hidden", "rounded"])
def test_where_scores_are_not_full_nothing_is_said_of_chance(world, pairs, browsers, disclosure):
    compare_later(world.challenge)
    work()
    world.hide_scores(disclosure, digits=1)
    for role in ("nobody", "stranger", "owner"):
        assert "chance" not in text_of(browsers[role], pairs["third"])
    assert "more than chance" in text_of(browsers["organiser"], pairs["third"])


def test_no_verdict_is_none_for_those_who_read_no_p_values_either():
    told = [yes_or_no(PairTest(method="sign", p_value=p)) for p in (None, 0.01, 0.5)]
    assert told == ["No verdict is possible.", "That is more than chance.", "That may be chance."]
    assert yes_or_no(PairTest(method="sign", p_value=0.5), is_equal=True) == "The steps do not tell them apart."


def test_anybody_with_a_login_may_ask_for_what_is_missing(world, pairs, browsers):
    address = f"/submissions/{pairs['third'].pk}/compare"
    assert "more than chance" not in text_of(browsers["nobody"], pairs["third"])  # no button without a login
    wanted = "Test whether the differences from the best of the others and from the one before are more than chance"
    assert wanted in text_of(browsers["teammate"], pairs["third"])
    assert browsers["nobody"].post(address).status_code == 302
    assert browsers["teammate"].get(address).status_code == 405
    assert not Job.objects.exists()
    for _ in range(3):
        asked = browsers["teammate"].post(address, follow=True).content.decode()
    assert "its results stand beside the differences" in asked
    assert '<details class="plain" open><summary>All scores' in asked
    assert Job.objects.count() == 1
    work()
    text = text_of(browsers["teammate"], pairs["third"])
    assert "That is more than chance" in text
    assert "Test whether the differences" not in text


def test_what_one_may_not_see_one_may_not_compare(world, pairs, browsers):
    from django.utils import timezone

    pairs["third"].hidden = timezone.now()
    pairs["third"].save()
    address = f"/submissions/{pairs['third'].pk}/compare"
    assert browsers["owner"].post(address).status_code == 404
    assert browsers["stranger"].post(address).status_code == 302
    assert Job.objects.count() == 1


def test_a_page_reads_no_rows(world, pairs, browsers, monkeypatch):
    compare_later(world.challenge)
    work()
    for file in places.rows_file(0).parent.iterdir():
        file.unlink()
    assert "more than chance" in text_of(browsers["nobody"], pairs["third"])


def test_nothing_is_tested_twice(world, pairs):
    compare_later(world.challenge)
    work()
    before = list(PairTest.objects.values_list("pk", "when"))
    assert before
    compare_later(world.challenge)
    work()
    assert list(PairTest.objects.values_list("pk", "when")) == before


def test_lost_rows_are_said_to_tell_nothing(world, pairs, browsers):
    for file in places.rows_file(0).parent.iterdir():
        file.unlink()
    compare_later(world.challenge)
    work()
    assert "cannot be said" in text_of(browsers["nobody"], pairs["third"])


def test_polish_pages_say_it_in_polish(world, pairs):
    compare_later(world.challenge)
    work()
    with override("en"):  # and back, for the tests that follow
        text = text_of(Client(headers={"Accept-Language": "pl"}), pairs["third"])
    assert "Różnica istotna statystycznie" in text
