import math

import pytest

from probierz.errors import OptionError, PatternError
from probierz.inspection.line_by_line import LineScore
from probierz.inspection.line_selection import has_feature, line_table, matches

SCORES = [0.5, 0.0, math.nan, 1.0, 0.5]
LINES = [LineScore(number, score, f"in{number}", f"e{number}", f"o{number}") for number, score in enumerate(SCORES, 1)]


def numbers(**options):
    better = options.pop("better", "higher")
    return [shown.line.number for shown in line_table(LINES, better, **options)]


def test_lines_come_in_the_order_of_the_file_or_worst_or_best_first():
    assert numbers() == [1, 2, 3, 4, 5]
    assert numbers(order="worst") == [2, 1, 5, 4, 3]
    assert numbers(order="best") == [4, 1, 5, 2, 3]
    assert numbers(order="worst", better="lower") == [4, 1, 5, 2, 3]
    assert numbers(order="worst", limit=2) == [2, 1]
    assert numbers(limit=0) == []


def test_context_is_shown_once_in_the_order_of_the_file():
    shown = list(line_table(LINES, "higher", tests=[lambda line: line.score == 0.5], context=1))
    assert [(one.line.number, one.is_context) for one in shown] == [(1, False), (2, True), (4, True), (5, False)]
    worst = list(line_table(LINES, "higher", order="worst", limit=1, context=1))
    assert [(one.line.number, one.is_context) for one in worst] == [(1, True), (2, False), (3, True)]


LINE = LineScore(1, 0.0, "Ala\tma 2019", "Kot C++ x", "out a:b")


@pytest.mark.parametrize(
    ("feature", "found"),
    [
        ("exp:Kot", True),
        ("exp:kot", False),
        ("exp:C++", True),
        ("exp:Kot++C++", True),
        ("in[2]:ma", True),
        ("in<2>:ma", True),
        ("in[1]:ma", False),
        ("in<1>:SHAPE:Aa+", True),
        ("in<2>:SHAPE:a+++SHAPE:9999", True),
        ("exp:Kot~~out:b", True),
        ("exp:Kot~~out:c", False),
    ],
)
def test_features_are_looked_for_as_they_are_shown(feature, found):
    assert has_feature(feature)(LINE) is found


@pytest.mark.parametrize("feature", ["", "foo", "exp:", "in:foo", "long exp", "exp:a~~"])
def test_what_is_no_feature_is_refused(feature):
    with pytest.raises(OptionError, match="is not a feature of a line"):
        has_feature(feature)


def test_a_regular_expression_looks_where_it_is_told():
    assert matches("K.t", "expected")(LINE)
    assert not matches("K.t", "output")(LINE)
    assert matches(r"\d{4}")(LINE)
    with pytest.raises(OptionError, match="is not a regular expression"):
        matches("(")


def test_a_regular_expression_that_runs_away_is_stopped(monkeypatch):
    monkeypatch.setattr("probierz.schemes.pcre.LINE_SECONDS", 0.1)
    with pytest.raises(PatternError, match="needs more than"):
        matches("(a|aa)+$")(LINE._replace(expected="a" * 5000 + "!"))
