"""Which lines belong together: those with the same text in a column, such as a document, a speaker or a page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from probierz.errors import OptionError
from probierz.inspection.line_by_line import LineScore
from probierz.inspection.line_columns import FIELD, Headers, LineColumn
from probierz.scoring.preparation import joined

if TYPE_CHECKING:
    from probierz.challenges.files import Reading


def line_clusters(column: str, reading: Reading, expected: str, inputs: str | None) -> list[str]:
    """Return for every line the text of a column: `in<2>`, `in<Speaker>` (or only `2`, `Speaker`), or `exp<1>`.

    Raises OptionError for a column that there is not, a line that lacks it, or a single text for all lines.
    """
    name = column if re.fullmatch(FIELD, column) else f"in<{column}>"
    if name.startswith("out") or not re.fullmatch(FIELD, name):
        raise OptionError(f"--cluster {column}: name a column of the input, such as in<2>, or exp<1>")
    if name.startswith("in") and inputs is None:
        raise OptionError(f"--cluster {column} looks at the input, and there is none; name it with --input")
    of_line = LineColumn(name, Headers.of(reading))
    found = []
    path = inputs if name.startswith("in") else expected
    assert path is not None
    with (reading.open_input if name.startswith("in") else reading.open_parallel)(path) as lines:
        for number, line in enumerate(lines, 1):
            text = joined(line)
            value = of_line(LineScore(number, 0.0, text, text, ""))
            if value is None:
                raise OptionError(f"{path} line {number}: there is no column {name}, which --cluster wants")
            found.append(value)
    of_line.check()
    if len(set(found)) < 2 <= len(found):
        raise OptionError(f"--cluster {column}: all {len(found)} lines belong to one cluster; take another column")
    return found
