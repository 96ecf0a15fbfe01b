"""Names that no corpus has, and that a model takes for a misread word that it knows.

Alę boli głowa.          ->  Alę, the accusative of Ala, and not Ale
Pani Kornorowska         ->  Kornorowska, as it may be hers, and not Komorowska, if that is not as good as sure
"""

from __future__ import annotations

import re
from collections.abc import Callable

from probierz.systems.ocr.diacritics import bare

__all__ = ["is_name"]

_WORD = re.compile(r"[\W_]*([^\W\d_]+)[\W_]*")
_SURNAME = re.compile(
    r"\w{2,}(?:(?:[sc]|dz)k(?:i|a|iego|iemu|im|iej|ą|ich|imi)|(?:[wn]icz|czyk|czak|iak|ów|ek)(?:a|owi|iem|em|ie|owie|ów)?)"
)
_SURE_SURNAME = 0.9
_ENDINGS = {"ę": "a", "ą": "a"}
"""The last letters of names in cases that have a sign, and in the nominative."""
_RARE = 2  # times that a word was seen


def is_name(read: str, right: str, before: str, chance: float, count: Callable[[str], int]) -> bool:
    """Whether a word with a capital letter is rather a name in good Polish than what was chosen for it.

    before: the word before, "" at the beginning of a page. chance: how sure the choice is. count: how often a word, in
    small letters, was seen.
    """
    found, other = _WORD.fullmatch(read), _WORD.fullmatch(right)
    if not found or not other or not found[1].istitle() or found[1] == other[1] or len(found[1]) < _SHORTEST:
        return False
    word, chosen = found[1].lower(), other[1].lower()
    if _is_inflected(word, chosen, count):
        return True
    is_amid = before != "" and before[-1] not in ".?!:…"
    is_other = bare(word) != bare(chosen)
    return is_amid and is_other and chance < _SURE_SURNAME and _SURNAME.fullmatch(word) is not None


_SHORTEST = 3


def _is_inflected(word: str, chosen: str, count: Callable[[str], int]) -> bool:
    """Whether a word is one in a case that has a sign, and the choice is the same without it: Alę, Ale."""
    ending = _ENDINGS.get(word[-1])
    return ending is not None and bare(word) == bare(chosen) and count(word[:-1] + ending) > _RARE
