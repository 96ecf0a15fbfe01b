"""Questions with the answers that stand in their paragraphs, from files of SQuAD's form: what readers learn from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from probierz.suites.squad_form import SquadAnswer, read_squad_file, squad_fault


class AnsweredQuestion(NamedTuple):
    """A question on a paragraph. begin, end: the characters of its answer there. answers: all that count as right.

    is_answered: whether the paragraph answers it; else the span is only of the kind that is asked for.
    """

    question: str
    title: str
    paragraph: str
    begin: int
    end: int
    answers: tuple[str, ...]
    is_answered: bool


def read_answered_questions(path: Path) -> Iterator[AnsweredQuestion]:
    """Yield the questions that have an answer, or a plausible one, in order.

    Raises DataError, with the place, for a file of another form, and for an answer without its `answer_start`.
    """
    for paragraph in read_squad_file(path):
        for one in paragraph.questions or ():
            found = one.answers or one.plausible
            if found:
                begin = _begin(path, found[0])
                yield AnsweredQuestion(
                    one.text, paragraph.title, paragraph.context, begin, begin + len(found[0].text), _texts(found),
                    bool(one.answers),
                )  # fmt: skip


def _begin(path: Path, answer: SquadAnswer) -> int:
    start = answer.about.get("answer_start")
    if not isinstance(start, int) or isinstance(start, bool):
        raise squad_fault(path, answer.place, f"a number 'answer_start' is wanted, found {str(start)[:20]!r}")
    return start


def _texts(found: Sequence[SquadAnswer]) -> tuple[str, ...]:
    """All answers; of each, as PoQuAD has them, the words of the paragraph and those that fit the question."""
    said = (text for answer in found for text in (answer.text, answer.about.get("generative_answer", "")))
    return tuple(text for text in said if isinstance(text, str) and text)
