"""Wikitext as people copy it from the editor of Wikipedia: links to their text, templates and tables out.

Only what is surely markup goes: brackets that are double and closed, and quotes around words. Headings, lists, single
brackets and quotes stay as they are.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["PlainWikitext", "without_wikitext"]

_BRACKET = re.compile(r"(\{\{|\}\}|\[\[|\]\]|\{\||\|\}(?!\}))")
_CLOSES = {"{{": "}}", "[[": "]]", "{|": "|}"}
_DEEPEST = 20
"""Brackets within brackets; deeper ones stay, so that no text costs more than another of its length."""
_NAME_WITHIN = 100
"""Letters of what a bracket holds, in which its name begins."""
_NO_TEXT = re.compile(r"\s*(?:soubor|obrázek|kategorie|file|image|category|plik|grafika|kategoria)\s*:", re.I)
_ADDRESS = re.compile(r"\[(?:https?:)?//[^\s\[\]]{1,2000}(?:[ \t]+([^\[\]\n]{1,500}))?\]")
_QUOTES = re.compile(r"(?<![\w'])('''''|'''|'')(?=[^\s'])([^\n]{1,2000}?)(?<=[^\s'])\1(?!')")
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
    quoted = 0
    for _ in ("italics", "in bold"):
        text, count = _QUOTES.subn(r"\2", text)
        quoted += count
    return PlainWikitext(_GAP.sub("", text), brackets + addresses + quoted)


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
