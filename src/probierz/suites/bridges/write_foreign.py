"""Writing what was read from other tools: an output, or a challenge with its output."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from probierz.challenges.config import escape_argument
from probierz.challenges.create import GITIGNORE
from probierz.errors import DataError, OptionError
from probierz.lines import save_lines
from probierz.suites.bridges.chosen_fields import OF_NUMBERS, are_real_numbers, fields_to_name, with_decimal_points
from probierz.suites.bridges.dataset_card import DatasetCard
from probierz.suites.bridges.foreign_rows import ForeignRows, LineSqueezer, Tokens, pick
from probierz.suites.bridges.label_names import HELD_BACK, are_held_back
from probierz.suites.bridges.label_sets import LabelSet, with_label_sets
from probierz.suites.bridges.token_labels import schemes_of_tokens
from probierz.suites.building import CARD_NAME, CITATION_NAME, LICENCE_NAME
from probierz.suites.suite import Licence
from probierz.whole_files import refuse_occupied, whole_folder, whole_path


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
        raise OptionError(f"{material.path}: say which field is the output by --field{fields_to_name(material)}")
    lines = [writer.line(pick(material, row, name)) for row in material.rows]
    refuse_occupied(target)
    with whole_path(target) as beside:
        save_lines(beside, lines)
    return len(lines)


def write_challenge(
    material: ForeignRows, target: Path, fields: Fields, writer: LineSqueezer, *, schemes: Sequence[str] = ()
) -> int:
    """Write a challenge with the split test-A; with an output, where there is one. Returns the number of lines.

    Where the material says that its expected results are held back, the split has its input alone.
    Raises ChallengeError where something is there already, OptionError where no field holds what is expected.
    """
    expected = fields.expected or material.expected
    if not expected and not material.is_held_back:
        raise OptionError(_ask_what_is_expected(material))
    material = with_decimal_points(material, expected)
    if expected and _may_be_sets(schemes):
        material = with_label_sets({"": material}, expected)[""]
    inputs = fields.inputs or _inputs_of(material, expected, fields.output)
    output = fields.output or material.output
    refuse_occupied(target)
    with whole_folder(target) as beside:
        chosen = replace(material, is_held_back=not expected)
        _write_split(chosen, beside / "test-A", Fields(output, expected, inputs), writer)
        if inputs:
            save_lines(beside / "in-header.tsv", ["\t".join(map(writer.cell, inputs))])
        save_lines(beside / "config.txt", [_config(schemes or _schemes([material], expected), bool(inputs))])
        save_lines(beside / ".gitignore", GITIGNORE.splitlines())
        save_lines(beside / "README.md", [f"# {target.name}", "", f"Made from {material.path.name}."])
    return len(material.rows)


def write_splits(
    splits: Mapping[str, ForeignRows],
    target: Path,
    fields: Fields,
    writer: LineSqueezer,
    *,
    source: str,
    schemes: Sequence[str] = (),
    licence: Licence | None = None,
    card: DatasetCard | None = None,
) -> dict[str, int]:
    """Write a challenge with all splits of a data set, which have the same fields. Returns the lines of each.

    source: what it was made from, for the README. card: what the data set says of itself, for that and the citation.
    A split whose expected results are all held back has its input alone. Raises as `write_challenge`.
    """
    first = next((one for one in splits.values() if one.expected), next(iter(splits.values())))
    expected = fields.expected or first.expected
    if not expected:
        raise OptionError(_ask_what_is_expected(first))
    splits = {name: with_decimal_points(one, expected) for name, one in splits.items()}
    if _may_be_sets(schemes):
        splits = with_label_sets(splits, expected)
    chosen = Fields(
        fields.output or first.output, expected, fields.inputs or _inputs_of(first, expected, fields.output)
    )
    refuse_occupied(target)
    with whole_folder(target) as beside:
        for name, material in splits.items():
            _write_split(material, beside / name, chosen, writer)
        save_lines(beside / "in-header.tsv", ["\t".join(map(writer.cell, chosen.inputs))])
        metrics = schemes or _schemes(splits.values(), expected)
        save_lines(beside / "config.txt", [_config(metrics, bool(chosen.inputs))])
        save_lines(beside / ".gitignore", GITIGNORE.splitlines())
        title, text = (card.title, card.text) if card is not None else ("", "")
        readme = [f"# {title or target.name}", "", *(text or f"Made from {source}.").splitlines()]
        if card is not None and card.citation:
            save_lines(beside / CITATION_NAME, card.citation.splitlines())
        if card is not None and card.more:
            save_lines(beside / CARD_NAME, card.more.splitlines())
        if licence is not None:
            readme += ["", "## Licence", "", f"{licence.name}."]
            spdx = [f"SPDX-License-Identifier: {licence.spdx}"] if licence.spdx else []
            save_lines(beside / LICENCE_NAME, [*spdx, f"{licence.name}."])
        save_lines(beside / "README.md", readme)
    return {name: len(material.rows) for name, material in splits.items()}


def _ask_what_is_expected(material: ForeignRows) -> str:
    said = "nothing here says what is expected; name that field by --expected-field"
    return f"{material.path}: {said}{fields_to_name(material)}"


def _inputs_of(material: ForeignRows, *others: str) -> tuple[str, ...]:
    """The usual fields of the input without those that hold one of the others, as `answer` does of `answer/text`."""
    return tuple(name for name in material.inputs if not any(f"{one}/".startswith(f"{name}/") for one in others if one))


def _write_split(material: ForeignRows, split: Path, fields: Fields, writer: LineSqueezer) -> None:
    split.mkdir(parents=True)
    rows = material.rows
    if fields.expected and not material.is_held_back:
        save_lines(split / "expected.tsv", list(_expected_lines(material, fields.expected, writer)))
    if fields.inputs:
        cells = [[writer.cell(pick(material, row, name)) for name in fields.inputs] for row in rows]
        save_lines(split / "in.tsv", ["\t".join(row) for row in cells])
    if fields.output:
        save_lines(split / "out.tsv", [writer.line(pick(material, row, fields.output)) for row in rows])


def _may_be_sets(schemes: Sequence[str]) -> bool:
    """Whether labels may be taken as sets: unless metrics are chosen that want them otherwise."""
    return not schemes or any("MultiLabel" in scheme for scheme in schemes)


def _schemes(splits: Collection[ForeignRows], expected: str) -> Sequence[str]:
    """The metrics that suit: those of sets of labels, labels of tokens or real numbers, where these are expected."""
    found = [row.fields.get(expected) for one in splits for row in one.rows]
    if any(isinstance(value, LabelSet) for value in found):
        return ("MultiLabel-F1",)
    lines = [value for value in found if isinstance(value, Tokens)]
    if lines:
        return schemes_of_tokens(lines)
    known = [value for value in found if value is not None and value != ""]
    return OF_NUMBERS if are_real_numbers(known) else next(iter(splits)).schemes


def _expected_lines(material: ForeignRows, name: str, writer: LineSqueezer) -> Iterator[str]:
    """Raises DataError where one is held back, and others are not: an empty line would be a wrong result."""
    values = [pick(material, row, name) for row in material.rows]
    nothing = {"", HELD_BACK} if are_held_back(values) else {""}
    for row, value in zip(material.rows, values, strict=True):
        if value is None or str(value) in nothing or (isinstance(value, Tokens) and None in value):
            raise DataError(
                f"{name!r} is held back here (-1, or nothing), and not in all rows; leave the row out, or fill it in",
                path=row.file or material.path, line=row.line,
            )  # fmt: skip
        yield writer.line(value)


def _config(schemes: Sequence[str], has_header: bool) -> str:
    metrics = " ".join(f"--metric {escape_argument(scheme)}" for scheme in schemes)
    return metrics + " --in-header in-header.tsv" * has_header
