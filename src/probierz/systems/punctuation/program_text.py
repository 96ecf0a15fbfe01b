r"""Lines that programs read, and no person: rows of tables, code, command lines, markup.

imię → nazwisko → wiek          three cells or more between tabs, of a few words each
imię,nazwisko,wiek              three cells or more, without spaces
imię, wiek / Jan, 30 / Ewa, 28  three lines or more of as many cells, with numbers below each other but in the first
imię | wiek    śliwki   4,50    two cells or more, between strokes or three spaces; dots may lead to a number
x = y + 2    if (a > b) return a;    {"imie": "jan"}    \section{Wstęp}    <p>tekst</p>
if x > 1: print(x)    from os import path    select name from users    $ ls -l

A mark or a capital letter in them changes what they mean, so they stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_LONGEST = 2_000  # characters
_LEAST_CELLS, _WORDS_OF_A_CELL = 3, 4

_CODE = re.compile(
    r"[^\W\d][\w.\[\]'\"-]*\s*[-+*/|&:]?=(?!=)\s*\S.*"  # a value is given to a name
    r"|.*\{"  # a block begins
    r"|[^{]*\{.*\}[,;]?|\}.*"  # a record, a command with its argument; a block ends
    r"|.*(?:[={}]|\w\().*;"  # a statement, with an equals sign, a call
    r"|(?:if|for|while|switch)\s?\(.*[;)]"
    r"|(?:if|elif|for|while|with|def|class)\s[^:]*(?:[<>=]|\w\(|\bin\b)[^:]*:.*"  # a block of Python
    r"|return\s.*(?:\w\(|[-+*/=<>]).*|[a-zA-Z_][\w.]*\(.*\)"  # what is given back, a call alone
    r"|from\s[\w.]+\simport\s.*|import\s[\w.]+\sas\s\w+|import\s\w+(?:\.\w+)+"
    r"|(?i:select\s.+\sfrom\s.+|insert into\s.+|update\s\S+\sset\s.+|delete from\s.+|(?:create|drop|alter) table\s.+)"
    r"|(?:\$|>>>|PS [A-Z]:[^>]*>|[A-Z]:\\[^>]*>|\w+@[\w-]+:\S*[$#])\s+[a-zA-Z_./~].*"  # behind the sign of a shell
)
_NO_KEYWORD = r"(?!(?:and|const|else|for|if|in|is|or|then|unless|while)\b)"
_SPOKEN = re.compile(
    rf"""
    (?<=\w) \( (?:a|i|y|e|ą|ę|ka|ki|ła|ły|na|ne|ni|em|am|łam) \)  # pracownik(a) szedł do
    (?= \s+ {_NO_KEYWORD} [^\W\d_]+ ,? \s+ [^\W\d_])
    | \w+://[^\s"'<>()\{{\}}]* [^\s"'<>()\{{\}};,]  # an address, whose parts may have signs of equality
    | (?<=\w) \s = (?= \s \d[\d.,]* (?: \s {_NO_KEYWORD} [^\W\d_]+ ,? ){{4}})  # wynik = 5 zł było za mało
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""What people write with signs of code: endings in brackets, addresses, how many of something there are."""

_MARKUP = re.compile(r"<(?!/?(?:i|b|u|v|c|em|strong|font|span)\b)[a-zA-Z!/?][^<>]*>(?:.*</?[a-zA-Z][^<>]*>)?")


def is_program_text(line: str) -> bool:
    """Whether a line is a row of cells, code, or stands between tags of markup; those of letters and speech aside."""
    if len(line) > _LONGEST:
        return False
    text = line.strip()
    return _is_row(text) or _CODE.fullmatch(_SPOKEN.sub("x", text)) is not None or _MARKUP.fullmatch(text) is not None


def records(lines: Sequence[str]) -> Iterator[int]:
    """Yield which lines are a head and its records, cells between commas with spaces: imię, wiek, and Jan, 30."""
    cells = [[cell.strip() for cell in _BETWEEN.split(line.strip())] for line in lines]
    begin = 0
    for end in range(1, len(lines) + 1):
        if end < len(lines) and len(cells[end]) == len(cells[begin]):
            continue
        if end - begin > _RECORDS and _are_records(cells[begin:end]):
            yield from range(begin, end)
        begin = end


def _are_records(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows of a few words have a column of numbers, which the first row has not."""
    are_short = all(0 < len(cell.split()) <= _WORDS_OF_A_CELL for row in rows for cell in row)
    columns = list(zip(*rows, strict=True))
    return (
        are_short
        and len(columns) > 1
        and any(not any(map(str.isdigit, head)) and all(map(_VALUE.fullmatch, values)) for head, *values in columns)
    )


_BETWEEN = re.compile("[,;](?= )")
_VALUE = re.compile(r"[-+]?\d[\d.:/-]*(?: ?[%€$]| zł)?")
_RECORDS = 2  # at least, below their head

_LEADERS = re.compile(r"\.{4,}\s*(?=\d+$)")
_GAP = re.compile(r"\s{3,}|\s*\t\s*|\s*\|\s*")


def _is_row(text: str) -> bool:
    spaced = [cell for cell in _GAP.split(_LEADERS.sub("   ", text)) if cell]
    if "|" in text and len(spaced) > 1:
        return len(spaced) >= _LEAST_CELLS or all(len(cell.split()) <= 2 * _WORDS_OF_A_CELL for cell in spaced)
    if len(spaced) > 1 and "\t" not in text:
        return all(len(cell.split()) <= _WORDS_OF_A_CELL for cell in spaced)
    cells = text.split("\t")
    if not any(map(str.isspace, text)):  # ala,ma,kota
        cells = re.split("[,;]", text.rstrip(".,;!?"))
    return len(cells) >= _LEAST_CELLS and all(len(cell.split()) <= _WORDS_OF_A_CELL for cell in cells)
