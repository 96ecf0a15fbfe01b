"""A Hugging Face folder as a challenge: all its splits at once, with licence and names of labels."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from probierz.archives.decompressing import named_ending, open_stream
from probierz.challenges.challenge import kind_of_split
from probierz.errors import ChallengeError, DataError, OptionError, nearest
from probierz.suites.bridges.data_files import find_splits
from probierz.suites.bridges.dataset_card import DatasetCard, labels_of_parquet, read_card
from probierz.suites.bridges.export import licence_of_hub
from probierz.suites.bridges.foreign_rows import ForeignRows, pick, value_or_none
from probierz.suites.bridges.label_names import with_label_names, without_held_back
from probierz.suites.bridges.squad import read_squad_rows
from probierz.suites.bridges.tables import material_of, read_rows
from probierz.suites.suite import Licence

_USUAL = {"validation": "dev-0", "valid": "dev-0", "val": "dev-0", "dev": "dev-0", "test": "test-A"}
_WORDS = re.compile(r"[^a-z]+")
_MOST_OF_A_LINE = 2**20


class DataSet(NamedTuple):
    """The splits by the names that they have in a challenge. left_out: names of the others."""

    splits: Mapping[str, ForeignRows]
    left_out: tuple[str, ...]
    licence: Licence | None
    card: DatasetCard


def read_data_set(folder: Path, expected: str = "", configuration: str = "") -> DataSet:
    """Read all splits whose names say what they are. Raises ChallengeError where there is none.

    expected: the field of what is expected, where it is none of the usual names; DataError where no row has it.
    configuration: of those that the card names; the only or default one where it is empty.
    """
    card = read_card(folder, configuration)
    files = find_splits(folder, card.configuration)
    _refuse_klej(folder, files)
    called = {name: _name_of(name) for name in files}
    first = {there: name for name, there in reversed(called.items()) if there}
    if not first:
        names = ", ".join(files)
        raise ChallengeError(f"{folder}: no split here says by its name what it is: {names}; choose one by --split")
    splits = {there: _read_files(files[name], card) for there, name in first.items()}
    _refuse_unknown(splits, expected)
    results = expected or next((one.expected for one in splits.values() if one.expected), "")
    splits = {
        name: replace(one, is_held_back=all(value_or_none(one, row, results) in (None, "") for row in one.rows))
        for name, one in without_held_back(splits, results).items()
    }
    left_out = tuple(name for name in files if name not in first.values())
    return DataSet(splits, left_out, licence_of_hub(card.licence), card)


def _refuse_unknown(splits: Mapping[str, ForeignRows], expected: str) -> None:
    """Raise DataError for a field that no row of any split has: a split alone may lack what is held back."""
    unknown: list[DataError] = []
    for one in splits.values() if expected else ():
        for row in one.rows:
            try:
                pick(one, row, expected)
                return
            except DataError as error:
                unknown.append(error)
    if unknown:
        raise unknown[0]


def read_split(folder: Path, split: str = "", configuration: str = "") -> ForeignRows:
    """Read a split of a folder; the only one, or `test`, where none is chosen. Raises ChallengeError or OptionError."""
    card = read_card(folder, configuration)
    splits = find_splits(folder, card.configuration)
    if not split:
        split = next(iter(splits)) if len(splits) == 1 else "test"
    split = split if split in splits else split.replace("-", "_")
    if split not in splits:
        close = nearest(split, splits) or list(splits)
        raise OptionError(f"{folder}: there is no split {split!r}; choose one by --split: {', '.join(close)}")
    return _read_files(splits[split], card)


def _name_of(split: str) -> str:
    """The name in a challenge, such as `test-A` for `test`, `test_A` and `poquad-test`; empty where none is told."""
    name = _USUAL.get(split.lower(), split.replace("_", "-"))
    if kind_of_split(name) and "." not in name:  # dev-v1.1 is a version
        return name
    words = _WORDS.split(split.lower())
    told = {_USUAL.get(word, word) for word in words if word == "train" or word in _USUAL}
    return told.pop() if len(told) == 1 else ""


def _refuse_klej(folder: Path, files: Mapping[str, Sequence[Path]]) -> None:
    if "test_features" in files:
        get = f"probierz suite get klej/{quote(folder.resolve().name)} --from {quote(str(folder))}"
        raise ChallengeError(
            f"{files['test_features'][0]}: this is the input of a test alone, as KLEJ publishes its tasks;  "
            f"{get}  makes a challenge of one of them. For "
            "another task, put the expected results beside its lines as a column, and name the file test.tsv"
        )


# --- files -----------------------------------------------------------------------------------------------------------


def _read_files(files: Sequence[Path], card: DatasetCard) -> ForeignRows:
    """The rows of the files of a split, one after another, with names of labels; columns are those of the first."""
    found = [_read_file(file, card) for file in files]
    return replace(found[0], rows=[row for one in found for row in one.rows])


def _read_file(file: Path, card: DatasetCard) -> ForeignRows:
    ending = named_ending(file.name)
    if ending == ".json" and _is_one_document(file):
        found = read_squad_rows(file)
        if found.inputs:
            return found
        rows = found.rows
    else:
        rows = read_rows(file)
    labels = {**card.labels, **(labels_of_parquet(file) if ending == ".parquet" else {})}
    return material_of(file, with_label_names(rows, labels))


def _is_one_document(file: Path) -> bool:
    """Whether the file is a list or one object, such as a data set of SQuAD, and no object in every line."""
    with closing(open_stream(file)) as stream:
        first = stream.read(_MOST_OF_A_LINE).lstrip(b"\xef\xbb\xbf \t\r\n").partition(b"\n")[0]
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return True
    return not isinstance(value, dict) or isinstance(value.get("data"), list)
