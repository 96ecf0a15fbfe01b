"""The loop by which a retriever learns (Rybak 2021): find passages, let people judge them, learn, find better ones.

    probierz qa candidates INDEX < questions.tsv > round-1.tsv     rows without a verdict; people write it
    probierz qa retriever round-1.tsv --to encoder                 learns from what was judged
    probierz index build … --encoder encoder                       an index that finds better candidates

Rows have the columns of `judgements.py`, so that answers which were judged on the page of `ask --serve` count, too, and
so does the table of passages that people judged on a platform, pairs.tsv.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from probierz.errors import DataError
from probierz.lines import LineReader
from probierz.systems.questions.answering.places import span_in_document
from probierz.systems.questions.finding.index import PassageIndex
from probierz.systems.questions.learning.supervision import held_answer
from probierz.systems.questions.serving.judgements import VERDICTS
from probierz.systems.questions.wording.words import terms
from probierz.systems.system import Pair

_MEANT: Mapping[str, Mapping[str, str]] = {
    "verdict": {one: one for one in VERDICTS},
    "relevant": {"1": "right", "0": "wrong"},
}
"""What stands in the column of that name: of a judged answer, or of pairs.tsv, which a platform gives."""


class PassageToJudge(NamedTuple):
    """A passage to judge: the columns of a judged answer, of which the verdict is empty until it is judged."""

    question: str
    answer: str
    verdict: str
    confidence: str
    document: str
    begin: str
    end: str
    passage: str


def candidates(index: PassageIndex, line: str, most: int = 5, *, is_distant: bool = False) -> list[PassageToJudge]:
    """Return passages to be judged for a line: a question, and behind tabs the answers that are accepted.

    Those that hold an answer come first, as more of them are right. is_distant: they are judged by that already, the
    one with most words of an answer as right, those without one as wrong (Smywiński-Pohl et al. 2021). Nothing is
    returned then where no passage holds an answer, as nothing tells what is wrong. Raises DataError for a line without
    a word.
    """
    question, *accepted = line.split("\t")
    if not terms(question):
        raise DataError(f"{line!r} asks nothing; write a question")
    found = []
    for rank, one in enumerate(index.search(question, 4 * most)):
        places = [place for answer in accepted if answer and (place := held_answer(answer, one.text))]
        held = max(places, key=lambda place: place.words, default=None)
        begin, end = span_in_document(one, *(held[:2] if held else (0, len(one.text))))
        answer = one.text[held.begin : held.end] if held else ""
        fields = (question, answer, "", "", one.document, str(begin), str(end), one.text)
        words = held.words if held else 0
        found.append((-words, rank, PassageToJudge(*(" ".join(field.split()) for field in fields))))
    ordered = sorted(found)
    if is_distant:
        return _judged_by_answers([(-words, row) for words, _, row in ordered], most)
    return [row for *_, row in ordered[:most]]


def _judged_by_answers(found: list[tuple[int, PassageToJudge]], most: int) -> list[PassageToJudge]:
    """The passage with most words of an answer as right, and those without any as wrong; others are left out."""
    if not found or not found[0][0]:
        return []
    wrong = [row._replace(verdict="wrong") for words, row in found if not words]
    return [found[0][1]._replace(verdict="right"), *wrong[: most - 1]]


def judged_pairs(paths: Iterable[Path]) -> list[Pair]:
    """Read judged rows as lines for a retriever: question, a passage that was found right, all that were found wrong.

    Of a passage that was judged twice the last verdict counts; rows without one are skipped. Raises DataError for
    another table, another verdict, and where nothing was found right.
    """
    verdicts: dict[tuple[str, str], str] = {}
    for path in paths:
        for question, passage, verdict in _rows(path):
            verdicts[question, passage] = verdict
    by_question: dict[str, dict[str, list[str]]] = {}
    for (question, passage), verdict in verdicts.items():
        by_question.setdefault(question, {one: [] for one in VERDICTS})[verdict].append(passage)
    found = [
        Pair("\t".join((question, right, *judged["wrong"])), "")
        for question, judged in by_question.items()
        for right in judged["right"]
    ]
    if not found:
        raise DataError("no passage was found right; write `right` in the column verdict of those that answer")
    return found


def _rows(path: Path) -> Iterator[tuple[str, str, str]]:
    """Question, passage and verdict of each judged row."""
    head: list[str] = []
    with LineReader(path, is_digested=False) as lines:
        for number, line in enumerate(lines, 1):
            row = str(line).split("\t")
            if number == 1:
                head = row
                if not {"question", "passage"} <= set(head) or not set(_MEANT) & set(head):
                    raise DataError(
                        "this is no table of judged passages: its first line names question, passage and verdict",
                        path=path,
                    )
                continue
            if len(row) != len(head):
                raise DataError(f"{len(row)} columns; wanted are {len(head)}", path=path, line=number)
            by_name = dict(zip(head, row, strict=True))
            verdict = next(_verdict(by_name[name], known) for name, known in _MEANT.items() if name in by_name)
            if verdict is None:
                raise DataError("a verdict is right or wrong, or 1 or 0 of `relevant`", path=path, line=number)
            if verdict:
                yield by_name["question"], by_name["passage"], verdict


def _verdict(said: str, known: Mapping[str, str]) -> str | None:
    """What is meant; empty for a row that nobody judged, None for something else."""
    return known.get(said.strip().lower()) if said.strip() else ""
