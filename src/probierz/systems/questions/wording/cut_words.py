"""Words as they are compared: cut, without the marks of letters, one form for all that say the same."""

from __future__ import annotations

import re
from functools import lru_cache

from probierz.systems.questions.wording.words import STEM, without_marks

_WORD = re.compile(r"\w+")
_SMALL_WORDS = (
    "i a w we z ze o u na do od po za przed przez dla oraz lub ale że to jest są był była było były się nie ten ta te"
    " jak jako który która które których ich jego jej by tym tej tego też także pod nad przy bez ku v ve s se je jsou"
    " byl byla k ke co czy gdy ani albo więc zaś"
)
SMALL = frozenset(_SMALL_WORDS.split())
"""Words that stand in any text, as they are written."""
_SAME = {
    **dict.fromkeys(("dzis", "dzisi", "obecn", "teraz", "aktua", "dnes", "nyni"), "dzis"),
    **dict.fromkeys(("zm", "zmarl", "umarl", "zemre", "zemr", "zem"), "zmarl"),
    **dict.fromkeys(("ur", "urodz", "nar"), "urodz"),
    **dict.fromkeys(("koszt", "cena", "ceny", "cene"), "koszt"),
}
"""Forms that say the same."""
_BORN = re.compile(r"naro(?:dz?il|zen)")
"""How Czech says *urodził się*; words cut alike are of nations."""


def cut_forms(text: str) -> set[str]:
    """The words of a text that say something, as they are compared: cut, without marks, one for all that say the same.

    >>> sorted(cut_forms("Ile kosztuje bilet do zoo?"))
    ['bilet', 'ile', 'koszt', 'zoo']
    """
    return {cut_form(word) for word in _WORD.findall(text) if word.lower() not in SMALL}


@lru_cache(1 << 16)
def cut_form(word: str) -> str:
    """A word as it is compared: cut, without the marks of letters, and one for all that say the same."""
    plain = without_marks(word.lower())
    cut = "urodz" if _BORN.match(plain) else plain[:STEM]
    return _SAME.get(cut, cut)
