"""XML of strangers, read with the place of everything in the file, so that a change touches nothing beside it.

A document is read once by expat. Entities and internal subsets of a DOCTYPE are refused, and nothing is fetched.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import NamedTuple
from xml.parsers import expat
from xml.sax.saxutils import escape

from probierz.errors import DataError

_DECLARED = re.compile(rb"""^\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_ATTRIBUTE = re.compile(rb"""\s([^\s=/>"']+)\s*=\s*("[^"]*"|'[^']*')""")
_DEEPEST = 500


class MarkupSpan(NamedTuple):
    """A place in the file, in bytes, and what is written there, with entities resolved."""

    start: int
    end: int
    value: str


class Edit(NamedTuple):
    """What to write in the place of some bytes."""

    start: int
    end: int
    written: bytes


class MarkupText(NamedTuple):
    """Text between two tags. is_plain: it is nothing but text, and can be replaced."""

    span: MarkupSpan
    is_plain: bool


@dataclass
class Element:
    """An element: its name without the namespace, its attributes, its texts and elements in order, and its line."""

    name: str
    attributes: Mapping[str, MarkupSpan]
    line: int
    tag_end: int  # where the tag that opens it could get another attribute
    children: list[Element] = field(default_factory=list)
    texts: list[MarkupText] = field(default_factory=list)

    def get(self, name: str) -> str:
        """The value of an attribute, "" if there is none."""
        found = self.attributes.get(name)
        return found.value if found else ""

    def all(self) -> Iterator[Element]:
        """Yield the element and everything in it, in the order of the file."""
        waiting = [self]
        while waiting:
            one = waiting.pop()
            yield one
            waiting += reversed(one.children)

    def named(self, *names: str) -> Iterator[Element]:
        """Yield what is of one of these names among its children."""
        return (child for child in self.children if child.name in names)


@dataclass(frozen=True)
class MarkupFile:
    """A file that was read: its bytes as UTF-8, how it was encoded, and its root."""

    content: bytes
    mark: bytes
    encoding: str
    root: Element

    def with_edits(self, edits: Iterable[Edit]) -> bytes:
        """The file with edits, in the encoding that it had; without any it is the same byte for byte."""
        parts, at = [], 0
        for start, end, written in sorted(edits):
            assert start >= at, "two edits touch the same bytes"
            parts += [self.content[at:start], written]
            at = end
        content = b"".join([*parts, self.content[at:]])
        if self.encoding == "utf-8":
            return self.mark + content
        return self.mark + content.decode().encode(self.encoding, "xmlcharrefreplace")


def as_text(value: str) -> bytes:
    """What to write between tags."""
    return escape(value).encode()


def as_attribute(value: str, quote: str) -> bytes:
    """What to write between the quotes of an attribute."""
    return escape(value, {quote: "&quot;" if quote == '"' else "&apos;"}).encode()


def parse(raw: bytes, name: str) -> MarkupFile:
    """Read a file. Raises DataError, with the line, for what is not XML, or not as harmless as it should be."""
    content, mark, encoding = _decoded(raw, name)
    return MarkupFile(content, mark, encoding, _Reading(content, name).root())


def root_of(raw: bytes) -> str:
    """The name of the root of a file that begins like XML, in small letters; "" for anything else."""
    head = raw[:4096].decode("utf-16" if raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "latin-1", "ignore")
    head = head.removeprefix("\u00ef\u00bb\u00bf").lstrip()
    head = re.sub(r"<\?.*?\?>|<!--.*?-->|<!doctype[^>\[]*(?:\[.*?\]\s*)?>", "", head, flags=re.DOTALL | re.IGNORECASE)
    found = re.match(r"\s*<(?:[\w.-]+:)?([\w.-]+)[\s/>]", head)
    return found[1].lower() if found else ""


def _decoded(raw: bytes, name: str) -> tuple[bytes, bytes, str]:
    """The bytes as UTF-8, the mark before them, and their encoding."""
    mark, encoding = next(((mark, known) for mark, known in _MARKS if raw.startswith(mark)), (b"", ""))
    if not encoding:
        declared = _DECLARED.match(raw[:200])
        encoding = declared[1].decode().lower() if declared else "utf-8"
    body = raw[len(mark) :]
    try:
        encoding = codecs.lookup(encoding).name
        text = body.decode(encoding)
        is_kept = encoding == "utf-8" or text.encode(encoding) == body
    except LookupError:
        raise DataError(f"says that it is encoded in {encoding!r}, which nobody knows", path=name) from None
    except UnicodeDecodeError as error:
        raise DataError(
            f"is no {encoding} at byte {error.start + len(mark) + 1}; save it as UTF-8", path=name
        ) from None
    if not is_kept:
        raise DataError(f"would not come out of {encoding} as it is; save it as UTF-8", path=name)
    return text.encode(), mark, encoding


class _Reading:
    """One run of expat over a document."""

    def __init__(self, content: bytes, name: str) -> None:
        self._content, self._name = content, name
        self._open: list[Element] = []
        self._root: Element | None = None
        self._text: tuple[int, list[str]] | None = None
        self._is_plain = True
        self._parser = parser = expat.ParserCreate("UTF-8")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        parser.CommentHandler = lambda _: self._end_text()
        parser.ProcessingInstructionHandler = lambda *_: self._end_text()
        parser.StartCdataSectionHandler = self._odd
        parser.SkippedEntityHandler = lambda *_: self._odd()
        parser.StartDoctypeDeclHandler = self._doctype
        parser.EntityDeclHandler = lambda *_: self._refuse("declares entities, which no scan needs; do not trust it")

    def root(self) -> Element:
        """Read it all. Raises DataError."""
        try:
            self._parser.Parse(self._content, True)
        except expat.ExpatError as error:
            what = expat.errors.messages[error.code]
            raise DataError(f"is not well-formed XML: {what}", path=self._name, line=error.lineno) from None
        assert self._root is not None
        return self._root

    def _refuse(self, message: str) -> None:
        raise DataError(message, path=self._name, line=self._parser.CurrentLineNumber)

    def _doctype(self, _name: str, _system: str | None, _public: str | None, has_internal_subset: int) -> None:
        if has_internal_subset:
            self._refuse("has declarations in its DOCTYPE, which no scan needs; do not trust it")

    def _start(self, name: str, _attributes: object) -> None:
        self._end_text()
        if len(self._open) >= _DEEPEST:
            self._refuse(f"has more than {_DEEPEST} elements inside each other")
        start = self._parser.CurrentByteIndex
        attributes, end = _attributes_at(self._content, start)
        element = Element(name.rpartition(":")[2], attributes, self._parser.CurrentLineNumber, end)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element
        self._open.append(element)

    def _end(self, _name: str) -> None:
        self._end_text()
        self._open.pop()

    def _data(self, data: str) -> None:
        if self._text is None:
            self._text = self._parser.CurrentByteIndex, []
        self._text[1].append(data)

    def _odd(self) -> None:
        """Something stands in the text that is not written as text."""
        self._data("")
        self._is_plain = False

    def _end_text(self) -> None:
        if self._text and self._open:
            start, parts = self._text
            span = MarkupSpan(start, self._parser.CurrentByteIndex, "".join(parts))
            self._open[-1].texts.append(MarkupText(span, self._is_plain))
        self._text, self._is_plain = None, True


def _attributes_at(content: bytes, start: int) -> tuple[dict[str, MarkupSpan], int]:
    """The attributes of the tag that begins at a byte, and where the last of them ends."""
    found = {}
    at = start + 1
    while content[at] not in b" \t\r\n/>":
        at += 1
    while attribute := _ATTRIBUTE.match(content, at):
        at = attribute.end()
        value = attribute[2][1:-1]
        found[attribute[1].decode()] = MarkupSpan(
            attribute.start(2) + 1, attribute.end(2) - 1, unescape(value.decode())
        )
    return found, at
