"""Challenges as Hugging Face data sets: a folder with a card, and JSON lines or Parquet for each split.

    README.md                 the card; its head says where the data of each split are, and which columns they have
    data/train.jsonl          a row for each line: the columns of the input, and `expected`
    challenge/config.txt      the metrics, and the names of the splits, so that the challenge can be made again; and
                              the other files beside them, such as the candidates that a ranking chooses from

`datasets.load_dataset("FOLDER")` reads it. Splits are called train, validation and test there.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from probierz.challenges.challenge import Challenge, Split
from probierz.challenges.file_survey import survey_file
from probierz.challenges.files import find_outputs
from probierz.errors import ChallengeError, DataError, LengthError, MissingExtra
from probierz.lines import LineReader
from probierz.suites.bridges.data_files import CHALLENGE_FOLDER, is_of_folder
from probierz.suites.bridges.dataset_card import FIELDS_OF_FILES, LICENCE_FIELDS, head_fields, licence_of_head
from probierz.suites.building import CARD_NAME, CITATION_NAME, LICENCE_NAME
from probierz.suites.fetch import is_remote
from probierz.suites.suite import DeclaredTask, Licence
from probierz.whole_files import refuse_occupied, whole_folder

FORMATS = {"hf": "jsonl", "parquet": "parquet"}
_KEPT = (".gitignore",)
"""Files that are kept though their names begin with a point."""
_HUB_LICENCES = {
    "apache-2.0": "apache-2.0", "bsd-3-clause": "bsd-3-clause", "cc0-1.0": "cc0-1.0", "cc-by-4.0": "cc-by-4.0",
    "cc-by-sa-3.0": "cc-by-sa-3.0", "cc-by-sa-4.0": "cc-by-sa-4.0", "cc-by-nc-sa-4.0": "cc-by-nc-sa-4.0",
    "gpl-3.0-only": "gpl-3.0", "gpl-3.0-or-later": "gpl-3.0", "lgpl-3.0-only": "lgpl-3.0", "mit": "mit",
}  # fmt: skip
"""SPDX identifiers in small letters, as the hub calls the same licence."""

_CARD = "{head}\n# {title}\n\n{text}\n"


@dataclass(frozen=True)
class ExportedColumns:
    """The columns of all splits. count: how many columns an input line has; 0 where that differs, or there is none."""

    inputs: tuple[str, ...]
    expected: str
    count: int

    @property
    def names(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.inputs, self.expected)


def export_challenge(
    challenge: Challenge, target: Path, *, form: str = "hf", task: DeclaredTask | None = None, hide: Sequence[str] = ()
) -> dict[str, int]:
    """Write a challenge as a folder for `datasets`; it is complete, or not there. Returns the rows of each split.

    form: "hf" for JSON lines, "parquet". task: adds licence, description and citation to the card.
    hide: splits whose expected results are left out. Raises ChallengeError, DataError or MissingExtra;
    LengthError where files of a split differ in length.
    """
    refuse_occupied(target)
    splits = [split for split in challenge.splits if split.input or split.expected]
    if not splits:
        raise ChallengeError(f"{challenge.path}: there is no split with data to export")
    names = split_names([split.name for split in splits])
    columns = _columns(challenge, splits)
    with whole_folder(target) as beside:
        (beside / "data").mkdir(parents=True)
        counts = {}
        for split in splits:
            shown = names[split.name]
            file = beside / "data" / f"{shown}.{FORMATS[form]}"
            rows = _rows(challenge, split, columns, hidden=split.name in hide)
            counts[shown] = (_write_parquet if form == "parquet" else _write_json_lines)(file, rows, columns)
        _write_challenge_files(challenge, names, columns, beside / CHALLENGE_FOLDER)
        card = _card(challenge, task, counts, columns, FORMATS[form])
        (beside / "README.md").write_text(card, encoding="utf-8", newline="\n")
    return counts


def not_exported(challenge: Challenge) -> list[str]:
    """Return the files of splits that are no rows of a data set, such as alignments, and further folders.

    Outputs are not meant to go.
    """
    splits = {split.path.name for split in challenge.splits}
    folders = (one for one in sorted(challenge.path.iterdir()) if one.is_dir() and not one.name.startswith("."))
    found = [f"{one.name}/" for one in folders if one.name not in splits]
    for split in challenge.splits:
        taken = {str(split.input), str(split.expected), *find_outputs(str(split.path))}
        files = (file for file in sorted(split.path.rglob("*")) if file.is_file() and not file.name.startswith("."))
        found += [f"{split.name}/{file.relative_to(split.path).as_posix()}" for file in files if str(file) not in taken]
    return found


def with_byte_order_marks(challenge: Challenge) -> list[str]:
    """Return which files of splits begin with a byte order mark; readers, and so rows, leave it out."""
    files = [(split.name, file) for split in challenge.splits for file in (split.input, split.expected) if file]
    return [f"{split}/{file.name}" for split, file in files if survey_file(file).has_byte_order_mark]


def with_carriage_returns(challenge: Challenge) -> dict[str, int]:
    """Return how many lines of each file of a split have carriage returns; readers, and so rows, leave them out."""
    found = {}
    for split in challenge.splits:
        for file in (split.input, split.expected):
            seen = survey_file(file).sightings.get("carriage return") if file is not None else None
            if file is not None and seen is not None:
                found[f"{split.name}/{file.name}"] = seen.lines
    return found


def split_names(names: Sequence[str]) -> dict[str, str]:
    """Return the names of splits elsewhere, where no hyphens may be: dev-0 is validation, test-A is test.

    Several dev or test sets keep their names, with `_`: dev_0, test_A.
    """
    usual = {"dev-": "validation", "test-": "test"}
    result = {}
    for name in names:
        kind = next((one for one in usual if name.startswith(one)), None)
        alone = kind is not None and sum(other.startswith(kind) for other in names) == 1
        result[name] = usual[kind] if kind and alone else "".join(c if c.isalnum() else "_" for c in name)
    return result


# --- rows ------------------------------------------------------------------------------------------------------------


def _columns(challenge: Challenge, splits: Sequence[Split]) -> ExportedColumns:
    counts = {count for split in splits if split.input for count in _column_counts(challenge, split.input)}
    count = counts.pop() if len(counts) == 1 else 0
    header = challenge.in_header
    if not any(split.input for split in splits):
        inputs: tuple[str, ...] = ()
    elif header and count == len(header) == len({*header}):
        inputs = header
    elif count > 1:
        inputs = tuple(f"input_{number}" for number in range(1, count + 1))
    else:
        inputs, count = ("input",), 0
    expected = "expected" if "expected" not in inputs else "expected_output"
    return ExportedColumns(inputs, expected, count)


def _column_counts(challenge: Challenge, path: Path) -> set[int]:
    with _reader(challenge, path, challenge.in_header) as reader:
        return {str(line).count("\t") + 1 for line in reader}


def _reader(challenge: Challenge, path: Path, header: Sequence[str]) -> LineReader:
    return LineReader(path, dialect=challenge.dialect, header=header, is_digested=False)


def _rows(
    challenge: Challenge, split: Split, columns: ExportedColumns, *, hidden: bool
) -> Iterator[dict[str, str | None]]:
    expected = None if hidden else split.expected
    inputs = _lines(challenge, split.input, challenge.in_header)
    results = _lines(challenge, expected, challenge.out_header)
    while True:
        line, result = next(inputs, None), next(results, None)
        if line is None and result is None:
            return
        if (line is None) != (result is None) and split.input and expected:
            raise LengthError("input and expected results have different numbers of lines", path=split.path)
        yield _row(line, result, columns)


def _row(line: str | None, result: str | None, columns: ExportedColumns) -> dict[str, str | None]:
    cells: list[str | None] = [None] * len(columns.inputs)
    if line is not None:
        cells = [*line.split("\t")] if columns.count else [line]
    return {**dict(zip(columns.inputs, cells, strict=True)), columns.expected: result}


def _lines(challenge: Challenge, path: Path | None, header: Sequence[str]) -> Iterator[str]:
    if path is None:
        return
    with _reader(challenge, path, header) as reader:
        yield from map(str, reader)


def _write_json_lines(file: Path, rows: Iterator[dict[str, str | None]], _columns: ExportedColumns) -> int:
    count = 0
    with open(file, "w", encoding="utf-8", newline="\n") as opened:
        for row in rows:
            opened.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count


def _write_parquet(file: Path, rows: Iterator[dict[str, str | None]], columns: ExportedColumns) -> int:
    try:
        import polars
    except ImportError:
        raise MissingExtra("polars", "frames", "writing Parquet") from None
    frame = polars.DataFrame(list(rows), schema=dict.fromkeys(columns.names, polars.String))
    frame.write_parquet(file)
    return frame.height


# --- what stands beside them -----------------------------------------------------------------------------------------


def _write_challenge_files(challenge: Challenge, names: dict[str, str], columns: ExportedColumns, folder: Path) -> None:
    folder.mkdir()
    headers = (challenge.options.in_header, challenge.options.out_header)
    beside = [one.name for one in sorted(challenge.path.iterdir()) if not one.name.startswith(".")]
    for name in dict.fromkeys([*filter(None, headers), *_KEPT, *beside]):
        file = challenge.path / name
        if file.is_file() and not (name in beside and file.is_symlink()):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, folder / name)
    pairs = "".join(f"{there}\t{here}\n" for here, there in names.items())
    (folder / "splits.tsv").write_text(pairs, encoding="utf-8", newline="\n")
    (folder / "columns.tsv").write_text("\t".join(columns.names) + "\n", encoding="utf-8", newline="\n")


def _card(
    challenge: Challenge, task: DeclaredTask | None, counts: dict[str, int], columns: ExportedColumns, ending: str
) -> str:
    title = task.title if task else challenge.title
    kept = head_fields(_text_of(challenge.path / CARD_NAME))
    head = ["---", f"pretty_name: {json.dumps(title, ensure_ascii=False)}", *_licence_fields(challenge, task, kept)]
    head += [field.rstrip("\n") for name, field in kept.items() if name not in {*LICENCE_FIELDS, *FIELDS_OF_FILES}]
    head += ["configs:", "- config_name: default", "  data_files:"]
    for name in counts:
        head += [f"  - split: {name}", f"    path: data/{name}.{ending}"]
    head += ["dataset_info:", "  features:"]
    for name in columns.names:
        head += [f"  - name: {json.dumps(name, ensure_ascii=False)}", "    dtype: string"]
    head += ["---", ""]
    return _CARD.format(head="\n".join(head), title=title, text="\n\n".join(_paragraphs(challenge, task, counts)))


def _licence_fields(challenge: Challenge, task: DeclaredTask | None, kept: Mapping[str, str]) -> list[str]:
    """The licence as the hub calls it; one that it does not know is `other`, with its name.

    kept: the fields of the card that the challenge was made from, which hold while the licence is the same.
    """
    known = task.licence.spdx if task else _spdx_of(challenge.path)
    if task is None and _says_the_same(challenge.path, kept, known):
        return [kept[name].rstrip("\n") for name in LICENCE_FIELDS if name in kept]
    if known.lower() in _HUB_LICENCES:
        return [f"license: {_HUB_LICENCES[known.lower()]}"]
    name = task.licence.name if task else known
    return ["license: other", *([f"license_name: {json.dumps(name, ensure_ascii=False)}"] if name else [])]


def _says_the_same(folder: Path, kept: Mapping[str, str], spdx: str) -> bool:
    """Whether a card names the licence that LICENCE.txt has."""
    import yaml

    fields = "".join(kept[name] for name in LICENCE_FIELDS if name in kept)
    with suppress(yaml.YAMLError):
        licence = licence_of_hub(licence_of_head(yaml.load(fields, yaml.BaseLoader) or {}))
        return licence is not None and (
            licence.spdx == spdx if spdx else licence.name in _text_of(folder / LICENCE_NAME)
        )
    return False


def licence_of_hub(name: str) -> Licence | None:
    """Return the licence that the hub calls so; one that it does not know has no identifier; None for no name."""
    if name in ("", "unknown", "other"):
        return None
    known = {there: one for one, there in _HUB_LICENCES.items()}
    spdx = " AND ".join(known.get(one.lower(), one) for one in name.split(" AND "))
    try:
        from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

        return Licence(name, "", spdx=str(canonicalize_license_expression(spdx)))
    except InvalidLicenseExpression:
        return Licence(name, "")


def _spdx_of(folder: Path) -> str:
    """The identifier in the licence file of a challenge; empty where there is none."""
    found = re.match(r"SPDX-License-Identifier:[ \t]*(\S.*)", _text_of(folder / LICENCE_NAME))
    return found[1].strip() if found else ""


def _text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace").strip() if path.is_file() else ""


def _paragraphs(challenge: Challenge, task: DeclaredTask | None, counts: dict[str, int]) -> list[str]:
    metrics = ", ".join(f"`{scheme}`" for scheme in challenge.schemes)
    parts = [task.description if task else challenge.description]
    parts.append(
        "| split | rows |\n| --- | ---: |\n" + "\n".join(f"| {name} | {count} |" for name, count in counts.items())
    )
    if metrics:
        parts.append(f"Metrics: {metrics}")
    if task:
        parts.append(f"Licence: {task.licence.name}. {task.licence.notice}")
        parts += [f"Source: {task.source.address}"] if is_remote(task.source.address) else []
        parts += [f"```bibtex\n{task.citation.strip()}\n```"] if task.citation else []
    else:
        citation = _text_of(challenge.path / CITATION_NAME)
        parts += [_text_of(challenge.path / LICENCE_NAME), f"```bibtex\n{citation}\n```" if citation else ""]
    return [part for part in parts if part]


# --- and back --------------------------------------------------------------------------------------------------------


def challenge_of_folder(folder: Path, target: Path) -> dict[str, int]:
    """Make the challenge again that was exported to a folder. Returns the lines of each split.

    Raises ChallengeError where the folder was not exported so, or something is at the target already, DataError
    where a split is missing.
    """
    from probierz.suites.bridges.data_files import find_splits
    from probierz.suites.bridges.dataset_card import read_card
    from probierz.suites.bridges.tables import read_rows

    kept = folder / CHALLENGE_FOLDER
    if not (kept / "splits.tsv").is_file():
        raise ChallengeError(f"{kept}: there is no splits.tsv, so no challenge was exported to this folder")
    refuse_occupied(target)
    pairs = [line.split("\t") for line in (kept / "splits.tsv").read_text(encoding="utf-8").splitlines()]
    *inputs, expected = (kept / "columns.tsv").read_text(encoding="utf-8").rstrip("\n").split("\t")
    files = find_splits(folder, read_card(folder).configuration)
    with whole_folder(target) as beside:
        _copy_plain(kept, beside)
        counts = {}
        for there, here in pairs:
            if there not in files or Path(here).name != here:
                raise DataError(f"the data of the split {there!r} are missing", path=folder)
            rows = [row.fields for file in files[there] for row in read_rows(file)]
            counts[here] = len(rows)
            _write_split(rows, inputs, expected, beside / here)
    return counts


def _copy_plain(kept: Path, target: Path) -> None:
    """Copy what belongs to the challenge. Links of a stranger must not make copies of other files of this machine."""
    for file in sorted(kept.iterdir()):
        if not is_of_folder(file, kept.parent):
            raise ChallengeError(f"{file}: this is a link that leads out of the folder; it is not followed")
        if file.is_file() and file.name not in {"splits.tsv", "columns.tsv"}:
            shutil.copyfile(file, target / file.name)


def _write_split(rows: Sequence[object], inputs: Sequence[str], expected: str, folder: Path) -> None:
    folder.mkdir()
    table = [row for row in rows if isinstance(row, dict)]
    wanted = {"in.tsv": inputs, "expected.tsv": [expected]}
    for name, columns in wanted.items():
        if columns and all(row.get(column) is not None for row in table for column in columns):
            text = "".join("\t".join(row[column] for column in columns) + "\n" for row in table)
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
