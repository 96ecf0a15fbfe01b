"""Questions of SQuAD's form are read with their answers, and answers are counted as the quiz counts them."""

import json

import pytest

from probierz.errors import DataError
from probierz.systems.questions.squad import is_right, read_questions

PARAGRAPH = "Wisła uchodzi do Bałtyku. Ma 1047 km."
DATA = {
    "data": [
        {
            "title": "Wisła",
            "paragraphs": [
                {
                    "context": PARAGRAPH,
                    "qas": [
                        {
                            "question": "Dokąd uchodzi Wisła?",
                            "answers": [{"text": "Bałtyku", "answer_start": 17, "generative_answer": "do Bałtyku"}],
                        },
                        {
                            "question": "Ile ma dopływów?",
                            "is_impossible": True,
                            "plausible_answers": [{"text": "1047", "answer_start": 29}],
                        },
                        {"question": "A to?"},
                    ],
                }
            ],
        }
    ]
}


def test_answers_and_plausible_ones_are_read_with_their_places(tmp_path):
    (tmp_path / "few.json").write_text(json.dumps(DATA), "utf-8")
    answered, plausible = read_questions(tmp_path / "few.json")
    assert (answered.answers, answered.is_answered) == (("Bałtyku", "do Bałtyku"), True)
    assert PARAGRAPH[answered.begin : answered.end] == "Bałtyku"
    assert (plausible.answers, plausible.is_answered) == (("1047",), False)
    assert PARAGRAPH[plausible.begin : plausible.end] == "1047"


@pytest.mark.parametrize(
    "content", ["[]", "{", '{"data": 3}', '{"data": [{"title": "a", "paragraphs": [{}]}]}', "\xff"]
)
def test_another_file_is_refused(tmp_path, content):
    (tmp_path / "odd.json").write_text(content, "latin-1")
    with pytest.raises(DataError, match="SQuAD"):
        list(read_questions(tmp_path / "odd.json"))


@pytest.mark.parametrize(
    ("said", "expected", "wanted"),
    [
        ("w 1903 roku", "1903", True), ("1904", "1903", False), ("rok", "1903", False), ("3.5", "3,5 km", True),
        ("do Bałtyku", "Bałtyku", True),  # three of seven letters to be changed
        ("do zimnego Bałtyku", "Bałtyku", False), ("", "Bałtyku", False), ("NAREW", "Narew", True),
    ],
)  # fmt: skip
def test_right_is_the_same_number_or_half_of_the_letters(said, expected, wanted):
    assert is_right(said, (expected,)) is wanted
    assert is_right(said, ("coś zupełnie innego", expected)) is wanted
