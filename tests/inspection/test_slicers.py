import pytest

from probierz.errors import OptionError, PatternError
from probierz.inspection.line_by_line import LineScore
from probierz.inspection.line_columns import Headers
from probierz.inspection.slicers import crossed, equal_ranges, parse_slicer
from probierz.schemes.scheme import parse_scheme

HEADERS = Headers(("year", "town"), ())


def lines_of(*texts):
    """Lines out of (input, expected, output)."""
    return [LineScore(number, 0.5, *text) for number, text in enumerate(texts, 1)]


LINES = lines_of(
    ("1907\tŁódź", "tak", "tak"),
    ("1907\tKutno", "nie", "tak"),
    ("1911\tŁódź", "nie wiem", ""),
    ("1911", "", "nie"),
)


def sliced(by, lines=LINES, most=20, headers=None, scheme=None):
    slicer = parse_slicer(by, headers, scheme=scheme and parse_scheme(scheme))
    members = {}
    for line in lines:
        for key in slicer.keys(line):
            members.setdefault(key, []).append(line.number)
    for column in slicer.columns:
        column.check()
    return slicer.group(members, most)


def shown(slicing):
    return {group.name: group.numbers for group in slicing.groups}


@pytest.mark.parametrize(
    ("by", "slices"),
    [
        ("in<1>", {"1907": [1, 2], "1911": [3, 4]}),
        ("in[2]", {"Łódź": [1, 3], "(no such column)": [4], "Kutno": [2]}),
        ("exp", {"(empty)": [4], "nie": [2], "nie wiem": [3], "tak": [1]}),
        ("out<1>", {"tak": [1, 2], "(empty)": [3], "nie": [4]}),
        ("label", {"(no label)": [4], "nie": [2], "nie wiem": [3], "tak": [1]}),
        ("length(exp)", {"0": [4], "1": [1, 2], "2": [3]}),
        ("words(exp):2", {"0": [4], "1-2": [1, 2, 3]}),
        ("chars(exp):0-2,3,5-", {"0-2": [4], "3": [1, 2], "5-": [3]}),
        ("chars(exp):4-9", {"4-9": [3], "(outside)": [1, 2, 4]}),
        ("exp~^nie", {"matches": [2, 3], "does not match": [1, 4]}),
        ("in<1>~19(..)", {"07": [1, 2], "11": [3, 4]}),
        ("in~Ł(ó)?", {"does not match": [2, 4], "ó": [1, 3]}),
        ("exp:nie", {"with": [2, 3], "without": [1, 4]}),
        ("in<2>:Łódź", {"with": [1, 3], "without": [2, 4]}),
        ("expr:expected == output", {"yes": [1], "no": [2, 3, 4]}),
        ("expr:len(words(expected))", {"1": [1, 2], "0": [4], "2": [3]}),
        ("expr:number(input[1]) - 1900.5", {"10.5": [3, 4], "6.5": [1, 2]}),
    ],
)
def test_lines_are_sorted_into_slices(by, slices):
    assert shown(sliced(by)) == slices
    assert list(shown(sliced(by))) == list(slices)


def test_a_column_may_have_a_name():
    assert shown(sliced("in<town>", headers=HEADERS))["Łódź"] == [1, 3]
    assert shown(sliced("in<2>", headers=HEADERS))["Łódź"] == [1, 3]


def test_a_line_with_several_labels_is_in_several_slices():
    lines = lines_of(("", "person place", ""), ("", "place place", ""), ("", "", "place"))
    found = sliced("label", lines, scheme="MultiLabel-F1")
    assert shown(found) == {"place": [1, 2], "(no label)": [3], "person": [1]}


def test_rare_values_are_counted_together():
    lines = lines_of(*(("", text, "") for text in "aaabbcde"))
    found = sliced("exp", lines, most=2)
    assert shown(found) == {"a": [1, 2, 3], "b": [4, 5]}
    assert found.rest is not None
    assert (found.rest.numbers, found.rest_values) == ([6, 7, 8], 3)


def test_a_single_rare_value_keeps_its_name():
    lines = lines_of(*(("", text, "") for text in "aab"))
    assert shown(sliced("exp", lines, most=1)) == {"a": [1, 2], "b": [3]}


def test_two_slicings_are_crossed():
    found = crossed(sliced("in<1>"), sliced("exp~nie"), 20)
    assert shown(found) == {
        "1907 × matches": [2],
        "1907 × does not match": [1],
        "1911 × matches": [3],
        "1911 × does not match": [4],
    }
    few = crossed(sliced("in<1>"), sliced("exp~nie"), 1)
    assert (few.rest_values, few.rest.numbers if few.rest else []) == (3, [1, 3, 4])


@pytest.mark.parametrize(
    ("counts", "most", "ranges"),
    [
        ({}, 5, []),
        ({3: 10}, 5, ["3"]),
        ({1: 10, 2: 10, 3: 10, 4: 10}, 2, ["1-2", "3-4"]),
        ({1: 80, 2: 5, 3: 5, 9: 10}, 5, ["1", "2-9"]),  # four of the four cuts fall behind the 80
        (dict.fromkeys(range(100), 1), 3, ["0-32", "33-66", "67-99"]),
    ],
)
def test_lengths_are_cut_where_the_shares_are_nearest_to_equal(counts, most, ranges):
    assert [one.name for one in equal_ranges(counts, most)] == ranges


@pytest.mark.parametrize(
    ("by", "message"),
    [
        ("lable", "is nothing by which lines can be sorted; did you mean label?"),
        ("", "is nothing by which lines can be sorted"),
        ("length(foo)", "did you mean length(exp)?"),
        ("length(exp):5-3", "the range 5-3 ends before it begins"),
        ("length(exp):0-5,5-9", "overlap, or are not in order"),
        ("length(exp):few", "'few' is not a range of lengths"),
        ("length(exp):", "'' is not a range of lengths"),
        ("length(exp):0", None),
        ("in<7>", "there is no such column; the lines of the input have 2 columns at most"),
        ("length(in<7>)", "there is no such column"),
        ("in<7>:foo", "there is no such column"),
        ("expr:input[7] == 'x'", "there is no such column"),
        ("in<towm>", "the columns have no names here; count them from 1, as in in<1>"),
        ("exp~(", "'(' is not a regular expression: missing )"),
        ("exp:", "is not a feature of a line"),
        ("expr:", "cannot be read"),
    ],
)
def test_faults_are_told_in_a_sentence(by, message):
    if message is None:
        assert shown(sliced(by)) == {"0": [4], "(outside)": [1, 2, 3]}
        return
    with pytest.raises(OptionError) as caught:
        sliced(by)
    assert message in caught.value.message


def test_the_nearest_column_is_named():
    with pytest.raises(OptionError, match="no column is called 'towm'; did you mean town"):
        parse_slicer("in<towm>", HEADERS)
    with pytest.raises(OptionError, match="no column is called '3'; try year, town"):
        parse_slicer("in<3>", HEADERS)


def test_a_metric_without_labels_says_so():
    with pytest.raises(OptionError, match="WER is not a metric of labels; write exp"):
        parse_slicer("label", scheme=parse_scheme("WER"))


def test_a_runaway_expression_is_stopped(monkeypatch):
    monkeypatch.setattr("probierz.schemes.pcre.LINE_SECONDS", 0.1)
    with pytest.raises(PatternError, match="needs more than"):
        sliced("exp~(a|aa)+$", lines_of(("", "a" * 5000 + "!", "")))
