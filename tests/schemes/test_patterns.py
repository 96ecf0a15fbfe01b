r"""Regular expressions: PCRE on bytes, `s<><>` as in GEval, and no hang."""

import contextlib
import random
import re
import time

import pytest

from probierz.errors import PatternError
from probierz.schemes import pcre
from probierz.schemes.patterns import find_all, keep_tokens, substitute, substitute_between_words
from probierz.schemes.shape import shape_of
from probierz.text import words


@pytest.mark.parametrize(
    ("pattern", "replacement", "text", "result"),
    [
        # observed on GEval 1.42.2.0
        ("^a", "", "aaa", ""),
        ("(?<=a)b", "a", "abbb", "aaaa"),
        (r"\d*", "", "a1b", "a1b"),
        (r"(^|\s)([,.]+)(\s|$)", r"\10\2", " , ", ","),
        ("(a)(b)?", r"<\2>", "ac", "<>c"),
        (".", "x", "ż", "xx"),
        ("(.)", r"\1", "ż", "\ufffd\ufffd"),
        (r"\d+", r"$1\n\\", "7", r"$1\n\\"),
        (r"(\w)\S+", r"\01", "foo", "f"),
        ("a", r"\0\0", "a", "aa"),
        # repaired: GEval never ends
        (r"\d*", "x", "a1b", "xaxxb"),
        # as PCRE reads them
        (r"\Qa.b\E", "_", "a.b axb", "_ axb"),
        (r"\m", "_", "am", "a_"),
        (r"[\e\x41]", "_", "A\x1b", "__"),
        (r"x\z|y\Z", "_", "x xy", "x x_"),
        (r"a\Kb", "_", "ab", "a_"),
        (r"\bfoo\b", "bar", "foo food foo", "bar food bar"),
        ("(*UTF8).", "x", "żó", "xx"),
    ],
)
def test_substitution(pattern, replacement, text, result):
    assert substitute(pattern, replacement)(text) == result


@pytest.mark.parametrize(
    ("pattern", "replacement"),
    [
        (r"(\\n|\ )+", " "),
        ("(?: |nl)+", " "),
        ("( |_)+", "_"),
        ("(ab|bc| )+", " "),
        ("(aa| )+", " "),
        (r"(\.| )+", " "),
    ],
)
def test_runs_of_literal_texts_are_replaced_as_by_the_expression(pattern, replacement):
    generator = random.Random(pattern)
    for _ in range(300):
        text = "".join(generator.choices([" ", "  ", r"\n", "nl", "_", "ab", "a", "b", "c", ".", "\\", "ż"], k=12))
        assert substitute(pattern, replacement)(text) == re.sub(pattern, replacement, text)
        quicker = substitute_between_words(pattern, replacement)
        assert quicker is None or words(quicker(text)) == words(re.sub(pattern, replacement, text))


def test_words_alone_need_no_runs_to_be_squeezed():
    assert substitute_between_words(r"(\\n|\ )+", " ") is not None
    assert [substitute_between_words(*one) for one in (("(_| )+", "_"), (r"\\n", " "))] == [None] * 2


@pytest.mark.parametrize(
    ("pattern", "text", "result"),
    [
        (r"\d+", "a1b22", "122"),
        ("^..", "xż", "x\ufffd"),
        ("z", "abc", ""),
        (r"\w+", "zażółć", "za"),
        (r"(*UTF8)(*UCP)\w+", "zażółć !", "zażółć"),
        ("(?i)Ą|A", "aą", "a"),
    ],
)
def test_find_all(pattern, text, result):
    assert find_all(pattern)(text) == result


def test_tokens_are_kept_when_the_pattern_matches_anywhere():
    assert keep_tokens("^b|z")("abc  bcd\txyz") == "bcd xyz"


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(a|a)+$", "^(([a-z])+.)+[A-Z]([a-z])+$", r"(\w+\s?)+!$"])
@pytest.mark.parametrize("step", [lambda pattern: substitute(pattern, "x"), find_all, keep_tokens])
def test_no_pattern_hangs(pattern, step, monkeypatch):
    monkeypatch.setattr(pcre, "LINE_SECONDS", 0.2)
    started = time.process_time()
    with contextlib.suppress(PatternError):  # some of them end in time
        step(pattern)("a" * 5000 + "?")
    assert time.process_time() - started < 5


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "a(?#", "(?P<x", "\\", "(" * 5000, "a" * 20_000])
def test_a_broken_pattern_is_a_sentence(pattern):
    with pytest.raises(PatternError, match="the regular expression"):
        substitute(pattern, "")


@pytest.mark.parametrize(
    ("pattern", "simple"),
    [
        (r"(\\n|\ )+", True),
        (r"(^|\s)([\s,!\?\.:-]+)(\s|$)", True),
        (r"\S+-+", True),
        ("(ab|cd)*x", True),
        ("[]a]+", True),
        ("(a+)+", False),
        ("(a|ab)*", False),
        ("(a?)*", False),
        ("(?i)a+", False),
        (r"(a)\1*", False),
        ("a**", False),
    ],
)
def test_only_plainly_simple_patterns_run_without_a_time_limit(pattern, simple):
    assert shape_of(pattern).simple is simple
