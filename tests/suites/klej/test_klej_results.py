"""Scores of submissions, KLEJ's average and board, and its random baseline against the paper's."""

import math
import statistics
from dataclasses import replace

import pytest

from probierz import score
from probierz.errors import DataError
from probierz.suites.klej.archive import read_submission
from probierz.suites.klej.baselines import always_the_same, at_random, write_submission
from probierz.suites.klej.board import published_standings, standings
from probierz.suites.klej.builders import format_of
from probierz.suites.klej.folders import examples_of, expected_of_test, targets_of_train
from probierz.suites.klej.format import read_examples
from probierz.suites.klej.results import average, evaluate

SMALL = {"nkjp-ner": ["persName", "time", "noEntity"], "cdsc-r": ["0.5", "5.0", "2.17"], "cbd": ["1", "0", "0"]}


@pytest.fixture
def gold(tmp_path):
    """Expected results of the three small tasks, one of them in a built challenge, one with a header."""
    for task, lines in SMALL.items():
        place = tmp_path / "gold" / task / ("test-A" if task == "cbd" else "")
        place.mkdir(parents=True)
        header = ["target"] if task == "nkjp-ner" else []
        name = "expected.tsv" if task == "cbd" else "test_gold.tsv"
        (place / name).write_text("".join(f"{line}\n" for line in [*header, *lines]), encoding="utf-8")
    return tmp_path / "gold"


def test_a_perfect_submission_has_a_hundred_everywhere(small, pack, good, gold):
    result = evaluate(small, read_submission(pack(good), small).predictions, gold)
    assert result.values == pytest.approx({"nkjp-ner": 100, "cdsc-r": 100, "cbd": 100})
    assert result.average == pytest.approx(100)


def test_tasks_are_scored_by_their_own_metrics_and_weigh_the_same(small, gold):
    predictions = {"nkjp-ner": ["persName"] * 3, "cdsc-r": ["3", "2", "1"], "cbd": ["1", "1", "0"]}
    result = evaluate(small, predictions, gold)
    # one label of three; ranks 1 3 2 and 3 2 1: 1 - 6·(4 + 1 + 1)/(3·8) = -0.5; P = 1/2, R = 1
    assert result.values == pytest.approx({"nkjp-ner": 100 / 3, "cdsc-r": -50, "cbd": 200 / 3})
    assert result.average == pytest.approx((100 / 3 - 50 + 200 / 3) / 3)


def test_what_cannot_be_scored_says_why_and_there_is_no_average(small, gold):
    (gold / "cbd" / "test-A" / "expected.tsv").unlink()
    result = evaluate(small, {"cbd": SMALL["cbd"], "nkjp-ner": SMALL["nkjp-ner"]}, gold)
    assert [(one.task, one.reason) for one in result.tasks] == [
        ("nkjp-ner", ""),
        ("cdsc-r", "no predictions"),
        ("cbd", "no expected results at hand"),
    ]
    assert result.average is None


def test_a_constant_output_has_no_correlation_and_no_average(small, gold):
    result = evaluate(small, SMALL | {"cdsc-r": ["1", "1", "1"]}, gold)
    assert math.isnan(result.values["cdsc-r"])
    assert math.isnan(result.average)


def test_expected_results_of_another_test_set_are_refused(small, gold):
    (gold / "nkjp-ner" / "test_gold.tsv").write_text("time\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"test_gold\.tsv: 1 expected results for 3 predictions"):
        evaluate(small, SMALL, gold)


def test_broken_expected_results_are_told_with_their_line(small, gold):
    (gold / "nkjp-ner" / "test_gold.tsv").write_text("target\ntime\nsome\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"test_gold\.tsv line 3: the label is 'some'; wanted geogName"):
        evaluate(small, SMALL, gold)
    (gold / "cdsc-r" / "test_gold.tsv").write_text("5.01\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"test_gold\.tsv line 1: a number from 0 to 5 is wanted, found '5.01'"):
        evaluate(small[1:], SMALL, gold)


# --- the published board ---------------------------------------------------------------------------------------------


def test_the_published_averages_are_the_means_of_the_printed_scores(klej):
    found = published_standings(klej)
    assert len(found) == 10
    for one in found:
        assert len(one.values) == 9
        assert average(one.values) == pytest.approx(one.mean, abs=0.05)


def test_the_board_is_that_of_table_3_best_first(klej):
    ranked = standings(klej, {})
    assert [(one.rank, one.system, one.mean) for one in ranked[:3]] == [
        (1, "HerBERT", 80.5),
        (2, "XLM-17", 80.2),
        (3, "Slavic-BERT", 79.8),
    ]
    assert (ranked[-1].system, ranked[-1].mean) == ("Random", 28.3)


def test_a_published_baseline_has_no_rank_as_on_boards_of_a_task(klej):
    ranks = {one.system: one.rank for one in standings(klej, {"mine": {task.name: 20.0 for task in klej.tasks}})}
    assert (ranks["LSTM"], ranks["Random"], ranks["mine"]) == (9, 0, 10)
    of_tasks = {one.system: one.rank for one in standings(klej, {"mine": {"cbd": 0.0}}, ["cbd"])}
    assert (of_tasks["Random"], of_tasks["mine"]) == (0, 10)


def test_the_runs_of_the_paper_are_those_of_its_authors_and_have_ranks_all_the_same(klej):
    systems = [one for one in klej.results if one.kind not in ("statistic", "baseline")]
    assert {one.kind for one in systems} == {"authors"}
    assert [one.rank for one in standings(klej, {})] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]


def test_a_published_system_without_a_printed_average_keeps_its_kind(klej):
    """Of two variants one has an average; the other has none, nor a score of the first task."""

    def variants(results, *systems):
        return tuple(replace(one, kind="variant") for one in results if one.system in systems)

    first, *others = klej.tasks
    tasks = [replace(task, published=variants(task.published, "HerBERT", "XLM-17")) for task in others]
    tasks.insert(0, replace(first, published=variants(first.published, "HerBERT")))
    suite = replace(klej, tasks=tuple(tasks), published=variants(klej.published, "HerBERT"))
    assert [one.kind for one in published_standings(suite)] == ["variant", "variant"]
    found = standings(suite, {})
    assert [(one.system, one.rank, math.isnan(one.mean)) for one in found] == [
        ("HerBERT", 1, False),
        ("XLM-17", 0, True),
    ]


def test_a_submission_takes_its_place_in_the_board(klej):
    mine = {task.name: 80.0 for task in klej.tasks}
    ranked = standings(klej, {"mine": mine, "theirs": mine})
    places = {one.system: one.rank for one in ranked}
    assert (places["XLM-17"], places["mine"], places["theirs"], places["Slavic-BERT"]) == (2, 3, 3, 3)
    assert [one.system for one in ranked if one.is_own] == ["mine", "theirs"]


def test_with_some_tasks_all_systems_are_ranked_by_the_mean_of_these(klej):
    ranked = standings(klej, {"mine": {"cbd": 52.2, "cdsc-e": 91.7}}, ["cdsc-e", "cbd"])
    assert (ranked[0].system, ranked[0].mean) == ("mine", pytest.approx((52.2 + 91.7) / 2))
    assert (ranked[1].system, ranked[1].mean) == ("HerBERT", pytest.approx((92.5 + 50.3) / 2))


def test_means_are_those_of_the_printed_digits():
    assert average({"a": 67.3, "b": 67.3, "c": 67.6}) == 67.4  # in binary fractions 67.39999999999999
    assert math.isnan(average({}))
    assert math.isnan(average({"a": 67.3, "b": math.nan}))


def test_a_submission_without_a_score_for_each_task_has_no_rank(klej):
    last = standings(klej, {"mine": {"cbd": 99.0}})[-1]
    assert (last.system, last.rank) == ("mine", 0)


# --- baselines -------------------------------------------------------------------------------------------------------


def test_random_predictions_follow_the_training_labels_and_the_seed():
    drawn = at_random(["a", "a", "a", "b"], 10_000, seed=3)
    assert drawn.count("a") == pytest.approx(7500, abs=200)
    assert drawn == at_random(["a", "a", "a", "b"], 10_000, seed=3) != at_random(["a", "a", "a", "b"], 10_000, seed=4)


def test_the_majority_baseline_is_the_commonest_label_or_the_mean():
    assert always_the_same(["b", "a", "b", "a", "c"], 2) == ["a", "a"]
    assert always_the_same(["0", "1", "1"], 1) == ["1"]
    assert always_the_same(["1.0", "2.0", "5.0", "4.0"], 1) == ["3.0"]


def test_a_baseline_is_a_submission_like_any_other(small, tmp_path):
    write_submission(tmp_path / "random.zip", SMALL)
    assert read_submission(tmp_path / "random.zip", small).predictions == SMALL


def runs(metric, targets, expected, count=200):
    """Values of a metric, times 100, of that many random baselines."""
    return [100 * score(metric, expected, at_random(targets, len(expected), seed=seed)).value for seed in range(count)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cdsc-e", "cdsc-r", "cbd", "nkjp-ner", "dyk"])
def test_the_random_baseline_is_that_of_table_3(klej, klej_data, name):
    task = klej.task(name)
    published = next(one.number for one in task.published if one.system == "Random")
    gold = expected_of_test(klej_data, task)  # of the other tests nobody has it: labels come there as in dev or train
    rest = examples_of(klej_data, task, "dev-0") or examples_of(klej_data, task, "train")
    expected = gold[1] if gold else [one.target for one in rest]
    values = runs(task.schemes[0], targets_of_train(klej_data, task), expected)
    # the paper has the median of five runs, whose deviation is 0.54 of that of one run for normal values
    assert published == pytest.approx(statistics.median(values), abs=3 * 0.54 * statistics.stdev(values) + 0.05)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "train", "test"),
    [
        ("nkjp-ner", "nkjp-ner/train.tsv", "nkjp-ner/dev.tsv"),
        ("polemo2.0-in", "polemo2.0-in/dev.tsv", "polemo2.0-in/dev.tsv"),
        ("polemo2.0-out", "polemo2.0-in/dev.tsv", "polemo2.0-out/dev.tsv"),
        ("ar", "ar/dev.tsv", "ar/dev.tsv"),
    ],
)
def test_where_files_are_held_back_dev_stands_in_for_them(klej, klej_data, name, train, test):
    task = klej.task(name)
    published = next(one.number for one in task.published if one.system == "Random")
    targets, expected = (
        [one.target for one in read_examples(klej_data / path, format_of(task))] for path in (train, test)
    )
    values = runs(task.schemes[0], targets, expected)
    assert published == pytest.approx(statistics.median(values), abs=3 * 0.54 * statistics.stdev(values) + 0.05)
