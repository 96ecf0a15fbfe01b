import pytest

from probierz.inspection.features import FeatureKinds, line_features, word_shape


@pytest.mark.parametrize(
    ("token", "shape"),
    [  # the first two are from the specification
        ("Poznań", "Aa+"),
        ("2019", "9999"),
        ("USA", "A+"),
        ("a", "a"),
        ("(x)", "(a("),
        ("...", ".+"),
        ("€€1", "#+9"),
    ],
)
def test_the_shape_of_a_word(token, shape):
    assert word_shape(token) == shape


def test_features_are_tokens_of_all_fields_in_order():
    features = line_features(FeatureKinds(), "foo foo", "1\tx:y z", "bar")
    assert features == ["exp:foo", "in<1>:1", "in<2>:x", "in<2>:y", "in<2>:z", "out:bar"]


def test_columns_take_the_names_of_the_header_and_others_are_dropped():
    assert line_features(FeatureKinds(in_header=("Id",)), "", "1\tx", "") == ["in<Id>:1"]


def test_shapes_bigrams_and_pairs_are_added_when_asked_for():
    kinds = FeatureKinds(word_shapes=True, bigrams=True)
    found = line_features(kinds, "Ala ma", "", "")
    assert found == ["exp:Ala", "exp:ma", "exp:SHAPE:Aa+", "exp:SHAPE:a+", "exp:Ala++ma", "exp:SHAPE:Aa+++SHAPE:a+"]
    pairs = line_features(FeatureKinds(cartesian=True), "b", "a", "")
    assert pairs == ["exp:b", "in<1>:a", "exp:b~~in<1>:a"]


def test_with_a_tokenizer_its_tokens_are_the_features():
    assert line_features(FeatureKinds(tokenizer="13a"), "tak.", "", "") == ["exp:tak", "exp:."]
