"""Words near to a word."""

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as some

from probierz.systems.ocr.edit_rules import EditRules, learn_rules, replacements
from probierz.systems.ocr.lexicon import Lexicon
from probierz.systems.ocr.near_words import NearWords

RULES = EditRules({"a": [("b", -1.0), ("", -2.0), ("ab", -3.0)], "": [("a", -2.0)], "ab": [("b", -4.0), ("c", -5.0)]})
WORDS = some.text("abc", min_size=1, max_size=4)


def near(word, words, rules=RULES):
    """The near words of a word; made from it, and looked up in an index, they are the same."""
    lexicon = Lexicon(dict.fromkeys(words, 1))
    made, looked_up = (NearWords(lexicon, 1, rules, few).of([word]) for few in (1, 0))
    assert all((one == other).all() for one, other in zip(made, looked_up, strict=True))
    return {lexicon.words[number]: float(chance) for number, chance in zip(made.found, made.chances, strict=True)}


def made(word, rules):
    """All words that one replacement makes."""
    for begin in range(len(word) + 1):
        for size in range(3):
            if begin + size <= len(word):
                for right, _ in rules.rules.get(word[begin : begin + size], ()):
                    yield word[:begin] + right + word[begin + size :]


@pytest.mark.parametrize(
    ("word", "other", "chance"),
    [
        ("kaca", "kbca", -1.0),  # a for b
        ("kaca", "kca", -2.0),
        ("kca", "kaca", -2.0),
        ("kabc", "kcc", -5.0),  # two letters were one
        ("kaca", "kaca", 0.0),
        ("kabaca", "kabxca", -10.0),  # long enough for any letter
    ],
)
def test_a_word_is_found_by_the_piece_that_differs(word, other, chance):
    assert near(word, ["xyz", other, "zażółć"]) == {other: chance}


def test_a_piece_that_was_never_replaced_so_is_no_reason():
    assert near("kot", ["kos"]) == {}


@given(WORDS, some.lists(WORDS, unique=True, max_size=30))
def test_what_is_near_is_what_a_replacement_makes(word, words):
    found = near(word, words)
    assert set(found) <= {*made(word, RULES), word}
    # a word that several replacements make is found by the one that its letters show: those that are missed share it
    missed = {*made(word, RULES), word} & set(words) - set(found)
    assert all(replacements(word, other)[0] not in _known(RULES) for other in missed)


def _known(rules):
    return {(read, right) for read, others in rules.rules.items() for right, _ in others}


def test_words_of_any_length_can_be_asked_for():
    long = "a" * 500
    assert near(long, ["a", long, "b" * 500]) == {}
    assert near("a", []) == {}


def test_chances_are_shares_of_what_was_read():
    # c was read nine times, and stood for e six times
    rules = learn_rules({("co", "co"): 3, ("ca", "ea"): 3, ("cd", "ed"): 3})
    assert rules.rules["c"] == (("e", log(6 / 9)),)
