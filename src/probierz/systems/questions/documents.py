"""Documents from files: folders of texts, tables, JSON lines, SQuAD files, dumps of Wikipedia.

They are read as streams, one at a time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from probierz.archives.streams import COMPRESSIONS, open_stream
from probierz.errors import DataError, OptionError
from probierz.lines import LineReader
from probierz.suites.squad_form import SquadParagraph, read_squad_file
from probierz.systems.questions.dumps import read_dump
from probierz.systems.questions.passages import Document, SourceDocument

__all__ = ["read_documents"]

_TEXTS = (".txt", ".md", ".text")
_TABLES = (".tsv",)
_JSON_LINES = (".jsonl", ".ndjson")
_JSON = (".json",)
_DUMPS = (".xml",)
_TEXT_KEYS = ("text", "contents", "content", "passage", "context", "body")
_MOST_BYTES = 64 << 20
"""A text file of more is refused: it is a table or a dump in a wrong name."""


def read_documents(places: list[str]) -> Iterator[Document]:
    """Yield the documents of files and folders, in the order of names.

    A text file is a document, its title the first line that is short, else its name. A line of a TSV is one: title and
    text, or name, title and text. So is a line of JSON with `title` and `text`, a paragraph of a SQuAD file, and an
    article of a dump of MediaWiki.
    Raises OptionError for a place that does not exist or holds no such file, DataError for a file that cannot be read.
    """
    for place in places:
        path = Path(place)
        if not path.exists():
            raise OptionError(f"{place}: there is no such file or folder")
        yield from _folder(path) if path.is_dir() else _file(path, path.name, is_alone=len(places) == 1)


def _folder(folder: Path) -> Iterator[Document]:
    known = (*_TEXTS, *_TABLES, *_JSON_LINES, *_JSON, *_DUMPS)
    inside = sorted(path for path in folder.rglob("*") if path.is_file() and _ending(path.name) in known)
    if not inside:
        raise OptionError(f"{folder} has no file {', '.join(f'*{one}' for one in known)} in it")
    for path in inside:
        yield from _file(path, path.relative_to(folder).as_posix())


def _file(path: Path, name: str, *, is_alone: bool = False) -> Iterator[Document]:
    ending = _ending(name)
    if ending in _TABLES:
        yield from _table(path, name)
    elif ending in _JSON_LINES:
        yield from _json_lines(path, name)
    elif ending in _JSON:
        yield from _squad(path, name, is_alone)
    elif ending in _DUMPS:
        yield from read_dump(path, "" if is_alone else f"{name}:")
    else:
        yield _text(_whole(path), name)


def _ending(name: str) -> str:
    for suffix in COMPRESSIONS:
        name = name.removesuffix(suffix)
    return os.path.splitext(name)[1].lower()


def _whole(path: Path) -> str:
    with closing(open_stream(path)) as stream:
        content = stream.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise DataError(f"a text of more than {_MOST_BYTES >> 20} MB; cut it into files, or lines of a .tsv", path=path)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(
            f"this is not UTF-8 (byte {error.object[error.start]:#x}); convert it, as by iconv -f CP1250 -t UTF-8",
            path=path,
        ) from None


def _text(content: str, name: str) -> SourceDocument:
    content = content.replace("\0", " ")  # ends of lines stay: places are counted in the file as it is
    first, _, rest = content.lstrip().partition("\n")
    heading = first.lstrip("# ").strip()
    if rest.strip() and heading and len(heading) <= 100 and not heading.endswith((".", ",", ";")):
        return SourceDocument(name, heading, content)
    return SourceDocument(name, os.path.splitext(os.path.basename(name))[0].replace("_", " "), content)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    with LineReader(path, is_digested=False) as lines:
        for number, line in enumerate(lines, 1):
            if str(line).strip():
                yield number, str(line).replace("\0", " ")


def _table(path: Path, name: str) -> Iterator[Document]:
    for number, line in _lines(path):
        fields = line.split("\t")
        if len(fields) > 3:
            raise DataError(
                f"{len(fields)} columns; wanted are a text, title and text, or name, title and text",
                path=path, line=number,
            )  # fmt: skip
        title = fields[-2] if len(fields) > 1 else ""
        yield SourceDocument(fields[0] if len(fields) == 3 else f"{name}:{number}", title, fields[-1])


def _json_lines(path: Path, name: str) -> Iterator[Document]:
    for number, line in _lines(path):
        try:
            row = json.loads(line)
        except ValueError:
            raise DataError("this is not JSON", path=path, line=number) from None
        key = next((key for key in _TEXT_KEYS if isinstance(row, dict) and isinstance(row.get(key), str)), "")
        if not key:
            raise DataError(f"an object with one of {', '.join(_TEXT_KEYS)} is wanted", path=path, line=number)
        yield SourceDocument(str(row.get("id", f"{name}:{number}")), str(row.get("title", "")), row[key])


def _squad(path: Path, name: str, is_alone: bool) -> Iterator[Document]:
    """The paragraphs of a SQuAD file. Beside others its name begins theirs, as articles stand in several."""
    for one in read_squad_file(path):
        yield SourceDocument(_place(one, name, is_alone), one.title, one.context)


def _place(paragraph: SquadParagraph, name: str, is_alone: bool) -> str:
    address = paragraph.url or paragraph.article
    if not address:
        return f"{name}#{paragraph.number}"
    return f"{address}#{paragraph.number}" if is_alone else f"{name}:{address}#{paragraph.number}"
