"""Wikitext as people copy it from the editor of Wikipedia: links to their text, templates and tables out.

Only what is surely markup goes: brackets that are double and closed, quotes around words, signs around a heading that
is a line, signs before the items of a list, words such as `__NOTOC__`. A star or # begins an item where two lines in
succession have it, or where there is other wikitext: a lone one may be the star of somebody's birth. Single brackets
and quotes stay as they are, and so do lists with dashes.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

_BRACKET = re.compile(r"(\{\{|\}\}|\[\[|\]\]|\{\||\|\}(?!\}))")
_CLOSES = {"{{": "}}", "[[": "]]", "{|": "|}"}
_DEEPEST = 20
"""Brackets within brackets; deeper ones stay, so that no text costs more than another of its length."""
_NAME_WITHIN = 100
"""Letters of what a bracket holds, in which its name begins."""
_NO_TEXT = re.compile(r"\s*(?:soubor|obrázek|kategorie|file|image|category|plik|grafika|kategoria)\s*:", re.I)
_ADDRESS = re.compile(r"\[(?:https?:)?//[^\s\[\]]{1,2000}(?:[ \t]+([^\[\]\n]{1,500}))?\]")
_QUOTES = re.compile(r"(?<![\w'])('''''|'''|'')(?=[^\s'])([^\n]{1,500}?)(?<=[^\s'])\1(?!')")
_HEADING = re.compile(r"^(={2,6})[ \t]*([^=\s](?:[^\n]{0,300}[^=\s])?)[ \t]*\1[ \t]*$", re.M)
_RULE = re.compile(r"^-{4,}[ \t]*$", re.M)
_SWITCH = re.compile(
    "__(?:"
    "NOTOC|FORCETOC|TOC|NOEDITSECTION|NEWSECTIONLINK|NONEWSECTIONLINK|NOGALLERY|HIDDENCAT|INDEX|NOINDEX|DISAMBIG"
    "|NOCONTENTCONVERT|NOCC|NOTITLECONVERT|NOTC|STATICREDIRECT|EXPECTUNUSEDCATEGORY|EXPECTUNUSEDTEMPLATE"
    "|BEZOBSAHU|VŽDYOBSAH|OBSAH|BEZEDITOVATČÁST|LINKPŘIDATKOMENTÁŘ|SKRÝTKAT|INDEXOVAT|NEINDEXOVAT|BEZGALERIE"
    "|BEZSPISU|ZESPISEM|SPIS|BEZEDYCJISEKCJI|KATEGORIAUKRYTA|BEZGALERII|INDEKSUJ|NIEINDEKSUJ"
    ")__"
)
_ITEM = re.compile(r"^[*#]{1,6}[:;]?[ \t]+(?=\S)")
_TIGHT_ITEM = re.compile(r"^[*#]{1,6}[:;]?[ \t]*(?=[^\s*#])")
"""Of wikitext, where no space is needed; elsewhere that is as often a word with a sign before it."""
_GONE = "\0"
"""Stands where something was taken out, until the space before it is gone, too."""
_GAP = re.compile(
    rf"(?:(?<=\s)|^){_GONE}+[ \t]*|(?<![ \t])[ \t]++{_GONE}++(?=[.,;:!?)\n]|$)|{_GONE}", re.M
)  # each run of spaces is looked at once


class PlainWikitext(NamedTuple):
    """A text, and how many pieces of markup went from it."""

    text: str
    pieces: int


def without_wikitext(text: str) -> PlainWikitext:
    """Return a text as Wikipedia shows it.

    >>> without_wikitext("{{citace}} '''tučně''' o [[Praha|Prahou]].")
    PlainWikitext(text='tučně o Prahou.', pieces=3)
    """
    text, brackets = _unfolded(text.replace(_GONE, ""))
    text, addresses = _ADDRESS.subn(lambda found: found[1] or _GONE, text)
    text, switches = _SWITCH.subn(_GONE, text)
    quoted = 0
    for _ in ("italics", "in bold"):
        text, count = _QUOTES.subn(r"\2", text)
        quoted += count
    text, headings = _HEADING.subn(r"\2", _GAP.sub("", text))
    text, rules = _RULE.subn("", text)
    pieces = brackets + addresses + switches + quoted + headings + rules
    text, items = _without_bullets(text, is_wikitext=pieces > 0)
    return PlainWikitext(text, pieces + items)


def _without_bullets(text: str, *, is_wikitext: bool) -> tuple[str, int]:
    """The text without the signs before items of lists, and how many there were."""
    lines = text.split("\n")
    if is_wikitext:
        items = [at for at, line in enumerate(lines) if _TIGHT_ITEM.match(line)]
    else:
        filled = [at for at, line in enumerate(lines) if line.strip()]
        pairs = [pair for pair in pairwise(filled) if all(_ITEM.match(lines[at]) for at in pair)]
        items = sorted({at for pair in pairs for at in pair})
    for at in items:
        lines[at] = _TIGHT_ITEM.sub("", lines[at])
    return "\n".join(lines), len(items)


def _unfolded(text: str) -> tuple[str, int]:
    """The text with what brackets leave of their inside, and how many there were; those never closed stay."""
    opened: list[tuple[str, list[str]]] = [("", [])]
    count = 0
    for piece in _BRACKET.split(text):
        bracket, pieces = opened[-1]
        if piece in _CLOSES and len(opened) <= _DEEPEST:
            opened.append((piece, []))
        elif bracket and piece == _CLOSES[bracket] and _is_markup(bracket, pieces):
            opened.pop()
            opened[-1][1].append(_left(bracket, "".join(pieces)))
            count += 1
        else:
            pieces.append(piece)
    return "".join(part for bracket, pieces in opened for part in (bracket, *pieces)), count


def _is_markup(bracket: str, pieces: list[str]) -> bool:
    """Whether brackets hold what Wikipedia takes for a link, a template or a table: one that is named."""
    first = pieces[0][:_NAME_WITHIN].lstrip()[:1] if pieces else ""
    return bracket == "{|" or first.isalnum() or first in (":", "#", "/")


def _left(bracket: str, inside: str) -> str:
    if bracket != "[[" or _NO_TEXT.match(inside):
        return _GONE
    target, _bar, shown = inside.partition("|")
    return (shown or target).lstrip(":")
