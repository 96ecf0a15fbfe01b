"""Words that a network reads in place of those that it met too seldom to know what follows them.

    o 10 45 pociąg odjedzie        →  o dziesiątej trzydzieści pociąg odjedzie
    e mail do nowaka wyślę jutro   →  ten list do nowaka wyślę jutro
    eee nie wiem                   →  no nie wiem

Each stands in for one word, so that labels are of the words that were said.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

_TIME = ("dziesiątej", "trzydzieści")
_LETTER = {"mail": "list", "maila": "listu", "mailu": "liście", "mailem": "listem", "maile": "listy", "maili": "listów"}
_HESITATION = re.compile("y{3,5}|e{3,5}|[ey]{2}m+|yhm+|ehm+|ekhm+|hmm+|mhm+")


def is_hesitation(word: str) -> bool:
    """Whether a word is none, but a sound between words: eee, yyy."""
    return _HESITATION.fullmatch(word) is not None


def is_letter(words: Sequence[str], at: int) -> bool:
    """Whether two words are `e-mail` in one of its forms."""
    return words[at] == "e" and at + 1 < len(words) and words[at + 1] in _LETTER


def with_stand_ins(words: Sequence[str], times: Collection[int] = ()) -> Sequence[str]:
    """The words with those that a network reads in place of some. times: where times of day begin that have them."""
    found = list(words)
    for at in times:
        found[at : at + 2] = _TIME
    for at, word in enumerate(words):
        if is_letter(words, at):
            found[at : at + 2] = "ten" if words[at + 1] == "mail" else "tym", _LETTER[words[at + 1]]
        elif is_hesitation(word):
            found[at] = "no"
    return found
