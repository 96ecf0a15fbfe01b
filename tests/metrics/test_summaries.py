"""ROUGE. Values: the package rouge-score where said, else worked by hand."""

import random

import pytest

from probierz import score

TWINS = {"RougeScore-1": "rouge1", "RougeScore-2": "rouge2", "RougeScore-L": "rougeL", "RougeScore-Lsum": "rougeLsum"}


def odd_texts(random_, ends):
    """Texts of English, Polish and marks; `ends` are put between sentences."""
    words = ["The", "cat's", "2", "dogs,", "sat-on", "the", "Mat", ".", "a_b", "żółw", "łódź", "naïve"]

    def sentence():
        return " ".join(random_.choices(words, k=random_.randint(0, 8)))

    return ends.join(sentence() for _ in range(random_.randint(1, 4)))


@pytest.mark.parametrize("name", TWINS)
def test_lines_score_as_in_rouge_score(name):
    rouge_scorer = pytest.importorskip("rouge_score.rouge_scorer")
    scorer = rouge_scorer.RougeScorer([TWINS[name]])
    random_ = random.Random(name)
    for _ in range(150):
        references = [odd_texts(random_, r"\n") for _ in range(random_.randint(1, 3))]
        output = odd_texts(random_, r"\n")
        if name != "RougeScore-Lsum":
            references, output = [text.replace(r"\n", " ") for text in references], output.replace(r"\n", " ")
        unfolded = [text.replace(r"\n", "\n") for text in references]
        theirs = scorer.score_multi(unfolded, output.replace(r"\n", "\n"))[TWINS[name]].fmeasure
        assert score(name, ["\t".join(references)], [output]).value == pytest.approx(theirs)


@pytest.mark.parametrize(
    ("name", "expected", "output", "value"),
    [
        ("ROUGE-1", "żółta łódź", "Żółta łódka", 1 / 2),
        ("ROUGE-1", "a a b", "a b b", 2 * 2 / 6),
        ("ROUGE-2", "a b c d", "b c a b", 2 * 2 / 6),
        ("ROUGE-2", "a", "a", 0.0),
        ("ROUGE-L", "żółta łódź", "Żółta łódka", 1 / 2),
        ("ROUGE-L", "a b c d", "a c", 2 * 2 / 6),
        ("ROUGE-L", "a b\tc d", "c d", 1.0),
        ("ROUGE-L", "", "", 1.0),
        ("ROUGE-L", "a", "", 0.0),
        ("ROUGE-L", "...", "!", 1.0),
        ("ROUGE-Lsum", r"a b.\nc d", r"c d\na b", 1.0),
        ("ROUGE-Lsum", r"żółw\nłódź", r"łódź", 2 / 3),
        ("RougeScore-1", "żółw", "wół", 1.0),  # of both only w is left
    ],
)
def test_words_are_runs_of_letters_and_digits(name, expected, output, value):
    assert score(name, [expected], [output]).value == pytest.approx(value)


def test_rouge_l_of_english_is_that_of_rouge_score():
    rouge_scorer = pytest.importorskip("rouge_score.rouge_scorer")
    scorer = rouge_scorer.RougeScorer(["rougeL"])
    random_ = random.Random(3)
    words = ["The", "cat's", "2", "dogs,", "sat-on", "the", "Mat", ".", "a_b"]
    for _ in range(100):
        expected, output = (" ".join(random_.choices(words, k=random_.randint(1, 12))) + " end" for _ in range(2))
        theirs = scorer.score(expected, output)["rougeL"].fmeasure
        assert score("ROUGE-L", [expected], [output]).value == pytest.approx(theirs)
