"""Documents from files: folders of texts, tables, JSON lines, SQuAD files, dumps of Wikipedia.

They are read as streams, one at a time.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from html import unescape
from itertools import chain, islice
from pathlib import Path
from unicodedata import combining, is_normalized, normalize

from probierz.archives.decompressing import named_ending, open_stream
from probierz.errors import DataError, OptionError, OutOfMemory, not_utf8
from probierz.given_folders import paths_below
from probierz.lines import DEFAULT, LineReader, refuse_utf16
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
from probierz.systems.questions.finding.tables import markdown_rows, read_table
from probierz.systems.questions.finding.traced_text import TracedText, traced_with_line_feeds, with_line_feeds
from probierz.systems.questions.wording.headings import end_of_title_lines, heads_first_block_alone

__all__ = ["left_out", "read_documents"]

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
_MOST_BYTES = 64 << 20
"""A text file of more is refused: it is a table or a dump in a wrong name."""
_HTML = re.compile(r"</(?:html|body|p|div|h[1-6]|li|td|span|b|i|em|strong|a)>", re.IGNORECASE)
_TAGS = re.compile(
    r"<!--.*?-->|<(script|style|head)\b.*?</\1\s*>|</?[a-z][a-z0-9]*(?:\s[^<>]*)?/?>|<![a-z][^<>]*>|&nbsp;",
    re.IGNORECASE | re.DOTALL,
)
_ENTITY = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)")
"""What `unescape` of the module html looks at."""
_HANGUL = frozenset(map(chr, range(0x1161, 0x1200)))
"""Vowels and ends of syllables, which are composed with what stands before them."""
_AS_IT_LIES = replace(DEFAULT, keep_cr=True)
_HEADINGS = re.compile(r"^ {0,3}#{1,6}[ \t].*$", re.MULTILINE)
_OURS = ".judged.tsv"
"""The end of a name of judged answers, which may lie beside the documents and are none."""
_FIRST_LINES = 20
_LOOKED_AT = 4096
"""Bytes at the begin of a text file, of which at most one in a hundred is zero."""


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
    with _memory_told(path):
        yield from map(_composed, _as_written(path, name, flawed, is_alone=is_alone))


@contextmanager
def _memory_told(path: Path) -> Iterator[None]:
    """Say of which file the memory is not enough: it is whole, and must not be left out as a broken one."""
    try:
        yield
    except MemoryError:
        raise OutOfMemory(f"{path}: the memory is not enough to read it; cut it into files") from None


def _composed(document: Document) -> Document:
    if not isinstance(document, SourceDocument) or is_normalized("NFC", document.title + document.text):
        return document
    text = TracedText(document.text, document.stretches).replaced(_to_be_composed(document.text))
    title = normalize("NFC", document.title)
    return SourceDocument(document.name, title, text.text, document.file, text.stretches)


def _to_be_composed(text: str) -> Iterator[tuple[int, int, str]]:
    """Letters with their marks, and signs that have another form, as they are written in one."""
    begin = 0
    for end in range(1, len(text) + 1):
        if end < len(text) and (combining(text[end]) or text[end] in _HANGUL):
            continue
        if (composed := normalize("NFC", text[begin:end])) != text[begin:end]:
            yield begin, end, composed
        begin = end


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
    elif content := _whole(path).replace("\0", " "):
        yield from _text_and_rows(_without_tags(traced_with_line_feeds(content)), name)


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


def _whole(path: Path) -> str:
    with closing(open_stream(path)) as stream:
        content = stream.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise DataError(f"a text of more than {_MOST_BYTES >> 20} MB; cut it into files, or lines of a .tsv", path=path)
    refuse_utf16(content, str(path))
    if 100 * content.count(b"\0", 0, _LOOKED_AT) > len(content[:_LOOKED_AT]):
        raise DataError("this is no text, for it has zero bytes; take it out of the folder", path=path)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise not_utf8(error.object, error.start, path) from None


def _without_tags(whole: TracedText) -> TracedText:
    """A text with spaces in place of the tags of HTML, as many as these have letters, and signs for entities."""
    if not _HTML.search(whole.text):
        return whole
    plain = TracedText(
        _TAGS.sub(lambda tag: re.sub(r"[^\n]", " ", tag.group()), whole.text),
        whole.stretches,
    )
    entities = ((*one.span(), unescape(one.group())) for one in _ENTITY.finditer(plain.text))
    return plain.replaced(one for one in entities if plain.text[one[0] : one[1]] != one[2])


def _text_and_rows(whole: TracedText, name: str) -> Iterator[SourceDocument]:
    """A text without its tables, and each row of these as a document under the title of the text and its headings."""
    rest, rows = markdown_rows(whole)
    title = _title(rest.text, name)
    if not rows or any(map(str.isalnum, _HEADINGS.sub("", rest.text))):
        yield SourceDocument(name, title, rest.text, name, rest.stretches)
    for number, above, told in rows:
        full = above if above.startswith(title) else f"{title} – {above}".removesuffix(" – ")
        yield SourceDocument(f"{name}:{number}", full, told.text, name, told.stretches)


def _title(content: str, name: str) -> str:
    first, _, rest = content.lstrip().partition("\n")
    heading = first.lstrip("# ").strip()
    if (
        (rest.strip() or first.startswith("#"))
        and heading
        and len(heading) <= 100
        and not heading.endswith((".", ",", ";"))
    ):
        lines = content.lstrip()[: end_of_title_lines(content.lstrip())].split()
        return "" if heads_first_block_alone(content) else " ".join(lines) or heading
    return os.path.splitext(os.path.basename(name))[0].replace("_", " ")


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
