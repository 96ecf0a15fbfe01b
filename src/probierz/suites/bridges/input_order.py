"""Outputs that are written beside an input: whether their rows stand in its order."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from probierz.challenges.validated_challenge import file_variants
from probierz.errors import DataError
from probierz.lines import LineReader
from probierz.suites.bridges.foreign_rows import ForeignRows, value_or_none


def refuse_other_order(material: ForeignRows, target: Path, output: str) -> None:
    """Raise DataError where a field has what a column of the input beside the output has, in another order.

    output: the field that is written, which tells no order; nor do values that stand twice in the input.
    """
    fields = material.rows[0].fields if material.rows else ()
    for inputs in file_variants(str(target.parent), "in.tsv"):
        columns = _columns(Path(inputs))
        for name in (name for name in fields if name != (output or material.output)):
            values = [str(value_or_none(material, row, name)) for row in material.rows]
            for number, column in enumerate(columns, 1):
                if column != values and len(set(column)) == len(column) and set(column) == set(values):
                    field = f" --id-field {quote(name)}" if name != material.identifier else ""
                    which = f" --ids-column {number}" if number > 1 else ""
                    said = f"the rows stand in another order than those of {inputs}, by their {name!r}"
                    raise DataError(f"{said}; order them by --ids {quote(inputs)}{which}{field}", path=material.path)


def _columns(inputs: Path) -> list[list[str]]:
    with LineReader(inputs, is_digested=False) as lines:
        return [list(column) for column in zip(*(str(line).split("\t") for line in lines), strict=False)]
