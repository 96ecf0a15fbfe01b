"""Articles as people paste them: a page's markup and scripts go, and what is read stays."""

from __future__ import annotations

import html
import re
from typing import NamedTuple

import nh3
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.suites.sqad.tagging import tagged_sentences, tagged_text
from probierz.suites.sqad.vertical import Vertical

__all__ = ["MOST_LETTERS", "PastedArticle", "grouped", "read_pasted"]

MOST_LETTERS = 500_000
"""Of an article; the longest of the Czech Wikipedia has fewer."""

_TAG = re.compile(r"<[a-zA-Z/!]")
_BLOCK = re.compile(r"(?=</?(?:p|div|br|li|ul|ol|h[1-6]|tr|td|th|table|section|blockquote)\b)", re.I)
_EMPTY_LINE = re.compile(r"\n\s*\n")
_LINE_END = re.compile(r"\s*\n\s*")


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
    if had_markup:
        text = without_markup(text)
    sentences = tagged_sentences(text)
    if not sentences:
        raise Refused(_("There is no text in what was pasted; copy the article as it is read."), "article")
    return PastedArticle(tagged_text(sentences), had_markup)


def without_markup(text: str) -> str:
    """Return what a browser would show of a page: no tags, no scripts, no comments, a line for each paragraph.

    Where tags say what a paragraph is, a line end among its words is a space; an empty line still ends one.
    """
    if _BLOCK.search(text):
        text = "\n\n".join(_LINE_END.sub(" ", part) for part in _EMPTY_LINE.split(text))
    clean = nh3.clean(_BLOCK.sub("\n", text), tags=set(), clean_content_tags={"script", "style", "template"})
    return html.unescape(clean)
