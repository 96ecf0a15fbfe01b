"""Lines of a test that are known again in its next version."""

import time

from hypothesis import example, given
from hypothesis import strategies as st

from probierz.web.challenges.kept_lines import Line, kept_lines

TEXTS = st.text("abcdefgh", min_size=1, max_size=3)
SEVERAL = st.lists(st.builds(Line, TEXTS, st.sampled_from("01")), max_size=12)
DISTINCT = st.lists(st.builds(Line, TEXTS, st.sampled_from("01")), max_size=12, unique_by=lambda line: line.input)


def lines(text):
    return [Line(one, "") for one in text]


def names(now, before):
    """For each line of now, how the line was called that it was."""
    found = kept_lines(lines(now), lines(before))
    return "".join(before[found[at]] if at in found else "?" for at in range(len(now)))


def test_dropped_added_and_moved_lines_are_known_by_their_input():
    assert names("abde", "abcde") == "abde"
    assert names("abXcde", "abcde") == "ab?cde"
    assert names("edcba", "abcde") == "edcba"
    assert names("ecXa", "abcde") == "ec?a"


def test_a_mended_line_is_known_by_its_place():
    assert names("abXde", "abcde") == "abcde"
    assert names("VWXYZ", "abcde") == "abcde", "with as many lines as before, each is at its place"
    assert names("bXde", "abcde") == "bcde", "also where another line was dropped"
    assert names("edXba", "abcde") == "ed?ba", "where all others moved, nothing tells what it was"


def test_of_equal_inputs_those_with_an_equal_result_are_the_same_then_the_first():
    before = [Line("x", "0"), Line("y", "0"), Line("x", "1"), Line("z", "0")]
    assert kept_lines([before[3], before[2], before[1]], before) == {0: 3, 1: 2, 2: 1}
    assert kept_lines([Line("z", "0"), Line("x", "2")], before) == {0: 3, 1: 0}


def test_a_line_among_many_without_input_is_dropped_at_its_place():
    before = [Line("", str(at % 2)) for at in range(40)]
    now = before[:7] + before[8:]
    found = kept_lines(now, before)
    assert [found[at] for at in range(7)] == list(range(7))
    assert [found[at] for at in range(8, 39)] == list(range(9, 40))


@given(SEVERAL, SEVERAL)
@example(
    [Line(one, "0") for one in ("a", "b", "b", "aa", "a", "b", "b")], [Line(one, "0") for one in ("a", "a", "a", "aa")]
)
def test_no_line_is_two_lines(now, before):
    found = kept_lines(now, before)
    assert len(set(found.values())) == len(found)
    assert set(found) <= set(range(len(now)))
    assert set(found.values()) <= set(range(len(before)))


@given(DISTINCT, DISTINCT, st.randoms())
def test_whatever_else_changes_each_input_that_stays_is_the_line_that_it_was(before, others, random):
    now = [Line(line.input, random.choice("01")) for line in before if random.random() < 0.7]
    known = {line.input for line in before}
    now += [line for line in others if line.input not in known]
    random.shuffle(now)
    found = kept_lines(now, before)
    at = {line.input: number for number, line in enumerate(before)}
    assert {number: found.get(number) for number, line in enumerate(now) if line.input in at} == {
        number: at[line.input] for number, line in enumerate(now) if line.input in at
    }


@given(SEVERAL, st.randoms())
def test_the_very_same_inputs_are_the_very_same_lines(before, random):
    now = [Line(line.input, random.choice("012")) for line in before]
    assert kept_lines(now, before) == {at: at for at in range(len(before))}


@given(DISTINCT, st.randoms())
def test_mended_texts_alone_move_nothing(before, random):
    now = [Line(f"{line.input}, mended", line.expected) if random.random() < 0.3 else line for line in before]
    assert kept_lines(now, before) == {at: at for at in range(len(before))}


def test_many_lines_take_no_time():
    before = [Line(str(at % 1000), str(at % 3)) for at in range(100_000)]
    start = time.monotonic()
    assert len(kept_lines(before[::-1][1:], before)) == 99_999
    assert time.monotonic() - start < 5
