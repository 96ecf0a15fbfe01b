"""What a guard believes."""

import pytest

from probierz.errors import OptionError
from probierz.systems.guard import Guard, guarded
from probierz.systems.simple import Constant, Substitution


@pytest.mark.parametrize(
    ("read", "right", "found"),
    [
        ("swojćj matki", "swojéj matki", "swojéj matki"),  # 1 of 6 letters
        ("stary dom", "nowy dom", "stary dom"),  # a word was invented
        ("ma ul", "na ul", "na ul"),  # shorter than three: let be
        ("w po- dróży był", "w podróży był", "w podróży był"),  # put together: no letter changed
        ("wdomu był", "w domu był", "w domu był"),  # cut
        ("stary dom", "nowy piękny dom", "stary dom"),  # other words, and more of them
        ("a b", "a b c d e f", "a b c d e f"),  # longer, but nothing is said twice
        ("stary dom stoi", "dom", "stary dom stoi"),  # a model that stops
        ("rzekł i poszedł", "rzekł i rzekł i rzekł i rzekł", "rzekł i poszedł"),  # a loop
        ("co on tu robi dziś", "on tu robi dziś", "on tu robi dziś"),  # a word was dropped
        ("", "", ""),
    ],
)
def test_words_that_were_changed_too_much_are_put_back(read, right, found):
    assert guarded(read, right) == found


def test_a_guard_gives_one_line_for_each():
    system = Guard(Substitution("kot", "pies"), revert_over=0.3)
    assert list(system.predict(["kot i mysz", "", "dom"])) == ["kot i mysz", "", "dom"]
    assert list(Guard(Constant("tak"), revert_over=1.0).predict(["nie"])) == ["tak"]


def test_odd_limits_are_refused():
    with pytest.raises(OptionError, match="share"):
        Guard(Constant("a"), revert_over=3)
    with pytest.raises(OptionError, match="1 or more"):
        Guard(Constant("a"), length_ratio=0.5)
