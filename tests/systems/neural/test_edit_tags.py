"""Edits as tags: marks before and after words; rare tags are cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probierz.systems.neural.edit_tags import apply_tags, frequent_tags, mark_tags, only_last_mark


@pytest.mark.parametrize(
    ("tokens", "text", "tags"),
    [
        ("tak wiem", "tak, wiem.", ["append:,", "append:."]),
        ("tak wiem", "- Tak , wiem?!", ["prepend:-\tappend:,", "append:?!"]),
        ("o 10 45", "o 10:45", ["", "append::", ""]),
        ("no cóż", "no cóż…", ["", "append:..."]),
        ("no  cóż", "no... cóż", ["append:...", "", ""]),
        ("- tak", "- tak.", ["", "append:."]),
        ("tak", "nie.", None),
        ("tak", "tak.nie", None),
        ("", "...", [""]),
    ],
)
def test_marks_are_tags_of_the_words_before_them(tokens, text, tags):
    assert mark_tags(tokens.split(" "), text) == tags


@given(st.lists(st.tuples(st.text("abż", min_size=1), st.sampled_from(["", ".", ",", "-", "...", "?!"])), min_size=1))
def test_marks_that_were_taken_away_can_be_put_back(pairs):
    tokens, text = [word for word, _ in pairs], " ".join(word + mark for word, mark in pairs)
    assert apply_tags(tokens, mark_tags(tokens, text)) == text


def test_a_tag_can_be_cut_to_its_last_mark():
    assert [only_last_mark(tag) for tag in ("", "append:,-", "prepend:-", "prepend:-\tappend:?...", "append:.")] == [
        "", "append:-", "", "append:...", "append:.",
    ]  # fmt: skip


def test_rare_tags_are_dropped():
    tagged = [["append:.", "", "append:,"], ["append:.", "append:...", "append:,", "append:."]]
    assert frequent_tags(tagged) == ("", "append:.", "append:,", "append:...")
    assert frequent_tags(tagged, most=2) == ("", "append:.", "append:,")
    assert frequent_tags(tagged, share=0.3) == ("", "append:.", "append:,")
