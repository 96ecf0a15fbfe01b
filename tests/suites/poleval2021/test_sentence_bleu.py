"""Sentence BLEU and GLEU: NLTK's formulas, and the table of the proceedings."""

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probierz.errors import ChallengeError, DataError, OptionError
from probierz.suites.poleval2021.quality import (
    METHODS,
    baseline_lines,
    baseline_value,
    sentence_bleu,
    sentence_gleu,
)
from probierz.suites.poleval2021.quality_table import correlations_table

# Wróbel, proceedings of PolEval 2021, task 2, Table 1: methods 0-5 and 7, GLEU
PUBLISHED = {
    "dev-0": ["0.37", "0.48", "0.59", "0.53", "0.48", "0.46", "0.48", "0.53"],
    "test-A": ["0.31", "0.41", "0.50", "0.45", "0.41", "0.41", "0.43", "0.46"],
}


def test_all_published_correlations_come_out(data_dir):
    table = correlations_table(data_dir / "poleval-2021" / "quality-nonblind")
    assert [column.name for column in table.columns] == ["method", *PUBLISHED]
    rows = [row for row in table.rows if row[0] != "BLEU 6"]
    for at, split in enumerate(PUBLISHED, 1):
        assert [f"{float(row[at]):.2f}" for row in rows] == PUBLISHED[split]
    assert table.best == {(2, 1), (2, 2)}  # method 2 is the best on both


def nltk_value(words, reference, method):
    from nltk.translate.bleu_score import SmoothingFunction
    from nltk.translate.bleu_score import sentence_bleu as nltk_bleu
    from nltk.translate.gleu_score import sentence_gleu as nltk_gleu

    if method == "gleu":
        return nltk_gleu([reference], words)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return nltk_bleu([reference], words, smoothing_function=getattr(SmoothingFunction(), f"method{method}"))


SENTENCES = st.lists(st.sampled_from("abcd"), min_size=1, max_size=8)


@given(words=SENTENCES, reference=SENTENCES, method=st.sampled_from(METHODS))
def test_values_are_those_of_nltk(words, reference, method):
    pytest.importorskip("nltk")
    try:
        wanted = nltk_value(words, reference, method)
    except AssertionError:  # its method 6 on lines without a trigram in common
        assert method == "6"
        return
    assert baseline_value(" ".join(words), " ".join(reference), method) == pytest.approx(wanted, abs=1e-12)


def test_values_worked_by_hand():
    # "a b c d" in "a b c e": 3/4, 2/3, 1/2, 0/1; lengths are equal
    assert sentence_bleu("a b c d", "a b c e", smoothing=1) == pytest.approx((3 / 4 * 2 / 3 * 1 / 2 * 0.1) ** 0.25)
    assert sentence_bleu("a b c d", "a b c e") == pytest.approx((3 / 4 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25)
    prior = (3 / 4, 2 / 3, (1 + 5 * (2 / 3) ** 2 / (3 / 4)) / 7)
    last = (5 * prior[2] ** 2 / prior[1]) / 6
    assert sentence_bleu("a b c d", "a b c e", smoothing=6) == pytest.approx(
        (prior[0] * prior[1] * prior[2] * last) ** 0.25
    )
    assert sentence_bleu("a c b d", "a b c d", smoothing=6) == sentence_bleu("a c b d", "a b c d", smoothing=3)
    assert sentence_gleu("a b c d", "a b c e") == 6 / 10
    assert sentence_bleu("", "a") == sentence_gleu("", "a") == sentence_bleu("b", "a") == 0


def test_an_unknown_method_is_refused():
    with pytest.raises(OptionError, match="no method is called '8'"):
        baseline_value("a", "a", "8")
    with pytest.raises(OptionError, match="smoothing=8 is not a method"):
        sentence_bleu("a", "a", smoothing=8)


def test_a_line_without_a_reference_is_refused(tmp_path):
    with pytest.raises(ChallengeError, match=r"there is no in\.tsv"):
        list(baseline_lines(tmp_path))
    (tmp_path / "in.tsv").write_text("MT\tEN\tHUMAN\na\tb\tc\njedna kolumna\n")
    with pytest.raises(DataError, match=r"in\.tsv line 2: the columns MT, EN, HUMAN are wanted, found 1; the blind"):
        list(baseline_lines(tmp_path))
