"""Reading rows of Hugging Face folders and of Parquet, Arrow, CSV and JSON-lines files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from probierz.errors import ChallengeError, DataError, MissingExtra, OptionError, nearest
from probierz.lines import LineReader
from probierz.suites.bridges.foreign_rows import ForeignRow, ForeignRows
from probierz.suites.bridges.json_files import read_json_lines

__all__ = ["CHALLENGE_FOLDER", "find_splits", "read_folder", "read_rows"]

CHALLENGE_FOLDER = "challenge"
"""Where an exported folder keeps config.txt and the names of the splits."""

KINDS = (".parquet", ".arrow", ".jsonl", ".json", ".csv")
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
    for file in sorted(one for one in folder.rglob("*") if one.suffix in KINDS and one.is_file()):
        inside = file.relative_to(folder).parts
        if CHALLENGE_FOLDER in inside or any(part.startswith(".") for part in inside):
            continue
        name = _split_name(file, folder)
        if name:
            splits.setdefault(name, []).append(file)
    if not splits:
        raise ChallengeError(f"{folder}: no data of a Hugging Face folder is here ({', '.join(KINDS)} files)")
    return splits


def _split_name(file: Path, folder: Path) -> str:
    if file.name in {"dataset_info.json", "dataset_dict.json", "state.json", "dataset_infos.json"}:
        return ""
    if file.suffix == ".arrow":  # save_to_disk: SPLIT/data-00000-of-00001.arrow, or no folder for a single split
        return file.parent.name if file.parent != folder else "train"
    found = _SHARD.fullmatch(file.name)
    return found[1] if found else file.stem


def read_rows(file: Path) -> list[ForeignRow]:
    """Return the rows of a file. Raises DataError, or MissingExtra for a format that needs polars."""
    if file.suffix in {".jsonl", ".json"}:
        return read_json_lines(file)
    return [ForeignRow(fields, number) for number, fields in enumerate(_frame_rows(file), 1)]


def _frame_rows(file: Path) -> list[Mapping[str, Any]]:
    try:
        import polars
    except ImportError:
        raise MissingExtra("polars", "frames", f"reading {file.suffix} files") from None
    if file.suffix == ".csv":
        _refuse_other_encodings(file)
    readers: dict[str, Any] = {
        ".parquet": polars.read_parquet,
        ".arrow": _read_arrow,
        ".csv": lambda path: polars.read_csv(path, infer_schema=False),
    }
    try:
        rows: list[Mapping[str, Any]] = readers[file.suffix](file).to_dicts()
    except (polars.exceptions.PolarsError, OSError) as error:
        raise DataError(f"the file cannot be read: {str(error).splitlines()[0]}", path=file) from error
    return rows


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
