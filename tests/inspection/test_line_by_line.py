import pytest

from probierz.challenges.files import Reading
from probierz.errors import DataError, LengthError
from probierz.inspection.line_by_line import changed_lines, line_scores, most_worsened_first, worst_first
from probierz.inspection.oracle import best_lines
from probierz.schemes.scheme import parse_scheme


@pytest.fixture
def files(tmp_path):
    def make(suffix="tsv", **texts):
        for name, text in texts.items():
            (tmp_path / f"{name}.{suffix}").write_text(text)
        return [str(tmp_path / f"{name}.{suffix}") for name in texts]

    return make


def test_every_line_is_a_test_set_of_its_own(files):
    expected, output, inputs = files(expected="a b\nc\n\n", out="a x\nc\nd\n", inputs="1\n2\n3\n")
    found = list(line_scores(parse_scheme("WER"), expected, output, inputs))
    assert found == [(1, 0.5, "1", "a b", "a x"), (2, 0.0, "2", "c", "c"), (3, 1.0, "3", "", "d")]


def test_texts_are_raw_unless_asked_for_as_preprocessed(files):
    expected, output, inputs = files(expected="Ala,\n", out="ALA,\n", inputs="In,\n")
    reading = Reading(tokenizer="13a")
    scheme = parse_scheme("WER:l")
    (raw,) = line_scores(scheme, expected, output, inputs, reading=reading)
    assert raw == (1, 0.0, "In,", "Ala,", "ALA,")
    (shown,) = line_scores(scheme, expected, output, inputs, reading=reading, preprocessed=True)
    assert shown == (1, 0.0, "In ,", "ala ,", "ala ,")


def test_text_flags_do_not_count_for_metrics_of_numbers(files):
    expected, output, inputs = files(expected="1,5\n", out="1,5\n", inputs="x\n")
    with pytest.raises(DataError, match="line 1"):
        list(line_scores(parse_scheme("MSE:s<,><.>"), expected, output, inputs))


def test_features_are_those_of_raw_lines(files):
    expected, output, inputs = files(expected="FOO\nfoo\n", out="a\nb\n", inputs="1\n2\n")
    found = list(line_scores(parse_scheme("Accuracy:lf<exp:foo>"), expected, output, inputs))
    assert [line.number for line in found] == [2]


def test_confidence_is_that_of_raw_lines_and_orders_them(files):
    expected, output, inputs = files(expected="a\nb\nc\n", out="a:0.5\nb:0.9\nc:0.8 z:0.001\n", inputs="1\n2\n3\n")
    found = list(line_scores(parse_scheme(r"MultiLabel-F1:s<z:\S+><>p<60>"), expected, output, inputs))
    assert [line.number for line in found] == [2, 1]


def test_lines_before_trouble_are_given(files):
    expected, output, inputs = files(expected="1\n2\n3\n", out="1\nx\n3\n", inputs="a\nb\nc\n")
    (short,) = files(short="1\n2\n")
    scheme = parse_scheme("MSE")
    unreadable = line_scores(scheme, expected, output, inputs)
    assert next(unreadable).number == 1
    with pytest.raises(DataError, match=r"out\.tsv line 2"):
        next(unreadable)
    uneven = line_scores(scheme, expected, short, inputs)
    assert [next(uneven).number, next(uneven).number] == [1, 2]
    with pytest.raises(LengthError):
        next(uneven)


def test_a_selector_picks_what_is_scored_and_raw_lines_are_shown(files):
    line = '{"a": ["x", "y"]}'
    expected, output, inputs = files("jsonl", expected=line + "\n", out='{"a": ["x"]}\n', inputs="{}\n")
    reading = Reading(selector="a")
    (found,) = line_scores(parse_scheme("MultiLabel-F1"), expected, output, inputs, reading=reading)
    assert (found.expected, found.input, found.score) == (line, "{}", pytest.approx(2 / 3))


def test_the_worst_lines_come_first_by_the_metric_s_own_order(files):
    expected, output, inputs = files(expected="a b\nc\nd\n", out="a x\nc\ne\n", inputs="1\n2\n3\n")
    for name, numbers in (("WER", [3, 1, 2]), ("WAR", [3, 1, 2])):
        scheme = parse_scheme(name)
        found = list(line_scores(scheme, expected, output, inputs))
        assert [line.number for line in worst_first(found, scheme.metric)] == numbers
        assert [line.number for line in worst_first(found, scheme.metric, best_first=True)] == [2, 1, 3]


def test_two_outputs_differ_where_texts_and_scores_do(files):
    expected, one, other, inputs = files(
        expected="a\nb\nc\nd\n", one="a\nx\nc\ny\n", other="z\ny\nc\nd\n", inputs="1\n2\n3\n4\n"
    )
    scheme = parse_scheme("Accuracy")
    found = list(changed_lines(*(line_scores(scheme, expected, output, inputs) for output in (one, other))))
    assert found == [(1, 1.0, "1", "a", "z", "a"), (4, -1.0, "4", "d", "d", "y")]
    assert [line.number for line in most_worsened_first(found, scheme.metric)] == [4, 1]


def test_the_oracle_takes_the_best_line_and_the_later_of_equals(files):
    expected, one, other, inputs = files(expected="a\nb\nc\n", one="a\nx\ny\n", other="z\nb\nw\n", inputs="1\n2\n3\n")
    found = best_lines(parse_scheme("Accuracy"), expected, [one, other], inputs)
    assert [line.output for line in found] == ["a", "b", "w"]


def test_the_oracle_notices_an_output_that_is_too_long(files):
    expected, one, other, inputs = files(expected="a\n", one="a\n", other="a\nb\n", inputs="1\n")
    with pytest.raises(LengthError):
        list(best_lines(parse_scheme("Accuracy"), expected, [one, other], inputs))
