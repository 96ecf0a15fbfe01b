"""Scores of selecting documents and sentences, under their own names and under those of the SQAD publications.

Each question has one right candidate; its rank r is its place in the output, none where the output lacks it.

    P@1 = share of r = 1            hit@k = share of r <= k
    MRR = mean of 1 / r             MAP = the same, as there is one right candidate
    rank k = share of r = k

The publication of SQAD 3.0 prints P@1 as MAP, `rank k` as P@k, and in its table by types the number right at once as
Count. Its combined score over the five best documents is a figure without numbers; ours is the share of questions whose
document is among the first k and whose sentence is the first in that document.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path

from probierz.challenges.challenge import Challenge
from probierz.display.pictures import Picture, bars
from probierz.errors import ChallengeError, LengthError
from probierz.lines import all_lines
from probierz.reports.tables import Column, Table

CUTS = (1, 3, 5, 10)
LAST_RANK = 9
DOCUMENTS = 5


@dataclass(frozen=True)
class RankedQuestion:
    """A question: its record, its types, and the rank of the right candidate (None where the output lacks it)."""

    record: str
    question_type: str
    answer_type: str
    rank: int | None


def ranked_questions(challenge: Challenge, split: str, out: Path) -> list[RankedQuestion]:
    """Read where an output has the right candidate of each question.

    Raises ChallengeError where the split has no input or expected results, LengthError for another number of lines.
    """
    found = challenge.split(split)
    if found.input is None or found.expected is None:
        raise ChallengeError(f"{challenge.path / split}: in.tsv and expected.tsv are needed to rank candidates")
    inputs, expected, output = (all_lines(path) for path in (found.input, found.expected, out))
    if not len(inputs) == len(expected) == len(output):
        raise LengthError(f"{len(output)} lines, and {len(expected)} questions; rank the candidates of each", path=out)
    return [_ranked(*lines) for lines in zip(inputs, expected, output, strict=True)]


def _ranked(line: str, expected: str, output: str) -> RankedQuestion:
    record, _question, question_type, answer_type = (*line.split("\t"), "", "", "", "")[:4]
    candidates = list(dict.fromkeys(output.split("\t")))
    rank = candidates.index(expected) + 1 if expected in candidates else None
    return RankedQuestion(record, question_type, answer_type, rank)


def share_within(questions: Sequence[RankedQuestion], most: int) -> float:
    """Return the share of questions whose right candidate is among the first `most`."""
    return sum(one.rank is not None and one.rank <= most for one in questions) / len(questions)


def mean_reciprocal_rank(questions: Sequence[RankedQuestion]) -> float:
    """Return MRR: the mean of 1 / rank, 0 where an output lacks the right candidate."""
    return fsum(1 / one.rank for one in questions if one.rank) / len(questions)


def scores_table(questions: Sequence[RankedQuestion]) -> Table:
    """Return all scores with what the publication calls them; shares as percentages."""
    mean = mean_reciprocal_rank(questions)
    ranks = Counter(one.rank for one in questions)
    later = sum(count for rank, count in ranks.items() if rank is None or rank > LAST_RANK)
    rows = [("P@1", share_within(questions, 1), "MAP"), ("MRR", mean, "MRR"), ("MAP", mean, "")]
    rows += [(f"hit@{k}", share_within(questions, k), "") for k in CUTS]
    rows += [(f"rank {k}", ranks[k] / len(questions), f"P@{k}") for k in range(1, LAST_RANK + 1)]
    rows.append(("rank 10 or later, or none", later / len(questions), "P@10 and more"))
    columns = (Column("score"), Column("value", True, "higher"), Column("printed as"))
    return Table(columns, tuple((name, f"{100 * value:.2f}", printed) for name, value, printed in rows))


def types_table(questions: Sequence[RankedQuestion]) -> Table:
    """Return P@1 for each type of question and answer, with how many there are and how many are right at once."""
    groups: dict[tuple[str, str], list[RankedQuestion]] = {}
    for one in questions:
        groups.setdefault(("question", one.question_type), []).append(one)
        groups.setdefault(("answer", one.answer_type), []).append(one)
    columns = (
        Column("of"),
        Column("type"),
        Column("questions", True),
        Column("right", True),
        Column("P@1", True, "higher"),
    )
    rows = tuple(
        (of, kind, str(len(found)), str(sum(one.rank == 1 for one in found)), f"{100 * share_within(found, 1):.2f}")
        for (of, kind), found in sorted(groups.items(), key=lambda one: (one[0][0] != "question", one[0][1]))
        if kind not in ("", "-")
    )
    return Table(columns, rows)


def combined_table(documents: Sequence[RankedQuestion], sentences: Sequence[RankedQuestion]) -> Table:
    """Return the share of questions that both selections together answer, by how many documents are looked at.

    Raises ChallengeError where the two are about other questions.
    """
    rows = tuple(
        (str(most), f"{100 * found:.2f}", f"{100 * right:.2f}")
        for most, found, right in _combined(documents, sentences)
    )
    return Table((Column("documents", True), Column("hit@k", True, "higher"), Column("combined", True, "higher")), rows)


def combined_picture(documents: Sequence[RankedQuestion], sentences: Sequence[RankedQuestion]) -> Picture:
    """Return the same as bars. Raises ChallengeError where the two are about other questions."""
    rows = _combined(documents, sentences)
    values = {
        "right document found": [100 * found for _, found, _ in rows],
        "and its right sentence first": [100 * right for _, _, right in rows],
    }
    return bars(
        [str(most) for most, _, _ in rows],
        values,
        title="Answered by both selections",
        label="questions, %",
        named="documents looked at",
    )


def _combined(
    documents: Sequence[RankedQuestion], sentences: Sequence[RankedQuestion]
) -> list[tuple[int, float, float]]:
    """For each number of documents the share of questions whose document is found, and that are answered."""
    by_record: Mapping[str, RankedQuestion] = {one.record: one for one in documents}
    missing = [one.record for one in sentences if one.record not in by_record]
    if missing or len(documents) != len(sentences):
        where = missing[0] if missing else documents[0].record
        raise ChallengeError(
            f"record {where} is in one of the two outputs only; build both with the same split and seed"
        )
    rows = []
    for most in range(1, DOCUMENTS + 1):
        right = sum(one.rank == 1 and (by_record[one.record].rank or most + 1) <= most for one in sentences)
        rows.append((most, share_within(documents, most), right / len(sentences)))
    return rows
