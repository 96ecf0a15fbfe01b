"""Numbers of an output beside those of the training data."""

import pytest

from probierz.challenges.challenge import open_challenge
from probierz.challenges.check import check_output
from probierz.challenges.number_scales import far_doubt, scale_doubt
from probierz.schemes.scheme import parse_scheme

RATINGS = ["1", "5", "3", "4", "2", "5", "4", "3", "1", "2"]
SHARES = [f"{(float(one) - 1) / 4}" for one in RATINGS]
FROM_SHARES = "all numbers are from 0 to 1, and those of train from 1 to 5"


@pytest.mark.parametrize(
    ("scheme", "given", "known", "asked"),
    [
        ("Pearson", SHARES, RATINGS, FROM_SHARES),
        ("1-wMAE", SHARES, RATINGS, FROM_SHARES),
        ("RMSE", [f"{float(one)}" for one in SHARES], [f"{int(one) - 1}" for one in RATINGS],
         "all numbers are from 0 to 1, and those of train from 0 to 4"),
        ("Spearman", [f"{20 * int(one)}" for one in RATINGS], RATINGS,
         "all numbers are from 20 to 100, and those of train from 1 to 5"),
        ("MAE", [f"{int(one) - 1}" for one in RATINGS], RATINGS,
         "all numbers are whole ones from 0 to 4, and those of train from 1 to 5"),
        ("MAE", ["500"] * 10, RATINGS, "all numbers are 500, and those of train from 1 to 5"),
        ("MAE", RATINGS[::-1], RATINGS, None),
        ("MAE", ["3.1"] * 10, RATINGS, None),
        ("MAE", ["2.9", "0.4", "5.6", "7"] * 3, RATINGS, None),  # a straight line goes beyond the ends
        ("MSE", ["0.2", "0.4"] * 5, ["0", "0", "0", "3", "1"] * 2, None),  # what is rare is hard to foresee
        ("MAE", SHARES[:9], RATINGS, None),
        ("MAE", SHARES, RATINGS[:9], None),
        ("MAE", [*SHARES, "x"], RATINGS, None),
        ("MAE", [*SHARES, "nan"], RATINGS, None),
        ("Accuracy", SHARES, RATINGS, None),
        ("WER", SHARES, RATINGS, None),
    ],
)  # fmt: skip
def test_numbers_are_questioned_that_most_likely_are_on_another_scale(scheme, given, known, asked):
    assert scale_doubt(given, known, parse_scheme(scheme), name="train") == asked


@pytest.mark.parametrize(
    ("scheme", "given", "line"),
    [
        ("1-wMAE", [*RATINGS, "500"], 11),
        ("MAE", ["-40", *RATINGS, "500"], 1),
        ("MAE", [*RATINGS, "7"], None),  # a straight line goes beyond the ends
        ("Spearman", [*RATINGS, "500"], None),
        ("Accuracy", [*RATINGS, "500"], None),
        ("MAE", RATINGS, None),
    ],
)
def test_a_number_far_from_all_known_ones_is_questioned_with_its_line(scheme, given, line):
    found = far_doubt(given, RATINGS, parse_scheme(scheme))
    assert (found and found.line) == line
    assert found is None or found.message.startswith("numbers not from 1 to 5: ")


@pytest.fixture
def challenge(tmp_path):
    """Ratings, with numbers in the test that the training data do not have."""
    (tmp_path / "config.txt").write_text("--metric Pearson\n")
    for split, expected in (("train", RATINGS), ("test-A", ["0.5"] * 10)):
        (tmp_path / split).mkdir()
        (tmp_path / split / "in.tsv").write_text("text\n" * 10)
        (tmp_path / split / "expected.tsv").write_text("".join(f"{line}\n" for line in expected))
    (tmp_path / "test-A" / "out.tsv").write_text("".join(f"{line}\n" for line in SHARES))
    return tmp_path


def test_a_check_compares_numbers_with_the_training_data_and_tells_nothing_of_the_test(challenge):
    (problem,) = check_output(open_challenge(challenge), "test-A")
    assert (problem.message, problem.remedy, problem.severity) == (FROM_SHARES, "are they on its scale?", "warning")


def test_without_training_data_those_of_a_dev_set_are_known_where_they_are_open(challenge):
    (challenge / "train").rename(challenge / "dev-0")
    opened = open_challenge(challenge)
    (problem,) = check_output(opened, "test-A")
    assert problem.message == FROM_SHARES.replace("train", "dev-0")
    assert check_output(opened, "test-A", open_splits=["dev-1"]) == []
    (challenge / "dev-0" / "expected.tsv").unlink()
    assert check_output(open_challenge(challenge), "test-A") == []


def test_numbers_that_are_all_the_same_are_questioned_where_they_are_correlated(challenge):
    (challenge / "test-A" / "out.tsv").write_text("3\n" * 10)
    (problem,) = check_output(open_challenge(challenge), "test-A")
    assert problem.message == "all numbers are 3, and a correlation has no value then"
    (challenge / "config.txt").write_text("--metric MAE\n")
    assert check_output(open_challenge(challenge), "test-A") == []


def test_what_is_asked_holds_for_any_metric_of_the_challenge(challenge):
    (challenge / "config.txt").write_text("--metric WER --metric RMSE --metric Spearman --metric Pearson\n")
    (problem,) = check_output(open_challenge(challenge), "test-A")
    assert problem.message == FROM_SHARES
    (challenge / "test-A" / "out.tsv").write_text("3\n" * 10)
    (problem,) = check_output(open_challenge(challenge), "test-A")
    assert problem.message == "all numbers are 3, and a correlation has no value then"


@pytest.mark.parametrize("scheme", ["Linear-Kappa", "Quadratic-Kappa", "R2"])
def test_agreement_on_numbers_is_of_one_scale(scheme):
    assert scale_doubt(SHARES, RATINGS, parse_scheme(scheme), name="train") == FROM_SHARES
