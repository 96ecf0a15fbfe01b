"""Texts of a corpus, one at a time, whatever its form.

    text        paragraphs in lines, an empty line between texts; lines of WikiExtractor (`<doc …>`) part texts, too
    lines       each line is a text
    subtitles   each line is a subtitle; those that follow each other become texts of some hundred words
    jsonl       each line is an object with `text`, or `content` as OSCAR has it
    wikipedia   a dump of MediaWiki, pages-articles.xml

Files may be compressed, and places may be folders. Nothing but one text is held in memory.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from probierz.archives.decompressing import named_ending
from probierz.errors import DataError, OptionError
from probierz.lines import DEFAULT, GEVAL, LineReader
from probierz.suites.json_faults import parsed_line
from probierz.systems.libraries import library
from probierz.systems.shared.mediawiki import read_pages, without_tables

FORMS = ("text", "lines", "subtitles", "jsonl", "wikipedia")
MOST_CHARACTERS = 200_000
"""A longer text goes on as another one."""

_ENDINGS = {".txt": "text", ".text": "text", ".jsonl": "jsonl", ".ndjson": "jsonl", ".xml": "wikipedia"}
_KEYS = ("text", "content")
_SUBTITLE_CHARACTERS = 2_000


class RawText(NamedTuple):
    """A text, its paragraphs parted by LF, and where it begins: the line of a file, or the number of a page."""

    text: str
    path: str
    line: int


def read_corpus(places: Iterable[str], form: str = "", *, is_lenient: bool = False) -> Iterator[RawText]:
    """Yield the texts of files and of folders, in the order of names.

    form: one of FORMS; empty: by the name of each file. is_lenient: bytes that are no UTF-8 become U+FFFD.
    Raises OptionError for a place that is not there, or whose form the name does not tell; DataError for what is not
    UTF-8, a line without an end, or a line of JSON that has no text.
    """
    for place in places:
        path = Path(place)
        if not path.exists():
            raise OptionError(f"{place}: there is no such file or folder")
        for file in _inside(path, form) if path.is_dir() else [path]:
            yield from _texts(os.fspath(file), form or _form_of(file), is_lenient)


def _inside(folder: Path, form: str) -> list[Path]:
    found = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    if not form:
        found = [path for path in found if named_ending(path.name) in _ENDINGS]
    if not found:
        raise OptionError(f"{folder} has no file {', '.join(map('*{}'.format, _ENDINGS))}; say what it has: --read-as")
    return found


def _form_of(path: Path) -> str:
    found = _ENDINGS.get(named_ending(path.name))
    if not found:
        known = f"{', '.join(FORMS[:-1])} or {FORMS[-1]}"
        raise OptionError(f"{path}: its name does not tell what it is; say --read-as {known}")
    return found


def _texts(path: str, form: str, is_lenient: bool) -> Iterator[RawText]:
    if form == "wikipedia":
        yield from _wikipedia(path)
        return
    with LineReader(path, dialect=GEVAL if is_lenient else DEFAULT, is_digested=False) as reader:
        lines = ((number, str(line).strip()) for number, line in enumerate(reader, 1))
        if form == "jsonl":
            found: Iterator[RawText] = _json_texts(lines, path)
        elif form == "lines":
            found = (RawText(line, path, number) for number, line in lines if line)
        else:
            found = _grouped(lines, path, _SUBTITLE_CHARACTERS if form == "subtitles" else MOST_CHARACTERS)
        for one in found:
            yield from _bounded(one)


_DOC = re.compile(r"</?doc\b[^>]*>")


def _grouped(lines: Iterable[tuple[int, str]], path: str, most: int) -> Iterator[RawText]:
    """Lines that stand together, until there are `most` characters."""
    waiting: list[str] = []
    first = size = 0
    for number, line in lines:
        is_end = not line or _DOC.fullmatch(line) is not None
        if waiting and (is_end or size + len(line) > most):
            yield RawText("\n".join(waiting), path, first)
            waiting, size = [], 0
        if not is_end:
            first = first if waiting else number
            waiting.append(line)
            size += len(line) + 1
    if waiting:
        yield RawText("\n".join(waiting), path, first)


def _bounded(one: RawText) -> Iterator[RawText]:
    """The text in parts of at most MOST_CHARACTERS, cut between words where there are any."""
    text = one.text
    while len(text) > MOST_CHARACTERS:
        at = text.rfind(" ", 0, MOST_CHARACTERS)
        at = at if at > 0 else MOST_CHARACTERS
        yield one._replace(text=text[:at])
        text = text[at:].lstrip()
    yield one._replace(text=text)


def _json_texts(lines: Iterable[tuple[int, str]], path: str) -> Iterator[RawText]:
    for number, line in lines:
        if not line:
            continue
        row = parsed_line(line, path, number)
        key = next((key for key in _KEYS if isinstance(row, dict) and isinstance(row.get(key), str)), None)
        if key is None:
            raise DataError(f"an object with {' or '.join(_KEYS)} is wanted", path=path, line=number)
        yield RawText(re.sub(r"\s*\n\s*", "\n", row[key].strip()), path, number)


# --- dumps of MediaWiki ----------------------------------------------------------------------------------------------


def _wikipedia(path: str) -> Iterator[RawText]:
    """The articles of a dump, without markup."""
    parser = library("mwparserfromhell")
    for page in read_pages(path):
        found = parser.parse(_without_lists(without_tables(page.source[:MOST_CHARACTERS]))).strip_code()
        text = "\n".join(filter(None, (_paragraph(line) for line in found.split("\n"))))
        if text:
            yield from _bounded(RawText(text, path, page.number))


def _without_lists(source: str) -> str:
    """Drop lists, which are no sentences, and which the parser takes long for."""
    return re.sub(r"^[*#:;].*$", "", source, flags=re.MULTILINE)


_NOT_PROSE = re.compile(
    r"^(?:[*#:;|!=]|(?:thumb|right|left|center|\d+px)\|)|^(?:Kategoria|Category|Plik|File|Grafika):"
)


def _paragraph(line: str) -> str:
    """A line of prose; empty for lists, headings, captions and categories."""
    plain = line.strip()
    return "" if _NOT_PROSE.match(plain) or len(plain) < 20 else plain
