"""Intervals, checked against SciPy, against the metrics themselves and on simulated data."""

import math
import random
import statistics

import numpy
import pytest
from scipy import stats

import probierz
from probierz.errors import OptionError
from probierz.metrics.definition import definitions
from probierz.metrics.tallies import Mean
from probierz.scoring import resample
from probierz.scoring.bounds import bounds_of, standard_error
from probierz.scoring.compare import compare
from probierz.scoring.distributions import normal_quantile
from probierz.scoring.interval import intervals, smallest_difference
from probierz.scoring.pool import pool_of
from probierz.scoring.resample import Resampled, bootstrap

rng = random.Random(20260101)
WORDS = ["ala", "ma", "kota", "a", "kot", "ma", "ale", "i", "psa"]
EXPECTED = [" ".join(rng.choices(WORDS, k=rng.randint(1, 9))) for _ in range(60)]
OUTPUT = [" ".join(word for word in line.split() if rng.random() > 0.2) or "kot" for line in EXPECTED]
NUMBERS = [rng.gauss(0, 1) for _ in range(60)]
GUESSES = [f"{number + rng.gauss(0, 1):.3f}" for number in NUMBERS]
LABELS = [rng.choice("abc") for _ in range(60)]
GUESSED_LABELS = [label if rng.random() < 0.7 else rng.choice("abcd") for label in LABELS]
CLASSES = [str(int(number > 0)) for number in NUMBERS]
RATED = [str(round(number * 2)) for number in NUMBERS]
RATED_GUESSES = [str(round(float(guess))) for guess in GUESSES]

LINES = {
    "WER": (EXPECTED, OUTPUT),
    "Mean/WER": (EXPECTED, OUTPUT),
    "BLEU": (EXPECTED, OUTPUT),
    "chrF++": (EXPECTED, OUTPUT),
    "ROUGE-L": (EXPECTED, OUTPUT),
    "Macro-F1": (LABELS, GUESSED_LABELS),
    "MCC": (LABELS, GUESSED_LABELS),
    "NMI": (LABELS, GUESSED_LABELS),
    "MacroAvg/Accuracy": (LABELS, GUESSED_LABELS),
    "MacroAvg/Pearson": (RATED, GUESSES),
    "RMSE": (list(map(str, NUMBERS)), GUESSES),
    "Pearson": (list(map(str, NUMBERS)), GUESSES),
    "Spearman": (RATED, RATED_GUESSES),
    "Kendall": (RATED, RATED_GUESSES),
    "AUC": (CLASSES, GUESSES),
    "AUC:N<ties>": (CLASSES, RATED_GUESSES),
}


def score_of(scheme, lines=None):
    return probierz.score(scheme, *(lines or LINES[scheme]))


def same(one, other, tolerance=1e-10):
    return (math.isnan(one) and math.isnan(other)) or one == pytest.approx(other, rel=tolerance, abs=tolerance)


def test_clusters_of_one_line_each_say_as_much_as_lines():
    (score,) = [probierz.score("Accuracy", ["a"] * 30, ["a"] * 27 + ["b"] * 3)]
    alone, apart = score.interval(), score.interval(cluster=range(30))
    assert tuple(apart) == tuple(alone) == pytest.approx((0.7515, 0.9739), abs=1e-4)
    pairs = score.interval(cluster=[at // 2 for at in range(30)])
    assert pairs.low >= 0.65  # that of 13.5 right of 15, if the lines of a pair were always alike


def test_clusters_of_one_class_each_say_nothing_of_how_a_score_varies():
    expected, output = ["a"] * 20 + ["b"] * 20, ["a"] * 19 + ["b"] * 20 + ["a"]
    found = probierz.score("MCC", expected, output).interval(cluster=expected)
    assert (found.low, found.high) == (-1, 1)
    assert "whole scale" in found.notes[0]


@pytest.mark.parametrize("far", [0.0, 1e-7, 1e-4, 1e-2])
def test_a_correlation_next_to_perfect_has_a_narrow_interval_however_near_it_is(far):
    expected = [at / 7 for at in range(1, 201)]
    output = [one + far * (at == 3) for at, one in enumerate(expected)]
    assert probierz.score("Pearson", expected, output).interval().low > 0.97


@pytest.mark.parametrize("noise", [1e-4, 1e-5, 1e-6, 1e-7])
@pytest.mark.parametrize("slope", [2.0, -1e-200, 1e200])
@pytest.mark.parametrize("options", [{}, {"cluster": [at // 2 for at in range(60)]}])
def test_what_a_correlation_lacks_to_1_has_the_same_interval_however_little_it_is(noise, slope, options):
    """What lies off a straight line by noise lacks noise² of what lies off it by 1, and so do both ends."""
    generator = random.Random(5)
    expected, errors = ([generator.gauss(0, 1) for _ in range(60)] for _ in range(2))

    def lacking(noise):
        output = [slope * (one + noise * error) for one, error in zip(expected, errors, strict=True)]
        found = probierz.score("Pearson", expected, output)
        interval = found.interval(**options)
        assert interval.method == "fisher-z"
        assert interval.low <= found.value <= interval.high
        ends = sorted(1 - abs(end) for end in (interval.low, interval.high))
        return [one / noise**2 for one in (ends[0], 1 - abs(found.value), ends[1])]

    assert lacking(noise) == pytest.approx(lacking(1e-3), rel=0.05)  # of 1e-14 two digits are left


@pytest.mark.parametrize("off", [0.0, 1e-13])
def test_a_correlation_that_is_1_to_all_its_digits_is_at_the_end_of_its_scale(off):
    """Of 30 lines, all alike, a share of 1 - .05^(1/30) = .095 may be otherwise, on a scale as long as 2."""
    expected = [at / 7 for at in range(30)]
    output = [3 * one + 0.1 + off * (at % 2) for at, one in enumerate(expected)]
    found = probierz.score("Pearson", expected, output).interval()
    assert (found.low, found.high) == (pytest.approx(1 - 2 * 0.095, abs=1e-3), 1)
    assert "at the end of its scale" in found.notes[0]


def clusters_of_sizes(*sizes):
    return [at for at, size in enumerate(sizes) for _ in range(size)]


def test_an_interval_is_not_narrowed_where_large_clusters_are_right_more_seldom_than_small_ones():
    """90 single lines, 4 of them wrong, and ten clusters of six that are all wrong but for three."""
    output = ["a"] * 86 + ["b"] * 4 + ["a"] * 18 + ["b"] * 42
    found = probierz.score("Accuracy", ["a"] * 150, output).interval(cluster=clusters_of_sizes(*[1] * 90, *[6] * 10))
    # Linearised: Σ k²(pₖ - p)² = 86 (46/150)² + 4 (104/150)² + 36 (3 (46/150)² + 7 (104/150)²) = 141.3, over 150²
    assert found.standard_error == pytest.approx(math.sqrt(141.3) / 150, rel=0.05)
    assert found.high - found.low > 2 * 1.96 * found.standard_error  # clipped it was 0.25, and this is 0.31


@pytest.mark.parametrize("seed", [1, 2])
def test_intervals_cover_where_the_size_of_a_cluster_goes_with_being_right(seed):
    """Of 100 clusters a tenth have six lines, which are mostly all wrong; of the others, single ones, few are."""
    rng, covered = random.Random(seed), 0
    share = (0.9 * 0.95 + 0.6 * 0.3) / 1.5
    for _ in range(100):
        sizes = [6 if rng.random() < 0.1 else 1 for _ in range(100)]
        right = [rng.random() < (0.95 if size == 1 else 0.3) for size in sizes]
        output = ["a" if right[one] else "b" for one in clusters_of_sizes(*sizes)]
        low, high = probierz.score("Accuracy", ["a"] * len(output), output).interval(cluster=clusters_of_sizes(*sizes))
        covered += low <= share <= high
    assert covered >= 94


def test_a_narrowed_interval_is_not_called_wide():
    """One cluster of twenty, five of them wrong, makes most of the spread; but twenty lines can differ by no more."""
    output = ["a"] * 15 + ["b"] * 5 + ["a"] * 39 + ["b"]
    found = probierz.score("Accuracy", ["a"] * 60, output).interval(cluster=clusters_of_sizes(20, *[1] * 40))
    assert found.notes == ()


# --- values of drawn test sets ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", LINES)
def test_a_weighted_pool_has_the_value_of_the_lines_it_stands_for(scheme):
    score = score_of(scheme)
    tallies, metric = score.rows.tallies, score.scheme.metric
    weights = numpy.random.default_rng(5).poisson(1.0, (40, len(tallies))).astype(float)
    weights[0] = 0
    weights[1] = numpy.arange(len(tallies)) == 3  # one line
    weights[2] = 5.0 * (numpy.arange(len(tallies)) == 4)  # one line, five times
    found = pool_of(metric, tallies).values(weights)
    for value, weight in zip(found, weights, strict=True):
        drawn = [tally for tally, count in zip(tallies, weight, strict=True) for _ in range(int(count))]
        assert same(value, float(metric.value(drawn)))


@pytest.mark.parametrize("scheme", LINES)
@pytest.mark.parametrize("few_draws", [0, 10**9])  # with numpy, and without it where tallies add up
def test_the_jackknife_leaves_out_each_line(scheme, few_draws, monkeypatch):
    monkeypatch.setattr(resample, "_FEW_DRAWS", few_draws)
    score = score_of(scheme)
    tallies, metric = score.rows.tallies, score.scheme.metric
    (found,) = bootstrap([(metric, tallies)], 1)
    values = [value for value, count in zip(found.without, found.counts, strict=True) for _ in range(count)]
    direct = [float(metric.value(list(tallies[:at]) + list(tallies[at + 1 :]))) for at in range(len(tallies))]
    assert len(values) == len(direct)
    assert all(same(*pair) for pair in zip(sorted(values), sorted(direct), strict=True))


def test_drawing_with_and_without_numpy_has_the_same_spread(monkeypatch):
    score = score_of("BLEU")
    column = (score.scheme.metric, score.rows.tallies)
    plain = bootstrap([column], 3000)[0].values
    monkeypatch.setattr(resample, "_FEW_DRAWS", 0)
    fast = bootstrap([column], 3000)[0].values
    monkeypatch.setattr(resample, "_FEW_COLUMNS", 100)
    looked_up = bootstrap([column], 3000)[0].values
    assert fast == pytest.approx(looked_up)  # the same draws
    assert stats.ks_2samp(plain, fast).pvalue > 0.01


def test_metrics_of_the_same_lines_share_their_samples():
    scores = probierz.score_all(["WER", "WAR", "Accuracy"], EXPECTED, OUTPUT)
    rates, accuracies = bootstrap([(one.scheme.metric, one.rows.tallies) for one in scores], 50)[:2]
    assert rates.values == pytest.approx([1 - value for value in accuracies.values])


def test_floats_are_summed_exactly_without_numpy():
    values = [0.1, 1e9, -1e9, 3e-7]
    metric = probierz.parse_scheme("MSE").metric
    (found,) = bootstrap([(metric, [Mean(value) for value in values])], 1)
    assert found.without == [math.fsum(values[:at] + values[at + 1 :]) / 3 if at != 3 else 0.1 / 3 for at in range(4)]


@pytest.mark.parametrize("few_draws", [0, 10**9])
def test_infinite_tallies_make_infinite_samples_and_no_nan(few_draws, monkeypatch):
    monkeypatch.setattr(resample, "_FEW_DRAWS", few_draws)
    score = probierz.score("LogLoss", ["1", "1", "0", "0"], ["0", "0.9", "0.1", "0.2"])
    found = score.interval(samples=300)
    assert 0 < found.low < math.inf == found.high
    assert math.isnan(found.standard_error)
    assert found.method == "percentile"


# --- against SciPy ---------------------------------------------------------------------------------------------------


def wer(errors, lengths, axis=-1):
    return errors.sum(axis=axis) / lengths.sum(axis=axis)


@pytest.mark.parametrize("method", ["bca", "percentile"])
@pytest.mark.parametrize("few_draws", [0, 10**9])
def test_intervals_of_a_ratio_are_those_of_scipy(method, few_draws, monkeypatch):
    monkeypatch.setattr(resample, "_FEW_DRAWS", few_draws)
    score = score_of("WER")
    columns = tuple(score.rows.array().T)
    theirs = stats.bootstrap(
        columns, wer, paired=True, vectorized=True, n_resamples=20_000, method=method, rng=numpy.random.default_rng(3)
    )
    ours = score.interval(method=method, samples=20_000)
    # Monte Carlo error of a 2.5 % quantile of 20,000 samples: about 0.02 standard errors.
    tolerance = 0.08 * theirs.standard_error
    assert ours.low == pytest.approx(theirs.confidence_interval.low, abs=tolerance)
    assert ours.high == pytest.approx(theirs.confidence_interval.high, abs=tolerance)
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.03)


def test_a_bca_interval_of_a_skewed_mean_and_of_a_correlation_are_those_of_scipy():
    skewed = [math.exp(2 * number) for number in NUMBERS]
    score = probierz.score("MAE", ["0"] * len(skewed), list(map(str, skewed)))
    theirs = stats.bootstrap((skewed,), numpy.mean, n_resamples=20_000, rng=numpy.random.default_rng(4))
    ours = score.interval(samples=20_000, method="bca")
    assert tuple(ours) == pytest.approx(tuple(theirs.confidence_interval), abs=0.12 * theirs.standard_error)
    sides = NUMBERS, list(map(float, GUESSES))
    theirs = stats.bootstrap(
        sides,
        lambda x, y: stats.pearsonr(x, y)[0],
        paired=True,
        vectorized=False,
        n_resamples=4000,
        rng=numpy.random.default_rng(5),
    )
    ours = score_of("Pearson").interval(samples=20_000, method="bca")
    assert tuple(ours) == pytest.approx(tuple(theirs.confidence_interval), abs=0.15 * theirs.standard_error)


def test_bounds_of_the_same_samples_are_those_of_scipy():
    # The same samples in both: what is left is the formula alone.
    values = [1.0, 2.0, 4.0, 8.0, 16.0, 33.0]
    exact = stats.bootstrap((values,), numpy.mean, n_resamples=999, rng=numpy.random.default_rng(6))
    without = [(sum(values) - value) / 5 for value in values]
    found = Resampled(exact.bootstrap_distribution.tolist(), without, [1] * 6, 0)
    ours = bounds_of(statistics.mean(values), found)
    assert (ours.low, ours.high) == pytest.approx(tuple(exact.confidence_interval), rel=1e-9)


def test_normal_quantiles_and_the_smallest_difference():
    for chance in (1e-300, 1e-9, 0.025, 0.5, 0.8, 0.975, 1 - 1e-12):
        assert normal_quantile(chance) == pytest.approx(stats.norm.ppf(chance), rel=1e-7, abs=1e-12)
    assert (normal_quantile(0), normal_quantile(1)) == (-math.inf, math.inf)
    # 1.95996 + 0.84162
    assert smallest_difference(1.0) == pytest.approx(2.80158, abs=1e-5)


# --- simulated data --------------------------------------------------------------------------------------------------


def test_bca_intervals_cover_the_truth_as_often_as_they_say():
    generator = numpy.random.default_rng(11)
    metric = probierz.parse_scheme("MAE").metric
    covered, truth, sets = 0, 1.0, 400
    for seed in range(sets):
        tallies = [Mean(value) for value in generator.exponential(truth, 80).tolist()]
        (found,) = bootstrap([(metric, tallies)], 400, seed=seed)
        low, high = bounds_of(metric.value(tallies), found)[:2]
        covered += low <= truth <= high
    # 95 % of 400, standard error 1.1 %; on 80 skewed values BCa itself covers about 94 %.
    assert covered / sets == pytest.approx(0.945, abs=0.03)


def test_the_smallest_difference_is_found_four_times_in_five():
    generator = numpy.random.default_rng(12)
    lines, sets, found = 200, 2000, 0
    first = generator.normal(0, 1, lines)
    error = standard_error([generator.choice(first, lines).mean() for _ in range(1000)])
    truth = smallest_difference(error)
    for _ in range(sets):
        sample = generator.normal(truth, 1, lines)
        found += stats.ttest_1samp(sample, 0).pvalue < 0.05
    assert found / sets == pytest.approx(0.8, abs=0.06)


# --- degenerate cases ------------------------------------------------------------------------------------------------


def test_one_line_has_no_interval():
    found = probierz.score("Accuracy", ["a"], ["a"]).interval()
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    assert math.isnan(found.standard_error)
    assert found.notes == ("there is no interval: one line says nothing about other lines",)


def test_no_line_has_no_interval():
    with pytest.warns(probierz.ProbierzWarning, match="no lines to score"):
        found = probierz.score("WER", [], []).interval()
    assert math.isnan(found.low)
    assert found.notes


def test_equal_lines_at_no_end_have_an_interval_without_width_and_a_note():
    found = probierz.score("MAE", ["1"] * 30, ["3"] * 30).interval()
    assert (found.low, found.high) == (2.0, 2.0)
    assert "not certain" in found.notes[0]
    assert math.isnan(found.smallest_difference)


@pytest.mark.filterwarnings("ignore::probierz.ProbierzWarning")
def test_a_nan_score_has_no_interval():
    found = probierz.score("MAP", ["a", "", "b"], ["a", "a", "b"])
    assert math.isnan(found.value)
    assert math.isnan(found.interval().low)
    assert "NaN" in found.interval().notes[0]


def test_samples_without_a_value_are_left_out_and_counted():
    # A sample without one of the classes has no AUC: (7/8)^8 of them lack the only line of class 1, 34 %.
    score = probierz.score("AUC", ["1", *"0000000"], ["0.6", "0.1", "0.2", "0.7", "0.4", "0.3", "0.2", "0.9"])
    found = score.interval(method="percentile")
    assert 0 <= found.low < score.value < found.high <= 1
    missing = int(found.notes[0].split()[0])
    assert missing / 1000 == pytest.approx((7 / 8) ** 8, abs=0.06)


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        ({"level": 1.0}, "between 0 and 1"),
        ({"level": math.nan}, "between 0 and 1"),
        ({"method": "basic"}, "fisher-z, student, bca, percentile"),
        ({"samples": 0}, "too few"),
        ({"samples": 1.5}, r"samples=1\.5 is not a whole number; the usual one is 1000"),
        ({"seed": -1}, "seed=-1 is below 0"),
        ({"level": "0.95"}, "between 0 and 1"),
        ({"cluster": (at for at in range(5))}, "one name or number for every line; found generator"),
        ({"cluster": [["a"]] * 1000}, "one name or number for every line; found list of other values"),
    ],
)
def test_wrong_settings_are_errors(settings, wanted):
    with pytest.raises(OptionError, match=wanted):
        score_of("WER").interval(**settings)


def test_a_score_without_rows_has_no_interval():
    with pytest.raises(OptionError, match="rows=True"):
        probierz.score("WER", EXPECTED, OUTPUT, rows=False).interval()


# --- signatures ------------------------------------------------------------------------------------------------------


def test_the_signature_says_how_to_repeat_the_interval():
    score = score_of("WER")
    found = score.interval(0.9, method="bca", samples=123, seed=7)
    assert str(found.signature).startswith(str(score.signature).split("|digest")[0])
    assert "interval:bca 0.9|samples:123|seed:7" in str(found.signature)
    assert found == score.interval(0.9, method="bca", samples=123, seed=7)
    assert found != score.interval(0.9, method="bca", samples=123, seed=8)
    assert "interval:score 0.95" in str(score.interval().signature)  # nothing is drawn


def test_many_lines_are_left_out_in_groups():
    lines = 12_000
    score = probierz.score("MAE", ["0"] * lines, [f"{number / 7}" for number in range(lines)])
    found = score.interval(samples=20)
    assert found.groups == 10_000
    assert found.as_dict()["jackknife_groups"] == 10_000


def test_scores_of_different_lines_are_drawn_apart():
    scores = probierz.score_all(["Accuracy", "Accuracy:f<exp:a>"], ["a", "b"] * 20, ["a", "a"] * 20, inputs=[""] * 40)
    found = intervals(scores, samples=200)
    assert found[0].low < 0.5 < found[0].high
    assert (round(found[1].low, 4), found[1].high, found[1].lines) == (0.8609, 1.0, 20)


# --- every metric ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("definition", definitions(plugins=False), ids=lambda one: one.pattern)
def test_every_metric_has_an_interval_both_ways_and_can_be_compared(definition, monkeypatch):
    example = definition.example
    name = example.name or definition.pattern
    inputs = list(example.input) or [""] * len(example.expected)
    expected, output = list(example.expected) * 4, list(example.output) * 4
    score = probierz.score(name, expected, output, inputs=inputs * 4)
    assert score.value == pytest.approx(example.value, abs=0.2) or definition.finish is not None
    found = [score.interval(samples=30)]
    monkeypatch.setattr(resample, "_FEW_DRAWS", 0)
    found.append(score.interval(samples=30))
    for one in found:
        assert one.low <= one.high or one.notes
    pair = compare([score, score], samples=30, trials=30).pairs[0]
    assert pair.p_value == 1.0 or math.isnan(score.value)


def test_a_table_that_would_be_too_large_is_not_written_out(monkeypatch):
    monkeypatch.setattr(resample, "_FEW_DRAWS", 0)
    score = score_of("Macro-F1")
    column = (score.scheme.metric, score.rows.tallies)
    (dense,) = bootstrap([column], 20)
    monkeypatch.setattr("probierz.scoring.tally_columns._MOST_CELLS", 0)
    (sparse,) = bootstrap([column], 20)
    assert sparse.values == pytest.approx(dense.values)
    assert sparse.without == pytest.approx(dense.without)
    other = probierz.score("Macro-F1", LABELS, LABELS[::-1])
    first = compare([score, other], samples=10, trials=50).pairs[0].p_value
    monkeypatch.undo()
    assert first == pytest.approx(compare([score, other], samples=10, trials=50).pairs[0].p_value, rel=0.01)


def test_an_interval_of_a_grouping_has_room_for_what_the_score_is_too_high_by():
    """Of lines that are grouped by chance NMI is 0, and that of 300 lines in 5 classes and groups about 0.03."""
    generator = random.Random(5)
    expected, output = ([str(generator.randrange(5)) for _ in range(300)] for _ in range(2))
    found = probierz.score("NMI", expected, output)
    assert found.value > 0.02
    assert found.interval().low == 0


@pytest.mark.parametrize("groups", [38, 39, 60])
@pytest.mark.parametrize(
    "options", [{}, {"method": "score"}, {"method": "bca"}, {"cluster": [at // 2 for at in range(800)]}]
)
def test_random_groups_have_room_for_chance_whatever_their_number_and_the_method(groups, options):
    """Of lines that are grouped by chance Purity is the share of the larger class, a half."""
    generator = random.Random(1)
    expected = [generator.choice("AB") for _ in range(800)]
    output = [f"g{generator.randrange(groups)}" for _ in expected]
    found = probierz.score("Purity", expected, output)
    interval = found.interval(samples=50, **options)
    assert interval.low <= 0.5 < found.value <= interval.high
    assert ("chance makes them look alike" in " ".join(interval.notes)) == (groups > 40)


@pytest.mark.parametrize(
    ("classes", "groups", "lines", "seed"), [(50, 1, 5000, 10), (20, 2, 1000, 10), (50, 1, 5000, 8)]
)
def test_purity_of_classes_that_are_even_in_a_group_may_be_as_low_as_their_share(classes, groups, lines, seed):
    """The largest of equal counts is too high by chance, with many lines as well; in the last case two are largest."""
    generator = random.Random(seed)
    expected, output = ([str(generator.randrange(many)) for _ in range(lines)] for many in (classes, groups))
    interval = probierz.score("Purity", expected, output).interval()
    assert 0.7 / classes < interval.low <= 1 / classes < interval.high


def test_purity_of_even_pairs_has_room_for_lines_of_other_groups():
    """Of five groups of two classes each Purity is a half, but of three lines in a hundred that are elsewhere."""
    expected, output = zip(
        *((f"{group}{'ab'[at % 20 < 8]}", group) for group in range(5) for at in range(20)), strict=True
    )
    assert probierz.score("Purity", expected, output).interval().low < 0.5 * 0.97


def test_purity_has_room_for_classes_that_no_line_shows():
    """Of 200 even classes 150 lines show fewer; by the classes that they show alone the low end would be 0.008."""
    expected = numpy.random.default_rng(5).integers(0, 200, 150).tolist()
    assert probierz.score("Purity", expected, [0] * 150).interval().low <= 1 / 200


@pytest.mark.parametrize("seed", [1, 9, 11])
def test_nmi_has_room_for_pairs_that_no_line_shows(seed):
    """Of 20 classes, 2 lines of a hundred in any of 40 groups, the true NMI is 0.9535; single lines show few pairs."""
    generator = numpy.random.default_rng(seed)
    expected = generator.integers(0, 20, 1000)
    output = numpy.where(generator.random(1000) < 0.02, generator.integers(0, 40, 1000), expected)
    interval = probierz.score("NMI", expected.tolist(), output.tolist()).interval()
    assert interval.low <= 0.9535 <= interval.high


def test_purity_is_no_surer_than_a_share_of_as_many_lines():
    found = probierz.score("Purity", ["0", "0", "1"], ["0", "0", "1"]).interval()
    assert tuple(found) == pytest.approx(tuple(probierz.score("Accuracy", ["0", "0", "1"], ["0", "0", "1"]).interval()))


def test_nmi_of_a_single_group_says_why_its_interval_has_no_width():
    found = probierz.score("NMI", ["0", "1"] * 50, ["0"] * 100).interval()
    assert tuple(found) == (0, 0)
    assert "all lines are in one group" in found.notes[0]


@pytest.mark.parametrize("scheme", ["NMI", "Purity"])
def test_names_of_groups_change_no_interval(scheme):
    generator = random.Random(3)
    classes = [generator.randrange(5) for _ in range(800)]
    groups = [
        one * 8 + generator.randrange(8) if generator.random() < 0.5 else generator.randrange(40) for one in classes
    ]
    found = {
        tuple(probierz.score(scheme, [*map(str, classes)], list(map(name, groups))).interval(samples=50))
        for name in ("{}".format, "g{}".format, lambda group: f"g{97 * group % 40}")
    }
    assert len(found) == 1


@pytest.mark.parametrize("errors", [5, 20])
@pytest.mark.parametrize("scheme", ["NMI", "Purity"])
def test_a_good_grouping_with_a_few_single_errors_has_its_interval(scheme, errors):
    """Of 5,000 lines in five classes; each error is the only line of its class in its group."""
    expected = [str(at % 5) for at in range(5000)]
    wrong = {5 * at + at % 5: str((at % 5 + 1 + at // 5) % 5) for at in range(errors)}
    output = [wrong.get(at, label) for at, label in enumerate(expected)]
    found = probierz.score(scheme, expected, output)
    interval = found.interval()
    assert 0.95 < interval.low < found.value < interval.high <= 1
    assert not interval.notes


@pytest.mark.parametrize("method", ["auto", "bca"])
def test_there_is_no_interval_of_many_groups_with_single_lines(method):
    generator = random.Random(5)
    expected, output = ([str(generator.randrange(20)) for _ in range(60)] for _ in range(2))
    found = probierz.score("NMI", expected, output).interval(method=method, samples=20)
    assert math.isnan(found.low)
    assert "too many pairs of a class and a group have one line only" in found.notes[0]


def test_samples_that_all_lie_on_one_side_are_told():
    # Drawing lines twice makes two clusterings agree better than they do.
    generator = random.Random(1)
    expected, output = ([str(generator.randrange(groups)) for _ in range(600)] for groups in (5, 20))
    score = probierz.score("NMI", expected, output)
    interval = score.interval(samples=50, method="bca")
    assert any("mistrust the interval" in note for note in interval.notes)
    assert interval.low < score.value, "the room that chance takes is added"


@pytest.mark.parametrize("name", ["Recall", "Precision"])
def test_a_perfect_score_rests_on_the_lines_that_count_for_it(name):
    """Three positives of 2000 lines, all found: 1 - .05^(1/3) = .632 of positives may still be missed."""
    labels = ["1"] * 3 + ["0"] * 1997
    found = probierz.score(name, labels, labels).interval()
    assert (found.low, found.high) == (pytest.approx(0.05 ** (1 / 3)), 1)


def test_one_entity_in_many_lines_is_one_line_that_counts():
    tags = ["B-per O"] + ["O O"] * 199
    found = probierz.score("BIO-F1", tags, tags).interval()
    assert found.low < 0.1  # of such lines 1 - 0.05 = .95 may be missed
    assert "something is expected on one line only" in found.notes[0]


def test_one_entity_in_every_line_needs_no_line_without():
    tags, output = ["B-per O"] * 40, ["B-per O"] * 30 + ["O O"] * 10
    found = probierz.score("BIO-F1", tags, output).interval()
    assert 0.7 < found.low < 6 / 7 < found.high < 0.95  # recall 3/4, precision 1


def test_the_interval_of_a_recall_is_that_of_its_positives():
    """8 of 10 positives found: as Accuracy of 8 of 10 lines, whatever the 490 others are."""
    expected, output = ["1"] * 10 + ["0"] * 490, ["1"] * 8 + ["0"] * 2 + ["1", "0"] * 245
    recall = probierz.score("Recall", expected, output).interval()
    accuracy = probierz.score("Accuracy", expected[:10], output[:10]).interval()
    assert (recall.low, recall.high, recall.method) == (accuracy.low, accuracy.high, "mid-p")


@pytest.mark.parametrize("name", ["MCC", "Cohen-Kappa", "Macro-F1", "Balanced-Accuracy", "F1", "Recall"])
def test_a_class_of_two_lines_makes_a_wide_interval_that_says_so(name):
    labels = ["1"] * 2 + ["0"] * 198
    found = probierz.score(name, labels, labels).interval()
    assert found.high == 1
    # Both found: 1 - .05 ^ (1/2) = .776 of such lines may be missed; a macro average shares that with class 0.
    assert found.low < (0.65 if name in ("Macro-F1", "Balanced-Accuracy") else 0.5)
    assert found.standard_error > 0
    assert "2 lines only" in found.notes[0]


@pytest.mark.parametrize(("lines", "low"), [(2, 0.05**0.5), (4, 0.05**0.25), (10, 0.05**0.1)])
def test_a_perfect_ranking_rests_on_the_lines_of_the_rarer_class(lines, low):
    expected = [1] * lines + [0] * (200 - lines)
    output = [0.9] * lines + [0.1] * (200 - lines)
    for name in ("AUC", "Average-Precision"):
        found = probierz.score(name, expected, output).interval()
        assert (found.low, found.high) == (pytest.approx(low), 1)
        assert any("of the rarer class" in note for note in found.notes) == (lines < 5)
        turned = probierz.score("AUC", [1 - one for one in expected], [-one for one in output]).interval()
        assert tuple(found) == tuple(turned)


def test_a_ranking_of_clusters_rests_on_those_with_a_line_of_the_rarer_class():
    expected, owners = [1] * 40 + [0] * 160, [at // 20 for at in range(200)]  # two clusters of ten
    score = probierz.score("AUC", expected, [0.9] * 40 + [0.1] * 160)
    found = score.interval(cluster=owners)
    assert (found.low, found.high) == (pytest.approx(0.05**0.5), 1)
    assert "only 2 clusters are of the rarer class" in found.notes[0]


def test_a_ranking_without_lines_of_a_class_may_be_anything():
    found = probierz.score("Average-Precision", [0] * 100, [0.1] * 100).interval()
    assert (found.low, found.high) == (0, 1)
    assert "all lines are of one class" in found.notes[0]


@pytest.mark.parametrize(
    ("name", "output", "note"),
    [
        ("Macro-F1", "0", "only the class '0' is expected"),
        ("MCC", "1", "only the class '0' is expected"),
        ("F1", "1", "no class 1"),
        ("Recall", "1", "no line counts"),
    ],
)
def test_a_score_without_lines_of_a_class_may_be_anything(name, output, note):
    found = probierz.score(name, ["0"] * 30, [output, *["0"] * 29]).interval()
    assert tuple(found) == probierz.parse_scheme(name).metric.bounds
    assert note in found.notes[0]
    assert math.isnan(found.smallest_difference)


def test_the_order_of_lines_does_not_change_an_interval_by_classes():
    score = score_of("Macro-F1")
    turned = score_of("Macro-F1", (LABELS[::-1], GUESSED_LABELS[::-1]))
    assert tuple(score.interval()) == tuple(turned.interval())
    assert score.interval().method == "classes"


def test_an_interval_by_classes_is_near_that_of_the_bootstrap_where_no_class_is_rare():
    generator = random.Random(3)
    labels = [generator.choice("abc") for _ in range(3000)]
    output = [label if generator.random() < 0.7 else generator.choice("abc") for label in labels]
    for name in ("MCC", "Cohen-Kappa", "Macro-F1", "Krippendorff-Alpha", "Sklearn-Weighted-F1"):
        score = probierz.score(name, labels, output)
        ours, theirs = score.interval(), score.interval(method="percentile")
        assert tuple(ours) == pytest.approx(tuple(theirs), abs=0.2 * (theirs.high - theirs.low))
        assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.1)


def test_a_standard_error_at_the_end_of_a_scale_is_not_nothing():
    """30 of 30 right: 0.05 ^ (1/30) = .905 to 1, half of which is about two standard errors."""
    found = probierz.score("Accuracy", ["a"] * 30, ["a"] * 30).interval()
    assert found.standard_error == pytest.approx((1 - 0.05 ** (1 / 30)) / (2 * 1.95996), rel=1e-4)
    assert found.smallest_difference == pytest.approx(2.80158 * found.standard_error, rel=1e-4)


@pytest.mark.parametrize("metric", ["MAE", "RMSE", "MSE"])
def test_an_exact_output_of_numbers_has_no_upper_end_whatever_the_unit(metric):
    found = probierz.score(metric, [1.0, 2.0] * 15, [1.0, 2.0] * 15).interval()
    assert (found.low, found.high) == (0, math.inf)
    assert "no largest size" in found.notes[0]
    assert math.isnan(found.smallest_difference)


@pytest.mark.parametrize("off", [1e-3, 1e-6, 1e-8])
def test_r2_of_numbers_hardly_off_has_an_interval_below_1(off):
    draw = random.Random(4)
    expected = [draw.gauss(0, 1) for _ in range(100)]
    found = probierz.score("R2", expected, [one + off * draw.gauss(0, 1) for one in expected])
    low, high = found.interval()
    assert low <= found.value <= high < 1
    assert 1 - low < 3 * (1 - found.value)
    assert not found.interval().notes


def test_r2_without_a_digit_for_its_errors_does_not_call_lines_right():
    expected = [float(number) for number in range(30)]
    found = probierz.score("R2", expected, [number + 1e-9 * (number % 3) for number in expected])
    assert found.value == 1
    assert "so nearly right that the score has no digit for it" in found.interval().notes[0]
    assert "are right;" in probierz.score("R2", expected, expected).interval().notes[0]


def test_errors_of_0_and_1_are_no_shares_where_errors_may_be_larger():
    found = probierz.score("MAE", [1] * 30, [1] * 20 + [2] * 10).interval()
    assert found.method == "score"
    assert found.low < 1 / 3 < found.high


def test_the_smallest_difference_is_that_of_the_level():
    score = probierz.score("Accuracy", ["a"] * 400, ["a", "b"] * 200)
    # 2.57583 + 0.84162 at 99 %, by the table of the normal distribution
    assert score.interval(0.99).smallest_difference == pytest.approx(
        3.41745 * score.interval().standard_error, rel=1e-4
    )


def test_no_smallest_difference_is_larger_than_the_scale():
    found = probierz.score("Accuracy", ["a", "b", "c"], ["a", "b", "d"]).interval()
    assert 2.8 * found.standard_error > 2 / 3  # the score could rise by 1/3 or fall by 2/3
    assert math.isnan(found.smallest_difference)


def test_a_line_that_makes_the_whole_spread_is_told_of():
    found = probierz.score("MAE", ["0"] * 30, [*map(str, range(29)), "5000"]).interval()
    assert "one line alone makes 97 % of the spread of the score: the interval is wide" in found.notes[0]
    assert found.high > 3 * 180


def test_a_line_with_half_of_all_labels_is_told_of():
    """29 texts with a place and a name each, all found; one with 50 names, none of which is."""
    expected = ["place:1 name:3"] * 29 + [" ".join(f"name:{at}" for at in range(50))]
    found = probierz.score("MultiLabel-F1", expected, [*expected[:29], "place:0"]).interval()
    assert "one line alone makes" in found.notes[0]
    assert "the interval is wide" in found.notes[0]


def test_all_words_wrong_in_every_line_may_be_luck_and_other_lines_worse():
    """20 lines: 1 - 0.05 ^ (1/20) = .139 of lines may be right wholly, or have words that nobody said."""
    found = probierz.score("WER", ["a b"] * 20, ["c d"] * 20).interval()
    assert (found.low, found.high) == (pytest.approx(0.05 ** (1 / 20)), pytest.approx(2 - 0.05 ** (1 / 20)))


def test_a_correlation_of_three_lines_leaves_everything_open():
    """Any two of them lie on a straight line, so leaving one out tells nothing; they are not alike for that."""
    found = probierz.score("Pearson", [1, 2, 4], [1.5, 1.9, 6]).interval()
    assert tuple(found) == (-1, 1)
    assert "the interval is the whole scale" in found.notes[0]


@pytest.mark.parametrize(("right", "side"), [(0.8, "above"), (0.2, "below")])
def test_many_rare_classes_say_on_which_side_the_truth_may_be_missing(right, side):
    expected = [str(at // 3) for at in range(60)]
    output = [one if at % 10 < 10 * right else "0" for at, one in enumerate(expected)]
    notes = probierz.score("Balanced-Accuracy", expected, output).interval(samples=100).notes
    assert any(f"may be too narrow, and the score of many lines lie {side} it" in note for note in notes)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_correlation_along_a_curve_says_that_it_may_be_weaker(sign):
    generator = random.Random(1)
    normal, noise = ([generator.gauss(0, 1) for _ in range(100)] for _ in range(2))
    straight = [sign * (one + 0.3 * other) for one, other in zip(normal, noise, strict=True)]
    bent = [sign * math.exp(sign * one) for one in straight]
    nearly_same = [one + 1e-4 * other for one, other in zip(normal, noise, strict=True)]  # in the very same order
    outputs = (straight, bent, nearly_same)
    said = ["along a curve" in str(probierz.score("Pearson", normal, one).interval().notes) for one in outputs]
    assert said == [False, True, False]


@pytest.mark.parametrize(("lines", "growth", "is_said"), [(10, 0.2, False), (10, 0.3, True), (9, 0.3, False)])
def test_a_curve_of_few_lines_is_bent_more_than_their_ranks_can_tell(lines, growth, is_said):
    """By hand, of 10 lines in one order: ρ is at most 1 - 12 / 990, so artanh r is below 2.598 - 2 / √10 = 1.966."""
    found = probierz.score("Pearson", range(lines), [math.exp(growth * at) for at in range(lines)])
    assert ("along a curve" in str(found.interval().notes)) == is_said


@pytest.mark.parametrize("scheme", ["Macro-MAE", "1-wMAE"])
def test_a_rating_on_few_lines_is_named(scheme):
    """Of fifty reviews two have one star, and their errors weigh as much as those of all others."""
    expected = ["1"] * 2 + ["4"] * 8 + ["5"] * 40
    found = probierz.score(scheme, expected, ["1", "4", *["4"] * 9, *["5"] * 39]).interval()
    assert any(note.startswith("the class 1 is expected on 2 lines only: how large its errors") for note in found.notes)
    many = probierz.score(scheme, expected * 3, ["1", "4", *["4"] * 9, *["5"] * 39] * 3).interval()
    assert not any("is expected on" in note for note in many.notes)


@pytest.mark.parametrize("sizes", ["one", "many"])
def test_a_rating_whose_few_lines_are_all_right_may_have_errors_like_others(sizes):
    """Eight lines of 500 leave open whether a third is wrong, by one step or two: 1.5 / 3 of it is in the score."""
    expected = [1] * 8 + [2] * 246 + [3] * 246
    output = [*expected[:8], *(one if at % 10 else 5 - one for at, one in enumerate(expected[8:]))]
    if sizes == "many":
        output[8:] = [one + at / 5000 for at, one in enumerate(output[8:])]
    found = probierz.score("Macro-MAE", expected, output)
    assert found.interval().high - found.value > 0.15
    far = probierz.score("Macro-MAE", expected, [*output[:-1], 10])
    assert far.interval().method == "score"  # no ratings tell how large such errors are


def test_the_interval_of_1_wmae_is_that_of_macro_mae_on_its_scale():
    expected, output = [1, 1, 1, 2, 2, 3, 4, 5, 5, 5] * 9, [1, 1, 1, 2, 3, 2.5, 4, 4, 5, 1] * 9
    low, high = probierz.score("Macro-MAE", expected, output).interval()
    other = probierz.score("1-wMAE", expected, output).interval()
    assert tuple(other) == pytest.approx((1 - high / 4, 1 - low / 4), abs=1e-6)


@pytest.mark.parametrize(("scheme", "side"), [("NMI", "below"), ("Macro-F1", "above")])
def test_of_many_rare_classes_it_is_told_on_which_side_the_score_of_many_lines_may_be(scheme, side):
    """Chance makes small groupings look alike, and draws scores by class to the middle."""
    expected = [f"class {at % 12}" for at in range(48)]
    output = [one if at % 8 else "class 0" for at, one in enumerate(expected)]
    for name, lines in (("few", 48), ("many", 48 * 50)):
        told = " ".join(probierz.score(scheme, expected * (lines // 48), output * (lines // 48)).interval().notes)
        assert (f"{side} " in told and "score of many lines" in told) == (name == "few")
