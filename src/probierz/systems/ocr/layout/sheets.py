"""The words of hOCR, ALTO and PAGE files, with the places in the file where each is written.

hOCR   <span class="ocrx_word" title="bbox …; x_wconf 90">jćj</span>    1.2; in lines, in paragraphs, on pages
ALTO   <String CONTENT="jćj" WC="0.90"/> … <HYP CONTENT="-"/>            2 to 4
PAGE   <Word><TextEquiv conf="0.90"><Unicode>jćj</Unicode>…              2013 and 2019; also texts of lines alone

In PAGE the text of a line and of a region is written again; where it is the same words, it is changed with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import NamedTuple

from probierz.errors import DataError
from probierz.systems.ocr.layout.markup import Element, MarkupFile, MarkupSpan, MarkupText, parse, root_of

FORMATS = {"html": "hOCR", "alto": "ALTO", "pcgts": "PAGE"}
"""The formats, by the root of a file in small letters."""

_HOCR_LINES = frozenset(["ocr_line", "ocrx_line", "ocr_header", "ocr_footer", "ocr_caption", "ocr_textfloat"])
_WORD_CONFIDENCE = re.compile(rb"(?<=\bx_wconf )\s*([0-9.]+)")


class Confidence(NamedTuple):
    """Where the file says how sure the reader was of a word, from 0 to `whole`."""

    span: MarkupSpan
    whole: int


@dataclass
class SheetWord:
    """A word as it was read. places: where it is written, empty where it cannot be replaced.

    hyphen: a sign after it that has an element of its own. element: the one that may tell the whole of a broken word.
    """

    text: str
    name: str
    line: int
    places: list[MarkupSpan] = field(default_factory=list)
    confidence: Confidence | None = None
    hyphen: str = ""
    element: Element | None = None


Sheet = list[list[SheetWord]]
"""The lines of a page; an empty one stands between two paragraphs."""


@dataclass(frozen=True)
class Layout:
    """A file that was read."""

    format: str
    document: MarkupFile
    sheets: list[Sheet]


def is_layout(raw: bytes) -> bool:
    """Whether a file begins like one of the formats."""
    return root_of(raw) in FORMATS


def read_layout(raw: bytes, name: str) -> Layout:
    """Read a file. Raises DataError for one of no format, that is broken, hostile, or without a line of text."""
    found = FORMATS.get(root_of(raw))
    if found is None:
        raise DataError("is none of hOCR, ALTO and PAGE: its root is not html, alto or PcGts", path=name)
    document = parse(raw, name)
    reader = {"hOCR": _Hocr, "ALTO": _Alto, "PAGE": _PageXml}[found](document.content)
    sheets = [sheet for sheet in map(reader.sheet, filter(reader.is_page, document.root.all())) if any(sheet)]
    if not sheets:
        raise DataError(f"has no line of text where {found} has them; is it the output of a reader?", path=name)
    return Layout(found, document, sheets)


class _SheetFormat:
    """What the formats share."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def is_page(self, element: Element) -> bool:
        return element.name == "Page"

    def is_line(self, element: Element) -> bool:
        return element.name == "TextLine"

    def words(self, line: Element) -> list[SheetWord]:
        raise NotImplementedError

    def block(self, element: Element, lines: Sequence[Element]) -> list[list[SheetWord]]:
        """The lines of a paragraph."""
        return [words for line in lines if (words := self.words(line))]

    def sheet(self, page: Element) -> Sheet:
        found: Sheet = []
        for element in page.all():
            lines = [child for child in element.children if self.is_line(child)]
            block = self.block(element, lines) if lines else []
            found += [[], *block] if found and block else block
        return found

    def texts(
        self, element: Element, texts: Sequence[MarkupText], confidence: Confidence | None = None
    ) -> list[SheetWord]:
        """The words of an element's text; if it is in several pieces, they cannot be replaced."""
        pieces = [text for text in texts if text.span.value.strip()]
        name = element.get("id")
        if len(pieces) == 1 and pieces[0].is_plain:
            return [_word(span, name, element.line, confidence) for span in self.tokens(pieces[0].span)]
        joined = "".join(piece.span.value for piece in pieces)
        return [SheetWord(token, name, element.line) for token in joined.split()]

    def tokens(self, span: MarkupSpan) -> Iterator[MarkupSpan]:
        """What has no space inside."""
        for token in re.finditer(rb"[^ \t\r\n]+", self._content[span.start : span.end]):
            yield MarkupSpan(span.start + token.start(), span.start + token.end(), unescape(token[0].decode()))


def _word(span: MarkupSpan, name: str, line: int, confidence: Confidence | None) -> SheetWord:
    """A word; one with a space of another kind inside stays as it is."""
    text = "".join(span.value.split())
    return SheetWord(text, name, line, [span] if text == span.value else [], confidence)


def _number(element: Element, name: str) -> Confidence | None:
    found = element.attributes.get(name)
    return Confidence(found, 1) if found else None


class _Hocr(_SheetFormat):
    def is_page(self, element: Element) -> bool:
        return "ocr_page" in element.get("class").split()

    def is_line(self, element: Element) -> bool:
        return not _HOCR_LINES.isdisjoint(element.get("class").split())

    def words(self, line: Element) -> list[SheetWord]:
        found = [one for one in line.all() if "ocrx_word" in one.get("class").split()]
        return [
            word
            for one in found or [line]
            for word in self.texts(one, [text for part in one.all() for text in part.texts], self._confidence(one))
            if word.text
        ]

    def _confidence(self, word: Element) -> Confidence | None:
        title = word.attributes.get("title")
        found = title and _WORD_CONFIDENCE.search(self._content, title.start, title.end)
        return Confidence(MarkupSpan(found.start(1), found.end(1), found[1].decode()), 100) if found else None


class _Alto(_SheetFormat):
    def words(self, line: Element) -> list[SheetWord]:
        found: list[SheetWord] = []
        for one in line.named("String", "HYP"):
            content = one.attributes.get("CONTENT")
            if content is None or not content.value.strip():
                continue
            if one.name == "HYP":
                if found:
                    found[-1].hyphen = content.value.strip()
                continue
            words = [_word(span, one.get("ID"), one.line, _number(one, "WC")) for span in self.tokens(content)]
            if len(words) == 1:
                words[0].element = one
            found += words
        return found


class _PageXml(_SheetFormat):
    def words(self, line: Element) -> list[SheetWord]:
        words = [word for one in line.named("Word") for word in self._of(one)]
        whole = self._of(line)
        return _with_places(words, whole) if words else whole

    def block(self, element: Element, lines: Sequence[Element]) -> list[list[SheetWord]]:
        found = super().block(element, lines)
        _with_places([word for line in found for word in line], self._of(element))
        return found

    def _of(self, element: Element) -> list[SheetWord]:
        """The words of the first of its texts."""
        texts = sorted(element.named("TextEquiv"), key=_index)
        for text in texts[:1]:
            for unicode in text.named("Unicode"):
                return [word for word in self.texts(element, unicode.texts, _number(text, "conf")) if word.text]
        return []


def _index(text: Element) -> int:
    index = text.get("index")
    return int(index) if index.isdecimal() else 0


def _with_places(words: list[SheetWord], again: Sequence[SheetWord]) -> list[SheetWord]:
    """The words, with the places where the same ones are written again."""
    if [word.text for word in words] == [word.text for word in again]:
        for word, other in zip(words, again, strict=True):
            word.places += other.places if word.places else []
    return words
