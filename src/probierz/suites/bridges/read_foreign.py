"""Reading whatever somebody has: which kind of file it is, and its rows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from probierz.archives.decompressing import named_ending
from probierz.errors import ChallengeError, DataError
from probierz.suites.bridges.data_sets import read_split
from probierz.suites.bridges.dataset_card import labels_of_parquet
from probierz.suites.bridges.foreign_rows import ForeignRows, pick
from probierz.suites.bridges.harness import is_harness, read_harness
from probierz.suites.bridges.json_files import read_json_lines
from probierz.suites.bridges.label_names import with_label_names
from probierz.suites.bridges.squad import read_squad_rows
from probierz.suites.bridges.tables import KINDS, material_of, read_rows
from probierz.suites.bridges.trec import is_trec, read_trec
from probierz.text import first_few


def read_material(
    path: Path, kind: str = "", *, split: str = "", configuration: str = "", filter_name: str = ""
) -> ForeignRows:
    """Read a folder or file. kind: "hf", "harness", "jsonl", "squad", "table", "trec"; "" finds out by looking.

    Raises ChallengeError where there is nothing, DataError with file and line for what cannot be read.
    """
    if not path.exists():
        raise ChallengeError(f"{path}: there is no such file or folder")
    if path.is_file() and path.stat().st_size == 0:
        raise ChallengeError(f"{path}: the file is empty; there is nothing to convert")
    kind = kind or _kind_of(path)
    if (kind == "hf") != path.is_dir():
        found = "a folder" if path.is_dir() else "a file"
        raise ChallengeError(f"{path}: this is {found}; a Hugging Face data set is a folder, everything else a file")
    if kind == "hf":
        return read_split(path, split, configuration)
    if kind == "harness":
        return read_harness(path, filter_name)
    if kind == "squad":
        return read_squad_rows(path)
    if kind == "trec":
        return read_trec(path)
    rows = read_rows(path) if kind == "table" else read_json_lines(path)
    return material_of(path, with_label_names(rows, labels_of_parquet(path)) if path.suffix == ".parquet" else rows)


def _kind_of(path: Path) -> str:
    if path.is_dir():
        return "hf"
    ending = named_ending(path.name)
    if ending in {".parquet", ".arrow", ".csv"} or (ending == ".tsv" and not is_trec(path)):
        return "table"
    try:
        rows = read_json_lines(path)
    except DataError:
        if ending == ".jsonl":
            raise
        return "trec" if is_trec(path) else "squad"
    if is_harness(rows[0]):
        return "harness"
    return "squad" if len(rows) == 1 and ending == ".json" else "jsonl"


def in_order(material: ForeignRows, identifier: str, wanted: list[str], where: Path) -> ForeignRows:
    """Return the rows in the order of these identifiers. Raises DataError where they are not the same ones."""
    rows = {str(pick(material, row, identifier)): row for row in material.rows}
    missing = [name for name in wanted if name not in rows]
    if missing:
        raise DataError(f"{_some(missing)} of {where} are not here", path=material.path)
    if len(rows) < len(material.rows):
        raise DataError(f"some {identifier!r} stand here twice", path=material.path)
    if len(wanted) < len(rows):
        extra = [name for name in rows if name not in set(wanted)]
        raise DataError(f"{_some(extra)} are not in {where}", path=material.path)
    return replace(material, rows=[rows[name] for name in wanted], is_ordered=True)


def read_identifiers(path: Path, column: int = 1) -> list[str]:
    """Return identifiers in order: of a SQuAD data set, or a column of a TSV (from 1). Raises DataError."""
    if named_ending(path.name) in KINDS or is_trec(path):
        material = read_material(path)
        return [str(pick(material, row, material.identifier or "id")) for row in material.rows]
    from probierz.lines import LineReader

    names = []
    with LineReader(path, is_digested=False) as reader:
        for number, line in enumerate(reader, 1):
            cells = str(line).split("\t")
            if len(cells) < column:
                raise DataError(f"there is no column {column}, only {len(cells)}", path=path, line=number)
            names.append(cells[column - 1])
    return names


def _some(names: list[str]) -> str:
    return f"the identifiers {first_few([*map(repr, names)], 3)}"
