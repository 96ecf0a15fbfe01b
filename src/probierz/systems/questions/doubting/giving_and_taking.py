"""Who gave and who took, where a question has the verb of one side and a sentence that of the other.

Komu sprzedał młyn Jan Kos?         Jan Kos kupił młyn od Anny Bem.
Od kogo kupiła młyn Anna Bem?       Anna Bem sprzedała młyn Janowi Kosowi.
"""

from __future__ import annotations

import re

from probierz.systems.questions.doubting.doubts import sentence_around
from probierz.systems.questions.wording.words import ASKS_WHO, NAME_WORD, without_marks

_GIVES = re.compile(
    r"\b(?:od)?sprzeda\w+|\bzby(?:l|la|li|wa\w*)\b|\b(?:po)?darow\w+|\b(?:od)?da(?:l|la|li|je|ja)\b|\bprzekaza\w+|\bzapisa\w+"
    r"|\bwrecz\w+|\bwydzierzaw\w+|\bprod(?:al|ala|ali|ava\w*)\b|\bpreda(?:l|la|li)\b|\bvenova\w+|\bodkaza\w+"
)
_TAKES = re.compile(
    r"\b(?:od|za|wy)?kupi(?:l|la|li|lo|ony|ona|ono|je)\b|\bnaby(?:l|la|li|wa\w*)\b|\bdosta(?:l|la|li|je)\b|\botrzym\w+|\bprzeje\w+"
    r"|\bprzeja(?:l|ł)\b|\bodziedzicz\w+|\b(?:vy|od)?koupi\w+|\bzdedi\w+|\bobdrze\w+|\bprevza\w+|\bziska\w+"
)


def takes_giver_for_taker(question: str, text: str, begin: int, end: int) -> bool:
    """Whether somebody does in a question the opposite of what is told of the same name in the same case, or of who is
    asked for by *kto* and stands not behind *od*.

    >>> text = "Jan Kos kupił młyn od Anny Bem."
    >>> [takes_giver_for_taker(f"Komu sprzedał{one}?", text, 22, 30) for one in (" młyn Jan Kos", "a młyn Anna Bem")]
    [True, False]
    """
    sentence = text[slice(*sentence_around(text, begin, end))]
    asked, told = (_sides(one) for one in (question, sentence))
    if not asked or not told or asked & told:
        return False
    if ASKS_WHO.match(question):
        return not re.search(r"\bod\b", text[sentence_around(text, begin, end)[0] : end].lower())
    names = re.findall(rf"(?<=\w ){NAME_WORD}(?: {NAME_WORD})*", question)
    return any(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", sentence) for one in names)


def _sides(text: str) -> set[str]:
    plain = without_marks(text.lower())
    return {side for side, verbs in (("gives", _GIVES), ("takes", _TAKES)) if verbs.search(plain)}
