"""What each flag does to a text and to the choice of lines."""

import pytest

from probierz import score
from probierz.errors import ProbierzWarning, SchemeError
from probierz.schemes.features import confidence, feature_test
from probierz.schemes.flags import parse_flags, text_step


@pytest.mark.parametrize(
    ("flags", "text", "result"),
    [
        ("l", "ŻÓŁW ΑΣ", "żółw ασ"),
        ("u", "straße", "STRASSE"),
        ("c", "Straße", "strasse"),
        ("S", "c a\tb  a", "a a b c"),
        (r"m<\d+>", "a1b2", "12"),
        ("t<^b>", "abc bcd", "bcd"),
        ("s<a><b>", "aa", "bb"),
        ("us<A><x>l", "ab", "xb"),
    ],
)
def test_text_flags_apply_left_to_right(flags, text, result):
    for flag in parse_flags(flags):
        text = text_step(flag)(text)
    assert text == result


@pytest.mark.parametrize(
    ("feature", "header", "has"),
    [
        ("exp:foo", [], True),
        ("out:bar", [], True),
        ("out:foo", [], False),
        ("in[1]:yep", [], True),
        ("in<2>:yep", [], False),
        ("in[3]:yep", [], False),
        ("in[Word]:yep", ["Word"], True),
        ("in[1]:yep", ["Word"], False),
        ("in[01]:yep", [], False),
        ("in[²]:yep", [], False),
    ],
)
def test_features_of_a_line(feature, header, has):
    assert feature_test(feature, header)("a:foo b", "bar", "yep nope\tno") is has


@pytest.mark.parametrize("side", ["exp", "out", "in[1]"])
def test_no_line_has_the_empty_token(side):
    assert not feature_test(f"{side}:")("", "a: b", "")


def test_a_feature_that_no_line_can_have_is_an_error():
    with pytest.raises(SchemeError, match="not a feature of a line"):
        feature_test("foo")


def test_lines_with_the_feature_are_scored():
    assert score("Accuracy:f<in[1]:x>", ["a", "b"], ["a", "c"], inputs=["x", "y"]).value == 1.0


def test_features_see_the_text_after_the_flags():
    result = score("Accuracy:lf<exp:foo>", ["FOO", "bar"], ["foo", "x"], inputs=["", ""])
    assert (result.value, result.signature.lines) == (1.0, 1)


def test_the_most_confident_lines_are_scored():
    # confidences 0.9, 0.5 and 1 (no probability given): two of three lines are the ceiling of 60 % of them
    output = ["a:0.9", "x:0.5", "c"]
    result = score("MultiLabel-F1:p<60>", ["a", "b", "c"], output, inputs=[""] * 3)
    assert (result.value, result.rows.numbers) == (1.0, [3, 1])


def test_no_line_selected_is_a_metric_of_nothing():
    assert str(score("Accuracy:f<exp:nope>", ["a"], ["a"], inputs=[""]).value) == "nan"
    with pytest.warns(ProbierzWarning, match="no lines to score"):
        assert score("WER:f<exp:nope>", ["a"], ["a"], inputs=[""]).value == 0.0


def test_confidence_is_the_geometric_mean_of_probabilities():
    # GEval's own unit test
    assert confidence("foo:1.0 bar:0.6 bar:0.5") == pytest.approx(0.66943, abs=1e-5)
    assert confidence("") == 1.0


def test_features_see_the_input_after_the_tokenizer():
    result = score("Accuracy:f<in[1]:cat>", ["a"], ["a"], inputs=["the cat."], tokenizer="13a")
    assert result.signature.lines == 1
