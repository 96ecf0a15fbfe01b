"""A Hugging Face folder as a challenge: all its splits at once, with licence and names of labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from probierz.challenges.challenge import kind_of_split
from probierz.errors import ChallengeError
from probierz.suites.bridges.dataset_card import DatasetCard, read_card
from probierz.suites.bridges.export import licence_of_hub
from probierz.suites.bridges.foreign_rows import ForeignRow, ForeignRows
from probierz.suites.bridges.tables import find_splits, material_of, read_rows
from probierz.suites.suite import Licence

__all__ = ["DataSet", "read_data_set", "read_one_split"]

_USUAL = {"validation": "dev-0", "valid": "dev-0", "val": "dev-0", "dev": "dev-0", "test": "test-A"}


class DataSet(NamedTuple):
    """The splits by the names that they have in a challenge. left_out: names of the others."""

    splits: Mapping[str, ForeignRows]
    left_out: tuple[str, ...]
    licence: Licence | None
    card: DatasetCard | None


def read_data_set(folder: Path, expected: str = "") -> DataSet:
    """Read all splits whose names say what they are. Raises ChallengeError where there is none.

    expected: the column of what is expected, where it is none of the usual names.
    """
    card, files = read_card(folder), find_splits(folder)
    splits: dict[str, ForeignRows] = {}
    left_out = []
    for name, shards in files.items():
        called = _name_of(name)
        if not called or called in splits:
            left_out.append(name)
            continue
        rows = [_named(row, card.labels) for file in shards for row in read_rows(file)]
        found = material_of(folder, rows)
        results = expected or found.expected
        is_held_back = bool(rows) and all(row.fields.get(results) in (None, "") for row in rows)
        splits[called] = replace(found, is_held_back=is_held_back)
    if not splits:
        names = ", ".join(files)
        raise ChallengeError(f"{folder}: no split here says by its name what it is: {names}; choose one by --split")
    return DataSet(splits, tuple(left_out), licence_of_hub(card.licence), card)


def read_one_split(source: Path, rows: ForeignRows, expected: str = "") -> DataSet:
    """Return rows of a file, or of a split of a folder, as the test of a challenge; of a folder with its card.

    expected: the column of what is expected, where somebody named it.
    """
    taken = replace(rows, is_held_back=rows.is_held_back and not expected)
    if not source.is_dir():
        return DataSet({"test-A": taken}, (), None, None)
    card = read_card(source)
    taken = replace(taken, rows=[_named(row, card.labels) for row in taken.rows])
    return DataSet({"test-A": taken}, (), licence_of_hub(card.licence), card)


def _name_of(split: str) -> str:
    """The name in a challenge, such as `test-A` for `test` and `test_A`; empty where it is no usual one."""
    name = _USUAL.get(split.lower(), split.replace("_", "-"))
    return name if kind_of_split(name) else ""


def _named(row: ForeignRow, labels: Mapping[str, tuple[str, ...]]) -> ForeignRow:
    """The row with names for the numbers of labels; -1 says on the hub that a label is held back."""
    named = {name: _label(row.fields[name], labels[name]) for name in labels.keys() & row.fields.keys()}
    return ForeignRow({**row.fields, **named}, row.line) if named else row


def _label(value: object, names: tuple[str, ...]) -> object:
    number = value if isinstance(value, int) else int(str(value)) if str(value).lstrip("-").isdigit() else None
    if number == -1:
        return None
    return names[number] if number is not None and 0 <= number < len(names) else value
