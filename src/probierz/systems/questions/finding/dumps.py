"""Articles of a dump of Wikipedia as documents: sections with their headings, paragraphs between blank lines.

    lead                    up to the first heading
    heading, paragraphs     of each section, until one of links, notes or further reading (Piotrowski 2021)

Markup is taken off when the text is first asked for: a build that goes on skips what it has done without that.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from probierz.systems.libraries import library
from probierz.systems.questions.finding.passages import SHORTEST
from probierz.systems.shared.mediawiki import read_pages, without_tables

MOST_CHARACTERS = 500_000
"""Of the markup of an article; the rest, of the longest lists, is left out."""

_HEADING = re.compile(r"^(={2,6})[ \t]*([^=\n]+?)[ \t]*\1[ \t]*$", re.MULTILINE)
_LAST_SECTION = re.compile(
    r"(zobacz (też|także)|przypisy|uwagi|bibliografia|linki zewnętrzne|literatura|reference|poznámky|externí odkazy|"
    r"související články|see also|references|notes|external links|further reading)\b",
    re.IGNORECASE,
)
_NO_TEXT = re.compile(r"<(ref|gallery|math|timeline|score)\b[^>]*?(?:/>|>.*?</\1\s*>)", re.DOTALL | re.IGNORECASE)
_LINE_SIGNS = re.compile(r"^[*#:;]+[ \t]*", re.MULTILINE)
_CAPTION = re.compile(r"^(?:(?:thumb|mały|right|left|prawo|lewo|center|\d+px)\||(?:Kategoria|Kategorie|Category):)")


@dataclass(frozen=True)
class DumpedArticle:
    """An article. name: its title, behind the dump's name where there are several; source: its markup."""

    name: str
    title: str
    source: str

    @cached_property
    def text(self) -> str:
        """The text, paragraphs parted by blank lines; empty for an article without any."""
        return "\n\n".join(_paragraphs(self.source[:MOST_CHARACTERS]))

    @property
    def digest(self) -> str:
        """Of title and markup."""
        return hashlib.sha256(f"{self.title}\0{self.source}".encode("utf-8", "replace")).hexdigest()


def read_dump(path: Path, before: str = "") -> Iterator[DumpedArticle]:
    """Yield the articles of a dump. Raises DataError for another file or one that is cut off, MissingExtra."""
    library("mwparserfromhell")
    for page in read_pages(str(path)):
        yield DumpedArticle(f"{before}{page.title}", page.title, page.source)


def _paragraphs(source: str) -> Iterator[str]:
    heading = ""
    for title, body in _sections(_NO_TEXT.sub("", without_tables(source))):
        if _LAST_SECTION.match(title):
            return
        heading = _plain(title) or heading
        for block in re.split(r"\n\s*\n", _plain(body)):
            kept = " ".join(line.strip() for line in block.split("\n") if line.strip() and not _CAPTION.match(line))
            if len(kept) >= SHORTEST:
                yield f"{heading}\n{kept}" if heading else kept
                heading = ""


def _sections(source: str) -> Iterator[tuple[str, str]]:
    """The heading of each section, empty for the lead, and what stands below it."""
    title, begin = "", 0
    for heading in _HEADING.finditer(source):
        yield title, source[begin : heading.start()]
        title, begin = heading.group(2), heading.end()
    yield title, source[begin:]


def _plain(source: str) -> str:
    """The text without links, templates and emphasis; the lines of lists become lines of text."""
    plain = _LINE_SIGNS.sub("", source)
    if not any(sign in plain for sign in "[{'<&"):
        return plain.strip()
    return str(library("mwparserfromhell").parse(plain).strip_code()).strip()
