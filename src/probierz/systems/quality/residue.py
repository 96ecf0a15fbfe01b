"""What is left in a text that no translator wrote: letters read in another encoding, and markup of one side alone.

Jestem gÅ‚odny.               Jestem głodny. in UTF-8, read as Windows-1252
Click <b>here</b>.  |  Kliknij tutaj.
The actor vanished. |  Aktor vanished.       a word of the source
"""

from __future__ import annotations

import re

_PERHAPS_MISREAD = re.compile("[ÃÄÅÂĂĹ].|â..|Ă.")
_ENCODINGS = ("cp1252", "cp1250", "latin-1")
_LOST = re.compile("\ufffd|[^\\W\\d_][¹³¿][^\\W\\d_]")
"""Letters that could not be read, and Polish ones of ISO 8859-2 or Windows-1250 read as Western ones: mo¿na."""

_ASKED = re.compile(r"(?<![\w/.=?&-])[^\W\d_]+\?[^\W\d_]+(?![\w=/])")
"""A word with a letter that an encoding had no place for: S?d."""

_MARKUP = re.compile(
    r"</?[a-zA-Z][^<>]*>|&(?:[a-zA-Z]{2,8}|#\d+);|\{\{?[A-Za-z0-9_.]*\}\}?|%(?:\(\w+\))?[sd]\b|\*\*(?=\S)"
)
"""Tags, entities, places for values and bold letters of Markdown."""


_WORD = re.compile(r"[^\W\d_]+")
_UNPOLISH = re.compile(
    r"\w{2,}(?:ed|ly|ght|ous|ful|sh|th|wn)|\w+(?:tion|ness|less)|(?:th|wh|kn|wr)\w+"
    r"|\w*(?:ough|igh)\w*|of|and|is|was|were|has|had|have|from|about|been"
)
_SHARED = 2  # words of a source that are left, and the share of all words that they are then
_ONE_OF = 3


def untranslated_word(source: str, translation: str) -> str:
    """A word in small letters that no Polish one is, where a third of a translation are words of its source; or ""."""
    given, words = _small_words(source), _WORD.findall(translation)
    left = [word for word in _small_words(translation) if word in given]
    odd = next((word for word in left if _UNPOLISH.fullmatch(word)), "")
    return odd if len(left) >= _SHARED and _ONE_OF * len(left) >= len(words) else ""


def _small_words(text: str) -> list[str]:
    """The words of a text in small letters, the first one in any."""
    return [word.lower() for at, word in enumerate(_WORD.findall(text)) if not at or word.islower()]


def misread_letters(text: str) -> str:
    """The first letters of a text that were read in another encoding than they were written in; "" for none."""
    for found in _PERHAPS_MISREAD.finditer(text):
        if any(_reads(found.group(), encoding) for encoding in _ENCODINGS):
            return found.group()
    lost = _LOST.search(text) or _ASKED.search(text)
    return lost.group() if lost else ""


def _reads(letters: str, encoding: str) -> bool:
    """Whether letters in an encoding are the bytes of others in UTF-8."""
    try:
        return letters.encode(encoding).decode("utf-8") != letters
    except ValueError:
        return False


def markup_of_one_side(source: str, translation: str) -> str:
    """What one of two texts has of markup where the other has none at all, in words; "": nothing."""
    given, made = _MARKUP.search(source), _MARKUP.search(translation)
    if given and not made:
        return f"markup in the source alone: {given.group()}"
    return f"markup here alone: {made.group()}" if made and not given else ""
