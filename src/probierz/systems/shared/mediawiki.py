"""Dumps of MediaWiki, such as pages-articles.xml of a Wikipedia: their articles, one at a time, and what is no prose.

Nothing but the last revision of one page is held in memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any, NamedTuple, cast
from xml.etree import ElementTree

from probierz.archives.decompressing import open_stream
from probierz.errors import DataError

_PIECE = 1 << 16
_TABLE_SIGN = re.compile(r"\{\||\n\|\}")


class DumpedPage(NamedTuple):
    """An article. number: of the page in the dump, from 1; source: its markup."""

    number: int
    title: str
    source: str


def read_pages(path: str) -> Iterator[DumpedPage]:
    """Yield the articles of a dump; redirects, and pages about pages, are left out.

    Raises DataError for another file, for one that is cut off, and for one that declares entities.
    """
    with closing(open_stream(path)) as stream:
        for number, page in enumerate(_elements(stream, path), 1):
            if page.findtext("{*}ns", "0") == "0" and page.find("{*}redirect") is None:
                title = page.findtext("{*}title") or ""
                yield DumpedPage(number, title, page.findtext("{*}revision/{*}text") or "")


def _elements(stream: Any, path: str) -> Iterator[ElementTree.Element]:
    """The pages, each forgotten when the next is asked for, with their last revision alone."""
    parser: ElementTree.XMLPullParser[ElementTree.Element] = ElementTree.XMLPullParser(("start", "end"))
    top: Any = None
    page: Any = None
    seen = 0
    try:
        while data := stream.read(_PIECE):
            if b"<!ENTITY" in data:
                raise DataError("a dump of MediaWiki declares no entities; this file is something else", path=path)
            parser.feed(data)
            for found in parser.read_events():
                event, element = cast("tuple[str, ElementTree.Element]", found)
                top = element if top is None else top
                name = element.tag.rpartition("}")[2]
                if name == "page":
                    page = element
                if event == "end" and name == "revision" and page is not None:
                    _forget_earlier(page, element)
                if event == "end" and name == "page":
                    seen += 1
                    yield element
                    top.clear()
        parser.close()
    except ElementTree.ParseError as error:
        if "no element found" in str(error) and seen:
            raise DataError(f"the dump is cut off behind page {seen}; get the whole file", path=path) from None
        raise DataError(f"this is no XML of MediaWiki: {error}", path=path) from None


def _forget_earlier(page: ElementTree.Element, revision: ElementTree.Element) -> None:
    """Forget the revisions of a page before this one: a dump of histories has thousands."""
    for other in page.findall("{*}revision"):
        if other is revision:
            return
        page.remove(other)


def without_tables(source: str) -> str:
    r"""Drop tables, which are no sentences, and which parsers take longest for; one without an end goes to the end.

    >>> without_tables("a {| b {| c\n|} d\n|} e")
    'a  e'
    """
    kept, depth, begin = [], 0, 0
    for sign in _TABLE_SIGN.finditer(source):
        if sign.group() == "{|":
            if not depth:
                kept.append(source[begin : sign.start()])
            depth += 1
        elif depth:
            depth -= 1
            begin = sign.end()
    if not depth:
        kept.append(source[begin:])
    return "".join(kept)
