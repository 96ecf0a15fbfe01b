"""Whether a name is that of those to whom something was given, paid or sold, and so of no doer, as *kto* asks for.

Kdo zaplatil fakturu?       Ředitelka zaplatila fakturu firmě Kovona.
Kto dostarczył węgiel?      Węgiel dostarczono firmie Dąbex.
Kdo pronajal sál?           Rada pronajala sál spolku Jiskra.

A noun of a body in the dative says so, right before the name; where it may be the genitive as well, *předseda spolku*,
only behind a word of the question. Behind such a noun a person may be named who did it: *Pole daroval obci Jan Kos*.
"""

from __future__ import annotations

import re

from probierz.systems.questions.doubting.doubts import clauses_of
from probierz.systems.questions.wording.field_words import forms
from probierz.systems.questions.wording.headings import is_name_of_person
from probierz.systems.questions.wording.word_flags import ALL_PREPOSITIONS
from probierz.systems.questions.wording.words import ASKS_WHO, NAME_WORD

TO_A_BODY = frozenset(
    "firmě muzeu městu městečku městysu obci družstvu škole školce organizaci nadaci bance nemocnici knihovně divadlu"
    " továrně dílně pojišťovně univerzitě fakultě redakci kapele skupině ministerstvu bratrstvu pivovaru"
    " firmie spółce fabryce gminie szkole uczelni bibliotece drużynie orkiestrze stowarzyszeniu towarzystwu"
    " przedsiębiorstwu kółku kołu zgromadzeniu zrzeszeniu bractwu ministerstwu miastu miasteczku księgarni kopalni"
    " klubowi bankowi zakładowi związkowi zespołowi chórowi komitetowi hufcowi szpitalowi teatrowi urzędowi".split()
)
"""Nouns of bodies in the dative alone."""
_TO_OR_OF_A_BODY = frozenset(
    "společnosti spolku klubu ústavu úřadu farnosti kraji podniku závodu svazu sboru oddílu týmu domovu archivu fondu"
    " klášteru kostelu cechu galerii restauraci"
    " spółdzielni parafii fundacji organizacji instytucji redakcji akademii galerii kancelarii kompanii".split()
)
"""The dative of these is their genitive or locative as well."""
_NAME = re.compile(rf"{NAME_WORD}(?: {NAME_WORD})*")
_OF_PLACE = re.compile(r"\w+(?:ý|á|é|í|ski|ska|skie|cki|cka|ckie)\b")
"""The first word of the name of a place or body, *Český Krumlov*, and of no person."""


def is_recipient(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a question asks *kto*, and a noun in the dative stands before the name of an answer.

    >>> text = "Ředitelka zaplatila fakturu firmě Kovona."
    >>> [is_recipient(f"{one} fakturu?", text, 34, 40) for one in ("Kdo zaplatil", "Komu zaplatila")]
    [True, False]
    """
    name = _NAME.search(text, begin, end) if ASKS_WHO.match(question) else None
    if not name:
        return False
    low = next((low for low, high in clauses_of(text, begin, end) if low <= name.start() < high), 0)
    before, noun = ["", "", *re.findall(r"\w+", text[low : name.start()].lower())][-2:]
    is_person = is_name_of_person(name[0]) and not _OF_PLACE.match(name[0])
    is_to_body = noun in TO_A_BODY or (noun in _TO_OR_OF_A_BODY and bool(before and forms(before) & forms(question)))
    return is_to_body and not is_person and before not in ALL_PREPOSITIONS
