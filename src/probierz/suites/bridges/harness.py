"""Samples that lm-evaluation-harness logs (`--log_samples`): a JSON object for each document and filter.

doc_id counts documents; target is what was expected; filtered_resps is what counts of the answers: a list of texts, or
for a choice between answers a list of pairs [log-likelihood, whether it is the greedy one].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from probierz.errors import DataError, OptionError
from probierz.suites.bridges.foreign_rows import ForeignRow, ForeignRows
from probierz.suites.bridges.json_files import read_json_lines


def is_harness(first: ForeignRow) -> bool:
    """Whether a row is a sample of the harness."""
    return "doc_id" in first.fields and ("filtered_resps" in first.fields or "resps" in first.fields)


def read_harness(path: Path, filter_name: str = "") -> ForeignRows:
    """Read logged samples in the order of their documents. The fields `output` and `input` are added to each.

    output: the first text, or the number of the likeliest choice, from 0. input: what the model was asked.
    filter_name: which filter, where the file has several. Raises DataError or OptionError.
    """
    rows = _of_one_filter(read_json_lines(path), path, filter_name)
    for row in rows:
        if not isinstance(row.fields.get("doc_id"), int):
            raise DataError("a whole number is wanted as doc_id", path=path, line=row.line)
    rows.sort(key=lambda row: int(row.fields["doc_id"]))
    _refuse_repeats(rows, path)
    return ForeignRows(
        path,
        [replace(row, fields={**row.fields, "output": _output(row, path), "input": _input(row)}) for row in rows],
        identifier="doc_id",
        output="output",
        expected="target",
        inputs=("doc_id", "input"),
    )


def _of_one_filter(rows: list[ForeignRow], path: Path, chosen: str) -> list[ForeignRow]:
    names = list(dict.fromkeys(str(row.fields.get("filter", "none")) for row in rows))
    if chosen and chosen not in names:
        raise OptionError(f"{path}: no sample is of the filter {chosen!r}; try {', '.join(names)}")
    if not chosen and len(names) > 1:
        raise OptionError(f"{path}: the samples are of several filters, {', '.join(names)}; choose one by --filter")
    return [row for row in rows if not chosen or str(row.fields.get("filter", "none")) == chosen]


def _refuse_repeats(rows: Sequence[ForeignRow], path: Path) -> None:
    for before, row in pairwise(rows):
        number = row.fields["doc_id"]
        if number == before.fields["doc_id"]:
            raise DataError(f"document {number} stands in line {before.line} too", path=path, line=row.line)


def _output(row: ForeignRow, path: Path) -> Any:
    answers = row.fields.get("filtered_resps", row.fields.get("resps"))
    while isinstance(answers, list) and len(answers) == 1 and not _is_likelihood(answers[0]):
        answers = answers[0]
    if isinstance(answers, list) and answers and all(map(_is_likelihood, answers)):
        likelihoods = [float(one[0]) for one in answers]
        return likelihoods.index(max(likelihoods))
    if isinstance(answers, list) and answers and isinstance(answers[0], str):
        return answers[0]
    if isinstance(answers, list):
        raise DataError(
            "filtered_resps holds neither texts nor log-likelihoods; say what counts by --field",
            path=path,
            line=row.line,
        )
    return answers


def _is_likelihood(answer: Any) -> bool:
    if not isinstance(answer, list) or len(answer) != 2:
        return False
    try:
        float(answer[0])
    except (TypeError, ValueError):
        return False
    return isinstance(answer[1], bool) or str(answer[1]) in {"True", "False"}


def _input(row: ForeignRow) -> Any:
    """The first prompt; `arguments` is a list of lists in older logs, an object of objects in newer ones."""
    value: Any = row.fields.get("arguments", "")
    while isinstance(value, (list, dict)) and value:
        value = value[0] if isinstance(value, list) else next(iter(value.values()))
    return value
