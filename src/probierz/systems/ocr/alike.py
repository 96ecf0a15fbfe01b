"""The letters I and l, which many printers set alike: which of them a word begins with is told by where it stands.

Przyszedł. lnżynier usiadł    ->  Inżynier      a sentence begins
na stole Iampę                ->  lampę         no L is read as I, and amid a sentence no word is a capital one
"""

from __future__ import annotations

__all__ = ["with_first_letter"]

_LIKE_I, _LIKE_L = frozenset(["li", "lI"]), frozenset(["IL", "Il"])
_ENDS = frozenset(".?!…")


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
