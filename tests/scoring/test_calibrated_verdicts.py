"""The fast part of `benchmarks/verdicts.py`: coverage, false claims and power on simulated test sets."""

import math

import pytest
from benchmarks import verdicts
from benchmarks.verdicts import Family

import probierz
from probierz.metrics.tallies import Edits, Mean


def least(share, sets):
    """How low the share of `sets` may come out by chance where it is really `share`: four standard errors."""
    return share - 4 * math.sqrt(share * (1 - share) / sets)


@pytest.mark.parametrize(("lines", "right"), [(30, 0.95), (30, 0.98), (30, 0.995), (100, 0.99), (200, 0.99)])
def test_intervals_of_shares_cover_near_the_end(lines, right):
    # The bootstrap covers 77, 43, 14, 63 and 86 % here.
    covered, _ = verdicts.coverage(verdicts.share(right), lines, 300, seed=61)
    assert covered >= least(0.94, 300)


@pytest.mark.parametrize(
    "family",
    [verdicts.rate(0.02, 0.3), verdicts.rate(0.5, 0.02), verdicts.mean(), verdicts.correlation(3, 0.3)],
    ids=lambda one: one.name,
)
def test_intervals_of_other_scores_cover_with_few_lines(family: Family):
    covered, _ = verdicts.coverage(family, 30, 200, seed=62)
    assert covered >= least(0.94, 200)


@pytest.mark.parametrize("scheme", ["MCC", "Macro-F1"])
def test_intervals_by_class_cover_where_a_class_is_rare(scheme):
    # The jackknife covers .28 to .89 in such cells.
    covered, said_to_be_open = verdicts.class_coverage(verdicts.labels(scheme, 0.1, 0.6, 0.05), 30, 100, seed=68)
    assert covered >= least(0.94, 100)
    assert said_to_be_open < 0.2  # no line of the class: 0.9 ** 30 = .04


@pytest.mark.parametrize("scheme", ["Sklearn-Macro-F1", "Sklearn-Macro-Precision", "Sklearn-Macro-Recall"])
def test_intervals_of_macro_averages_cover_where_a_label_is_never_expected(scheme):
    # Where such a label surely makes a class, hardly any of these intervals has the mean score of other test sets.
    covered, seen = verdicts.stray_coverage(scheme, 3, 0.003, 100, 60, seed=70)
    assert 10 <= 60 * seen <= 30  # 1 - 0.997 ** 100 = .26
    assert covered >= least(0.94, 60 * seen)


def test_a_label_that_is_never_expected_is_named_and_one_on_many_lines_is_a_class():
    expected = ["a"] * 70 + ["b"] * 30
    given = ["a"] * 68 + ["b"] * 31
    one, more = (probierz.score("Sklearn-Macro-F1", expected, [*given, label]).interval() for label in "ca")
    assert one.notes[-1].startswith("the label 'c' is given, but expected on no line")
    assert one.low < 0.7
    assert one.high > 0.95
    assert not more.notes
    surely = probierz.score("Sklearn-Macro-F1", expected * 5, [*given, "c"] * 5)  # five lines, and then ten
    assert surely.interval().notes
    assert not probierz.score("Sklearn-Macro-F1", expected * 10, [*given, "c"] * 10).interval().notes


def test_intervals_of_word_error_rates_near_one_cover_with_uneven_lines():
    covered, _ = verdicts.coverage(verdicts.uneven(0.95), 30, 150, seed=69)
    assert covered >= least(0.94, 150)


def test_intervals_of_clusters_cover_and_others_do_not_where_lines_belong_together():
    assert verdicts.clustered_coverage(30, 10, 200, 63, told=True) >= least(0.94, 200)
    assert verdicts.clustered_coverage(30, 10, 200, 63, told=False) < 0.85


def test_intervals_of_clusters_cover_where_errors_are_rare():
    assert verdicts.clustered_coverage(30, 10, 200, 64, told=True, accuracy=0.97) >= least(0.94, 200)


@pytest.mark.parametrize(("kind", "outputs", "sets"), [("share", 2, 200), ("rate", 2, 200), ("rate", 6, 40)])
def test_equals_are_hardly_ever_called_different_and_interval_and_test_agree(kind, outputs, sets):
    claimed, disagreeing = verdicts.false_claims(kind, outputs, 100, sets, seed=64)
    assert claimed <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / sets)
    assert disagreeing == 0


def test_intervals_of_differences_cover():
    for kind in ("share", "rate"):
        covered, _ = verdicts.difference_coverage(kind, 60, 0.1, 150, seed=65)
        assert covered >= least(0.94, 150)


@pytest.mark.parametrize("scheme", ["MCC", "Macro-F1"])
def test_intervals_of_differences_by_class_cover_where_a_class_is_rare_and_agree_with_the_test(scheme):
    # What single lines say covers .82 of Macro-F1 here.
    taggers = verdicts.TwoTaggers(scheme, 0.1, (0.8, 0.05), (0.6, 0.05))
    covered, found, apart = verdicts.class_difference_coverage(taggers, 30, 40, seed=70)
    assert covered >= least(0.94, 40)
    assert found < 0.2
    assert apart == 0


def test_36_outputs_fall_into_many_clusters():
    # 630 pairs: with 10,000 trials no corrected p-value could be below 0.05.
    assert verdicts.clusters_found(36, 400, seed=66) >= 8


def test_more_outputs_than_trials_resolve_are_told_apart():
    # Macro-F1 does not add up, so that exchanges are drawn: 105 pairs at 50 trials.
    labels = [str(at % 3) for at in range(300)]
    outputs = [[label if at * 7 % 100 >= 6 * worse else "3" for at, label in enumerate(labels)] for worse in range(15)]
    found = probierz.compare([probierz.score("Macro-F1", labels, one) for one in outputs], trials=50)
    assert max(found.clusters) >= 5
    assert "beyond what the trials resolve" in found.reason


def test_rare_errors_in_noise_are_no_discoveries():
    assert verdicts.false_discoveries(0.02, 500, 40, seed=67) <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / 40)


def test_an_interval_and_a_test_of_few_clusters_say_so():
    tallies = [Mean(float(at % 3 > 0)) for at in range(60)]
    found = verdicts.scored("Accuracy", tallies).interval(cluster=[at // 10 for at in range(60)])
    assert (found.clusters, found.notes) == (6, ("the interval rests on 6 clusters only",))
    for clusters in (9, 10):
        notes = verdicts.scored("Accuracy", tallies).interval(cluster=[at % clusters for at in range(60)]).notes
        assert any("clusters only" in note for note in notes) == (clusters < 10)
    one = verdicts.scored("WER", [Edits(1, 5)] * 20).interval(cluster=["a"] * 20)
    assert "one cluster says nothing about other clusters" in one.notes[0]
