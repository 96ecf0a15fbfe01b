"""Files of trec_eval: judgements (`qrels`: query, iteration, document, grade) and runs (query, Q0, document, rank,
score, name). Columns are separated by white space; a query becomes one row.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from probierz.errors import DataError
from probierz.lines import LineReader
from probierz.scoring.format import finite_or_none
from probierz.suites.bridges.foreign_rows import ForeignRow, ForeignRows

SCHEMES = ("Graded-NDCG@10", "AP@1000", "MRR@10", "Success@10")
QRELS_COLUMNS, RUN_COLUMNS = 4, 6


def is_trec(path: Path) -> bool:
    """Whether the first line looks like one of judgements or of a run."""
    try:
        with LineReader(path, is_digested=False) as reader:
            columns = str(next(reader, "")).split()
    except DataError:
        return False
    if len(columns) == QRELS_COLUMNS:
        return columns[3].lstrip("-").isdecimal() and columns[1].isalnum()
    return len(columns) == RUN_COLUMNS and columns[3].isdecimal() and _number(columns[4]) is not None


def read_trec(path: Path) -> ForeignRows:
    """Read judgements or a run. Raises DataError with the line for what is neither."""
    lines = list(_columns(path))
    if not lines:
        raise DataError("there are no lines", path=path)
    if len(lines[0][1]) == QRELS_COLUMNS:
        return _judgements(path, lines)
    return _run(path, lines)


def _columns(path: Path) -> Iterator[tuple[int, list[str]]]:
    width = 0
    with LineReader(path, is_digested=False) as reader:
        for number, line in enumerate(reader, 1):
            columns = str(line).split()
            width = width or len(columns)
            if len(columns) != width or width not in (QRELS_COLUMNS, RUN_COLUMNS):
                wanted = "4 columns (query 0 document grade) or 6 (query Q0 document rank score name)"
                raise DataError(f"wanted {wanted}, alike in all lines; found {len(columns)}", path=path, line=number)
            yield number, columns


def _judgements(path: Path, lines: list[tuple[int, list[str]]]) -> ForeignRows:
    queries: dict[str, dict[str, str]] = {}
    for number, (query, _, document, grade) in lines:
        if not grade.lstrip("-").isdecimal():
            raise DataError(f"the grade must be a whole number, found {grade!r}", path=path, line=number)
        if queries.setdefault(query, {}).setdefault(document, grade) != grade:
            raise DataError(f"{document} has two grades for query {query}", path=path, line=number)
    rows = [
        ForeignRow({"id": query, "judged": [f"{document}:{grade}" for document, grade in grades.items()]}, 0)
        for query, grades in queries.items()
    ]
    return ForeignRows(path, rows, "id", expected="judged", inputs=("id",), schemes=SCHEMES)


def _run(path: Path, lines: list[tuple[int, list[str]]]) -> ForeignRows:
    """Rankings by score; of equal scores the greater name of a document stands first, as in trec_eval."""
    queries: dict[str, list[tuple[float, str]]] = {}
    for number, (query, _, document, _, text, _) in lines:
        score = _number(text)
        if score is None:
            raise DataError(f"the score must be a number, found {text!r}", path=path, line=number)
        queries.setdefault(query, []).append((score, document))
    rows = [
        ForeignRow({"id": query, "ranking": [document for _, document in sorted(found, reverse=True)]}, 0)
        for query, found in queries.items()
    ]
    return ForeignRows(path, rows, "id", "ranking", schemes=SCHEMES, is_ordered=False)


def _number(text: str) -> float | None:
    try:
        return finite_or_none(float(text))
    except ValueError:
        return None
