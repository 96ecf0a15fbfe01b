r"""Passages that a retriever found for questions, and what people say of them, fed back as data.

    question TAB rank TAB score TAB place TAB title TAB passage      as `probierz index search --format tsv` prints them

Found passages become items to be judged; judged ones become pairs to train on, of which those that were found and do
not answer are hard negatives, and a challenge in which any ranking is scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from probierz.errors import DataError
from probierz.lines import LineReader, save_lines

_QUESTION, _TITLE, _PASSAGE = "question", "title", "passage"
_NAMES = ("place", "document")
_METRICS = ("MRR@10", "Success@1", "Graded-NDCG@10")
_SPLIT = "dev-0"


class CandidatePassage(NamedTuple):
    """A passage that was found for a question. place: the name by which rankings know it."""

    question: str
    place: str
    title: str
    passage: str


class JudgedPassage(NamedTuple):
    """A passage, and whether it answers its question."""

    candidate: CandidatePassage
    is_relevant: bool


def read_candidates(path: Path, most: int) -> list[CandidatePassage]:
    """Return the rows of a table of found passages, each passage of a question once; other columns are left out.

    most: rows that are taken. Raises DataError for a table without the columns, a row of another length, an empty
    question or passage, for more rows, and for none.
    """
    found: dict[tuple[str, str], CandidatePassage] = {}
    with LineReader(path, is_digested=False) as reader:
        rows = ((number, str(line).split("\t")) for number, line in enumerate(reader, 1))
        _, header = next(rows, (1, [""]))
        columns = _columns(header, path)
        for number, row in rows:
            if len(row) != len(header):
                raise DataError(f"{len(row)} columns, and {len(header)} in the header", path=path, line=number)
            one = CandidatePassage(*(row[at].strip() if at is not None else "" for at in columns))
            if not (one.question and one.place and one.passage):
                raise DataError("question, place and passage must not be empty", path=path, line=number)
            if len(found) >= most:
                raise DataError(f"there are more than {most} passages; judge them in parts", path=path, line=number)
            found.setdefault((one.question, one.place), one)
    if not found:
        raise DataError("there is no passage below the header", path=path)
    return list(found.values())


def _columns(header: Sequence[str], path: Path) -> tuple[int, int, int | None, int]:
    """Where question, place, title and passage stand."""
    at = {name.strip().lower(): number for number, name in enumerate(header)}
    place = next((at[name] for name in _NAMES if name in at), None)
    if place is None or _QUESTION not in at or _PASSAGE not in at:
        raise DataError(
            "the first line has to name the columns question, place and passage, as  probierz index search "
            "--format tsv  prints them",
            path=path, line=1,
        )  # fmt: skip
    return at[_QUESTION], place, at.get(_TITLE), at[_PASSAGE]


def write_judged(judged: Iterable[JudgedPassage], folder: Path, title: str) -> None:
    """Write judged passages as a challenge: a folder that is not there yet.

    pairs.tsv has every judged pair: question, place, title, passage, and 1 where it answers, else 0. The split dev-0
    has the questions that some passage answers; expected of each are its passages with the grades 1 and 0. Questions
    without such a passage are left out there, as no ranking could be right.
    """
    by_question: dict[str, list[JudgedPassage]] = {}
    for one in judged:
        by_question.setdefault(one.candidate.question, []).append(one)
    answered = {question: some for question, some in by_question.items() if any(one.is_relevant for one in some)}
    (folder / _SPLIT).mkdir(parents=True)
    rows = [[*one.candidate, str(int(one.is_relevant))] for some in by_question.values() for one in some]
    _write(folder / "pairs.tsv", [[_QUESTION, "place", _TITLE, _PASSAGE, "relevant"], *rows])
    _write(folder / _SPLIT / "in.tsv", [[question] for question in answered])
    _write(folder / _SPLIT / "expected.tsv", [_judgements(some) for some in answered.values()])
    metrics = "\n".join(f"--metric {name}" for name in _METRICS)
    (folder / "config.txt").write_text(f"{metrics}\n--precision 4\n", encoding="utf-8")
    (folder / "README.md").write_text(
        f"# {' '.join(title.split())}\n\n"
        f"{len(rows)} passages that a retriever found for {len(by_question)} questions, judged by people.\n"
        f"{len(answered)} questions have a passage that answers them.\nA passage that nobody judged counts as one that "
        "does not answer, which is unfair to retrievers that find others.\n",
        encoding="utf-8",
    )


def _judgements(some: Sequence[JudgedPassage]) -> list[str]:
    best_first = sorted(some, key=lambda one: not one.is_relevant)
    return [f"{one.candidate.place}:{int(one.is_relevant)}" for one in best_first]


def _write(path: Path, rows: Iterable[Sequence[str]]) -> None:
    save_lines(path, ("\t".join(" ".join(cell.split()) for cell in row) for row in rows))
