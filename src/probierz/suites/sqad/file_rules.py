"""Rules on the files of a record: that they are there, and can be read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from probierz.suites.sqad.encodings import BOM, LOST, is_broken, repaired
from probierz.suites.sqad.records import NEEDED, VERTICAL_PARTS, Record, is_numbered
from probierz.suites.sqad.rules import RuleMatch, rule
from probierz.suites.sqad.vertical import is_structure


@rule("record-name", "The folder of a record is called by six digits.", level="warning")
def record_name(record: Record) -> Iterator[RuleMatch]:
    """Names such as 000001."""
    if not is_numbered(record.name):
        yield RuleMatch("", 0, f"the folder is called {record.name!r}; six digits are wanted, as in 000001")


@rule(
    "files-present",
    "Question, answer, text, URL, metadata, answer selection and answer extraction are there.",
    mends="an extraction that is missing is written, where the answer stands in the selection word for word, and once",
)
def files_present(record: Record) -> Iterator[RuleMatch]:
    """A context is not needed."""
    for part in NEEDED:
        if part not in record.parts:
            yield RuleMatch(part, 0, f"there is no such file; every record needs its {part}")


@rule("files-not-empty", "No file of a record is empty.", mends="an empty context is removed")
def files_not_empty(record: Record) -> Iterator[RuleMatch]:
    """A vertical file has tokens, not markup alone."""
    for part, one in record.parts.items():
        is_empty = not one.vertical.tokens if part in VERTICAL_PARTS else not one.text.strip()
        if is_empty:
            yield RuleMatch(part, 0, "there is nothing in the file")


@rule(
    "utf-8",
    "Files are UTF-8.",
    mends="lines in Windows-1250 or ISO 8859-2 are converted, where only one of them gives Czech letters",
)
def utf_8(record: Record) -> Iterator[RuleMatch]:
    """Mixed encodings, line by line; in what people write, also letters that somebody lost before (�)."""
    for part, one in record.parts.items():
        lines = one.vertical.lines
        readings = repaired(lines) if one.vertical.is_broken else None
        for number, line in enumerate(lines, 1):
            if is_broken(line):
                hint = f"; in an older Czech encoding it is {readings[number - 1].strip()!r}" if readings else ""
                yield RuleMatch(part, number, f"the line is not UTF-8: {_shown(line)}{hint}")
            elif LOST in line and part != "text":
                yield RuleMatch(part, number, f"letters were lost where {LOST} stands; write the word anew")


def _shown(line: str) -> str:
    return repr(line.encode("utf-8", "surrogateescape"))[1:][:60]


@rule("composed-letters", "Letters are composed (NFC), so that equal words are equal.", mends="letters are composed")
def composed_letters(record: Record) -> Iterator[RuleMatch]:
    """A letter and its accent as two characters never equal the letter as one."""
    for part, one in record.parts.items():
        if unicodedata.is_normalized("NFC", one.text):
            continue
        for number, line in enumerate(one.vertical.lines, 1):
            if not line.isascii() and not is_broken(line) and not unicodedata.is_normalized("NFC", line):
                yield RuleMatch(
                    part, number, f"a letter and its accent are two characters in {line.split(chr(9))[0]!r}"
                )


@rule(
    "line-ends",
    "Lines end with LF, the last one too; no byte order mark stands in front.",
    mends="line ends and byte order marks are corrected",
)
def line_ends(record: Record) -> Iterator[RuleMatch]:
    """Line ends of other systems, and marks of other editors."""
    for part, one in record.parts.items():
        lines = one.vertical.lines
        if lines[0].startswith(BOM):
            yield RuleMatch(part, 1, "the file begins with a byte order mark")
        ends = [number for number, line in enumerate(lines, 1) if line.endswith("\r")]
        if ends:
            yield RuleMatch(part, ends[0], f"a line ends with CR LF ({len(ends)} in this file)")
        if part in VERTICAL_PARTS and lines[-1] and lines != ("",):
            yield RuleMatch(part, len(lines), "the last line does not end with a line end")


@rule("three-fields", "A token has a word, a lemma and a tag, with TABs between.")
def three_fields(record: Record) -> Iterator[RuleMatch]:
    """None of them may be empty; lemma and tag are `-` where they are not known."""
    for part in VERTICAL_PARTS:
        if part not in record.parts:
            continue
        for number, line in enumerate(record.parts[part].vertical.unmarked, 1):
            fields = line.rstrip("\r").split("\t")
            is_right = len(fields) == 3 and all(map(str.strip, fields))
            if not is_right and line.strip() and not is_structure(line):
                filled = sum(bool(field.strip()) for field in fields)
                yield RuleMatch(
                    part, number, f"word, lemma and tag are wanted, found {filled} of them: {line.strip()!r}"
                )


@rule(
    "closed-sentences",
    "Every <s> has its </s>, and all tokens stand between them.",
    mends="a <s> or </s> that is missing at the beginning or end of a file is added",
)
def closed_sentences(record: Record) -> Iterator[RuleMatch]:
    """Structure of vertical files."""
    for part in VERTICAL_PARTS:
        if part in record.parts:
            yield from _unclosed(part, record.parts[part].vertical.unmarked)


def _unclosed(part: str, lines: tuple[str, ...]) -> Iterator[RuleMatch]:
    opened = 0
    for number, line in enumerate(lines, 1):
        tag = line.strip()
        if opened and tag[:1] != "<":
            continue
        if re.match(r"<s[\s>]", tag) and "desamb" not in tag and is_structure(tag):
            if opened:
                yield RuleMatch(part, number, f"a sentence begins, but that of line {opened} has not ended; add </s>")
            opened = number
        elif re.match(r"</s\s*>", tag):
            if not opened:
                yield RuleMatch(part, number, "a sentence ends that has not begun; add <s>, or remove this line")
            opened = 0
        elif tag and not opened and not is_structure(tag):
            yield RuleMatch(part, number, f"the token {tag.split()[0]!r} stands outside of <s> and </s>")
            opened = number
    if opened:
        yield RuleMatch(part, len(lines), f"the sentence of line {opened} does not end; add </s>")
