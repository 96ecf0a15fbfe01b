"""Which field of rows is what is expected, where nothing says it: what may be, and what its values ask for."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from probierz.challenges.labels import are_classes
from probierz.metrics.parsers import number_or_none
from probierz.suites.bridges.foreign_rows import ForeignRows
from probierz.text import first_few

OF_NUMBERS = ("Pearson", "MAE")
"""Metrics of real numbers: whether those of an output rise with the expected ones, and how far they are off."""

_MOST_ROWS, _MOST_NAMED, _FEWEST_ROWS = 1000, 12, 4
_DECIMAL_COMMA = re.compile(r"\s*[-+]?\d+(?:,\d+)?\s*")


def fields_to_name(material: ForeignRows) -> str:
    """Say which fields there are to choose from, and which of them may be expected: labels and numbers."""
    names = [*material.rows[0].fields] if material.rows else []
    likely = [name for name in names if _may_be_expected(_values(material, name))][-2:]
    there = f"; there {'is' if len(names) == 1 else 'are'} {first_few(names, _MOST_NAMED)}" * bool(names)
    return f", such as {' or '.join(likely)}{there}" if likely else there


def _values(material: ForeignRows, name: str) -> list[Any]:
    return [row.fields.get(name) for row in islice(material.rows, _MOST_ROWS)]


def _may_be_expected(values: Sequence[Any]) -> bool:
    """Whether values are labels, several of them on several rows each, or real numbers."""
    texts = ["" if value is None else str(value).strip() for value in values]
    if len(texts) < _FEWEST_ROWS or "" in texts:
        return False
    return (len(set(texts)) > 1 and are_classes(texts)) or are_real_numbers(values) or _have_commas(values)


def are_real_numbers(values: Collection[Any]) -> bool:
    """Whether all values are numbers, and some no whole ones: those may be labels, or answers that have to be right."""
    numbers = [number_or_none(str(value).strip()) for value in values]
    return any(one is not None and not one.is_integer() for one in numbers) and None not in numbers


def _have_commas(values: Collection[Any]) -> bool:
    texts = [value for value in values if isinstance(value, str)]
    return len(texts) == len(values) and all(map(_DECIMAL_COMMA.fullmatch, texts)) and any("," in one for one in texts)


def with_decimal_points(material: ForeignRows, name: str) -> ForeignRows:
    """Return the rows with points in the numbers of a field that have decimal commas, all of them; else as they are."""
    if not _have_commas([row.fields.get(name) for row in material.rows]):
        return material
    rows = [
        replace(row, fields={**row.fields, name: row.fields[name].strip().replace(",", ".")}) for row in material.rows
    ]
    return replace(material, rows=rows)
