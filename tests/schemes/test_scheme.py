"""Schemes: parsing, printing, braces, priorities and names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probierz.errors import ProbierzError, SchemeError
from probierz.schemes.flags import FLAGS, parse_flags
from probierz.schemes.scheme import expand, parse_scheme, parse_schemes


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("a-{x,y}-{1,2}", ["a-x-1", "a-x-2", "a-y-1", "a-y-2"]),
        ("plain", ["plain"]),
        ("x{,y}", ["x", "xy"]),
        ("{}", [""]),
    ],
)
def test_braces_are_the_product_of_alternatives(text, expanded):
    assert expand(text) == expanded


def test_an_open_brace_is_a_sentence():
    with pytest.raises(SchemeError, match="a brace is open"):
        expand(r"WER:m<\d{4>")


def test_braces_cannot_multiply_without_end():
    with pytest.raises(SchemeError, match="more than 1000 metrics"):
        expand("{a,b}" * 30)


@pytest.mark.parametrize(
    ("text", "printed", "recorded"),
    [
        ("MultiLabel-F1", "MultiLabel-F1", "MultiLabel-F1.0"),
        ("MultiLabel-F9999:N<R>", "MultiLabel-F9999:N<R>", "MultiLabel-F9999.0:N<R>"),
        ("Macro-F0.05", "Macro-F0.05", "Macro-F5.0e-2"),
        ("F( 2 )", "F2", "F2.0"),
        ("LogLossHashed10", "LogLossHashed", "LogLossHashed"),
        ("LogLossHashed8", "LogLossHashed8", "LogLossHashed8"),
        ("Accuracy:P<02>p<50>", "Accuracy:P<2>p<50>", "Accuracy:P<2>p<50.0>"),
        ("Harden/Fuzzy/Lower/Accuracy", "Harden/Fuzzy/Accuracy", "Harden/Fuzzy/Accuracy"),
        ("Mean/Lower/MultiLabel-F2:lu", "Mean/Lower/MultiLabel-F2:lu", "Mean/Lower/MultiLabel-F2.0:lu"),
        ("Accuracy:s<a>", "Accuracy", "Accuracy"),
        (r"WER:s<(\\n|\ )+><\ >N<WER>", r"WER:s<(\\n|\ )+><\ >N<WER>", r"WER:s<(\\n|\ )+><\ >N<WER>"),
    ],
)
def test_a_scheme_prints_and_parses_back(text, printed, recorded):
    scheme = parse_scheme(text)
    assert str(scheme) == printed
    assert scheme.geval == recorded
    assert parse_scheme(printed) == scheme == parse_scheme(recorded)


def test_names_and_priorities():
    scheme = parse_scheme("WER:N<one>P<2>N<two>P<3>")
    assert (scheme.name, scheme.priority) == ("one two", 2)
    assert parse_scheme("WER:l").name == "WER:l"


@pytest.mark.parametrize(
    ("text", "recorded"),
    [
        # observed on GEval 1.42.2.0
        ("Accuracy:q", "Unknown or broken metric flags: q"),
        ("WER:s<a><b", "Unknown or broken metric flags: <b"),
        ("WER:P-S<3>u", "Unknown or broken metric flags: -S<3>u"),
        ("Xyz", "Unknown or broken metric definition: Xyz"),
        ("Lower/Xyz", "Unknown or broken metric definition: Xyz"),
        ("Foo", "Prelude.read: no parse"),
        ("Accuracy2", "Prelude.read: no parse"),
        ("WERx", "Prelude.read: no parse"),
        ("Fuzzy/WER", "Matching specification cannot be applied to the WER metric"),
    ],
)
def test_a_broken_scheme_has_a_message_and_the_recorded_one(text, recorded):
    with pytest.raises(SchemeError) as caught:
        parse_schemes(text)
    assert caught.value.geval == recorded
    assert len(caught.value.message) > 20


def test_an_unknown_metric_is_answered_with_the_nearest_names():
    with pytest.raises(SchemeError, match="did you mean MultiLabel-F1"):
        parse_scheme("MultiLable-F1")


def test_the_punctuation_config_of_poleval_2021_prints_back(data_dir):
    for name in ("punctuation", "ocr", "qa", "quality-blind", "quality-nonblind"):
        from probierz import open_challenge

        for scheme in open_challenge(data_dir / "poleval-2021" / name).schemes:
            assert parse_scheme(str(scheme)) == scheme
            assert parse_scheme(scheme.geval) == scheme


argument = st.text(st.characters(exclude_characters="<>{}()[*+?\\", exclude_categories=["Cs"]), max_size=8)


@given(st.lists(st.sampled_from("lucSmtsfN"), max_size=6), st.data())
def test_any_flags_print_and_parse_back(letters, data):
    text = "".join(letter + "".join(f"<{data.draw(argument)}>" for _ in FLAGS[letter].arguments) for letter in letters)
    assert "".join(map(str, parse_flags(text))) == text


@given(st.text(max_size=40))
def test_any_text_is_a_scheme_or_an_error_of_ours(text):
    try:
        schemes = parse_schemes(text)
    except ProbierzError:
        return
    assert all(parse_scheme(str(scheme)) == scheme for scheme in schemes)
