"""Matching specifications; the values of GEval 1.42.2.0."""

import pytest

from probierz.metrics.matching import build_match, effective_prefixes, extract_number


@pytest.mark.parametrize(
    ("prefixes", "given", "expected", "value"),
    [
        ("", "a", "a", 1),
        ("", "a", "A", 0),
        ("Fuzzy", "ab", "abcd", 0.5),
        ("Fuzzy", "źd好bło", "źdźbło", 5 / 6),
        ("Fuzzy", "a", "", 0),
        ("Fuzzy", "aaaaaaaa", "b", 0),
        ("Lower/Fuzzy", "AB", "abcd", 0.5),
        ("Fuzzy/Lower", "AB", "abcd", 0),
        ("CutLabel/Fuzzy", "x=abcd", "y=abcd", 1),
        ("CutLabel", "abcd", "y=abcd", 1),
        ("Smart/Fuzzy", "12", "13", 0),
        ("Smart/Fuzzy", "ab", "ac", 0.5),
        ("Harden/Fuzzy", "abcde", "abcdx", 1),
        ("Harden/Fuzzy", "abcd", "abcx", 0),
        ("LenientHarden/Fuzzy", "ab", "abcd", 1),
        ("ExtractNumber", "rok 1984", "1984 rok", 1),
        ("ExtractNumber", "rok 07", "7", 0),
        ("ExtractNumber/Fuzzy", "abcd", "ab", 0),
        ("ExtractNumber", "wiek XIX", "19", 1),
        ("ExtractNumber/Lower/Fuzzy", "Mix", "IX", 0),
        ("Lower/ExtractNumber", "wiek XIX", "19", 0),
    ],
)
def test_a_match(prefixes, given, expected, value):
    match = build_match(prefixes.split("/") if prefixes else [])
    assert match(given, expected) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("-1.5 and 2", "-1.5"),
        ("-15", "15"),
        ("+.5", "+.5"),
        ("07", "07"),
        ("wiek XIX", "19"),
        ("IIX", "10"),
        ("IXC", "89"),
        ("VX", "5"),
        ("I", "1"),
        ("xix", None),
        ("nic", None),
        ("", None),
    ],
)
def test_a_number_is_found_as_text(text, number):
    assert extract_number(text) == number


def test_fuzzy_erases_what_stands_inside():
    assert effective_prefixes(["Harden", "Fuzzy", "Lower", "Smart"]) == ("Harden", "Fuzzy")
