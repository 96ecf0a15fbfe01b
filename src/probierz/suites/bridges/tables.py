"""Reading rows of Hugging Face folders and of Parquet, Arrow, CSV and JSON-lines files."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from probierz.archives.decompressing import named_compression, named_ending, open_stream, plain_name
from probierz.errors import ChallengeError, DataError, MissingExtra, OptionError, nearest
from probierz.lines import LineReader
from probierz.suites.bridges.foreign_rows import ForeignRow, ForeignRows
from probierz.suites.bridges.json_files import read_json_lines

__all__ = ["CHALLENGE_FOLDER", "find_splits", "read_folder", "read_rows"]

CHALLENGE_FOLDER = "challenge"
"""Where an exported folder keeps config.txt and the names of the splits."""

KINDS = (".parquet", ".arrow", ".jsonl", ".json", ".csv")
_IN_FOLDERS = (*KINDS, ".tsv")
_TABLES = (".parquet", ".arrow", ".csv", ".tsv", ".txt")
_SHARD = re.compile(r"(.*?)(-\d+-of-\d+)?(-[0-9a-f]{16})?\.\w+")


def read_folder(folder: Path, split: str = "") -> ForeignRows:
    """Read a split of a folder; the only one, or `test`, where none is chosen. Raises ChallengeError or OptionError."""
    splits = find_splits(folder)
    if not split:
        split = next(iter(splits)) if len(splits) == 1 else "test"
    split = split if split in splits else split.replace("-", "_")
    if split not in splits:
        close = nearest(split, splits) or list(splits)
        raise OptionError(f"{folder}: there is no split {split!r}; choose one by --split: {', '.join(close)}")
    rows = [row for file in splits[split] for row in read_rows(file)]
    return material_of(folder, rows)


def material_of(path: Path, rows: Sequence[ForeignRow]) -> ForeignRows:
    """Say which columns are what, by their usual names."""
    columns = list(rows[0].fields) if rows else []
    expected = _first(columns, ("expected", "target", "label", "labels", "answer", "reference"))
    output = _first(columns, ("output", "prediction", "predictions", "prediction_text", "pred"))
    return ForeignRows(
        path,
        rows,
        _first(columns, ("id", "doc_id", "_id", "guid")),
        output,
        expected,
        tuple(column for column in columns if column not in {expected, output}),
    )


def _first(columns: Sequence[str], names: Sequence[str]) -> str:
    return next((name for name in names if name in columns), "")


def find_splits(folder: Path) -> dict[str, list[Path]]:
    """Return the files of each split of a folder, as uploaded or from `save_to_disk`. Raises ChallengeError."""
    splits: dict[str, list[Path]] = {}
    for file in sorted(one for one in folder.rglob("*") if named_ending(one.name) in _IN_FOLDERS and one.is_file()):
        inside = file.relative_to(folder).parts
        if CHALLENGE_FOLDER in inside or any(part.startswith(".") for part in inside):
            continue
        name = _split_name(file, folder)
        if name:
            splits.setdefault(name, []).append(file)
    if not splits:
        raise ChallengeError(f"{folder}: no data of a Hugging Face folder is here ({', '.join(_IN_FOLDERS)} files)")
    return splits


def _split_name(file: Path, folder: Path) -> str:
    if file.name in {"dataset_info.json", "dataset_dict.json", "state.json", "dataset_infos.json"}:
        return ""
    if file.suffix == ".arrow":  # save_to_disk: SPLIT/data-00000-of-00001.arrow, or no folder for a single split
        return file.parent.name if file.parent != folder else "train"
    found = _SHARD.fullmatch(plain_name(file.name))
    return found[1] if found else file.stem


def read_rows(file: Path) -> list[ForeignRow]:
    """Return the rows of a file. Raises DataError, or MissingExtra for a format that needs polars."""
    ending = named_ending(file.name)
    if ending in {".jsonl", ".json"}:
        return read_json_lines(file)
    if ending in {".tsv", ".txt"}:
        return list(_named_rows(_tsv_rows(file), file, "TABs"))
    if ending not in _TABLES or (named_compression(file.name) and ending != ".csv"):
        known = ", ".join(_TABLES)
        raise DataError(f"no table is called so; name it by what it is: {known}, text also compressed", path=file)
    if ending == ".csv":
        _refuse_other_encodings(file)
        with open_stream(file) as stream:
            text = stream.read().decode("utf-8-sig")
        delimiter = _delimiter(text[:_START])
        return list(_named_rows(_csv_rows(text, delimiter, file), file, _DELIMITERS[delimiter]))
    return [ForeignRow(fields, number) for number, fields in enumerate(_frame_rows(file), 1)]


_Cells = tuple[int, Sequence[str]]
"""The number of a row's first line, and what stands in its columns."""


def _named_rows(rows: Iterator[_Cells], file: Path, delimiters: str) -> Iterator[ForeignRow]:
    """The rows of a table whose first line names the columns. delimiters: what stands between columns, for messages."""
    _line, names = next(rows, (1, []))
    _refuse_no_header(names, file, delimiters)
    for number, cells in rows:
        if not any(cells) and len(cells) < len(names):
            raise DataError("this line is empty; fill it, or take it out", path=file, line=number)
        if len(cells) != len(names):
            there = f"there is {len(cells)} column" if len(cells) == 1 else f"there are {len(cells)} columns"
            raise DataError(
                f"{there}, and the first line names {len(names)}; give every line as many, with {delimiters} between"
                f"{_IN_QUOTES.format(delimiters) if delimiters != 'TABs' else ''}", path=file, line=number,
            )  # fmt: skip
        if list(cells) == list(names):
            raise DataError("the names of the columns stand here once more; take this line out", path=file, line=number)
        yield ForeignRow(dict(zip(names, cells, strict=True)), number)


_IN_QUOTES = ", and put cells that have {} or line ends in quotation marks"


def _refuse_no_header(names: Sequence[str], file: Path, delimiters: str) -> None:
    if len(set(names)) < len(names) or not names or not all(names):
        raise DataError(
            f"the first line has to name the columns, each by a name of its own, with {delimiters} between; write it "
            "there", path=file, line=1,
        )  # fmt: skip


def _tsv_rows(file: Path) -> Iterator[_Cells]:
    """Quotation marks are text like any other."""
    with LineReader(file, is_digested=False) as lines:
        for number, line in enumerate(lines, 1):
            yield number, str(line).split("\t")


def _csv_rows(text: str, delimiter: str, file: Path) -> Iterator[_Cells]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    csv.field_size_limit(_LONGEST_CELL)
    number = 1
    try:
        for cells in reader:
            yield number, cells
            number = reader.line_num + 1
    except csv.Error as error:
        said = "a quotation mark begins a cell here, and what ends it is missing or not before the end of the cell"
        remedy = "write quotation marks inside of cells twice, and put such cells between two more"
        raise DataError(f"{said}; {remedy}", path=file, line=number) from error


def _frame_rows(file: Path) -> list[Mapping[str, Any]]:
    try:
        import polars
    except ImportError:
        raise MissingExtra("polars", "frames", f"reading {file.suffix} files") from None
    try:
        frame = polars.read_parquet(file) if named_ending(file.name) == ".parquet" else _read_arrow(file)
        return [*frame.to_dicts()]
    except (polars.exceptions.PolarsError, OSError) as error:
        kind = "Parquet" if named_ending(file.name) == ".parquet" else "Arrow"
        raise DataError(
            f"this is no {kind} file that can be read: it is broken, or another kind of file; write it anew, or name "
            "it by what it is", path=file,
        ) from error  # fmt: skip


_LONGEST_CELL = 2**31 - 1
_START = 2**16
_DELIMITERS = {",": "commas", ";": "semicolons", "\t": "TABs", "|": "vertical bars"}
"""What stands between columns: where numbers have a decimal comma, programs write semicolons."""


def _delimiter(start: str) -> str:
    """What divides the names of the columns into most; where several do, the first."""

    def columns(delimiter: str) -> int:
        return len(next(csv.reader(io.StringIO(start, newline=""), delimiter=delimiter), ()))

    return max(_DELIMITERS, key=columns)


def _refuse_other_encodings(file: Path) -> None:
    """Read lines that are not UTF-8 as an error with their number, which the library does not tell."""
    with LineReader(file, is_digested=False) as lines:
        for _ in lines:
            pass


def _read_arrow(file: Path) -> Any:
    """Arrow files of `save_to_disk` are streams; others may have the format with a footer."""
    import polars

    with open(file, "rb") as opened:
        is_file = opened.read(6) == b"ARROW1"
    return polars.read_ipc(file) if is_file else polars.read_ipc_stream(file)
