r"""Lines that programs read, and no person: rows of tables with tabs, code, markup.

imię → nazwisko → wiek          three cells or more, of a few words each
x = y + 2    if (a > b) return a;    {"imie": "jan"}    \section{Wstęp}    <p>tekst</p>

A mark or a capital letter in them changes what they mean, so they stay.
"""

from __future__ import annotations

import re

__all__ = ["is_program_text"]

_LONGEST = 2_000  # characters
_LEAST_CELLS, _WORDS_OF_A_CELL = 3, 4

_CODE = re.compile(
    r"[^\W\d][\w.\[\]'\"-]*\s*[-+*/|&:]?=(?!=)\s*\S.*"  # a value is given to a name
    r"|.*\{"  # a block begins
    r"|[^{]*\{.*\}[,;]?|\}.*"  # a record, a command with its argument; a block ends
    r"|.*(?:[={}]|\w\().*;"  # a statement, with an equals sign, a call
    r"|(?:if|for|while|switch)\s?\(.*[;)]"
)
_MARKUP = re.compile(r"<(?!/?(?:i|b|u|v|c|em|strong|font|span)\b)[a-zA-Z!/?][^<>]*>(?:.*</?[a-zA-Z][^<>]*>)?")


def is_program_text(line: str) -> bool:
    """Whether a line is a row of cells, code, or stands between tags of markup; those of letters and speech aside."""
    if len(line) > _LONGEST:
        return False
    text = line.strip()
    return _is_row(text) or _CODE.fullmatch(text) is not None or _MARKUP.fullmatch(text) is not None


def _is_row(text: str) -> bool:
    cells = text.split("\t")
    return len(cells) >= _LEAST_CELLS and all(len(cell.split()) <= _WORDS_OF_A_CELL for cell in cells)
