"""Czy wiesz?: which wrong answers become negatives, and how they are shortened."""

import json

import pytest

from probierz.errors import DataError
from probierz.suites.klej.builders import format_of
from probierz.suites.klej.format import read_examples
from probierz.suites.klej.making.questions import (
    Question,
    best_run,
    hardest_negatives,
    make_questions,
    pairs,
    read_raw_questions,
)
from probierz.suites.klej.making.sentences import cut_polish_sentences
from probierz.suites.klej.making.similarity import Similarity, penalised, train_bpe

WORDS = Similarity(str.split)
"""Whole words in place of pieces, so that values can be seen."""


def question(*wrong, text="a b c d e f g h i j", right=("yes",)):
    return Question("q1", text, right, wrong)


def test_at_most_four_negatives_are_kept_the_most_similar_first():
    answers = [("a b c",), ("a b c d e",), ("a b c d",), ("a b c d e f",), ("a b c d e f g",)]
    assert hardest_negatives(question(*answers), WORDS) == [
        "a b c d e f g",
        "a b c d e f",
        "a b c d e",
        "a b c d",
    ]


def test_a_similarity_of_exactly_0_3_is_enough_and_less_is_not():
    assert hardest_negatives(question(("a b c",), ("a b x",)), WORDS) == ["a b c"]


def test_the_threshold_looks_at_the_whole_answer_and_the_run_may_fall_below():
    assert hardest_negatives(question(("a b", "x", "y", "c")), WORDS) == ["a b"]  # 0.3 whole; 0.2 alone


def test_a_second_sentence_must_bring_a_fifth_more():
    # one sentence 5/10/1.2 = 0.417; both 6/10/1.44 = 0.417: equal, so the shorter; with 7/10/1.44 = 0.486 both
    assert best_run("a b c d e f g h i j", ["a b c d e", "f"], WORDS) == "a b c d e"
    assert best_run("a b c d e f g h i j", ["a b c d e", "f g"], WORDS) == "a b c d e f g"


def test_only_successive_sentences_make_a_run():
    assert best_run("a b c d", ["a b", "v", "w", "x", "y", "c d"], WORDS) == "a b"


def test_without_a_penalty_the_whole_answer_wins_as_soon_as_it_brings_anything():
    assert best_run("a b c d", ["a b", "x y", "c"], WORDS, penalty=1.0) == "a b x y c"


def test_positives_stand_as_they_are_before_the_negatives():
    found = pairs(question(("a b c d",), right=("yes", "yes indeed")), WORDS)
    assert [(example.fields[0], example.fields[2], example.target) for example in found] == [
        ("q1", "yes", "1"),
        ("q1", "yes indeed", "1"),
        ("q1", "a b c d", "0"),
    ]


def test_all_pairs_of_a_question_are_in_one_split():
    questions = [Question(f"q{n}", "a b c", ("yes",), (("a b c",), ("a b",))) for n in range(50)]
    made = make_questions(questions, WORDS, seed=2)
    train, test = ({example.fields[0] for example in part} for part in (made.train, made.test))
    assert (len(train), len(test), train & test, made.dev) == (40, 10, set(), [])


def test_questions_are_read_from_jsonl(tmp_path):
    record = {"id": 7, "question": "kto?", "right": ["on\tsam"], "wrong": ["Nikt. Nie on.", ["Ona.", "Oni."]]}
    (tmp_path / "raw.jsonl").write_text(json.dumps(record) + "\n")
    assert read_raw_questions(tmp_path / "raw.jsonl") == [
        Question("7", "kto?", ("on sam",), (("Nikt.", "Nie on."), ("Ona.", "Oni.")))
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 2: this is not JSON"),
        ("[]", "line 2: a JSON object is wanted"),
        ('{"id": "q"}', "line 2: the key 'question' must hold a text, found None"),
        ('{"id": "q", "question": "kto?", "right": "on"}', "line 2: the key 'right' must hold a list, found 'on'"),
        (
            '{"id": "q", "question": "kto?", "wrong": [[1]]}',
            "line 2: the key 'wrong' must hold a list of texts, found",
        ),
    ],
)
def test_a_broken_record_is_told_with_its_line(tmp_path, text, message):
    (tmp_path / "raw.jsonl").write_text('{"id": "q", "question": "kto?"}\n' + text + "\n")
    with pytest.raises(DataError, match=r"raw\.jsonl " + message.replace("[", r"\[")):
        read_raw_questions(tmp_path / "raw.jsonl")


# --- real text -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real(klej, klej_data):
    """Questions of the official train set, each with the wrong passages of others among its own."""
    pytest.importorskip("tokenizers")
    examples = read_examples(klej_data / "dyk" / "train.tsv", format_of(klej.task("dyk")))
    similarity = Similarity(train_bpe((example.fields[2] for example in examples), size=5000))
    return examples, similarity


def grouped(examples, target):
    found = {}
    for example in examples:
        if example.target == target:
            found.setdefault(example.fields[:2], []).append(example.fields[2])
    return found


def test_the_official_negatives_are_at_most_four_for_a_question(real):
    examples, _ = real
    assert max(map(len, grouped(examples, "0").values())) == 4


@pytest.mark.slow
def test_most_official_negatives_reach_the_published_threshold(real):
    examples, similarity = real
    negatives = [example for example in examples if example.target == "0"]
    above = sum(similarity(example.fields[1], example.fields[2]) >= 0.3 for example in negatives)
    assert above / len(negatives) > 0.8  # the rest lost sentences after the threshold was looked at


@pytest.mark.slow
def test_on_real_text_official_negatives_are_found_among_easy_ones(real):
    examples, similarity = real
    negatives = grouped(examples, "0")
    names = sorted(negatives)[:200]
    found = wanted = 0
    for at, name in enumerate(names):
        others = [answer for other in names[at + 1 : at + 4] for answer in negatives[other]]
        wrong = tuple(tuple(cut_polish_sentences(answer)) for answer in [*others, *negatives[name]])
        kept = hardest_negatives(Question(*name, (), wrong), similarity)
        assert len(kept) <= 4
        found += sum(any(one in answer for answer in negatives[name]) for one in kept)
        wanted += len(kept)
    assert wanted > 500
    assert found / wanted > 0.8


@pytest.mark.slow
def test_on_real_text_negatives_stay_short(real):
    examples, similarity = real
    article = " ".join(example.fields[2] for example in examples[:6])
    sentences = cut_polish_sentences(article)
    run = best_run(examples[0].fields[1], sentences, similarity)
    assert len(cut_polish_sentences(run)) <= 4 < len(sentences)
    worth = penalised(similarity(examples[0].fields[1], run), len(cut_polish_sentences(run)))
    assert worth >= max(penalised(similarity(examples[0].fields[1], one), 1) for one in sentences)
