"""Documents, and the passages that they are cut into, in the ways of the papers of PolEval 2021, task 4."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from probierz.systems.questions.finding.traced_text import FileStretch, TracedText, clipped, put_together
from probierz.systems.questions.wording.words import BLANK_LINES, CAPITAL

SHORTEST = 20
"""A paragraph of fewer characters is a heading or a remnant (Piotrowski, PolEval 2021)."""
LONGEST = 20_000
"""A passage is never longer, whatever its text: one endless line must not become one passage."""

# Without abbreviations: a passage that begins behind one is as well found. Indexes that are there were cut so.
_SENTENCE_END = re.compile(rf"(?<=[.!?…])[\"”»)]*\s+(?=[\"„«(]*{CAPITAL})")
_WORD = re.compile(r"\S+")
_FIELD = re.compile(
    r"[^\W\d_][^\n:;.!?]{0,40}\.?:[ \t]+\S|(?:[-*•–][ \t]+)?(?:[01]?\d|2[0-3])[:.][0-5]\d(?:[ \t]|[–—-])"
    r"|[^\W\d_][^\n:]{0,60}[ \t][–—-][ \t](?:[01]?\d|2[0-3])[:.][0-5]\d[ \t]*$",
    re.MULTILINE,
)
_BEFORE_FIELDS = re.compile(r"[^\n]{0,79}[^\n.!?:;][^\S\n]*\n[^\S\n]*")
_ADDRESS = re.compile(r"(?:ul|al|pl|os)\.[ \t]+\w[^\n:]{0,80}(?:\n|$)", re.IGNORECASE)
_LONGEST_HEADING = 80
_SHORT_HEADINGS = re.compile(rf"(?:(?=[^\n]{{1,{SHORTEST - 1}}}$)#{{1,6}}[ \t][^\n]*\n?)+", re.MULTILINE)
_QUESTION_LAST = re.compile(r"(?:^|\n[^\S\n]*\n\s*)[^\n]{1,150}\?[*_ ]*$")


class Document(Protocol):
    """A text with a title. name: where it comes from, a path or an address, by which it is found again."""

    @property
    def name(self) -> str:
        """Unlike that of any other document."""

    @property
    def title(self) -> str:
        """It may be empty."""

    @property
    def text(self) -> str:
        """All of it."""

    @property
    def digest(self) -> str:
        """Of what it is made of; the same document has the same."""


@dataclass(frozen=True)
class SourceDocument:
    """A document whose text is known. file: the one it was read from; stretches: where its characters stand there."""

    name: str
    title: str
    text: str
    file: str = ""
    stretches: tuple[FileStretch, ...] = ()

    @property
    def digest(self) -> str:
        """Of title and text."""
        digest = digest_of(self.title)
        digest.update(self.text.encode("utf-8", "replace"))
        return digest.hexdigest()


@dataclass(frozen=True)
class LargeText:
    """A document that is read in pieces each time its text is wanted. digest: as that of a `SourceDocument`."""

    name: str
    title: str
    digest: str
    file: str
    pieces: Callable[[], Iterable[TracedText]]

    @property
    def text(self) -> str:
        """All of it, which takes as much memory."""
        return "".join(one.text for one in self.pieces())


@dataclass(frozen=True)
class Passage:
    """A part of a document: its characters from `begin` on. stretches: where they stand in its file."""

    title: str
    text: str
    begin: int
    stretches: tuple[FileStretch, ...] = ()


_Places = Iterable[tuple[int, int]]


def digest_of(title: str) -> hashlib._Hash:
    """Return the digest of a document with this title, to be updated with its text in UTF-8."""
    return hashlib.sha256(f"{title}\0".encode("utf-8", "replace"))


def cut_document(document: Document, way: str) -> Iterator[Passage]:
    """Yield the passages of a document, in order; `way` is a key of `CUTS`. Parts without a letter are left out.

    Of one in pieces the last span waits for the next ones, of at least as many characters, as it may go on in them.
    """
    held, before, wanted = TracedText(""), 0, 0
    waiting: list[TracedText] = []
    for piece in _pieces_of(document):
        waiting.append(piece)
        if sum(len(one.text) for one in waiting) < wanted:
            continue
        held, waiting = put_together([held, *waiting]), []
        spans = list(CUTS[way](held.text))
        last = spans.pop()[0] if spans else 0
        yield from _passages(document.title, held, before, spans)
        held, before = held.part(last, len(held.text)), before + last
        wanted = len(held.text)
    held = put_together([held, *waiting])
    yield from _passages(document.title, held, before, CUTS[way](held.text))


def _pieces_of(document: Document) -> Iterable[TracedText]:
    if isinstance(document, LargeText):
        return document.pieces()
    return [TracedText(document.text, document.stretches if isinstance(document, SourceDocument) else ())]


def _passages(title: str, held: TracedText, before: int, spans: _Places) -> Iterator[Passage]:
    """The passages of spans of a text, which so many characters of its document stand before."""
    for begin, end in spans:
        for low in range(begin, end, LONGEST):
            part = held.text[low : min(end, low + LONGEST)]
            kept = part.strip()
            if any(map(str.isalnum, kept)):
                at = low + part.index(kept)
                yield Passage(title, kept, before + at, clipped(held.stretches, held.text, at, at + len(kept)))


def _paragraphs(text: str) -> _Places:
    """Blocks between blank lines; short ones, questions, and headings of cards go with what follows."""
    begin = 0
    for gap in BLANK_LINES.finditer(text):
        block = text[begin : gap.start()].strip()
        last = block.rpartition("\n\n")[2]  # a short title before it goes with it
        heads_card = "\n" not in last and len(last) <= _LONGEST_HEADING and _begins_card(text, gap.end())
        is_heading = heads_card or bool(_SHORT_HEADINGS.fullmatch(last))
        if len(block) >= SHORTEST and not is_heading and not _QUESTION_LAST.search(block):
            yield begin, gap.start()
            begin = gap.end()
    if begin < len(text):
        yield begin, len(text)


def _begins_card(text: str, at: int) -> bool:
    """Whether a block begins with an address, with `Telefon: 22`, or with one line above that which is no sentence."""
    above = _BEFORE_FIELDS.match(text, at)
    return bool(_ADDRESS.match(text, at) or _FIELD.match(text, at) or (above and _FIELD.match(text, above.end())))


def _sentences_of_words(most: int) -> Callable[[str], _Places]:
    """Whole sentences as long as they have at most so many words together; one that has more stands alone."""

    def cut(text: str) -> _Places:
        begin, words = 0, 0
        starts = [0, *(gap.end() for gap in _SENTENCE_END.finditer(text)), len(text)]
        for start, end in pairwise(starts):
            count = sum(1 for _ in _WORD.finditer(text, start, end))
            if words and words + count > most:
                yield begin, start
                begin, words = start, 0
            words += count
        if words:
            yield begin, len(text)

    return cut


def _words(most: int) -> Callable[[str], _Places]:
    """So many words, wherever sentences end."""

    def cut(text: str) -> _Places:
        begin, count = 0, 0
        for word in _WORD.finditer(text):
            if count == most:
                yield begin, word.start()
                begin, count = word.start(), 0
            count += 1
        if count:
            yield begin, len(text)

    return cut


def _characters(most: int) -> Callable[[str], _Places]:
    """At most so many characters, cut between words where there are any."""

    def cut(text: str) -> _Places:
        begin = 0
        while len(text) - begin > most:
            gap = text.rfind(" ", begin + 1, begin + most + 1)
            end = gap if gap > begin else begin + most
            yield begin, end
            begin = end
        if begin < len(text):
            yield begin, len(text)

    return cut


CUTS: Mapping[str, Callable[[str], _Places]] = {
    "paragraphs": _paragraphs,
    "sentences-90": _sentences_of_words(90),
    "words-100": _words(100),
    "characters-300": _characters(300),
    "characters-500": _characters(500),
    "whole": lambda text: [(0, len(text))],
}
"""Ways to cut a text into spans: blocks between blank lines (Piotrowski); whole sentences up to 90 words
(Smywiński-Pohl et al.); 100 words (Kłeczek); 300 characters (Rybak) or 500 (PolEval 2022); or not at all."""
