"""Text files as documents: without the tags of HTML, and with the rows of tables as documents of their own.

One that is read in several pieces is never in the memory as a whole: it is read once to say what it is, once when its
passages are cut, and once more for its tables, where it has any.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from html import unescape
from itertools import chain, islice
from pathlib import Path

from probierz.systems.questions.finding.passages import Document, LargeText, SourceDocument, digest_of
from probierz.systems.questions.finding.tables import TableTold, without_tables
from probierz.systems.questions.finding.text_pieces import text_pieces
from probierz.systems.questions.finding.traced_text import TracedText, composed
from probierz.systems.questions.wording.headings import end_of_title_lines, heads_first_block_alone

_HTML = re.compile(r"</(?:html|body|p|div|h[1-6]|li|td|span|b|i|em|strong|a)>", re.IGNORECASE)
_TAGS = re.compile(
    r"<!--.*?-->|<(script|style|head)\b.*?</\1\s*>|</?[a-z][a-z0-9]*(?:\s[^<>]*)?/?>|<![a-z][^<>]*>|&nbsp;",
    re.IGNORECASE | re.DOTALL,
)
_ENTITY = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)")
"""What `unescape` of the module html looks at."""
_HEADINGS = re.compile(r"^ {0,3}#{1,6}[ \t].*$", re.MULTILINE)


def documents_of_text(path: Path, name: str) -> Iterator[Document]:
    """Yield a text file without its tables, and each row of these under the title of the text and its headings.

    Of a large one the title is told by its first piece. Raises DataError for what is no text in UTF-8.
    """
    with closing(_parts_of_file(path)) as pieces:
        begin = list(islice(pieces, 2))
    if not begin:
        return
    title = _title(begin[0][0].text, name)
    if len(begin) == 1:
        rest, rows = begin[0]
        if not rows or _has_words(rest.text):
            yield SourceDocument(name, title, rest.text, name, rest.stretches)
        yield from _told_rows(rows, title, name)
    else:
        yield from _document_in_pieces(path, title, name)


def _document_in_pieces(path: Path, title: str, name: str) -> Iterator[Document]:
    digest = digest_of(title)
    has_rows = has_words = False
    for rest, rows in _parts_of_file(path):
        digest.update(rest.text.encode("utf-8", "replace"))
        has_rows, has_words = has_rows or bool(rows), has_words or _has_words(rest.text)
    if has_words or not has_rows:
        yield LargeText(name, title, digest.hexdigest(), name, lambda: (rest for rest, _ in _parts_of_file(path)))
    if has_rows:
        yield from _told_rows(chain.from_iterable(rows for _, rows in _parts_of_file(path)), title, name)


def _parts_of_file(path: Path) -> Generator[tuple[TracedText, list[TableTold]], None, None]:
    """The pieces of a file without tags and tables, letters and their marks composed, and the rows of the tables."""
    for rest, rows in without_tables(map(_without_tags, text_pieces(path))):
        yield composed(rest), rows


def _has_words(text: str) -> bool:
    """Whether anything stands in a text beside its headings."""
    return any(map(str.isalnum, _HEADINGS.sub("", text)))


def _told_rows(rows: Iterable[TableTold], title: str, name: str) -> Iterator[SourceDocument]:
    for number, above, told in rows:
        full = above if above.startswith(title) else f"{title} – {above}".removesuffix(" – ")
        yield SourceDocument(f"{name}:{number}", full, told.text, name, told.stretches)


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
