"""A score that forgives a mark one word off its place, against pairs counted by hand and by trying all of them."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probierz.suites.poleval2021.punctuation.displaced import displaced_tallies, pairs_within, weighted_f1
from probierz.suites.poleval2021.punctuation.documents import document_of_lines
from probierz.suites.poleval2021.punctuation.evaluate import evaluate_lines


def document(name, line):
    """The text of a line whose marks stand at the ends of words."""
    plain = " ".join(word.rstrip(".,?!:-") for word in line.split(" "))
    return document_of_lines(name, plain, line)


@pytest.mark.parametrize(
    ("given_places", "expected", "within", "pairs"),
    [
        ([2], [3], 0, 0),
        ([2], [3], 1, 1),
        ([3, 4], [4, 9], 1, 1),  # 3 and 4 both reach 4, which is in one pair only
        ([4, 5], [3, 4], 1, 2),  # 4 takes 3, so that 5 can take 4
        ([1], [4], 2, 0),
    ],
)
def test_marks_are_paired_one_to_one(given_places, expected, within, pairs):
    assert pairs_within(given_places, expected, within) == pairs


places = st.lists(st.integers(0, 12), unique=True, max_size=5).map(sorted)


@given(places, places, st.integers(0, 3))
def test_there_are_as_many_pairs_as_can_be(one, other, within):
    short, long = sorted((one, other), key=len)
    best = max(
        (
            sum(abs(a - b) <= within for a, b in zip(short, chosen, strict=True))
            for chosen in permutations(long, len(short))
        ),
        default=0,
    )
    assert pairs_within(one, other, within) == best


def test_a_comma_one_word_late_is_forgiven_and_another_mark_is_not():
    expected = [document("a", "ala, ma kota."), document("b", "tak, nie.")]
    output = [document("a", "ala ma, kota."), document("b", "tak nie.")]
    report = evaluate_lines(expected, output)
    # Commas: none right of 2 expected, 1 given (the other text gives none): F1 0; full stops 2 of 2.
    assert report.weighted_f1 == pytest.approx((2 * 0 + 2 * 1) / 4)
    # One comma is forgiven: P = 1, R = 1/2, F1 = 2/3.
    assert report.forgiving == pytest.approx((2 * (2 / 3) + 2 * 1) / 4)


def test_forgiving_nothing_is_the_score_of_the_challenge():
    expected = [document("a", "ala, ma kota."), document("b", "tak, nie? a!")]
    output = [document("a", "ala, ma kota!"), document("b", "tak, nie, a!")]
    tallies = [displaced_tallies(one, other, 0) for one, other in zip(expected, output, strict=True)]
    assert weighted_f1(tallies) == pytest.approx(evaluate_lines(expected, output).weighted_f1)
