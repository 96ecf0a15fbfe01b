"""Writing what was read from other tools: an output, or a challenge with its output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from probierz.challenges.config import escape_argument
from probierz.challenges.create import GITIGNORE
from probierz.errors import OptionError
from probierz.suites.bridges.dataset_card import DatasetCard
from probierz.suites.bridges.foreign_rows import ForeignRows, LineSqueezer, pick
from probierz.suites.building import CITATION_NAME, LICENCE_NAME
from probierz.suites.suite import Licence
from probierz.whole_files import refuse_occupied, whole_folder, whole_path

__all__ = ["Fields", "write_challenge", "write_output"]


@dataclass(frozen=True)
class Fields:
    """Which fields are what; empty where the material's own choice is right."""

    output: str = ""
    expected: str = ""
    inputs: tuple[str, ...] = ()


def write_output(material: ForeignRows, target: Path, fields: Fields, writer: LineSqueezer) -> int:
    """Write an output with a line for each row; it is complete, or not there. Returns the number of lines.

    Raises ChallengeError where the file is there already, OptionError where it is not clear which field is the output.
    """
    name = fields.output or material.output
    if not name:
        columns = ", ".join(map(str, material.rows[0].fields)) if material.rows else ""
        raise OptionError(f"{material.path}: say which field is the output by --field; there is {columns}")
    lines = [writer.line(pick(material, row, name)) for row in material.rows]
    refuse_occupied(target)
    with whole_path(target) as beside:
        _write(beside, lines)
    return len(lines)


def write_challenge(
    splits: Mapping[str, ForeignRows],
    target: Path,
    fields: Fields,
    writer: LineSqueezer,
    *,
    schemes: Sequence[str] = (),
    licence: Licence | None = None,
    card: DatasetCard | None = None,
) -> dict[str, int]:
    """Write a challenge with all splits of a data set, which have the same fields; with outputs, where there are some.

    card: what the data set says of itself, for the README and the citation. Returns the lines of each split.
    A split whose expected results are all held back has its input alone.
    Raises ChallengeError where something is there already, OptionError where no field holds what is expected.
    """
    first = next(iter(splits.values()))
    expected, output = fields.expected or first.expected, fields.output or first.output
    if not expected and not first.is_held_back:
        raise OptionError(f"{first.path}: nothing here says what is expected; name that field by --expected-field")
    chosen = Fields(output, expected, fields.inputs or _inputs_of(first, expected, output))
    refuse_occupied(target)
    with whole_folder(target) as beside:
        for name, material in splits.items():
            _write_split(material, beside / name, chosen, writer)
        if chosen.inputs:
            _write(beside / "in-header.tsv", ["\t".join(map(writer.cell, chosen.inputs))])
        _write(beside / "config.txt", [_config(schemes or first.schemes, bool(chosen.inputs))])
        _write(beside / ".gitignore", GITIGNORE.splitlines())
        title, text = (card.title, card.text) if card is not None else ("", "")
        readme = [f"# {title or target.name}", "", *(text or f"Made from {first.path.name}.").splitlines()]
        if card is not None and card.citation:
            _write(beside / CITATION_NAME, card.citation.splitlines())
        if licence is not None:
            readme += ["", "## Licence", "", f"{licence.name}."]
            spdx = [f"SPDX-License-Identifier: {licence.spdx}"] if licence.spdx else []
            _write(beside / LICENCE_NAME, [*spdx, f"{licence.name}."])
        _write(beside / "README.md", readme)
    return {name: len(material.rows) for name, material in splits.items()}


def _inputs_of(material: ForeignRows, *others: str) -> tuple[str, ...]:
    """The usual fields of the input without those that hold one of the others, as `answer` does of `answer/text`."""
    return tuple(name for name in material.inputs if not any(f"{one}/".startswith(f"{name}/") for one in others if one))


def _write_split(material: ForeignRows, split: Path, fields: Fields, writer: LineSqueezer) -> None:
    split.mkdir(parents=True)
    rows = material.rows
    if fields.expected and not material.is_held_back:
        _write(split / "expected.tsv", [writer.line(pick(material, row, fields.expected)) for row in rows])
    if fields.inputs:
        cells = [[writer.cell(pick(material, row, name)) for name in fields.inputs] for row in rows]
        _write(split / "in.tsv", ["\t".join(row) for row in cells])
    if fields.output:
        _write(split / "out.tsv", [writer.line(pick(material, row, fields.output)) for row in rows])


def _config(schemes: Sequence[str], has_header: bool) -> str:
    metrics = " ".join(f"--metric {escape_argument(scheme)}" for scheme in schemes)
    return metrics + " --in-header in-header.tsv" * has_header


def _write(path: Path, lines: Sequence[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
