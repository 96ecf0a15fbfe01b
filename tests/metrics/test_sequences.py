"""BIO tags, tokens, segments. Values: GEval 1.42.2.0 where said, else worked by hand."""

import math

import pytest

from probierz.errors import ParseError
from probierz.metrics.annotations import bio_entities, segments, unnormalised_entities
from probierz.metrics.names import get_metric


def value(name, expected, output):
    metric = get_metric(name)
    return metric.value([metric.tally(e, o) for e, o in zip(expected, output, strict=True)])


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("", ()),
        ("O O\tO", ()),
        ("B-x", ((1, 1, "x", None),)),
        (" O  B_x/A I-x/B O", ((2, 3, "x", "A_B"),)),
        ("B-x/A I-x I-x/C", ((1, 3, "x", "A_C"),)),
        ("B-x B-x I-x", ((1, 1, "x", None), (2, 3, "x", None))),
        ("B-x/a/b", ((1, 1, "x", "a/b"),)),
        ("O\tB-imię_nazwisko O B-y", ((2, 2, "imię_nazwisko", None), (4, 4, "y", None))),
    ],
)
def test_bio_tags_are_read_as_entities(text, entities):
    assert bio_entities(text) == entities


@pytest.mark.parametrize(
    ("text", "recorded"),
    [
        ("O foo", "endOfInput"),
        ("B", "endOfInput"),
        ("B-", "endOfInput"),
        ("B+x", "endOfInput"),
        ("OO", "endOfInput"),
        ("b-x", "endOfInput"),
        ("O B-NAME/JOHN I_FOO/SMITH I-FOO/X O", "inconsistent label sequence `B-NAME/JOHN I-FOO/SMITH I-FOO/X`"),
        ("I-x I-x O", "inconsistent label sequence `I-x I-x`"),
        ("B-x O I-x", "inconsistent label sequence `I-x`"),
        ("I-x B-x", "inconsistent label sequence `I-x`"),
        ("I-x O foo", "endOfInput"),  # all tags are read before any run is judged
    ],
)
def test_broken_bio_tags_are_an_error(text, recorded):
    with pytest.raises(ParseError) as caught:
        bio_entities(text)
    assert caught.value.geval == recorded
    assert "JOHN" not in caught.value.reason


def test_normalised_texts_can_be_dropped():
    assert unnormalised_entities("B-x/A I-x/B") == ((1, 2, "x", None),)


UNDERSCORES = (  # GEval's own test data
    ["O O B_city/POZNAŃ O O B_date/MARCH I_date/12", "O O O O", "O B_city/KONIN O"],
    ["O O B_city/POZNAŃ O O B_date/MARCH I_date/12", "B_city/BUK O O O", "B_name/FOO O B_surname/KOWALSKI"],
)


@pytest.mark.parametrize(
    ("name", "expected", "output", "score"),
    [
        ("BIO-F1", *UNDERSCORES, 0.5),  # GEval
        ("BIO-F1", ["B-x"], ["B-x/A"], 0.0),
        ("BIO-F1-Labels", ["B-x"], ["B-x/A"], 1.0),
        ("BIO-F1", ["B-x I-x"], ["B-x B-x"], 0.0),
        ("BIO-F1", ["O"], ["O O"], 1.0),
        ("BIO-F1", [""], ["B-x"], 0.0),
        # city: 1 of 2 expected, 1 given on lines that expect one; date: 1 of 1; all else given counts nowhere.
        ("BIO-Weighted-F1", *UNDERSCORES, (2 * 2 / 3 + 1) / 3),
        ("BIO-Weighted-F1", ["O"], ["B-x"], 1.0),
        # The second line expects no x: what is given there leaves precision alone.
        ("BIO-Weighted-F1", ["B-x O", "O O"], ["B-x O", "B-x O"], 1.0),
        ("BIO-Weighted-F1", ["B-x O", "B-x O"], ["B-x O", "O B-x"], 0.5),
        ("TokenAccuracy", ["qqqq;foo * * bar", "baz", "foo bar baz"],
         ["foo xyz * baz", "baz", "bar foo baz"], 0.5),  # GEval
        ("TokenAccuracy", ["* *"], ["a b"], 1.0),
        ("TokenAccuracy", ["a;b"], ["a;b"], 0.0),
        ("TokenAccuracy", [""], [""], 1.0),
        ("SegmentAccuracy", ["N:1-6 N:8-10 V:12-13 A:15-17", "N:1-4 V:6-7 A:9-13"],
         ["N:1-4 V:5-6 N:8-10 V:12-13 A:15-17", "N:1-4 V:6-7 A:9-13"], 0.875),  # GEval
        ("SegmentAccuracy", ["a:b:1-3"], ["a:b:1,2,3 c:4"], 1.0),
        ("SegmentAccuracy", ["a:1", ""], ["a:1", ""], math.nan),
    ],
)  # fmt: skip
def test_a_value(name, expected, output, score):
    assert value(name, expected, output) == pytest.approx(score, nan_ok=True)


def test_another_number_of_tokens_is_an_error():
    with pytest.raises(ParseError) as caught:
        get_metric("TokenAccuracy").tally("a b", "a")
    assert caught.value.geval == "wrong number of tokens"


@pytest.mark.parametrize(
    ("text", "recorded"),
    [
        ("a", "Colon expected"),
        ("a:1-3 b:3", "Overlapping segments"),
        ("a:1-3 a:2", "Overlapping segments"),
        ("a:1-10,20 b:11-20", "Overlapping segments"),
        ("a:x", "endOfInput"),
    ],
)
def test_broken_segments_are_an_error(text, recorded):
    with pytest.raises(ParseError) as caught:
        segments(text)
    assert caught.value.geval == recorded


def test_positions_of_a_long_line_are_right():
    text = " ".join(["O"] * 700 + ["B-x/A", "I-x/B"] + ["O"] * 700 + ["B-y"])
    assert bio_entities(text) == ((701, 702, "x", "A_B"), (1403, 1403, "y", None))
