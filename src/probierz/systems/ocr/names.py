"""What words begin with: names, and the letters I and l, which many printers set alike.

Names are those that no corpus has, and that a model takes for a misread word that it knows; which of both letters it is
is told by where the word stands.

Alę boli głowa.          ->  Alę, the accusative of Ala, and not Ale
Pani Kornorowska         ->  Kornorowska, as it may be hers, and not Komorowska, if that is not as good as sure
Jan Byl, p. Rak          ->  as they were read, as a name or a title stands before a word with a capital that is one
Przyszedł. lnżynier      ->  Inżynier, as a sentence begins
na stole Iampę           ->  lampę, as no L is read as I, and amid a sentence no word is a capital one
"""

from __future__ import annotations

import re
from collections.abc import Callable

from probierz.systems.ocr.diacritics import bare

_WORD = re.compile(r"[\W_]*([^\W\d_]+)[\W_]*")
_SURNAME = re.compile(
    r"\w{2,}(?:(?:[sc]|dz)k(?:i|a|iego|iemu|im|iej|ą|ich|imi)|(?:[wn]icz|czyk|czak|iak|ów|ek)(?:a|owi|iem|em|ie|owie|ów)?)"
)
_SURE_SURNAME = 0.9
_ENDINGS = {"ę": "a", "ą": "a"}
"""The last letters of names in cases that have a sign, and in the nominative."""
_RARE = 2  # times that a word was seen
_LIKE_I, _LIKE_L = frozenset(["li", "lI"]), frozenset(["IL", "Il"])
_ENDS = frozenset(".?!…")


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


def is_behind_name(read: str, before: str, count: Callable[[str], int], *, is_worn: bool) -> bool:
    """Whether a word with a capital letter stands behind a name or a title, and so may be a surname: Jan Byl, p. Rak.

    On a page that was read badly (is_worn) it is one only if it was seen: of 600 pages of the task twelve such words
    are misread, one of them a word that was seen; on others none is.
    """
    found = _WORD.fullmatch(read)
    if found is None or not found[1].istitle() or len(found[1]) < _SHORTEST:
        return False
    is_behind = _TITLE.fullmatch(before) is not None or _FIRST_NAME.fullmatch(before) is not None
    return is_behind and (not is_worn or count(found[1].lower()) > _RARE)


_TITLE = re.compile(
    r"[„\"(]?(?:(?:pp?|dr|hab|inż|mgr|prof|ks|św|gen|płk|ppłk|mjr|kpt|ppor|por|sierż|kpr|hr|dyr|red|doc|adw)\.?"
    r"|pan(?:a|u|em|i|ią|ie|owie|ów)?|państw[oau]"
    r"|(?:doktor|inżynier|profesor|generał|pułkownik|major|kapitan|porucznik|sierżant|dyrektor|kierownik|prezes|minister"
    r"|redaktor|mecenas)(?:a|owi|em|k[aiąę])?|ksiądz|ksi[ęe]d\w+|poseł|posł\w+)",
    re.IGNORECASE,
)
_FIRST_NAME = re.compile(r"[„\"(]?[A-ZĄĆĘŁŃÓŚŹŻ][^\W\d_A-ZĄĆĘŁŃÓŚŹŻ]+,?|[A-ZŁŚŻ]\.")


def _is_inflected(word: str, chosen: str, count: Callable[[str], int]) -> bool:
    """Whether a word is one in a case that has a sign, and the choice is the same without it: Alę, Ale."""
    ending = _ENDINGS.get(word[-1])
    return ending is not None and bare(word) == bare(chosen) and count(word[:-1] + ending) > _RARE


def with_first_letter(read: str, right: str, before: str) -> str:
    """What was chosen for a word, small or capital as it should be if nothing but its first letter was misread.

    before: the word before, "" at the beginning of a page.
    """
    begin = next((at for at, sign in enumerate(read) if sign.isalpha()), 0)
    first, chosen = read[begin : begin + 1], right[begin : begin + 1]
    if read[:begin] != right[:begin] or len(right) < begin + 2 or read[begin + 1 :] != right[begin + 1 :]:
        return right
    is_first = before == "" or before.rstrip("\"”“»')")[-1:] in _ENDS
    if first + chosen in _LIKE_I and is_first:
        return f"{right[:begin]}I{right[begin + 1 :]}"
    if first + chosen in _LIKE_L and not is_first and not right[begin + 1 :].isupper():
        return f"{right[:begin]}l{right[begin + 1 :]}"
    return right
