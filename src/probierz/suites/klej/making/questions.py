"""Czy wiesz?: pairs of a question and a passage, the wrong passages as hard as they come.

Positives are the right answers. Negatives are made of wrong answers of a system: for each question the four most
similar to it, if their similarity is at least 0.3; of each the run of sentences is kept that maximises the similarity
divided by 1.2 for every sentence, so that negatives are about as long as positives, which people had shortened.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from probierz.suites.klej.format import TaskExample
from probierz.suites.klej.making.folders import FOUR_ONE, Made, cut_by_shares, one_line
from probierz.suites.klej.making.raw import RawRecord, read_raw_records
from probierz.suites.klej.making.sentences import cut_polish_sentences
from probierz.suites.klej.making.similarity import PENALTY, Similarity, penalised

MOST_NEGATIVES = 4
THRESHOLD = 0.3


class Question(NamedTuple):
    """A question with right answers, shortened to what matters, and wrong ones, cut into sentences."""

    name: str
    text: str
    right: tuple[str, ...]
    wrong: tuple[tuple[str, ...], ...]


def read_raw_questions(path: Path) -> list[Question]:
    """Read JSONL with the keys `id`, `question`, `right` and `wrong`, the last two lists of texts.

    A wrong answer may be a list of its sentences. Raises DataError with file and line.
    """
    return [_question(record) for record in read_raw_records(path, one_of=("right", "wrong"))]


def _question(record: RawRecord) -> Question:
    wrong = (one if isinstance(one, list) else cut_polish_sentences(one) for one in record.texts_or_lists("wrong"))
    return Question(
        record.text("id"),
        one_line(record.text("question")),
        tuple(map(one_line, record.texts("right"))),
        tuple(tuple(map(one_line, sentences)) for sentences in wrong),
    )


def make_questions(questions: Sequence[Question], similarity: Similarity, *, seed: int = 1) -> Made:
    """Make the pairs of all questions; all pairs of a question go to train, or all to test."""
    parts = cut_by_shares(questions, FOUR_ONE, seed=seed)
    train, dev, test = ([example for one in part for example in pairs(one, similarity)] for part in parts)
    everything = sum(len(one.wrong) for one in questions)
    negatives = sum(example.target == "0" for example in [*train, *dev, *test])
    return Made(train, dev, test, (f"{negatives} of {everything} wrong answers are kept",))


def pairs(question: Question, similarity: Similarity) -> list[TaskExample]:
    """Return the positives of a question, then its negatives."""
    negatives = hardest_negatives(question, similarity)
    return [
        TaskExample((question.name, question.text, answer), target)
        for target, answers in (("1", question.right), ("0", negatives))
        for answer in answers
    ]


def hardest_negatives(question: Question, similarity: Similarity) -> list[str]:
    """Return the wrong answers most similar to the question, each cut to its best run of sentences.

    Of equally similar answers the earlier one is taken.
    """
    scored = [(similarity(question.text, " ".join(sentences)), sentences) for sentences in question.wrong]
    hard = sorted((one for one in scored if one[0] >= THRESHOLD), key=lambda one: -one[0])[:MOST_NEGATIVES]
    return [best_run(question.text, sentences, similarity) for _, sentences in hard]


def best_run(question: str, sentences: Sequence[str], similarity: Similarity, *, penalty: float = PENALTY) -> str:
    """Return the run of successive sentences with the greatest similarity after the penalty for its length.

    Of equal runs the shorter is taken, then the earlier one.
    """
    return max(_runs(sentences), key=lambda run: (_worth(question, run, similarity, penalty), -run[1], -run[0]))[2]


def _runs(sentences: Sequence[str]) -> Iterable[tuple[int, int, str]]:
    """Every run: where it begins, how many sentences it has, its text."""
    for start in range(len(sentences)):
        for end in range(start + 1, len(sentences) + 1):
            yield start, end - start, " ".join(sentences[start:end])


def _worth(question: str, run: tuple[int, int, str], similarity: Similarity, penalty: float) -> float:
    return penalised(similarity(question, run[2]), run[1], penalty)
