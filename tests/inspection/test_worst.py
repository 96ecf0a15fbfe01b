import math
from dataclasses import dataclass, field

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from probierz.challenges.files import Reading
from probierz.errors import OptionError
from probierz.inspection import feature_collector, features_within_memory, vocabulary
from probierz.inspection.features import FeatureKinds, line_features
from probierz.inspection.line_by_line import LineScore
from probierz.inspection.line_sources import LineDifferences, file_lines
from probierz.inspection.worst import both_sides, worst_features
from probierz.schemes.scheme import parse_scheme


@dataclass
class Made:
    """Lines made up: (score, expected, input, output)."""

    lines: list
    name: str = "Accuracy"
    can_be_read_again: bool = True
    reading: Reading = field(default_factory=Reading)

    @property
    def scheme(self):
        return parse_scheme(self.name)

    def __iter__(self):
        for number, (score, expected, line_input, output) in enumerate(self.lines, 1):
            yield LineScore(number, score, line_input, expected, output)


ALL = {"min_frequency": 1, "level": 1.0, "limit": None}


def random_lines(count=200, words=30):
    random = numpy.random.default_rng(5)

    def text():
        return " ".join(f"w{word}" for word in random.integers(0, words, random.integers(0, 8)))

    return [(float(random.integers(0, 5)), text(), text(), text()) for _ in range(count)]


def test_every_feature_agrees_with_scipy():
    stats = pytest.importorskip("scipy.stats", reason="SciPy is installed by `make test`")
    scores = numpy.random.default_rng(7).permutation(len(random_lines())).astype(float)  # without ties
    lines = [(score, *line[1:]) for score, line in zip(scores.tolist(), random_lines(), strict=True)]
    kinds = FeatureKinds(bigrams=True)
    found = {}
    for report in both_sides(Made(lines), kinds, **ALL):
        found |= {one.name: one for one in report.features if one.name[:3] in ("exp", "out", "in<")}
    has = [set(line_features(kinds, *line[1:])) for line in lines]
    tried = 0
    for name, one in found.items():
        chosen = numpy.array([name in features for features in has])
        wanted = stats.mannwhitneyu(scores[chosen], scores[~chosen], method="asymptotic")
        assert one.p == pytest.approx(wanted.pvalue, rel=1e-9)
        assert one.effect == pytest.approx(1 - 2 * wanted.statistic / (chosen.sum() * (~chosen).sum()), abs=1e-12)
        assert (one.lines, one.score) == (chosen.sum(), pytest.approx(scores[chosen].mean()))
        assert one.others == pytest.approx(scores[~chosen].mean())
        tried += 1
    assert tried > 90


def test_the_bad_word_is_found_and_words_beside_it_are_told_with_it():
    lines = [(float(at % 2), f"{'evil once' if at % 2 == 0 else 'fine ever'} w{at % 7}", "", "") for at in range(60)]
    report = worst_features(Made(lines))
    (feature,) = report.features
    assert (feature.name, feature.also, feature.effect) == ("exp:evil", ("exp:once",), 1.0)
    assert (feature.lines, feature.score, feature.others) == (30, 0.0, 1.0)
    better = worst_features(Made(lines), side="better")
    assert [(one.name, one.also, one.effect) for one in better.features] == [("exp:ever", ("exp:fine",), -1.0)]


def test_where_lower_is_better_high_scores_are_bad():
    lines = [(float(at % 2), "bad" if at % 2 else "new", "", "") for at in range(60)]
    assert worst_features(Made(lines, "WER")).features[0].name == "exp:bad"
    assert worst_features(Made(lines, "WAR")).features[0].name == "exp:new"


def test_lengths_and_numbers_have_a_direction():
    lines = [(float(-at), "x" * at, str(at), "same") for at in range(1, 60)]
    found = {one.name: one for one in worst_features(Made(lines, "WAR")).features}
    assert set(found) == {"long exp", "large in<1>", "long in<1>"}
    assert found["long exp"].effect == pytest.approx(1)
    assert found["long exp"].score == pytest.approx(numpy.mean([-at for at in range(46, 60)]))
    other = {one.name: one for one in worst_features(Made(lines, "WAR"), side="better").features}
    assert set(other) == {"short exp", "small in<1>", "short in<1>"}
    assert other["short exp"].score == pytest.approx(numpy.mean([-at for at in range(1, 15)]))


@given(
    st.lists(st.tuples(st.sampled_from((0.0, 0.5, 1.0)), st.integers(1, 3)), min_size=3, max_size=30),
    st.randoms(use_true_random=False),
)
def test_the_order_of_lines_does_not_matter_where_values_are_tied(values, random):
    lines = [(score, str(number), "x" * number, "") for score, number in values]
    shuffled = random.sample(lines, len(lines))
    for one, other in zip(both_sides(Made(lines), **ALL), both_sides(Made(shuffled), **ALL), strict=True):
        assert one == other  # sums of halves are exact in any order
        for feature in one.features:
            if feature.name in ("large exp", "small exp"):
                inside, outside = _cut_of(feature, values)
                assert (feature.lines, feature.score) == (len(inside), pytest.approx(numpy.mean(inside)))
                assert feature.others == pytest.approx(numpy.mean(outside))


def _cut_of(feature, values):
    """The scores on either side of the one cut between different numbers that leaves so many lines outside it."""
    sign = -1 if feature.name.startswith("large") else 1
    ordered = sorted(values, key=lambda one: sign * one[1])
    assert ordered[feature.lines - 1][1] != ordered[feature.lines][1]
    scores = [score for score, _ in ordered]
    return scores[: feature.lines], scores[feature.lines :]


def test_each_side_counts_its_own_lines_of_equal_numbers():
    # Ratings from 1 to 5 on 40 lines, the larger the worse: of the nearest cut above and below a quarter.
    ratings = [1] * 4 + [2] * 16 + [4] * 8 + [5] * 12
    lines = [(-float(rating), str(rating), "", "") for rating in ratings]
    worse, better = both_sides(Made(lines, "WAR"))
    assert worse.features[0][:4] == ("large exp", 12, -5.0, pytest.approx(-(4 + 32 + 32) / 28))
    small = next(one for one in better.features if one.name == "small exp")
    assert small[:4] == ("small exp", 4, -1.0, pytest.approx(-(32 + 32 + 60) / 36))


def test_pairs_are_tested_too():
    lines = [(0.0 if at % 4 == 0 else 1.0, "a" * (at % 4 < 2), "b" * (at % 4 in (0, 2)), "") for at in range(200)]
    report = worst_features(Made(lines), FeatureKinds(cartesian=True))
    assert report.features[0].name == "exp:a~~in<1>:b"
    assert report.features[0].effect == 1.0


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [(1.0, "one", "line", "only")],
        [(1.0, f"w{at % 3}", "", "") for at in range(50)],
        [(math.inf, "a", "", ""), (0.0, "b", "", "")] * 20,
    ],
    ids=["none", "one", "all equal", "infinite"],
)
def test_odd_scores_give_no_wrong_significance(lines):
    for report in both_sides(Made(lines), min_frequency=1):
        assert report.lines == len(lines)
        assert all(0 <= one.p <= 1 for one in report.features)
        if len({line[0] for line in lines}) < 2:
            assert report.features == ()


@pytest.mark.filterwarnings("error")
def test_infinite_scores_of_both_signs_leave_no_warning_and_q_is_in_order():
    scores = [math.inf, -math.inf, *numpy.random.default_rng(3).normal(size=38).tolist()]
    words = ["rare" if at == 0 else "a b"[at % 2 * 2] for at in range(40)]
    found = worst_features(Made([(score, word, "x" * (at + 1), str(at)) for at, (score, word) in
                                 enumerate(zip(scores, words, strict=True))]), **ALL)  # fmt: skip
    assert [one.q for one in found.features] == sorted(one.q for one in found.features)
    assert [one.p for one in found.features] != sorted(one.p for one in found.features)


def test_lines_without_a_score_are_counted_and_left_out():
    lines = [(math.nan, "bad", "", "")] * 9 + [(float(at % 2), "bad" if at % 2 else "new", "", "") for at in range(40)]
    report = worst_features(Made(lines, "WER"))
    assert (report.lines, report.unscored, report.features[0].lines) == (40, 9, 20)


def test_rates_of_other_lines_are_no_rounding_of_sums():
    bad = [(one, "bad", "", "") for one in (0.1, 0.2, 0.3, 0.7, 0.9, 0.15, 0.35)]
    report = worst_features(Made([*bad, *[(0.0, "good", "", "")] * 33], "WER"))
    found = next(one for one in report.features if one.name == "exp:bad")
    assert (found.others, found.effect) == (0, 1)


def test_a_metric_without_scores_of_lines_is_refused():
    with pytest.raises(OptionError, match="no value on single lines"):
        worst_features(Made([(math.nan, "a", "", "")], "NMI"))


@pytest.mark.parametrize(("count", "false"), [(2000, 2)])
def test_false_discoveries_are_rare_where_nothing_matters(count, false):
    random = numpy.random.default_rng(1)
    lines = [
        (score, line[1], line[2], "") for score, line in zip(random.random(count), random_lines(count), strict=True)
    ]
    assert sum(report.significant for report in both_sides(Made(lines))) <= false


@pytest.mark.parametrize("errors", [0.005, 0.02])
def test_rare_errors_in_noise_are_no_discoveries(errors):
    # Ten files of 800 lines with 0 or 1: a normal approximation finds something in all of them.
    random, found = numpy.random.default_rng(41), 0
    for _ in range(10):
        wrong = random.random(800) < errors
        lines = [(float(not bad), line[1], line[2], "") for bad, line in zip(wrong, random_lines(800), strict=True)]
        found += any(report.significant for report in both_sides(Made(lines)))
    assert found <= 2  # 5 % of 10 files, and chance


def test_rare_errors_that_go_with_a_word_are_found():
    random = numpy.random.default_rng(42)
    texts = [line[1] for line in random_lines(800)]
    lines = [(float(random.random() > (0.3 if "w3" in text.split() else 0.01)), text, "", "") for text in texts]
    assert worst_features(Made(lines)).features[0].name == "exp:w3"


def test_with_little_memory_frequent_features_come_out_the_same():
    lines = random_lines(3000, 40)
    lines = [(score, f"{expected} rare{at}", x, y) for at, (score, expected, x, y) in enumerate(lines)]
    full = worst_features(Made(lines), **(ALL | {"min_frequency": 5}))
    little = worst_features(Made(lines), **(ALL | {"min_frequency": 5}), max_features=1000)
    assert full.missed == 0 < little.missed < 50
    assert [one[:6] for one in full.features] == [one[:6] for one in little.features]


def test_a_second_reading_of_standard_input_is_refused():
    lines = [(float(at), f"w{at}", "", "") for at in range(3000)]
    with pytest.raises(OptionError, match="cannot be read a second time"):
        worst_features(Made(lines, can_be_read_again=False), max_features=1000)


def test_occurrences_beyond_memory_go_to_a_file(monkeypatch):
    lines = random_lines()
    full = both_sides(Made(lines), **ALL)
    monkeypatch.setattr(vocabulary, "_MOST_IN_MEMORY", 50)
    monkeypatch.setattr(vocabulary, "_PORTION", 64)
    assert both_sides(Made(lines), **ALL) == full


def test_pairs_beyond_the_limit_are_dropped_and_the_rest_counted_in_full(monkeypatch):
    lines = random_lines(400, 25)
    kinds = FeatureKinds(cartesian=True)
    full = {one.name: one for one in worst_features(Made(lines), kinds, min_frequency=25, level=1, limit=None).features}
    monkeypatch.setattr(feature_collector, "_MOST_PAIRS_AT_ONCE", 2000)
    report = worst_features(Made(lines), kinds, min_frequency=25, level=1, limit=None, max_features=1500)
    assert report.missed > 0
    pairs = [one for one in report.features if "~~" in one.name]
    assert all(one[1:6] == full[one.name][1:6] for one in pairs if one.name in full)


def test_pruning_keeps_every_feature_above_what_it_says():
    counts = features_within_memory._FirstPass(FeatureKinds(), 1000)
    for at in range(20_000):
        often = "often" if at % 40 == 0 else "x"
        counts.add(LineScore(at, 0.0, "", f"r{at} {often}", ""))
    assert counts.counted is not None
    kept = {key for counter in counts.counted.values() for key in counter}
    assert {"often", "x"} <= kept
    assert counts.missed < 500


def test_two_outputs_are_compared(tmp_path):
    words = [f"w{at % 5}" for at in range(100)]
    files = {
        "expected": words,
        "old": [word if word != "w1" else "no" for word in words],
        "new": [word if word != "w2" else "no" for word in words],
    }
    for name, lines in files.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    new, old = (file_lines("Accuracy", tmp_path / "expected", tmp_path / name) for name in ("new", "old"))
    worse, better = both_sides(LineDifferences(new, old))
    assert (worse.features[0].name, worse.features[0].score, worse.features[0].also) == ("exp:w2", -1.0, ("out:no",))
    assert (better.features[0].name, better.features[0].score) == ("exp:w1", 1.0)
