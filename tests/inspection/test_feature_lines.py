"""Which lines have the features that `worst` lists."""

from probierz.inspection.feature_lines import lines_of_features
from probierz.inspection.features import FeatureKinds
from probierz.inspection.line_by_line import LineScore
from probierz.inspection.line_selection import has_feature

LINES = [
    LineScore(number, 0.5, f"{number}\t{word}", "x" * number, f"{word} {word}")
    for number, word in enumerate(["kot", "pies", "kot", "żółw", "kot", "ryba", "pies", "kot"], 1)
]


def test_words_stand_on_the_lines_on_which_they_are_found() -> None:
    names = ["out:kot", "in<2>:pies", "in<1>:4", "exp:xx", "out:nigdzie"]
    found = lines_of_features(names, LINES, FeatureKinds())
    assert found == {"out:kot": [1, 3, 5, 8], "in<2>:pies": [2, 7], "in<1>:4": [4], "exp:xx": [2], "out:nigdzie": []}
    assert all([line.number for line in LINES if has_feature(name)(line)] == found[name] for name in names)


def test_columns_have_the_names_of_the_header() -> None:
    found = lines_of_features(["in<Słowo>:kot"], LINES, FeatureKinds(in_header=("Numer", "Słowo")))
    assert found == {"in<Słowo>:kot": [1, 3, 5, 8]}


def test_lengths_and_numbers_stand_for_the_most_extreme_quarter() -> None:
    found = lines_of_features(["long exp", "short exp", "large in<1>", "small in<1>"], LINES, FeatureKinds())
    assert found == {"long exp": [7, 8], "short exp": [1, 2], "large in<1>": [7, 8], "small in<1>": [1, 2]}


def test_lines_of_equal_values_are_all_in_or_all_out() -> None:
    lines = [line._replace(input=rating) for line, rating in zip(LINES, "22233335", strict=True)]
    found = lines_of_features(["large in<1>", "small in<1>"], lines, FeatureKinds())
    assert found == {"large in<1>": [8], "small in<1>": [1, 2, 3]}  # a quarter is two: 1 is nearer to it than 5


def test_lines_without_a_score_are_left_out() -> None:
    lines = [line._replace(score=float("nan")) if line.number == 1 else line for line in LINES]
    assert lines_of_features(["out:kot"], lines, FeatureKinds()) == {"out:kot": [3, 5, 8]}
