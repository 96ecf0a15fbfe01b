"""Whose birth or death a passage tells: *Jan Kot zmarł w Pucku* says nothing of where Ewa Lis died."""

from __future__ import annotations

from collections.abc import Sequence

from probierz.systems.questions.wording.cut_words import cut_form
from probierz.systems.questions.wording.words import WORDS

BIRTHS = frozenset(("urodz",))
DEATHS = frozenset(("zmarl", "zgina", "zgine", "poleg", "zahyn"))
"""Cut words that tell a birth or a death."""
_BETWEEN = frozenset((",", "się", "zaś", "natomiast", "też", "także", "również", "se"))
_LEAST = 2  # names in a row by which a person is told from a noun that begins a sentence, or from a town


def events_of_others(question: str, tokens: Sequence[str], stems: Sequence[str]) -> set[int]:
    """Return the places of births and deaths whose person stands right beside them and is not the one asked for.

    tokens: words and signs of a passage; stems: as they are compared. A person is two words with capitals in a row.

    >>> tokens = "W 1990 roku Jan Kot zmarł w Pucku .".split()
    >>> sorted(events_of_others("Gdzie zmarła Ewa Lis?", tokens, [cut_form(one) for one in tokens]))
    [5]
    """
    asked = {cut_form(word) for word in WORDS.findall(question)[1:] if word[0].isupper()}
    events = [at for at, stem in enumerate(stems) if stem in BIRTHS | DEATHS] if asked else []
    return {at for at in events if (person := _person_beside(tokens, at)) and not asked & person}


def _person_beside(tokens: Sequence[str], at: int) -> set[str]:
    """The cut words of the name right before a word, or right behind it; none where no person stands there."""
    for step in (-1, 1):
        place = at + step
        while 0 <= place < len(tokens) and tokens[place].lower() in _BETWEEN:
            place += step
        found: list[str] = []
        while 0 <= place < len(tokens) and tokens[place][0].isupper() and len(tokens[place]) > 1:
            found.append(tokens[place])
            place += step
        if len(found) >= _LEAST:
            return {cut_form(part) for name in found for part in WORDS.findall(name)}
    return set()
