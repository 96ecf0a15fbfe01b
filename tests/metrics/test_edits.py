"""Edit rates. Values: GEval 1.42.2.0 where said, jiwer on random data, or by hand."""

import random

import pytest

from probierz import score


@pytest.mark.parametrize(
    ("name", "value"),
    [("CER", 0.14814814814814814), ("CAR", 0.8518518518518519)],  # GEval 1.42.2.0
)
def test_character_rates_are_those_of_geval(name, value):
    expected, output = ["esse est percipi", "tabula rasa"], ["esse esi perctp", "tabula rasai"]
    assert score(name, expected, output).value == pytest.approx(value, rel=1e-12)


def test_rates_of_lines_are_those_of_geval():
    expected, output = ["", "bar", "", "foo"], ["xyz", "", "", "fo"]
    assert score("CER", expected, output).rows.values == pytest.approx([1, 1, 0, 1 / 3])
    assert score("Mean/CER", expected, output).value == pytest.approx(0.583325, abs=1e-4)


@pytest.mark.parametrize(
    ("expected", "output", "wer", "cer"),
    [
        ([""], [""], 0, 0),
        ([""], ["a b"], 1, 1),  # nothing was expected, something was given: 1, however much
        (["a b"], [""], 1, 1),
        (["a"], ["b c d"], 3, 5),
        (["a  b "], ["a b"], 0, 2 / 5),  # white space counts for characters only
        (["a\tb"], ["a b"], 0, 1 / 3),
        (["", "ab"], ["x", "ab"], 1, 1 / 2),  # lines are summed before dividing
    ],
)
def test_rates_are_as_worked_by_hand(expected, output, wer, cer):
    assert score("WER", expected, output).value == pytest.approx(wer)
    assert score("CER", expected, output).value == pytest.approx(cer)


@pytest.mark.parametrize(("accuracy", "error"), [("WAR", "WER"), ("CAR", "CER"), ("Mean/WAR", "Mean/WER")])
def test_accuracy_rates_are_what_error_rates_leave(accuracy, error):
    for expected, output in [(["a"], ["b c d"]), ([""], [""]), ([""], ["a"]), (["a b", "c"], ["a", "d"])]:
        assert score(accuracy, expected, output).value == pytest.approx(1 - score(error, expected, output).value)


def test_accuracy_rates_may_be_negative():
    expected, output = ["tak", "niebieski"], ["tak:10 nie:8.9", "niebieski:0 żółty:1.5 czerwony:-0.5"]
    assert score("CAR", expected, output).value == pytest.approx(-2.0833333333333335)  # GEval 1.42.2.0
    assert score("WAR", expected, output).value == pytest.approx(-1.5)  # GEval 1.42.2.0


@pytest.mark.parametrize("seed", range(10))
def test_rates_are_those_of_jiwer(seed):
    jiwer = pytest.importorskip("jiwer")
    generator = random.Random(seed)
    expected = [" ".join(generator.choices(["ala", "ma", "kota", "i", "psa"], k=9)) for _ in range(20)]
    output = [" ".join(generator.choices(["ala", "ma", "kota", "i", "osę"], k=7)) for _ in range(20)]
    assert score("WER", expected, output).value == pytest.approx(jiwer.wer(expected, output), rel=1e-12)
    assert score("CER", expected, output).value == pytest.approx(jiwer.cer(expected, output), rel=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_kinds_of_edits_are_those_of_jiwer_and_add_up_to_the_error_rate(seed):
    jiwer = pytest.importorskip("jiwer")
    generator = random.Random(seed)
    expected = [" ".join(generator.choices(["ala", "ma", "kota", "i", "psa"], k=9)) for _ in range(20)]
    words = ["ala", "ma", "kota", "i", "osę"]
    output = [" ".join(generator.choices(words, k=generator.randrange(12))) for _ in range(20)]
    for rate, count in (("WER", jiwer.process_words), ("CER", jiwer.process_characters)):
        peer = count(expected, output)
        errors = [score(f"{rate}-{kind}", expected, output) for kind in ("Substitutions", "Deletions", "Insertions")]
        assert [one.components["errors"] for one in errors] == [peer.substitutions, peer.deletions, peer.insertions]
        assert sum(one.value for one in errors) == pytest.approx(score(rate, expected, output).value, rel=1e-12)


def test_kinds_of_edits_of_lines_without_anything():
    for rate in ("WER", "CER"):
        assert score(f"{rate}-Insertions", [""], ["a"]).value == 1
        assert score(f"{rate}-Insertions", [""], [""]).value == 0
        assert score(f"{rate}-Deletions", [""], ["a"]).value == 0
        assert score(f"{rate}-Deletions", ["a"], [""]).value == 1
