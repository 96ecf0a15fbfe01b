"""Comparisons, checked against SciPy, sacreBLEU, by hand and on simulated data."""

import functools
import math
import random

import numpy
import pytest
import sacrebleu
from sacrebleu.significance import PairedTest
from scipy import stats

import probierz
from probierz.errors import OptionError
from probierz.inspection.slices import slices_of
from probierz.metrics.common_units import in_units_of
from probierz.metrics.tallies import Edits, Mean
from probierz.reports.comparison import sentences
from probierz.reports.tables import NumberStyle
from probierz.scoring.compare import compare
from probierz.scoring.exchange import Exchanges
from probierz.scoring.line_differences import line_differences
from probierz.scoring.resample import bootstrap
from probierz.scoring.significance import adjusted, bootstrap_test, sign_test

rng = random.Random(20260102)
WORDS = ["the", "black", "cat", "has", "a", "small", "house", "under", "an", "old", "tree", "and", "sleeps", "there"]


def damaged(lines, chance):
    return [" ".join(word if rng.random() > chance else rng.choice(WORDS) for word in line.split()) for line in lines]


EXPECTED = [" ".join(rng.choices(WORDS, k=rng.randint(5, 15))) + " ." for _ in range(120)]
FIRST, SECOND, THIRD = damaged(EXPECTED, 0.3), damaged(EXPECTED, 0.32), damaged(EXPECTED, 0.6)


def scores_of(scheme, expected, *outputs):
    return [probierz.score(scheme, expected, output) for output in outputs]


LABELS = [rng.choice("abc") for _ in range(120)]
GUESSES = [[label if rng.random() < share else rng.choice("abc") for label in LABELS] for share in (0.6, 0.5)]


def hits(text):
    """An output that is right on the lines marked 1."""
    return ["a" if mark == "1" else "b" for mark in text]


def compare_hits(*texts, **settings):
    return compare(scores_of("Accuracy", ["a"] * len(texts[0]), *map(hits, texts)), **settings)


# --- sign test -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("better", "worse"), [(0, 0), (1, 0), (0, 5), (3, 3), (10, 2), (400, 350), (700, 800)])
def test_the_sign_test_counts_half_of_what_was_found_by_the_binomial_of_scipy(better, worse):
    fewer, lines = min(better, worse), better + worse
    wanted = 2 * stats.binom.cdf(fewer, lines, 0.5) - stats.binom.pmf(fewer, lines, 0.5) if better != worse else 1.0
    assert sign_test(better, worse).p_value == pytest.approx(wanted, rel=1e-9)


def test_means_of_hits_get_the_sign_test_and_it_is_what_randomisation_says():
    first, second = "1111111100110101", "1010111000100000"
    by_sign = compare_hits(first, second)
    by_exchange = compare_hits(first, second, test="randomisation")
    assert (by_sign.test, by_sign.pairs[0].exact) == ("sign", True)
    because = "because Accuracy is a mean over lines of 0 and 1"
    assert by_sign.reason == f"The test is the sign test (McNemar, mid-p), {because}."
    pair = by_sign.pairs[0]
    half = math.comb(pair.better + pair.worse, pair.worse) / 2 ** (pair.better + pair.worse)
    assert by_exchange.pairs[0].p_value == pytest.approx(pair.p_value + half)


# --- randomisation ---------------------------------------------------------------------------------------------------


def ratio_difference(errors, other, axis=-1, lengths=None):
    return (errors.sum(axis=axis) - other.sum(axis=axis)) / lengths.sum()


def test_randomisation_is_the_permutation_test_of_scipy():
    scores = scores_of("WER", EXPECTED, FIRST, SECOND)
    (errors, lengths), (other, _) = (score.rows.array().T for score in scores)
    theirs = stats.permutation_test(
        (errors, other),
        functools.partial(ratio_difference, lengths=lengths),
        permutation_type="samples",
        vectorized=True,
        n_resamples=20_000,
        rng=numpy.random.default_rng(1),
    )
    ours = compare(scores, trials=20_000).pairs[0]
    assert ours.difference == pytest.approx(theirs.statistic)
    assert 0.005 < theirs.pvalue < 0.95  # there is something to agree about
    assert ours.p_value == pytest.approx(theirs.pvalue, abs=4 * math.sqrt(2 * 0.25 / 20_000))


def test_few_lines_are_exchanged_in_all_ways_as_scipy_does():
    expected, first, second = EXPECTED[:9], FIRST[:9], SECOND[:9]
    scores = scores_of("MAE", list("123456789"), *([f"{len(line)}" for line in one] for one in (first, second)))
    values = [score.rows.array()[:, 0] for score in scores]
    theirs = stats.permutation_test(
        values, lambda x, y, axis: x.mean(axis) - y.mean(axis), permutation_type="samples", vectorized=True
    )
    ours = compare(scores)
    assert ours.pairs[0].exact
    assert ours.pairs[0].p_value == pytest.approx(theirs.pvalue)
    assert ours.reason.startswith("The test is exact randomisation, because MAE")
    assert len(expected) == 9


@pytest.mark.parametrize("scheme", ["Pearson", "Spearman", "AUC", "Macro-F1", "MacroAvg/Accuracy", "Kendall"])
def test_exchanges_give_the_scores_of_exchanged_outputs(scheme):
    # By hand: every exchange of 8 lines is scored from the texts. Both outputs have the same numbers, in other places;
    # under Pearson they are turned into common units first.
    expected = list("01101001")
    first = (
        ["0", "1", "1", "0", "0", "1", "0", "1"] if scheme in ("Macro-F1", "MacroAvg/Accuracy") else list("35817294")
    )
    second = list("11100101") if scheme in ("Macro-F1", "MacroAvg/Accuracy") else list("92847153")
    scores = scores_of(scheme, expected, first, second)
    limit = abs(scores[0].value - scores[1].value) - 1e-12
    if scheme == "Pearson":
        truth = numpy.array(expected, float)
        first, second = (in_units_of(truth, numpy.array(one, float)).tolist() for one in (first, second))
    extreme = 0
    for number in range(2**8):
        mixed = [
            (two, one) if number >> at & 1 else (one, two)
            for at, (one, two) in enumerate(zip(first, second, strict=True))
        ]
        one, two = scores_of(scheme, expected, *map(list, zip(*mixed, strict=True)))
        difference = abs(one.value - two.value)
        extreme += not difference < limit
    assert compare(scores, samples=50).pairs[0].p_value == pytest.approx(extreme / 2**8)


TRIALS = 5000


def sacrebleu_p_value(metric, kind):
    systems = [("first", FIRST), ("second", SECOND)]
    _, results = PairedTest(systems, {"metric": metric(references=[EXPECTED])}, None, kind, TRIALS)()
    return next(value for key, value in results.items() if key != "System")[1].p_value


MACHINES = [("SacreBLEU", sacrebleu.BLEU), ("chrF", sacrebleu.CHRF)]
MONTE_CARLO = 4 * math.sqrt(2 * 0.25 / TRIALS)  # four standard errors of the difference of two shares, at most


@pytest.mark.parametrize(("scheme", "metric"), MACHINES)
def test_randomisation_is_that_of_sacrebleu(scheme, metric):
    theirs = sacrebleu_p_value(metric, "ar")
    ours = compare(scores_of(scheme, EXPECTED, FIRST, SECOND), trials=TRIALS, samples=10).pairs[0].p_value
    assert 0.05 < theirs < 0.95
    assert ours == pytest.approx(theirs, abs=MONTE_CARLO)


@pytest.mark.parametrize(("scheme", "metric"), MACHINES)
def test_bootstrap_samples_are_those_of_sacrebleu(scheme, metric):
    theirs = sacrebleu_p_value(metric, "bs")
    scores = scores_of(scheme, EXPECTED, FIRST, SECOND)
    drawn = bootstrap([(score.scheme.metric, score.rows.tallies) for score in scores], TRIALS)
    differences = numpy.array(drawn[0].values) - numpy.array(drawn[1].values)
    # sacreBLEU centres absolute differences and counts one tail of them.
    sizes = numpy.abs(differences)
    share = numpy.mean(sizes - sizes.mean() > abs(scores[0].value - scores[1].value))
    assert share == pytest.approx(theirs, abs=MONTE_CARLO)
    # Ours centres the differences themselves and counts both tails; simulations below say that this is right.
    assert bootstrap_test(scores[0].value - scores[1].value, differences.tolist(), len(EXPECTED)).p_value > theirs


# --- simulated data --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_p_values_are_uniform_where_there_is_no_difference(test):
    generator = numpy.random.default_rng(21)
    metric = probierz.parse_scheme("WER").metric
    p_values = []
    for seed in range(300):
        lengths = generator.integers(5, 20, 60)
        errors = [generator.binomial(lengths, 0.2) for _ in range(2)]
        sides = [list(map(Edits, one.tolist(), lengths.tolist())) for one in errors]
        values = tuple(metric.value(side) for side in sides)
        if test == "randomisation":
            found = Exchanges(metric, sides).pair(0, 1).test(values, 400, seed)
        else:
            drawn = bootstrap([(metric, side) for side in sides], 400, seed=seed)
            differences = [one - two for one, two in zip(drawn[0].values, drawn[1].values, strict=True)]
            found = bootstrap_test(values[0] - values[1], differences, 60)
        p_values.append(found.p_value)
    assert stats.kstest(p_values, "uniform").pvalue > 0.01
    assert sum(p <= 0.05 for p in p_values) / 300 == pytest.approx(0.05, abs=0.035)


def test_the_exact_sign_test_never_claims_too_much():
    generator = numpy.random.default_rng(22)
    sums = [sign_test(*numpy.bincount(generator.integers(0, 2, 40), minlength=2).tolist()).p_value for _ in range(2000)]
    for level in (0.01, 0.05, 0.2):
        assert sum(p <= level for p in sums) / 2000 <= level + 2 * math.sqrt(level / 2000)


# --- corrections -----------------------------------------------------------------------------------------------------


def test_holm_by_hand():
    # 0.01 · 4, 0.02 · 3, then never less than one before: 0.03 · 2 = 0.06, 0.04 → 0.06
    assert adjusted([0.03, 0.01, 0.04, 0.02], "holm") == pytest.approx([0.06, 0.04, 0.06, 0.06])


def test_benjamini_hochberg_is_that_of_scipy():
    p_values = [rng.random() ** 3 for _ in range(20)]
    assert adjusted(p_values, "benjamini-hochberg") == pytest.approx(stats.false_discovery_control(p_values).tolist())


def test_nan_does_not_count_among_the_tests():
    found = adjusted([0.02, math.nan, 0.04], "holm")
    assert found[0] == pytest.approx(0.04)
    assert math.isnan(found[1])
    assert found[2] == pytest.approx(0.04)
    assert adjusted([0.02], "none") == [0.02]
    with pytest.raises(OptionError, match="benjamini-hochberg"):
        adjusted([0.1], "bonferroni")


# --- clusters --------------------------------------------------------------------------------------------------------


def test_outputs_that_cannot_be_told_apart_share_a_cluster():
    found = compare(scores_of("WER", EXPECTED, THIRD, FIRST, SECOND), trials=2000)
    assert found.clusters == (2, 1, 1)
    assert len(found.pairs) == 3
    assert found.pair(1, 0).difference == -found.pair(0, 1).difference
    assert (found.pair(1, 0).low, found.pair(1, 0).high) == (-found.pair(0, 1).high, -found.pair(0, 1).low)


def test_a_cluster_ends_where_its_best_output_differs_from_all_that_follow():
    # a and c differ (8 lines to none, p = 0.0039), b differs from neither (4 lines to none, p = 0.0625).
    found = compare_hits("1" * 12, "1" * 8 + "0" * 4, "1" * 4 + "0" * 8, correction="none")
    assert found.is_different(found.pair(0, 2))
    assert found.clusters == (1, 1, 2)


# --- degenerate cases ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["Accuracy", "WER", "Macro-F1", "Pearson"])
@pytest.mark.parametrize("test", ["auto", "bootstrap"])
def test_equal_outputs_are_equal(scheme, test):
    lines = [str(number % 4) for number in range(30)]
    found = compare(scores_of(scheme, lines, lines, list(lines)), test=test, samples=100)
    pair = found.pairs[0]
    assert (pair.p_value, pair.difference, pair.equal) == (1.0, 0.0, 30)
    assert pair.low <= 0 <= pair.high  # of shares, other lines might tell them apart
    assert found.clusters == (1, 1)
    assert "no line tells the outputs apart" in pair.notes


def test_ties_everywhere_are_no_difference():
    found = compare_hits("10" * 10, "01" * 10)
    assert (found.pairs[0].p_value, found.pairs[0].better, found.pairs[0].worse) == (1.0, 10, 10)
    found = compare(scores_of("WER", ["a b"] * 20, ["a b", "a"] * 10, ["a", "a b"] * 10))
    assert found.pairs[0].p_value == 1.0


def test_one_line_shows_nothing():
    for scheme in ("Accuracy", "WER"):
        found = compare(scores_of(scheme, ["a b"], ["a b"], ["c d"]))
        assert found.verdict(found.pairs[0]) == "impossible"
        assert math.isnan(found.pairs[0].low)
        assert any("only 1 line differs, so that no p-value below" in note for note in found.pairs[0].notes)


def test_no_lines_show_nothing():
    with pytest.warns(probierz.ProbierzWarning, match="no lines to score"):
        scores = scores_of("WER", [], [], [])
    found = compare(scores)
    assert found.pairs[0].p_value == 1.0
    assert found.notes


def test_few_lines_that_differ_are_told():
    found = compare_hits("1" * 20, "1" * 16 + "0" * 4)
    assert found.pairs[0].p_value == 0.0625
    assert "only 4 lines differ, so that no p-value below 0.0625 is possible" in found.pairs[0].notes
    assert found.verdict(found.pairs[0]) == "impossible"
    assert math.isnan(found.pairs[0].smallest_difference)  # 2.80 standard errors are 5.1 lines, but none can show it
    assert not any("smallest difference" in sentence for sentence in sentences(found, NumberStyle()))


def test_the_smallest_difference_is_that_of_the_level():
    found = compare_hits("1" * 40, "1" * 20 + "0" * 20, level=0.99)  # none the other way: nothing but such lines counts
    assert 0.75 < stats.binom.sf(6, 40, found.pairs[0].smallest_difference) < 0.9  # seven lines: p = 2 ** -7
    assert "two-sided test at 1 % in 4 of 5" in sentences(found, NumberStyle())[-1]


@pytest.mark.parametrize(("better", "worse", "many"), [(30, 0, 8), (30, 10, 17), (15, 15, 19)])
def test_the_smallest_difference_is_found_four_times_in_five_however_far_apart_outputs_are(better, worse, many):
    one, other = "1" * better + "0" * worse, "0" * better + "1" * worse
    smallest = compare_hits(one.ljust(200, "1"), other.ljust(200, "1")).pairs[0].smallest_difference
    draw = random.Random(7)
    base, found = worse / 200, 0
    for _ in range(400):
        sides = [draw.random() for _ in range(200)]
        lost = sum(side < base for side in sides)
        won = sum(base <= side < 2 * base + smallest for side in sides)
        found += sign_test(won, lost).p_value <= 0.05
    assert abs(smallest * 200 - many) < 2
    assert 0.7 <= found / 400 <= 0.95


@pytest.mark.parametrize("scheme", ["WER", "CER", "chrF", "BLEU"])
@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_two_outputs_without_an_error_may_differ_on_other_lines_as_far_as_each_score_says(scheme, test):
    expected = ["a b c d e f"] * 30
    found = compare(scores_of(scheme, expected, expected, expected), test=test)
    low, high = found.intervals[0]
    assert high - low == pytest.approx(1 - 0.05 ** (1 / 30), rel=1e-6)
    assert (found.pairs[0].low, found.pairs[0].high) == pytest.approx((low - high, high - low), rel=1e-9)
    assert found.pairs[0].p_value == 1


def test_rare_errors_leave_a_difference_open_on_both_sides_and_agree_with_the_test():
    expected = ["a b c d e f g h i j"] * 30
    some = ["a b c d e f g h i x"] * 8 + expected[8:]
    one = expected[:29] + ["x b c d e f g h i j"]
    found = compare(scores_of("WER", expected, some, one))
    pair, (first, second) = found.pairs[0], found.intervals
    assert pair.p_value <= 0.05
    # Newcombe's combination of both intervals; the end beside 0 stays where the test has it
    reach = math.hypot(first.high - 8 / 300, 1 / 300 - second.low)
    assert pair.high >= 7 / 300 + reach - 1e-12
    assert 0 < pair.low < 7 / 300


def test_a_nan_score_has_no_p_value_and_no_cluster():
    found = compare(scores_of("Pearson", list("123456"), list("124365"), ["1"] * 6, list("123465")), samples=50)
    assert found.clusters[1] is None
    assert math.isnan(found.pair(0, 1).p_value)
    assert math.isnan(found.pair(0, 1).adjusted)
    assert not found.is_different(found.pair(0, 1))
    assert "a score is NaN" in found.pair(0, 1).notes
    assert not math.isnan(found.pair(0, 2).p_value)


def test_a_ranking_moved_by_few_lines_is_no_surer_than_a_normal_distribution_has_it():
    """One line makes most of the effects of single lines; what the others do together is what tells the two apart."""
    generator = random.Random(3)
    expected = [str(at % 2) for at in range(300)]
    rough = ["0.8" if label == "1" else "0.2" for label in expected]
    rough[0] = "1"
    fine = [str(float(label) + generator.gauss(0, 0.6)) for label in expected]
    found = compare([probierz.score("AUC", expected, one) for one in (rough, fine)], names=["rough", "fine"]).pair(0, 1)
    sizes = abs(found.difference) / found.standard_error
    assert found.p_value >= 0.2 * 2 * stats.norm.sf(sizes)


def test_an_infinite_loss_on_one_line_is_chance():
    # Whichever output the line goes to is infinitely worse: every exchange is as extreme.
    found = compare(scores_of("LogLoss", ["1"] * 12, ["0", *["0.9"] * 11], ["0.8"] * 12), samples=100)
    assert found.pairs[0].difference == math.inf
    assert found.pairs[0].p_value == 1.0


@pytest.mark.parametrize(("metric", "huge", "test"), [
    ("RMSE", "1e100", "randomisation"), ("RMSE", "1e200", "randomisation"), ("MSE", "1e77", "randomisation"),
    ("MSE", "1e100", "randomisation"), ("MAE", "1e77", "randomisation"), ("MAE", "1.7e308", "randomisation"),
    ("MAE", "1e200", "bootstrap"), ("MAE", "1.7e308", "bootstrap"),
])  # fmt: skip
def test_of_a_huge_number_there_is_no_verdict(metric, huge, test):
    """Its square or fourth power is no number; one line out of sixty is chance, however large it is."""
    expected = [f"{line % 10}" for line in range(60)]
    outputs = [[f"{line * 7 % 10}" for line in range(60)], [huge, *expected[1:]]]
    pair = compare(scores_of(metric, expected, *outputs), test=test, samples=100, trials=500).pair(0, 1)
    assert not pair.p_value < 0.05
    assert not pair.low > 0
    assert not pair.high < 0
    assert test == "bootstrap" or (math.isnan(pair.low) and math.isnan(pair.high))


def test_differences_of_floats_that_are_the_same_but_for_rounding_are_ties():
    # 0.1 + 0.2 against 0.3: exchanging lines changes the order of sums and their last digit.
    first, second = ["0.1", "0.2", "0.3"] * 6, ["0.3", "0.1", "0.2"] * 6
    found = compare(scores_of("MAE", ["0"] * 18, first, second), trials=3000)
    assert found.pairs[0].p_value == 1.0


def test_what_was_seen_counts_as_one_of_the_exchanges_that_are_drawn():
    # By hand: of 99 exchanges, and the outputs themselves, p is a whole number of hundredths, and never 0.
    labels = ["ab"[at % 3 > 0] for at in range(60)]
    first, second = (["ab"[(at % 3 > 0) == (at % every != 1)] for at in range(60)] for every in (5, 7))
    p = compare(scores_of("Macro-F1", labels, first, second), trials=99, samples=10).pairs[0].p_value
    assert 0.1 < p < 1
    assert 100 * p == pytest.approx(round(100 * p), abs=1e-9)


# --- misuse ----------------------------------------------------------------------------------------------------------


def test_scores_of_other_lines_are_refused():
    one, other = scores_of("WER", EXPECTED, FIRST, SECOND)
    fewer = probierz.score("WER", EXPECTED[:50], SECOND[:50])
    with pytest.raises(OptionError, match="output 1 was scored on 120 lines and output 2 on 50"):
        compare([one, fewer])
    with pytest.raises(OptionError, match="output 1 and output 2 were scored against different expected lines"):
        compare([one, probierz.score("WER", SECOND, SECOND)])
    with pytest.raises(OptionError, match="different metrics"):
        compare([one, probierz.score("CER", EXPECTED, SECOND)])
    with pytest.raises(OptionError, match="at least two"):
        compare([one])
    with pytest.raises(OptionError, match="rows=True"):
        compare([one, probierz.score("WER", EXPECTED, SECOND, rows=False)])
    with pytest.raises(OptionError, match="auto, sign, randomisation, bootstrap"):
        compare([one, other], test="t")
    with pytest.raises(OptionError, match="means over lines of 0 and 1, which WER is not"):
        compare([one, other], test="sign")
    outputs = hits("1100"), hits("0011")
    chosen = [probierz.score("Accuracy:f<out:a>", ["a"] * 4, output, inputs=[""] * 4) for output in outputs]
    with pytest.raises(OptionError, match="other lines of output 2"):
        compare(chosen)


def test_files_of_other_expected_lines_are_refused(tmp_path):
    for name, lines in {"one": "a\nb\n", "other": "a\na\n"}.items():
        (tmp_path / f"{name}.tsv").write_text(lines)
    one, other = (
        probierz.evaluate_files(["Accuracy"], tmp_path / f"{name}.tsv", tmp_path / "one.tsv")
        for name in ("one", "other")
    )
    with pytest.raises(OptionError, match="different expected lines"):
        one.compare(other)


def test_the_same_numbers_are_the_same_expected_lines_whatever_their_type():
    scores = [probierz.score("MAE", [1, 2, 3], [1, 1, 1]), probierz.score("MAE", numpy.array([1.0, 2, 3]), [2, 2, 2])]
    assert compare(scores).pairs[0].difference == pytest.approx(1 / 3)


@pytest.mark.parametrize("settings", [{"samples": 1.5}, {"seed": -1}, {"trials": "many"}, {"cluster": [[]] * 120}])
def test_wrong_numbers_are_told_in_a_sentence(settings):
    with pytest.raises(OptionError, match=r"whole number|below 0|for every line"):
        compare(scores_of("WER", EXPECTED, FIRST, SECOND), **settings)


# --- lines -----------------------------------------------------------------------------------------------------------


def test_lines_are_those_that_differ_most_first():
    scores = scores_of("WER", ["a b c d", "a b", "a", "x"], ["a b c d", "a c", "a", "y"], ["a b c e", "a b", "b", "z"])
    found = line_differences(*scores)
    # lower is better: line 3 is gained (0 against 1), line 2 lost (1/2 against 0), line 1 gained (0 against 1/4)
    assert [(one.number, one.gain) for one in found] == [(3, 1.0), (2, -0.5), (1, 0.25)]
    pair = compare(scores).pairs[0]
    assert (pair.better, pair.worse, pair.equal) == (2, 1, 1)


def test_lines_of_a_correlation_are_those_that_matter_to_it():
    expected, first = list("123456789"), list("123456789")
    second = ["9", *"234", "6", *"6789"]
    scores = scores_of("Pearson", expected, first, second)
    found = line_differences(*scores)
    assert [one.number for one in found] == [1, 5]
    changed = probierz.score("Pearson", expected, ["9", *first[1:]]).value
    assert found[0].gain == pytest.approx(scores[0].value - changed)
    assert math.isnan(found[0].first)


# --- signature -------------------------------------------------------------------------------------------------------


def test_the_signature_says_how_to_repeat_the_comparison():
    scores = scores_of("Macro-F1", LABELS, *GUESSES)
    found = compare(scores, samples=200, trials=300, seed=9)
    assert "test:randomisation|trials:300|samples:200|seed:9|correction:holm" in str(found.signature)
    assert found == compare(scores, samples=200, trials=300, seed=9)
    assert found.pairs != compare(scores, samples=200, trials=300, seed=10).pairs


def test_plain_data_has_everything_by_name():
    plain = compare_hits("1111", "1000").as_dict()
    assert [one["output"] for one in plain["outputs"]] == ["output 1", "output 2"]
    assert plain["pairs"][0]["first"] == "output 1"
    assert plain["pairs"][0]["different"] is False
    assert Mean(1) in probierz.score("Accuracy", ["a"], ["a"]).rows.tallies


def test_outputs_of_equal_hits_may_still_differ_on_other_lines():
    """No line of 30 differs: Tango's interval ends at z² / (n + z²) = 3.8415 / 33.8415."""
    expected, one, other = ["a"] * 30, ["b"] + ["a"] * 29, ["c"] + ["a"] * 29
    (pair,) = compare([probierz.score("Accuracy", expected, one), probierz.score("Accuracy", expected, other)]).pairs
    assert pair.high == pytest.approx(0.11351, abs=1e-5)
    assert pair.low == -pair.high


# --- scores by class ---


def test_two_outputs_alike_on_few_lines_of_a_class_may_differ_on_others():
    expected = ["a"] * 26 + ["b"] * 4
    scores = probierz.score("Macro-F1", expected, {"one": expected, "other": list(expected)})
    pair = compare(scores).pairs[0]
    assert (pair.difference, pair.p_value) == (0, 1)
    # If one output missed half of class b, as 4 lines without a miss allow, its F1 would be 2/3 and the mean 1/6 lower.
    assert pair.low < -0.15
    assert pair.high > 0.15


def test_the_difference_of_two_outputs_is_open_where_a_single_class_is_expected():
    scores = probierz.score("MCC", ["a"] * 30, {"one": ["a"] * 20 + ["b"] * 10, "other": ["a"] * 10 + ["b"] * 20})
    pair = compare(scores).pairs[0]
    assert (pair.low, pair.high) == (-2, 2)
    assert pair.p_value == 1


def test_interval_and_test_of_matthews_correlation_work_where_hardly_anything_is_given_a_class():
    expected = ["a"] * 58 + ["b"] * 2
    one, other = ["a"] * 59 + ["b"], ["a"] * 58 + ["b", "a"]
    pair = compare(probierz.score("MCC", expected, {"one": one, "other": other})).pairs[0]
    assert pair.low <= 0 <= pair.high
    assert pair.p_value == 1


@pytest.mark.parametrize("test", ["auto", "bootstrap"])
@pytest.mark.parametrize(("positives", "verdict"), [(1, "impossible"), (5, "impossible"), (6, "different")])
def test_few_lines_of_a_class_give_no_verdict_on_how_outputs_rank_them(positives, verdict, test):
    expected = [1] * positives + [0] * 40
    above = [0.5] * positives + [0.1] * 40
    below = [0.5] * positives + [0.1] * 12 + [0.9] * 28
    comparison = compare(scores_of("AUC", expected, above, below), test=test)
    pair = comparison.pairs[0]
    assert (comparison.verdict(pair), pair.least) == (verdict, 2.0 ** (1 - positives))
    assert any("of the rarer class, so that no p-value below" in note for note in pair.notes) == (positives < 6)


@pytest.mark.parametrize("scheme", ["Balanced-Accuracy", "Macro-F1", "MCC", "Cohen-Kappa", "NMI", "R2", "LogLoss"])
@pytest.mark.parametrize("options", [{}, {"cluster": [at // 2 for at in range(40)]}, {"test": "bootstrap"}])
def test_lines_of_one_class_give_no_verdict(scheme, options):
    of_all = ["0.9"] * 40 if scheme == "LogLoss" else ["1"] * 38 + ["0"] * 2
    of_some = ["0.5"] * 40 if scheme == "LogLoss" else ["1"] * 30 + ["0"] * 10
    comparison = compare(scores_of(scheme, ["1"] * 40, of_all, of_some), **options)
    pair = comparison.pairs[0]
    assert (comparison.verdict(pair), pair.p_value, comparison.clusters) == ("impossible", 1, (1, 1))
    assert pair.notes
    assert math.isnan(pair.smallest_difference)


@pytest.mark.parametrize(
    ("positives", "lines", "verdict"), [(9, 200, "impossible"), (10, 200, "different"), (9, 30, "not told apart")]
)
def test_a_loss_of_probabilities_needs_lines_of_a_rare_class(positives, lines, verdict):
    expected = [1] * positives + [0] * (lines - positives)
    for scheme in ("Brier", "LogLoss", "Likelihood"):
        comparison = compare(scores_of(scheme, expected, [0.01] * lines, [0.9] * lines))
        assert comparison.verdict(comparison.pairs[0]) == verdict
        notes = comparison.intervals[0].notes
        assert any("the interval may be much too narrow" in note for note in notes) == (verdict == "impossible")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("scheme", "rare"), [("Balanced-Accuracy", 3), ("Balanced-Accuracy", 6), ("MAE", 0), ("R2", 0)]
)
def test_what_is_found_is_as_large_as_the_smallest_difference_and_what_is_not_found_is_smaller(scheme, rare, seed):
    draw = random.Random(seed)
    if rare:
        expected = [1] * rare + [0] * (60 - rare)
        outputs = [[one ^ (draw.random() < wrong) for one in expected] for wrong in (0.05, 0.45)]
    else:
        expected = [draw.gauss(0, 1) for _ in range(12)]
        outputs = [[one + width * draw.gauss(0, 1) ** 3 for one in expected] for width in (0.1, 0.4)]
    pair = compare(scores_of(scheme, expected, *outputs), samples=200).pairs[0]
    if pair.p_value <= 0.05:
        assert not pair.smallest_difference > 1.5 * abs(pair.difference)  # NaN: the scale has no room
    else:
        assert not pair.smallest_difference <= abs(pair.difference)


def test_two_infinite_scores_have_no_difference_and_none_is_judged_against_another():
    expected, wrong, right = [1, 0] * 4, [0, 1, *[0.9, 0.2] * 3], [0.8, 0.1] * 4
    both = compare(scores_of("LogLoss", expected, wrong, [*wrong[:2], *right[2:]]))
    assert math.isnan(both.pairs[0].difference)
    assert math.isnan(both.pairs[0].p_value)
    because = "both scores are infinite (lines 1, 2), and there is no test of an infinite difference"
    assert sentences(both, NumberStyle())[0] == f"No verdict on output 1 and output 2 is possible: {because}."
    one = compare(scores_of("LogLoss", expected, wrong, right))
    assert one.verdict(one.pairs[0]) == "impossible"
    assert "the score of one output is infinite (lines 1, 2)" in one.pairs[0].notes[0]
    assert "Intervals: 95 %, percentile, 1000 samples, seed 1; score method." in sentences(one, NumberStyle())
    for scheme in ("Likelihood", "LogLoss"):  # a likelihood of 0 is a loss without end, and told as that is
        likely = compare(scores_of(scheme, expected, wrong, right))
        assert (likely.verdict(likely.pairs[0]), likely.corrected_pairs) == ("impossible", 0)
        assert "of one output is infinite (lines 1, 2)" in likely.pairs[0].notes[0]
    same = compare(scores_of("LogLoss", expected, wrong, wrong)).pairs[0]
    assert (same.difference, same.notes) == (0, ("no line tells the outputs apart",))


def test_a_precision_of_nothing_is_not_judged_against_another():
    expected, right = [1, 0] * 20, [1, 0] * 19 + [1, 1]
    found = compare(scores_of("Precision", expected, [0] * 40, [1] * 40, right))
    assert [found.verdict(pair) for pair in found.pairs] == ["impossible", "impossible", "different"]
    assert "gives nothing that counts" in found.pairs[0].notes[0]
    assert found.pairs[2].adjusted == found.pairs[2].p_value
    compared = compare(scores_of("Recall", expected, [0] * 40, right))  # what is expected does count
    assert compared.verdict(compared.pairs[0]) == "different"


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "options", [{}, {"test": "bootstrap", "method": "bca"}, {"cluster": [at // 3 for at in range(40)]}]
)
def test_huge_numbers_leave_no_warning_of_numpy(options):
    draw = random.Random(5)
    for huge in (1e154, 1e300, 4e307):
        expected = [draw.uniform(-1, 1) for _ in range(40)]
        outputs = [[one * huge * factor + draw.random() for one in expected] for factor in (0.4, 0.3)]
        expected[4] = huge
        for scheme in ("MAE", "MSE", "RMSE"):
            compare(scores_of(scheme, [one * huge * 0.4 for one in expected[:4]] + expected[4:], *outputs),
                    trials=100, samples=50, **options)  # fmt: skip


@pytest.mark.parametrize("far", [1e9, 1e300])
def test_a_line_that_alone_makes_a_correlation_is_named_and_leaves_no_verdict(far):
    draw = random.Random(3)
    expected = [draw.gauss(0, 1) for _ in range(30)]
    outputs = [[one + width * draw.gauss(0, 1) for one in expected] for width in (0.5, 1)]
    for side in (expected, *outputs):
        side[4] = far
    found = compare(scores_of("Pearson", expected, *outputs))
    assert found.verdict(found.pairs[0]) == "impossible"
    assert found.pairs[0].notes == ("line 5 is so far from all others that it alone makes the score",)
    assert all(math.isnan(one.low) and "line 5" in one.notes[0] for one in found.intervals)
    (table,) = slices_of([found.scores[0]], list(map(str, expected)), list(map(str, outputs[0])), "expr:line % 2")
    assert {one.differences[0].side for one in table.slices} == {"one line decides"}
    assert any("line 5 is so far" in note for note in table.notes)
    usual = compare(scores_of("Spearman", expected, *outputs))
    assert usual.pairs[0].is_decidable


def test_one_odd_line_gives_no_verdict_on_a_correlation():
    """Units that this line makes would turn all other lines into one number, and any exchange into a worse output."""
    draw = random.Random(5)
    expected = [draw.gauss(50, 10) for _ in range(30)]
    good, odd = ([one + draw.gauss(0, 1) for one in expected] for _ in range(2))
    odd[4] = 5000
    (pair,) = compare(scores_of("Pearson", expected, good, odd)).pairs
    assert pair.difference > 0.5
    assert pair.p_value > 0.1


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (0, 2, 1)])
@pytest.mark.parametrize("third", ["noise in other units", "same units", "ten times the first", "constant"])
def test_what_else_is_compared_changes_nothing_of_a_pair(third, order):
    draw = random.Random(4)
    expected = [draw.gauss(0, 1) for _ in range(40)]
    one, other = ([value + noise * draw.gauss(0, 1) for value in expected] for noise in (0.6, 0.9))
    more = {
        "noise in other units": [1000 * draw.gauss(0, 1) for _ in expected],
        "same units": [value + 0.2 * draw.gauss(0, 1) for value in expected],
        "ten times the first": [10 * value for value in one],
        "constant": [3.0] * 40,
    }
    (alone,) = compare(scores_of("Pearson", expected, one, other), samples=50).pairs
    outputs = [(one, other, more[third])[at] for at in order]
    places = sorted((order.index(0), order.index(1)))
    found = compare(scores_of("Pearson", expected, *outputs), samples=50)
    (pair,) = [pair for pair in found.pairs if [pair.first, pair.second] == places]
    assert (pair.p_value, pair.low, pair.high) == (alone.p_value, alone.low, alone.high)


def test_no_few_trials_make_a_p_value_that_the_error_of_a_difference_rules_out():
    draw = random.Random(6)
    expected = [draw.gauss(0, 1) for _ in range(60)]
    good = [one + 0.6 * draw.gauss(0, 1) for one in expected]
    skewed = [math.exp(3 * (one + 1.2 * draw.gauss(0, 1))) for one in expected]
    (pair,) = compare(scores_of("Pearson", expected, good, skewed)).pairs
    assert pair.p_value > 1e-9


def test_few_false_verdicts_on_correlations_with_rare_large_errors():
    draw = random.Random(8)

    def system(expected, shift=0):
        return [one + shift + draw.gauss(0, 1) + (1000 if draw.random() < 0.03 else 0) for one in expected]

    found = 0
    for _ in range(60):
        expected = [draw.gauss(0, 10) for _ in range(30)]
        (pair,) = compare(scores_of("Pearson", expected, system(expected), system(expected, shift=1)), trials=300).pairs
        found += pair.p_value <= 0.05
    assert found <= 8  # 5 % are 3


def test_a_rare_class_leaves_much_open_of_a_grouping():
    draw = random.Random(1)
    expected = ["1"] * 3 + ["0"] * 197
    outputs = [[str(int(one) ^ (draw.random() < wrong)) for one in expected] for wrong in (0.1, 0.4)]
    pair = compare(scores_of("NMI", expected, *outputs)).pairs[0]
    assert pair.p_value > 0.005  # exchanges of lines alone: 5e-20
    once = compare(scores_of("NMI", expected[2:], *(one[2:] for one in outputs))).pairs[0]
    assert once.low < 0 < once.high
    alone = probierz.score("NMI", expected[3:], outputs[1][3:]).interval()
    assert (alone.low, alone.high) == (0, 1)
    assert "only the class '0' is expected" in alone.notes[0]


@pytest.mark.parametrize(("scheme", "groups"), [("NMI", (2, 10)), ("NMI", (5, 40)), ("Purity", (3, 40))])
def test_random_groupings_with_more_groups_than_others_are_not_called_better(scheme, groups):
    """What chance adds grows with the number of groups: exchanges of lines alone find p below 1e-3."""
    draw = random.Random(2)
    expected = [draw.choice("abcde") for _ in range(200)]
    outputs = [[str(draw.randrange(many)) for _ in expected] for many in groups]
    comparison = compare(scores_of(scheme, expected, *outputs))
    (pair,) = comparison.pairs
    assert comparison.verdict(pair) == "not told apart"
    assert 0.05 < pair.p_value <= 1
    assert "by chance" in pair.notes[0] or "random groups of the same sizes" in pair.notes[0]


@pytest.mark.parametrize("scheme", ["Macro-F1", "Purity"])
def test_a_p_value_of_classes_that_the_trials_do_not_resolve_is_said_to_be_approximated(scheme):
    draw = random.Random(3)
    expected = [draw.choice("abc") for _ in range(150)]
    outputs = [[one if draw.random() < right else draw.choice("abc") for one in expected] for right in (0.9, 0.5)]
    comparison = compare(scores_of(scheme, expected, *outputs))
    assert 0 < comparison.pairs[0].p_value < 1 / comparison.pairs[0].trials
    assert "beyond what the trials resolve, and is approximated" in comparison.reason


@pytest.mark.parametrize("scheme", ["NMI", "Purity"])
@pytest.mark.parametrize("other", ["one group", "random groups without an interval"])
def test_perfect_groups_are_told_from_worthless_ones(scheme, other):
    """No line moves the difference from a single group; 40 random ones score too high, by nobody knows how much."""
    draw = random.Random(2)
    expected = [draw.choice("abcde") for _ in range(200)]
    worthless = ["one" if other == "one group" else str(draw.randrange(40)) for _ in expected]
    comparison = compare(scores_of(scheme, expected, expected, worthless))
    (pair,) = comparison.pairs
    assert comparison.verdict(pair) == "different"
    assert pair.low > 0 if other == "one group" else math.isnan(pair.low)


def test_the_interval_of_a_difference_of_purity_has_room_for_what_more_groups_add_by_chance():
    """Two random groups and 60: the true difference is 0, of the scores about 0.1."""
    draw = random.Random(4)
    expected = [draw.choice("ab") for _ in range(600)]
    outputs = [[str(draw.randrange(many)) for _ in expected] for many in (2, 60)]
    (pair,) = compare(scores_of("Purity", expected, *outputs)).pairs
    assert pair.difference < -0.05
    assert pair.low < pair.difference < 0 < pair.high
    assert pair.high - pair.difference > 1.2 * (pair.difference - pair.low)


@pytest.mark.parametrize("seed", [0, 8])
def test_purity_of_even_classes_is_not_called_better_for_what_chance_adds(seed):
    """Two groups of three even classes, and six that are right a little: of both Purity is a third in the end.

    By what random groups have alone the first is better in one of five such test sets.
    """
    draw = random.Random(seed)
    expected = [draw.randrange(6) for _ in range(200)]
    right = [one if draw.random() < 0.2 else draw.randrange(6) for one in expected]
    outputs = [[str(one // 3) for one in expected], list(map(str, right))]
    comparison = compare(scores_of("Purity", list(map(str, expected)), *outputs))
    (pair,) = comparison.pairs
    assert pair.difference > 0.08
    assert comparison.verdict(pair) == "not told apart"
    assert pair.low <= 0


def test_groupings_that_differ_are_told_apart_whatever_their_number_of_groups():
    draw = random.Random(2)
    expected = [draw.choice("abc") for _ in range(300)]
    outputs = [[one if draw.random() < right else draw.choice("abc") for one in expected] for right in (0.4, 0.7)]
    outputs[1] = [one + draw.choice("12") for one in outputs[1]]
    comparison = compare(scores_of("Purity", expected, *outputs))
    assert comparison.is_different(comparison.pairs[0])


def test_the_smallest_difference_is_that_of_a_corrected_test_of_enough_lines():
    expected = [0.0] * 7
    outputs = [[1.0, 2.0, 1.5, 1.2, 1.7, 1.4, 1.9], [1.1, 2.3, 1.4, 1.9, 1.3, 1.8, 1.0]]
    two = compare(scores_of("MAE", expected, *outputs)).pairs[0]
    assert two.smallest_difference == pytest.approx(2.80158 * two.standard_error, rel=0.05)  # hardly apart
    fewer = compare(scores_of("MAE", expected[:6], *(one[:6] for one in outputs))).pairs[0]
    third = [one + 0.1 * at for at, one in enumerate(outputs[1])]
    corrected = compare(scores_of("MAE", expected, *outputs, third)).pairs[0]
    assert math.isnan(fewer.smallest_difference)
    assert math.isnan(corrected.smallest_difference)  # too few lines for three pairs


@pytest.mark.parametrize(
    ("scheme", "lines", "why"),
    [
        ("Accuracy", ([1] * 20, [1] * 20, [1] * 14 + [0] * 6), "too few of them tell the outputs apart"),
        ("Accuracy", ([1] * 7, [1] * 4 + [0] * 3, [0] * 4 + [1] * 3), "only one larger than the scale would be sure"),
        (
            "AUC",
            ([1] * 6 + [0] * 40, [0.5] * 6 + [0.1] * 40, [0.5] * 6 + [0.1] * 12 + [0.9] * 28),
            "too few of them are of the rarer class",
        ),
    ],
)
def test_why_there_is_no_smallest_difference_is_told(scheme, lines, why):
    found = compare(scores_of(scheme, *lines))
    assert math.isnan(found.pairs[0].smallest_difference)
    assert f"lines can show is not known: {why}" in sentences(found, NumberStyle())[-1]


def test_pairs_for_which_no_verdict_is_possible_are_not_corrected_for():
    # 40 lines; the third and the fourth differ from the first on three, and from each other on none.
    outputs = ["1" * 40, "0" * 7 + "1" * 33, "1" * 37 + "0" * 3, "1" * 37 + "0" * 3]
    found = compare_hits(*outputs)
    by_places = {(pair.first, pair.second): pair for pair in found.pairs}
    assert by_places[0, 1].p_value == 2**-7
    assert by_places[0, 1].adjusted == 3 * 2**-7  # beside it those of 7 and 3 lines
    assert found.corrected_pairs == 3
    assert by_places[0, 2].adjusted == by_places[0, 2].p_value == 2**-3
    assert found.verdict(by_places[0, 2]) == found.verdict(by_places[2, 3]) == "impossible"
    assert "corrected after Holm for 3 pairs" in " ".join(sentences(found, NumberStyle()))


@pytest.mark.parametrize("scheme", ["Macro-F1", "MCC", "Cohen-Kappa"])
def test_the_order_in_which_outputs_are_named_changes_no_verdict(scheme):
    one, other = scores_of(scheme, LABELS, *GUESSES)
    pair, turned = (compare(scores).pairs[0] for scores in ([one, other], [other, one]))
    assert turned.p_value == pair.p_value
    assert (turned.low, turned.high) == pytest.approx((-pair.high, -pair.low))


def test_the_interval_of_equal_f1_scores_is_the_same_on_both_sides():
    """The outputs fail equally often in the same ways, on other lines: nothing says which of them is first."""
    pair = compare(scores_of("F1", [1, 1, 1, 1, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0, 0, 1], [0, 1, 1, 1, 1, 0, 0, 0])).pairs[
        0
    ]
    assert (pair.difference, pair.low) == (0, -pair.high)
    assert pair.high > 0.1


def test_two_outputs_of_one_name_are_refused():
    scores = [probierz.score("Accuracy", ["a"] * 9, [output] * 9) for output in "ab"]
    with pytest.raises(OptionError, match="two outputs are called 'mine'; give each a name of its own"):
        probierz.compare(scores, ["mine", "mine"])
    with pytest.raises(OptionError, match="there are 2 scores and 1 names; give a name for each"):
        probierz.compare(scores, ["mine"])


@pytest.mark.parametrize("metric", ["Pearson", "Spearman", "Kendall", "AUC", "Average-Precision"])
def test_the_unit_of_an_output_changes_no_verdict_where_the_score_does_not_see_it(metric):
    draw = random.Random(3)
    truth = [draw.gauss(0, 1) for _ in range(60)]
    expected = [int(value > 0) for value in truth] if metric in ("AUC", "Average-Precision") else truth
    good, poor = ([value + noise * draw.gauss(0, 1) for value in truth] for noise in (0.4, 2.0))
    (plain,) = compare(probierz.score(metric, expected, {"good": good, "poor": poor})).pairs
    far = [1000 + 30 * value for value in poor]
    (other,) = compare(probierz.score(metric, expected, {"good": good, "poor": far})).pairs
    assert plain.p_value < 0.05
    assert other.p_value == pytest.approx(plain.p_value)
    assert (other.low, other.high) == pytest.approx((plain.low, plain.high))
    (same,) = compare(probierz.score(metric, expected, {"one": good, "other": [7 + 3 * value for value in good]})).pairs
    assert (same.difference, same.p_value) == (pytest.approx(0, abs=1e-12), 1)
