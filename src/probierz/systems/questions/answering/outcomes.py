"""What became of a question that was asked of an index: was its answer found, was it read, and was it written well.

right           the quiz counts it
abstained       nothing was answered
form            the answer holds the right words or number, and is not counted: too long, or a number in words
yes or no       the wrong one of both; nothing that is found tells
not found       no passage that was looked at holds an accepted answer, by `learning/supervision.py`
misread         one does, and something else was answered
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from probierz.reports.tables import Column, Table
from probierz.systems.questions.finding.index import FoundPassage
from probierz.systems.questions.learning.quiz_rule import is_right
from probierz.systems.questions.learning.supervision import held_answer
from probierz.systems.questions.wanted.kinds import Wanted, wanted_by
from probierz.systems.shared.numerals import number_in


class AnswerOutcome(StrEnum):
    """See above."""

    RIGHT = "right"
    ABSTAINED = "abstained"
    FORM = "form"
    YES_OR_NO = "yes or no"
    NOT_FOUND = "not found"
    MISREAD = "misread"


@dataclass(frozen=True)
class AskedOutcome:
    """The outcome of a question, and the rank of the first passage that holds an accepted answer, from 1; 0: none."""

    question: str
    outcome: AnswerOutcome
    rank: int

    @property
    def found(self) -> str:
        """Where an accepted answer was found, in words."""
        return "first" if self.rank == 1 else "later" if self.rank else "no"


def outcome_of(question: str, expected: str, answer: str, found: Sequence[FoundPassage]) -> AskedOutcome:
    """Tell what became of a question. expected: accepted answers, tabs between; found: the passages, the best first."""
    accepted = [one for one in expected.split("\t") if one]
    texts = (f"{one.title}. {one.text}" for one in found)
    rank = next((at for at, text in enumerate(texts, 1) if any(held_answer(one, text) for one in accepted)), 0)
    return AskedOutcome(question, _outcome(question, accepted, answer, rank), rank)


def _outcome(question: str, accepted: Sequence[str], answer: str, rank: int) -> AnswerOutcome:
    if is_right(answer, accepted):
        return AnswerOutcome.RIGHT
    if not answer:
        return AnswerOutcome.ABSTAINED
    if wanted_by(question) is Wanted.BOOLEAN:
        return AnswerOutcome.YES_OR_NO
    if any(_holds(answer, one) for one in accepted):
        return AnswerOutcome.FORM
    return AnswerOutcome.MISREAD if rank else AnswerOutcome.NOT_FOUND


def _holds(answer: str, accepted: str) -> bool:
    """Whether an answer that does not count has the accepted one among its words, or its number in words."""
    number = number_in(answer)
    return held_answer(accepted, answer, share=1.0) is not None or (number is not None and str(number) == accepted)


def outcome_rows(asked: Iterable[AskedOutcome], kind_of: Callable[[str], str]) -> Iterator[str]:
    """Yield a table with a row for each question, as lines of a TSV file: what slices take its columns from."""
    yield "question\tkind\toutcome\tfound\trank\n"
    for one in asked:
        question = " ".join(one.question.split())
        yield f"{question}\t{kind_of(one.question)}\t{one.outcome}\t{one.found}\t{one.rank}\n"


def outcomes_table(
    asked: Iterable[AskedOutcome], kinds_of: Callable[[str], Iterable[str]], order: Sequence[str], looked_at: int
) -> Table:
    """Return outcomes by kind of question, as percentages, with how often the answer was found beside them.

    order: the kinds, as rows; a question may be of several. looked_at: how many passages were looked at of each.
    """
    by_kind: dict[str, list[AskedOutcome]] = {kind: [] for kind in order}
    every = list(asked)
    for one in every:
        for kind in kinds_of(one.question):
            by_kind.setdefault(kind, []).append(one)
    found = [Column(name, True, "higher") for name in ("hit@1", f"hit@{looked_at}", "MRR")]
    columns = (Column("kind"), Column("questions", True), *(Column(one, True) for one in AnswerOutcome), *found)
    rows = [_row(kind, own) for kind, own in [*by_kind.items(), ("all", every)] if own]
    return Table(columns, tuple(rows))


def _row(kind: str, asked: Sequence[AskedOutcome]) -> tuple[str, ...]:
    counts: Mapping[AnswerOutcome, int] = {one: sum(said.outcome is one for said in asked) for one in AnswerOutcome}
    ranks = [one.rank for one in asked]
    found = (sum(rank == 1 for rank in ranks), sum(rank > 0 for rank in ranks), sum(1 / rank for rank in ranks if rank))
    return (kind, str(len(asked)), *(f"{100 * value / len(asked):.1f}" for value in (*counts.values(), *found)))
