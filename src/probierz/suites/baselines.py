"""Simple answers, made by a recipe from the input: to try a challenge at once, and to see that a score comes out right.

| recipe | answer |
| --- | --- |
| `unchanged` | the line of the input as it is |
| `column:NAME`, `column:3` | a column of the input, by its name in the header or its number from 1 |
| `constant:TEXT` | the same text on every line |
| `substitute:NAME:PATTERN=>TEXT` | a column in which a regular expression is replaced |
| `bleu:2`, `bleu:gleu` | 100 · sentence BLEU, or GLEU, of the column MT against HUMAN (see `poleval2021.quality`) |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.challenges.problems import counted
from probierz.errors import ChallengeError, OptionError
from probierz.lines import LineReader
from probierz.whole_files import whole_text

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge


def check_recipe(recipe: str) -> None:
    """Raise OptionError for a recipe that is none, whatever the columns of the input are."""
    kind, _, rest = recipe.partition(":")
    _answerer(recipe, ["MT", "HUMAN"] if kind == "bleu" else [rest, rest.partition(":")[0]])


def answers(recipe: str, lines: Iterator[str], header: Sequence[str] = ()) -> Iterator[str]:
    """Yield an answer for each input line. Raises OptionError for a recipe that is none."""
    first = next(lines, None)
    if first is None:
        return iter(())
    return map(_answerer(recipe, header, width=first.count("\t") + 1), chain([first], lines))


def _answerer(recipe: str, header: Sequence[str], *, width: int | None = None) -> Callable[[str], str]:
    kind, _, rest = recipe.partition(":")
    if recipe == "unchanged":
        return lambda line: line
    if kind == "constant":
        return lambda line: rest
    if kind == "column":
        at = column_of(rest, header, width=width)
        return lambda line: cell_of(line, at)
    if kind == "substitute":
        name, _, substitution = rest.partition(":")
        pattern, arrow, text = substitution.partition("=>")
        if arrow:
            at, found = column_of(name, header, width=width), _compiled(pattern, recipe)
            return lambda line: found.sub(text, cell_of(line, at))
    if kind == "bleu":
        return _bleu(rest, header)
    known = "unchanged, column:NAME, constant:TEXT, substitute:NAME:PATTERN=>TEXT or bleu:METHOD"
    raise OptionError(f"{recipe!r} is not a recipe; write {known}")


def _compiled(pattern: str, recipe: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as error:
        raise OptionError(f"{recipe!r}: {pattern!r} is no regular expression: {error}") from error


def _bleu(method: str, header: Sequence[str]) -> Callable[[str], str]:
    from probierz.suites.poleval2021.quality import baseline_value

    translation, reference = column_of("MT", header), column_of("HUMAN", header)
    return lambda line: repr(100 * baseline_value(cell_of(line, translation), cell_of(line, reference), method))


def column_of(name: str, header: Sequence[str], *, width: int | None = None) -> int:
    """Return the index of a column by its name, or by its number from 1. Raises OptionError where there is none.

    width: how many columns there are; None where nobody knows.
    """
    if name in header:
        return list(header).index(name)
    if name.isascii() and name.isdigit() and int(name) > 0:
        if width is not None and int(name) > width:
            raise OptionError(f"there is no column {name}; the input has {counted(width, 'column')}")
        return int(name) - 1
    raise OptionError(f"the input has no column {name!r}; there is {', '.join(header) or 'no header'}")


def cell_of(line: str, at: int) -> str:
    """Return a cell of a line, empty where the line is shorter."""
    cells = line.split("\t")
    return cells[at] if at < len(cells) else ""


def write_answers(challenge: Challenge, split: str, recipe: str, path: Path) -> None:
    """Write the answers for a split into a file. Raises ChallengeError where the split has no input."""
    source = challenge.split(split).input
    if source is None:
        raise ChallengeError(f"{challenge.path / split}: there is no input to make answers from")
    with LineReader(str(source)) as reader, whole_text(path) as file:
        file.writelines(f"{answer}\n" for answer in answers(recipe, map(str, reader), challenge.in_header))
