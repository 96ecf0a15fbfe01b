"""Articles as people paste them: markup, tables and scripts of a page go, and those of wikitext; what is read stays."""

from __future__ import annotations

import html
import re
from typing import NamedTuple

import nh3
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.suites.sqad.squad_files import MOST_LETTERS
from probierz.suites.sqad.tagging import tagged_article
from probierz.suites.sqad.vertical import Vertical
from probierz.web.annotation.wikitext import without_wikitext

_TAG = re.compile(r"<[a-zA-Z/!]")
_BLOCK = re.compile(r"(?=</?(?:p|div|br|li|ul|ol|h[1-6]|tr|td|th|table|section|blockquote)\b)", re.I)
_EMPTY_LINE = re.compile(r"\n\s*\n")
_LINE_END = re.compile(r"(?<!\s)\s*\n\s*")
_SPACE = re.compile(r"\s{2,}")
_REFERENCE = re.compile(
    r"<sup\b[^<>]{0,300}\breference\b[^<>]{0,300}>(?:(?!<sup\b).){0,2000}?</sup>"
    r"|<ref\b[^<>]{0,300}/>|<ref\b[^<>]{0,300}>(?:(?!<ref\b).){0,2000}?</ref>",
    re.I | re.S,
)
"""Short ones alone, so that a page of opened and never closed marks costs no more than another."""
_TABLE = re.compile(r"<table\b[^<>]{0,2000}>(?:(?!<table\b).)*?</table\s*>", re.I | re.S)
_DEEPEST = 20
"""Tables within tables; deeper ones stay as text."""
_NOTE = re.compile(r"(?<=\S)\[(?:\d{1,3}|[a-z]|(?:pozn|p|przyp|uwaga|note|nb)\.?\s*\d{1,3})\]", re.I)
_EDIT = re.compile(r"\[\s*(?:editovat|upravit|edytuj|edit)(?:\s*\|[^\]\n]{1,20})?\s*\]", re.I)


def grouped(number: int) -> str:
    """Return a number with its thousands apart, as the language of the page writes it."""
    return number_format(number, force_grouping=True)


class PastedArticle(NamedTuple):
    """An article, and whether there was markup that went."""

    text: Vertical
    had_markup: bool


def read_pasted(text: str) -> PastedArticle:
    """Return an article cut into sentences and words. Raises Refused with what to do, and MissingExtra."""
    if len(text) > MOST_LETTERS:
        message = _(
            "The article has %(found)s letters, and at most %(most)s are taken; paste the part that is asked about."
        )
        raise Refused(message % {"found": grouped(len(text)), "most": grouped(MOST_LETTERS)}, "article")
    had_markup = _TAG.search(text) is not None
    text, _out = _cleaned(text)
    article = tagged_article(text)
    if not article.sentences:
        raise Refused(_("There is no text in what was pasted; copy the article as it is read."), "article")
    return PastedArticle(article, had_markup)


def without_footnotes(text: str) -> str:
    """Return a text without Wikipedia's marks of footnotes and links to edit.

    >>> without_footnotes("Dějiny[editovat | editovat zdroj] Kuba je ostrov.[1][pozn. 2] Leží v moři.")
    'Dějiny Kuba je ostrov. Leží v moři.'
    """
    return _NOTE.sub("", _EDIT.sub("", text))


class TakenOut(NamedTuple):
    """How much goes from what was pasted: marks of footnotes and links to edit, pieces of wikitext, and tables."""

    marks: int = 0
    wikitext: int = 0
    tables: int = 0


def taken_out(text: str) -> TakenOut:
    """Return what `read_pasted` takes out of what was pasted, beside tags."""
    return _cleaned(text)[1] if len(text) <= MOST_LETTERS else TakenOut()


def _cleaned(text: str) -> tuple[str, TakenOut]:
    """The text as it is read, and what went from it."""
    references = tables = 0
    text = _without_long_gaps(text)
    if _TAG.search(text):
        text, references = _REFERENCE.subn("", text)
        text, tables = _without_tables(text)
        text = _without_long_gaps(without_markup(text))
    text, wikitext = without_wikitext(text)
    marks = references + len(_EDIT.findall(text)) + len(_NOTE.findall(_EDIT.sub("", text)))
    return without_footnotes(text), TakenOut(marks, wikitext, tables)


def _without_tables(text: str) -> tuple[str, int]:
    """The text without tables of a page, the innermost first; those never closed stay."""
    together = 0
    for _depth in range(_DEEPEST):
        text, count = _TABLE.subn("\n\n", text)
        together += count
        if not count:
            break
    return text, together


def _without_long_gaps(text: str) -> str:
    """The text with no more white space between words than tells lines and paragraphs apart.

    So what looks for the ends of lines costs no more for a text of blanks than for another of its length.
    """
    return _SPACE.sub(_gap, text)


def _gap(found: re.Match[str]) -> str:
    line_ends = len(f"{found[0]}.".splitlines()) - 1
    return "\n" * min(line_ends, 2) or found[0][0]


def without_markup(text: str) -> str:
    """Return what a browser would show of a page: no tags, no scripts, no comments, a line for each paragraph.

    Where tags say what a paragraph is, a line end among its words is a space; an empty line still ends one.
    """
    if _BLOCK.search(text):
        text = "\n\n".join(_LINE_END.sub(" ", part) for part in _EMPTY_LINE.split(text))
    clean = nh3.clean(_BLOCK.sub("\n", text), tags=set(), clean_content_tags={"script", "style", "template"})
    return html.unescape(clean)
