"""Clusters. Values: the textbook of Manning, Raghavan and Schütze, GEval 1.42.2.0, scikit-learn."""

import math
import random

import pytest

from probierz import compare, score
from probierz.errors import OptionError
from probierz.inspection.agreement import agreement_of

# Manning, Raghavan and Schütze 2008, figure 16.4: three clusters of x, o and d
TEXTBOOK = list("xxxxxoxoooodxxddd"), list("11111122222233333")


def test_the_textbook_example_has_the_textbook_values():
    assert score("NMI", *TEXTBOOK).value == pytest.approx(0.36456, abs=1e-5)  # GEval 1.42.2.0; 0.36 in the book
    assert score("Purity", *TEXTBOOK).value == pytest.approx(12 / 17)  # (5 + 4 + 3) / 17 in the book


@pytest.mark.parametrize(
    ("expected", "output", "value"),
    [("aa", "11", math.nan), ("ab", "11", 0), ("aa", "12", 0), ("ab", "21", 1), ("", "", math.nan)],
)
def test_degenerate_groupings_have_the_stated_values(expected, output, value):
    assert score("NMI", list(expected), list(output)).value == pytest.approx(value, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("seed", range(20))
def test_mutual_information_is_that_of_scikit_learn(seed):
    sklearn_metrics = pytest.importorskip("sklearn.metrics")
    generator = random.Random(seed)
    expected = ["a", "b"] + [generator.choice("abcde") for _ in range(generator.choice([3, 30, 300]))]
    output = [label if generator.random() < 0.4 else generator.choice("abc") for label in expected]
    value = score("NMI", expected, output).value
    assert value == pytest.approx(sklearn_metrics.normalized_mutual_info_score(expected, output), abs=1e-9)
    assert value == pytest.approx(sklearn_metrics.v_measure_score(expected, output), abs=1e-9)


def test_classes_that_an_exchange_of_lines_empties_add_nothing():
    expected = ["0", "1"]
    one, other = (score("NMI", expected, output) for output in (["0", "0"], ["0", "1"]))
    assert not compare([one, other]).pairs[0].is_decidable


@pytest.mark.parametrize("scheme", ["NMI", "Purity"])
def test_single_lines_of_groups_are_not_right_or_wrong(scheme):
    expected, output = list("aabb"), list("1122")
    assert all(map(math.isnan, score(scheme, expected, output, rows=True).rows.values))
    with pytest.raises(OptionError, match="has no value on single lines, so none is right or wrong"):
        agreement_of(scheme, expected, {"one": output, "other": list("1212")})
