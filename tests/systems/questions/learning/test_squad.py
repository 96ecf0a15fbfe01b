"""Questions of SQuAD's form are read with their answers, and answers are counted as the quiz counts them."""

import json

import pytest

from probierz.errors import DataError
from probierz.systems.questions.learning.quiz_rule import is_right
from probierz.systems.questions.learning.squad import read_answered_questions

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
    answered, plausible = read_answered_questions(tmp_path / "few.json")
    assert (answered.answers, answered.is_answered) == (("Bałtyku", "do Bałtyku"), True)
    assert PARAGRAPH[answered.begin : answered.end] == "Bałtyku"
    assert (plausible.answers, plausible.is_answered) == (("1047",), False)
    assert PARAGRAPH[plausible.begin : plausible.end] == "1047"


ANSWERED = '{"data": [{"title": "a", "paragraphs": [{"context": "b c", "qas": [%s]}]}]}'
ODD = {
    "[]": "an object with a list 'data' is wanted",
    "{": "this is not JSON at column 2",
    '{"data": 3}': "an object with a list 'data' is wanted",
    '{"data": [[]]}': "data[0]: an object with a list 'paragraphs' is wanted",
    '{"data": [{"paragraphs": {}}]}': "data[0]: an object with a list 'paragraphs' is wanted",
    '{"data": [{"paragraphs": [[]]}]}': "data[0].paragraphs[0]: an object with a text 'context' is wanted",
    '{"data": [{"title": "a", "paragraphs": [{}]}]}': "data[0].paragraphs[0]: an object with a text 'context'",
    ANSWERED % "[]": "data[0].paragraphs[0].qas[0]: an object with a text 'question' is wanted",
    ANSWERED % '{"question": "d", "answers": {}}': "qas[0]: an object with a list 'answers' is wanted",
    ANSWERED % '{"question": "d", "answers": [7]}': "qas[0].answers[0]: an object with a text 'text' is wanted",
    ANSWERED % '{"question": "d", "answers": [{"text": null}]}': "answers[0]: an object with a text 'text' is wanted",
    ANSWERED % '{"question": "d", "answers": [{"text": "b"}]}': "answers[0]: a number 'answer_start' is wanted",
    ANSWERED % '{"question": "d", "plausible_answers": 1}': "qas[0]: an object with a list 'plausible_answers'",
    "\xff": "the file is not UTF-8",
}


@pytest.mark.parametrize("content", ODD, ids=range(len(ODD)))
def test_another_file_is_refused_in_a_sentence_with_its_place(tmp_path, content):
    (tmp_path / "odd.json").write_text(content, "latin-1")
    with pytest.raises(DataError) as refused:
        list(read_answered_questions(tmp_path / "odd.json"))
    assert f"{tmp_path / 'odd.json'}" in str(refused.value)
    assert ODD[content] in str(refused.value)


def test_a_question_with_null_for_answers_is_none_that_is_learnt_from(tmp_path):
    (tmp_path / "null.json").write_text(ANSWERED % '{"question": "d", "answers": null}, {"question": "e"}', "utf-8")
    assert list(read_answered_questions(tmp_path / "null.json")) == []


@pytest.mark.parametrize(
    ("said", "expected", "wanted"),
    [
        ("w 1903 roku", "1903", True), ("1904", "1903", False), ("rok", "1903", False), ("3.5", "3.5 km", True),
        ("14", "XIV wiek", True),
        ("do Bałtyku", "Bałtyku", True),  # three of seven letters to be changed
        ("do zimnego Bałtyku", "Bałtyku", False), ("", "Bałtyku", False), ("NAREW", "Narew", True),
    ],
)  # fmt: skip
def test_right_is_the_same_number_or_half_of_the_letters(said, expected, wanted):
    assert is_right(said, (expected,)) is wanted
    assert is_right(said, ("coś zupełnie innego", expected)) is wanted
