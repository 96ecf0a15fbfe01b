"""Reading rows of tables: Parquet, Arrow, CSV, TSV and JSON lines."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from probierz.archives.decompressing import named_compression, named_ending, open_stream
from probierz.challenges.problems import there_are
from probierz.errors import DataError, MissingExtra
from probierz.lines import LineReader
from probierz.suites.bridges.foreign_rows import ForeignRow, ForeignRows, Tokens
from probierz.suites.bridges.json_files import read_json_lines
from probierz.suites.bridges.token_labels import TAG_COLUMNS, with_token_lines

KINDS = (".parquet", ".arrow", ".jsonl", ".json", ".csv")
_ROW_NUMBER = re.compile(
    r"index|idx|l\.?p\.?|unnamed: \d+|level_\d+|__index_level_\d+__|rownames?|row_?(number|id)", re.IGNORECASE
)
_TABLES = (".parquet", ".arrow", ".csv", ".tsv", ".txt")


def material_of(path: Path, rows: Sequence[ForeignRow]) -> ForeignRows:
    """Say which columns are what, by their usual names."""
    rows = with_token_lines(rows)
    columns = list(rows[0].fields) if rows else []
    tagged = [name for name in TAG_COLUMNS if any(isinstance(row.fields.get(name), Tokens) for row in rows)]
    expected = _first(columns, ("expected", "target", "label", "labels", "answer", "reference", *tagged))
    output = _first(columns, ("output", "prediction", "predictions", "prediction_text", "pred"))
    numbers = tuple(column for column in columns if column not in {expected, output} and _is_row_number(column, rows))
    return ForeignRows(
        path,
        rows,
        _first(columns, ("id", "doc_id", "_id", "guid")),
        output,
        expected,
        tuple(column for column in columns if column not in {expected, output, *numbers}),
        row_numbers=numbers,
    )


def _is_row_number(name: str, rows: Sequence[ForeignRow]) -> bool:
    """Whether a column numbers rows, as libraries of tables write them: by its name, and whole numbers that differ."""
    values = [str(row.fields.get(name, "")) for row in rows] if _ROW_NUMBER.fullmatch(name) else [""]
    return all(value.isdecimal() for value in values) and len(set(values)) == len(values)


def _first(columns: Sequence[str], names: Sequence[str]) -> str:
    return next((name for name in names if name in columns), "")


def read_rows(file: Path) -> list[ForeignRow]:
    """Return the rows of a file. Raises DataError, or MissingExtra for a format that needs polars."""
    ending = named_ending(file.name)
    if ending in {".jsonl", ".json"}:
        return read_json_lines(file)
    if ending in {".tsv", ".txt"}:
        return list(_tsv_rows(file))
    if ending not in _TABLES or (named_compression(file.name) and ending != ".csv"):
        known = ", ".join(_TABLES)
        raise DataError(f"no table is called so; name it by what it is: {known}, text also compressed", path=file)
    if ending == ".csv":
        return list(_csv_rows(file))
    return [ForeignRow(fields, number, file) for number, fields in enumerate(_frame_rows(file), 1)]


def _tsv_rows(file: Path) -> Iterator[ForeignRow]:
    """The rows of a table with TABs; quotation marks are text like any other."""
    with LineReader(file, is_digested=False) as lines:
        yield from _named_rows(((number, str(line).split("\t")) for number, line in enumerate(lines, 1)), file, "TABs")


def _csv_rows(file: Path) -> Iterator[ForeignRow]:
    """The rows of a table whose cells may stand in quotation marks; lines may end with CR alone."""
    _refuse_other_encodings(file)
    with open_stream(file) as stream:
        text = stream.read().decode("utf-8-sig")
    delimiter = _delimiter(text[: 2**16])
    named = _DELIMITERS[delimiter]
    csv.field_size_limit(2**31 - 1)  # the texts of a data set may be long
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    yield from _named_rows(_numbered(reader, file, named), file, named)


def _numbered(reader: Any, file: Path, named: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV with the lines that they begin in."""
    line = 1
    try:
        for cells in reader:
            yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise DataError(
            "a row begins here in which a quotation mark begins a cell and none ends it, or text follows the one that "
            f"does; put cells that have {named} or line ends in quotation marks, and double those inside",
            path=file, line=line,
        ) from error  # fmt: skip


def _named_rows(lines: Iterator[tuple[int, list[str]]], file: Path, named: str) -> Iterator[ForeignRow]:
    """The rows of a table whose first line names the columns. named: what stands between them."""
    names: list[str] = []
    for number, cells in lines:
        if not names:
            names = ["index", *cells[1:]] if not cells[0] and "index" not in cells else cells
            _refuse_no_header(names, file, named)
        elif len(cells) != len(names):
            found = there_are(len(cells), "column") if any(cells) else "the line is blank"
            message = f"{found}, and the first line names {len(names)}"
            raise DataError(f"{message}; give every line as many, with {named} between", path=file, line=number)
        elif cells == names:
            raise DataError("the names of the columns stand here once more; take this line out", path=file, line=number)
        else:
            yield ForeignRow(dict(zip(names, cells, strict=True)), number, file)


def _refuse_no_header(names: Sequence[str], file: Path, named: str) -> None:
    twice = [name for name in dict.fromkeys(names) if name and names.count(name) > 1]
    if twice:
        said = f"the first line names two columns {', '.join(map(repr, twice))}"
        raise DataError(f"{said}; give each a name of its own", path=file, line=1)
    if not all(names):
        said = f"the first line has to name the columns, with {named} between, and a name is empty there"
        raise DataError(f"{said}; write it", path=file, line=1)


def _frame_rows(file: Path) -> list[Mapping[str, Any]]:
    try:
        import polars
    except ImportError:
        raise MissingExtra("polars", "frames", f"reading {file.suffix} files") from None
    read: Any = polars.read_parquet if file.suffix == ".parquet" else _read_arrow
    try:
        rows: list[Mapping[str, Any]] = read(file).to_dicts()
    except (polars.exceptions.PolarsError, OSError) as error:
        kind = "Parquet" if file.suffix == ".parquet" else "Arrow"
        said = f"this is no {kind} file that can be read: it is broken, or another kind of file"
        raise DataError(f"{said}; write it anew, or name it by what it is", path=file) from error
    return rows


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
