"""Agreement of several people."""

import math

import pytest

from probierz import score
from probierz.inspection.raters import agreeing_pairs, nominal_alpha

# Krippendorff 2011, Computing Krippendorff's Alpha-Reliability, section C: four observers, twelve units, "." missing;
# the nominal alpha printed there is 0.743.
OBSERVERS = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")


def test_alpha_of_four_people_with_gaps_is_that_of_krippendorffs_paper():
    items = [[label for label in unit if label != "."] for unit in zip(*OBSERVERS, strict=True)]
    assert round(nominal_alpha(items), 3) == 0.743


def test_alpha_of_two_people_is_the_metric():
    first, second = ["a", "b", "a", "c", "a"], ["a", "b", "b", "c", "c"]
    metric = score("Krippendorff-Alpha", first, second).value
    assert nominal_alpha(zip(first, second, strict=True)) == pytest.approx(metric, abs=1e-15)


@pytest.mark.parametrize("items", [[], [["a"]], [["a", "a"], ["a", "a"]]])
def test_there_is_no_alpha_where_nothing_could_differ(items):
    assert math.isnan(nominal_alpha(items))


@pytest.mark.parametrize(
    ("labels", "share"), [("a", None), ("", None), ("aa", 1), ("ab", 0), ("aab", 1 / 3), ("aabb", 1 / 3)]
)
def test_pairs_of_people_agree_or_not(labels, share):
    assert agreeing_pairs(list(labels)) == (share if share is None else pytest.approx(share))
