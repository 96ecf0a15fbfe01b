import math
import random
import statistics

import numpy
import pytest

import probierz
from probierz.errors import OptionError
from probierz.metrics.names import get_metric
from probierz.metrics.number_pairs import NumberPair
from probierz.scoring.pool import WholePool, pool_of
from probierz.scoring.resample import percentile_interval, resample


@pytest.mark.parametrize(
    ("level", "bounds"),
    [(0.95, (1, 20)), (0.9, (2, 19))],  # checkpoints of the specification: a sample of 20
)
def test_the_interval_cuts_as_in_geval(level, bounds):
    assert tuple(percentile_interval(range(20, 0, -1), level)) == bounds


def test_one_sample_is_its_own_interval():
    interval = percentile_interval([0.25])
    assert (interval.middle, interval.half) == (0.25, 0.0)


def test_no_sample_is_an_error():
    with pytest.raises(OptionError):
        percentile_interval([])
    with pytest.raises(OptionError):
        resample(probierz.parse_scheme("WER").metric, [], 0)


def samples_of(scheme, expected, output, samples=200, seed=1):
    score = probierz.score(scheme, expected, output)
    return score.value, resample(score.scheme.metric, score.rows.tallies, samples, seed=seed)


EXPECTED = ["a b", "c", "a", "d e f", "b b"] * 4
OUTPUT = ["a b", "x", "a", "d f", "b"] * 4


def test_the_same_seed_gives_the_same_samples():
    assert samples_of("WER", EXPECTED, OUTPUT) == samples_of("WER", EXPECTED, OUTPUT)
    assert samples_of("WER", EXPECTED, OUTPUT) != samples_of("WER", EXPECTED, OUTPUT, seed=2)


@pytest.mark.parametrize(
    ("scheme", "expected", "output"),
    [
        ("WER", EXPECTED, OUTPUT),  # a few distinct rows of numbers
        ("BLEU", [f"w{n} a b c d" for n in range(30)], [f"w{n} a b c {'d' * (n % 3)}" for n in range(30)]),
        ("Macro-F1", EXPECTED, OUTPUT),  # tallies by class
        ("Pearson", [str(n) for n in range(30)], [str(n + n % 7) for n in range(30)]),  # whole rows
        ("NMI", EXPECTED, [*OUTPUT[:10], *EXPECTED[5:10], "a", "b", "c", "d", "e"]),
    ],
)
def test_samples_lie_around_the_score(scheme, expected, output):
    value, samples = samples_of(scheme, expected, output)
    assert len(samples) == 200
    assert min(samples) <= value <= max(samples)
    assert statistics.stdev(samples) > 0


def test_the_spread_of_a_mean_is_its_standard_error():
    # hits of a fair coin: the standard error of the mean of n is 0.5 / sqrt(n)
    lines = 400
    _, samples = samples_of("Accuracy", ["1"] * lines, ["1", "x"] * (lines // 2), samples=2000)
    assert statistics.mean(samples) == pytest.approx(0.5, abs=0.005)
    assert statistics.stdev(samples) == pytest.approx(0.5 / math.sqrt(lines), rel=0.1)


def test_both_ways_of_drawing_have_the_same_spread():
    # errors that all differ by a hair are drawn one by one, equal ones together
    expected = ["1"] * 400
    together = samples_of("MAE", expected, ["1", "2"] * 200, samples=2000)[1]
    one_by_one = samples_of("MAE", expected, [f"{1 + n % 2}.{n:09}" for n in range(400)], samples=2000)[1]
    assert statistics.stdev(together) == pytest.approx(statistics.stdev(one_by_one), rel=0.1)


def test_an_infinite_line_makes_samples_infinite_but_not_nan():
    _, samples = samples_of("LogLoss", ["1", "1", "0", "0"], ["0", "0.9", "0.1", "0.2"], samples=50)
    assert math.inf in samples
    assert not any(map(math.isnan, samples))


def test_no_lines_give_the_value_of_no_lines():
    assert resample(probierz.parse_scheme("WER").metric, [], 3) == [0.0, 0.0, 0.0]


def test_average_precision_of_weighted_lines_is_that_of_repeated_ones():
    draw = random.Random(9)
    rows = [NumberPair(float(draw.random() < 0.3), draw.choice([0.1, 0.2, 0.25, draw.random()])) for _ in range(25)]
    pool = pool_of(get_metric("Average-Precision"), rows)
    sets = numpy.array([[draw.choice([0, 1, 1, 2, 3]) for _ in rows] for _ in range(20)] + [[0] * 25], dtype=float)
    sets[3, [at for at, row in enumerate(rows) if row[0]]] = 0  # without class 1
    repeated = [[row for row, count in zip(rows, one.astype(int), strict=True) for _ in range(count)] for one in sets]
    wanted = [
        probierz.score("Average-Precision", *zip(*some, strict=True)).value if some else math.nan for some in repeated
    ]
    assert isinstance(pool, WholePool)
    assert pool.formula is not None
    assert pool.values(sets) == pytest.approx(wanted, rel=1e-12, nan_ok=True)
