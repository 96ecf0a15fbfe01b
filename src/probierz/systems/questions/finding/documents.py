"""Documents from files: folders of texts, tables, JSON lines, SQuAD files, dumps of Wikipedia.

They are read as streams, one at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from shlex import quote
from unicodedata import is_normalized, normalize

from probierz.archives.decompressing import named_ending, open_stream
from probierz.challenges.encodings import NAMES_OF_ENCODINGS, seeming_encoding
from probierz.errors import SAVE_AS_UTF8, DataError, OptionError, OutOfMemory
from probierz.given_folders import paths_below
from probierz.lines import DEFAULT, LineReader
from probierz.suites.json_faults import parsed_line
from probierz.suites.squad_form import SquadParagraph, read_squad_file
from probierz.systems.questions.finding.dumps import read_dump
from probierz.systems.questions.finding.index import is_index
from probierz.systems.questions.finding.passages import Document, SourceDocument
from probierz.systems.questions.finding.row_flaws import RowFlaws
from probierz.systems.questions.finding.separated_rows import (
    TableLine,
    TableRow,
    is_by_semicolons,
    rows_by_tabs,
    separated_rows,
)
from probierz.systems.questions.finding.tables import read_table
from probierz.systems.questions.finding.texts import documents_of_text
from probierz.systems.questions.finding.traced_text import TracedText, composed, with_line_feeds

_TEXTS = (".txt", ".md", ".text")
_TABLES = (".tsv", ".csv")
_JSON_LINES = (".jsonl", ".ndjson")
_JSON = (".json",)
_DUMPS = (".xml",)
_KNOWN = (*_TEXTS, *_TABLES, *_JSON_LINES, *_JSON, *_DUMPS)
_OF_PROGRAMS = {
    **dict.fromkeys((".docx", ".doc", ".odt", ".pdf", ".rtf", ".epub", ".html", ".htm"), ".txt"),
    **dict.fromkeys((".xlsx", ".xls", ".ods"), ".csv or .tsv"),
}
_TEXT_KEYS = ("text", "contents", "content", "passage", "context", "body")
_AS_IT_LIES = replace(DEFAULT, keep_cr=True)
_OURS = ".judged.tsv"
"""The end of a name of judged answers, which may lie beside the documents and are none."""
_FIRST_LINES = 20
_TOLD_BY = 1 << 20
"""Bytes of a file by which its encoding is told."""


def read_documents(
    places: list[str],
    broken: list[DataError] | None = None,
    files: set[Path] | None = None,
    flawed: list[DataError] | None = None,
) -> Iterator[Document]:
    """Yield the documents of files and folders, in the order of names.

    A text file is a document, its title the first line that is short, with those right below that go on with a
    preposition, else its name, and none where that line is the heading of the first block alone; one without a word
    is none. A row of a TSV or CSV is one, see `tables`. So is a
    line of JSON with `title` and `text`, a paragraph of a SQuAD file, and an article of a dump of MediaWiki. Hidden
    files of a folder are left out.
    broken: takes what is wrong with files that cannot be read, which then are left out from there on. files: takes
    those that a document came of. flawed: takes what is wrong with rows of tables that are read all the same.
    Raises OptionError for a place that does not exist or holds no such file, OutOfMemory for a file that is too large
    for the machine, DataError for files that cannot be read: of a folder all of that kind together, when the others
    were read.
    """
    for place in places:
        path = Path(place)
        if not path.exists():
            raise OptionError(f"{place}: there is no such file or folder")
        told = [] if flawed is None else flawed
        is_alone = len(places) == 1
        of_files = _folder(path, broken, told) if path.is_dir() else _alone(path, broken, told, is_alone=is_alone)
        for file, document in of_files:
            if files is not None:
                files.add(file)
            yield document


def left_out(places: list[str]) -> Counter[str]:
    """Count the files of folders that are not read, by what is said of them: `*.docx`, or that they are empty."""
    found: Counter[str] = Counter()
    for path in (file for place in places if Path(place).is_dir() for file in _files_in(Path(place))):
        ending = named_ending(path.name)
        if ending not in _KNOWN and not is_index(path):
            found[f"*{ending}" if ending else "without an ending"] += 1
        elif ending in _TEXTS and not path.stat().st_size:
            found["empty"] += 1
    return found


def _files_in(folder: Path) -> Iterator[Path]:
    """The files of a folder and of those in it, without hidden ones, whose names, or folders', begin with a dot."""
    for path in paths_below(folder):
        is_hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not is_hidden and not path.name.endswith(_OURS):
            yield path


def _alone(
    path: Path, broken: list[DataError] | None, flawed: list[DataError], *, is_alone: bool
) -> Iterator[tuple[Path, Document]]:
    try:
        yield from ((path, one) for one in _file(path, path.name, flawed, is_alone=is_alone))
    except DataError as error:
        if broken is None:
            raise
        broken.append(error)


def _folder(folder: Path, broken: list[DataError] | None, flawed: list[DataError]) -> Iterator[tuple[Path, Document]]:
    inside = sorted(path for path in _files_in(folder) if named_ending(path.name) in _KNOWN)
    if not inside:
        raise OptionError(f"{folder} has no file {', '.join(f'*{one}' for one in _KNOWN)} in it")
    faults: list[DataError] = []
    for path in inside:
        try:
            yield from ((path, one) for one in _file(path, path.relative_to(folder).as_posix(), flawed))
        except DataError as error:
            faults.append(error)
    if broken is not None:
        broken += faults
    elif faults:
        raise DataError(f"{'; '.join(map(str, faults))}; --skip-broken goes on without what cannot be read")


def _file(path: Path, name: str, flawed: list[DataError], *, is_alone: bool = False) -> Iterator[Document]:
    """The documents of a file, with letters and their marks composed (NFC), whichever way they were written."""
    with _memory_told(path), _encoding_told(path):
        yield from map(_composed, _as_written(path, name, flawed, is_alone=is_alone))


@contextmanager
def _memory_told(path: Path) -> Iterator[None]:
    """Say of which file the memory is not enough: it is whole, and must not be left out as a broken one."""
    try:
        yield
    except MemoryError:
        raise OutOfMemory(f"{path}: the memory is not enough to read it; cut it into files") from None


@contextmanager
def _encoding_told(path: Path) -> Iterator[None]:
    """Say of a file that is not UTF-8 in which encoding it seems to be, and with what command it is turned."""
    try:
        yield
    except DataError as error:
        if not error.detail.endswith(SAVE_AS_UTF8) or path.suffix.lower() != named_ending(path.name):
            raise
        with open_stream(path) as stream:
            encoding, said = seeming_encoding(stream.read(_TOLD_BY))
        name = NAMES_OF_ENCODINGS[encoding].replace(" ", "-")
        command = f"iconv -f {name} -t UTF-8 {quote(str(path))} > new{path.suffix}"
        raise DataError(f"{error.detail}, as `{command}` does; {said}", path=path, line=error.line) from None


def _composed(document: Document) -> Document:
    if not isinstance(document, SourceDocument) or is_normalized("NFC", document.title + document.text):
        return document
    text = composed(TracedText(document.text, document.stretches))
    title = normalize("NFC", document.title)
    return SourceDocument(document.name, title, text.text, document.file, text.stretches)


def _as_written(path: Path, name: str, flawed: list[DataError], *, is_alone: bool) -> Iterator[Document]:
    ending = named_ending(name)
    if ending in _TABLES:
        flaws = RowFlaws(path)
        yield from read_table(_rows(path, ending, flaws), str(path), name, flaws)
        flawed += flaws.told()
    elif ending in _JSON_LINES:
        yield from _json_lines(path, name)
    elif ending in _JSON:
        yield from _squad(path, name, is_alone)
    elif ending in _DUMPS:
        yield from read_dump(path, "" if is_alone else f"{name}:")
    elif ending in _OF_PROGRAMS:
        raise OptionError(f"{path} is a file of another program; save it as {_OF_PROGRAMS[ending]}, in UTF-8")
    else:
        yield from documents_of_text(path, name)


def _rows(path: Path, ending: str, flaws: RowFlaws) -> Iterator[TableRow]:
    """The rows of a table; of one with semicolons in a file of tabs too, as a spreadsheet may save it."""
    lines = _filled_lines(path)
    if ending == ".csv":
        return separated_rows(lines, (";", ",", "\t"), flaws)
    begin = list(islice(lines, _FIRST_LINES))
    if is_by_semicolons([line.text for line in begin]):
        return separated_rows(chain(begin, lines), (";",), flaws)
    return rows_by_tabs(chain(begin, lines))


def _filled_lines(path: Path) -> Iterator[TableLine]:
    """The lines of a file that are not empty, whether LF, CRLF or CR ends them."""
    place = number = 0
    with LineReader(path, dialect=_AS_IT_LIES, is_digested=False) as lines:
        for line in map(str, lines):
            for text in line.removesuffix("\r").split("\r"):
                number += 1
                if text.strip():
                    yield TableLine(number, place, text.replace("\0", " "))
                place += len(text) + 1
            place += line.endswith("\r")


def _json_lines(path: Path, name: str) -> Iterator[Document]:
    for number, _, line in _filled_lines(path):
        row = parsed_line(line, path, number)
        key = next((key for key in _TEXT_KEYS if isinstance(row, dict) and isinstance(row.get(key), str)), "")
        if not key:
            raise DataError(f"an object with one of {', '.join(_TEXT_KEYS)} is wanted", path=path, line=number)
        yield SourceDocument(
            str(row.get("id", f"{name}:{number}")), str(row.get("title", "")), with_line_feeds(row[key])
        )


def _squad(path: Path, name: str, is_alone: bool) -> Iterator[Document]:
    """The paragraphs of a SQuAD file. Beside others its name begins theirs, as articles stand in several."""
    for one in read_squad_file(path):
        yield SourceDocument(_place(one, name, is_alone), one.title, with_line_feeds(one.context))


def _place(paragraph: SquadParagraph, name: str, is_alone: bool) -> str:
    address = paragraph.url or paragraph.article
    if not address:
        return f"{name}#{paragraph.number}"
    return f"{address}#{paragraph.number}" if is_alone else f"{name}:{address}#{paragraph.number}"
