"""Made-up scans: pages of clean texts with the damage that books, scanners and readers do, to learn from without scans.

A page is set in lines with broken words, headed, numbered and stained, and misread (see `misreading`); its text may be
spelled as before 1936 (see `spelling`). The shares below are what old Polish books look like, to one digit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from probierz.suites.poleval2021.ocr import escaped
from probierz.systems.ocr.misreading import Misreader
from probierz.systems.ocr.spelling import ERAS, respelled
from probierz.systems.system import Pair

_WORDS = (270, 90, 40)  # words of a page: mean, deviation, at least
_FEW_WORDS = (8, 60)  # of a page that is the end of a chapter, or a slip of paper
_SHORT_PAGES = 0.12
_ERA_SHARES = (49, 20, 15, 13, 3)
_WIDTHS = (38, 66)  # characters of a line
_SPREAD = 0.8  # of the logarithm of a page's quality
_BROKEN_PAGES = 0.25  # that end amid a word
_SHORT = 4  # letters of a word, below which it is not broken
_BREAK = re.compile(
    r"(?<=[aeiouyąęóé])(?=[^\W\d_aeiouyąęóé](?:[zhi])?[aeiouyąęóé])|(?<=[aeiouyąęóé][^\W\d_aeiouyąęóé])(?=[^\W\d_aeiouyąęóé])"
)
_BREAK_SIGNS = ("-", "", ":", "=", ".", "*", "»", "”", " -", "--")
_BREAK_SHARES = (9600, 90, 90, 50, 40, 40, 30, 30, 10, 10)
_STRAY_SIGNS = (  # and their shares
    "| 176 _ 94 , 40 ; 60 . 60 - 67 — 40 : 40 i 30 ! 30 * 28 ' 26 4 21 __ 21 j 15 a 12 \" 15 > 10 ) 9 ? 30 "
    "1 7 „ 9 Ę 8 = 6 h 7 I 6 s 5 l 5 ż 4 « 4 5 5 || 4 / 4 £ 3 „. 3"
)
_STRAYS = _STRAY_SIGNS.split()[::2]
_STRAY_SHARES = [int(share) for share in _STRAY_SIGNS.split()[1::2]]
_NOISE = "|!lijtrfcoaesz.,:;-—_'*«»()[]/1407 EAOZNRPSYXQB£©®§°   "
_EMPTY = ""


class Piece(NamedTuple):
    """A piece of a text as long as a page, in the spelling of an era, paragraph by paragraph."""

    paragraphs: list[str]
    title: str
    era: str


def pieces_of(paragraphs: Iterable[str], seed: int) -> Iterator[Piece]:
    """Cut texts, which have empty lines between them, into pieces as long as a page, also amid a paragraph."""
    random = Random(seed)
    words, room, found, title = 0, _room(random), [], ""
    for paragraph in paragraphs:
        tokens = paragraph.split()
        if not tokens:
            title = ""
        title = title or " ".join(tokens[:4])
        while tokens:
            part, tokens = tokens[: room - words], tokens[room - words :]
            found.append(" ".join(part))
            words += len(part)
            if words >= room:
                if random.random() < _BROKEN_PAGES:
                    tokens = _break_last(found, random) + tokens
                yield _spelled(found, title, random)
                words, room, found = 0, _room(random), []
    if found:
        yield _spelled(found, title, random)


def _break_last(found: list[str], random: Random) -> list[str]:
    """Break the last word, which goes on on the next page; return what is left for that."""
    before, _, word = found[-1].rpartition(" ")
    places = _breaks(word)
    if not places:
        return []
    cut = random.choice(places)
    found[-1] = f"{before} {word[:cut]}-".lstrip()
    return [word[cut:]]


def _breaks(word: str) -> list[int]:
    """Where a word may be broken."""
    if len(word) < _SHORT or not word.strip("„“”»«.,;:!?()…").isalpha():
        return []
    return [found.start() for found in _BREAK.finditer(word) if 2 <= found.start() < len(word) - 2]


def _room(random: Random) -> int:
    if random.random() < _SHORT_PAGES:
        return random.randint(*_FEW_WORDS)
    mean, deviation, least = _WORDS
    return max(least, round(random.gauss(mean, deviation)))


def _spelled(paragraphs: list[str], title: str, random: Random) -> Piece:
    [era] = random.choices(ERAS, _ERA_SHARES)
    return Piece([respelled(paragraph, era) for paragraph in paragraphs], title, era)


def made_up_scan(piece: Piece, seed: str) -> Pair:
    """Return what a scanner might read of a piece, and what is right, as lines of `in.tsv` and `expected.tsv`."""
    random = Random(seed)
    style = _Style(random)
    paragraphs = [style.set(paragraph) for paragraph in piece.paragraphs]
    lines = style.heading(piece.title)
    for paragraph in paragraphs:
        lines += style.lines(paragraph)
        if style.gaps and random.random() < 0.5:
            lines.append(_EMPTY)
    lines += style.footing()
    return Pair(escaped("\n".join(lines)), escaped("\n ".join(paragraphs)))


class _Style:
    """How a book was printed, and how a page of it was scanned."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._quality = random.lognormvariate(-(_SPREAD**2) / 2, _SPREAD)
        self._misreader = Misreader(random, self._quality)
        self._width = random.randint(*_WIDTHS)
        self._quotes = random.choices(("„“", "„”", "»«"), (60, 30, 10))[0]
        self._has_narrow_dashes = random.random() < 0.12
        self._has_wide_marks = random.random() < 0.1
        self._has_ellipses = random.random() < 0.3
        self.gaps = random.random() < 0.7

    # --- what is right ---

    def set(self, text: str) -> str:
        """The text with dashes and quotes as the book has them."""
        text = re.sub(r"(?:^-|^[–—]|(?<=\s)[-–—])(?=\s|\w)", "—", text)
        text = re.sub(r"—(?=\w)", "— ", text)
        text = re.sub(r'"(?=\w)|„|(?<!\w)«', self._quotes[0], text)
        text = re.sub(r'"|”|“|»', self._quotes[1], text) if self._quotes != "»«" else re.sub(r'"|”|“', "«", text)
        return text.replace("...", "…") if self._has_ellipses else text.replace("…", "...")

    # --- what is read ---

    def lines(self, text: str) -> list[str]:
        """The lines of a paragraph, misread."""
        return [self._stained(self._misreader.misread(self._narrow(line))) for line in self._broken(text.split())]

    def _broken(self, words: list[str]) -> Iterator[str]:
        """Lines as wide as the page; words that do not fit are broken."""
        line = ""
        for word in words:
            rest = word
            while rest:
                space = " " if line else ""
                if len(line) + len(space) + len(rest) <= self._width:
                    line, rest = line + space + rest, ""
                    continue
                room = self._width - len(line) - 2
                cut = max((place for place in _breaks(rest) if place <= room), default=0)
                sign = self._random.choices(_BREAK_SIGNS, _BREAK_SHARES)[0] if cut else ""
                yield line + (f"{space}{rest[:cut]}{sign}" if cut else "")
                line, rest = ("", rest[cut:]) if cut or line else (rest, "")
        if line:
            yield line

    def _narrow(self, line: str) -> str:
        if self._has_narrow_dashes:
            line = line.replace(" — ", "—")
        if self._has_wide_marks:
            line = re.sub(r"(?<=\w)(?=[;:!?])", " ", line)
        return line

    def _stained(self, line: str) -> str:
        """The line with signs that stand for stains and for what lies beside the text."""
        random, bad = self._random, min(self._quality, 6)
        if random.random() < 0.0015 * bad:
            return _noise(random, len(line))
        tokens = [token for token in line.split(" ") if random.random() > 0.0012 * bad]
        if random.random() < 0.012 * bad:
            tokens.insert(0, random.choices(_STRAYS, _STRAY_SHARES)[0])
        if random.random() < 0.02 * bad:
            tokens.append(random.choices(_STRAYS, _STRAY_SHARES)[0])
        for at in range(len(tokens)):
            if random.random() < 0.001 * bad:
                tokens.insert(at, random.choices(_STRAYS, _STRAY_SHARES)[0])
            elif random.random() < 0.0012 * bad:
                tokens[at] += random.choice(".'\".,-|_:^")
            elif random.random() < 0.0008 * bad and len(tokens[at]) > 4:
                where = random.randrange(2, len(tokens[at]) - 1)
                tokens[at] = random.choice((f"{tokens[at][:where]} {tokens[at][where:]}", tokens[at][:where]))
        return " ".join(tokens)

    # --- what is not a text ---

    def heading(self, title: str) -> list[str]:
        """The number of the page, the running head, a stain, or nothing."""
        random = self._random
        found = [_noise(random, random.randint(1, 12))] if random.random() < 0.08 else []
        if random.random() < 0.42:
            found += [self._misreader.misread(self._head(title)), *([_EMPTY] if random.random() < 0.8 else [])]
        return found

    def _head(self, title: str) -> str:
        random = self._random
        number = str(random.randint(2, 400))
        title = random.choice((title.upper(), title.upper(), title, title.title()))
        sign = random.choices("—-=", (70, 20, 10))[0]
        forms = (
            f"{sign} {number} {sign}",
            number,
            f"{number} {title}",
            f"{title} {number}",
            title,
            f"— {number}",
            f"{title}. {number}",
        )
        return random.choices(forms, (40, 25, 10, 10, 8, 3, 3))[0]

    def footing(self) -> list[str]:
        """What stands below the text: a number, the mark of a sheet, a stain, an address, or nothing."""
        random = self._random
        found: list[str] = []
        if random.random() < 0.2:
            found += [_EMPTY, self._misreader.misread(self._foot())]
        if random.random() < 0.1:
            found += [_EMPTY, _noise(random, random.randint(1, 10))]
        if random.random() < 0.01:
            found += [
                _EMPTY,
                random.choice(("http://rcin.org.pl", "www.polona.pl", "http://www.dbc.wroc.pl", "BIBLIOTEKA")),
            ]
        return found

    def _foot(self) -> str:
        random = self._random
        number, sheet = random.randint(2, 400), random.randint(1, 30)
        forms = str(number), f"{sheet}*", f"{number} —", f"Tom {'I' * random.randint(1, 3)}. {sheet}", f"— {number} —"
        return random.choices(forms, (50, 20, 5, 10, 15))[0]


def _noise(random: Random, length: int) -> str:
    """What is read where there is nothing to read."""
    return " ".join("".join(random.choices(_NOISE, k=max(length, 1))).split()) or "|"
