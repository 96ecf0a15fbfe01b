"""What a text tells as a rumour, an accusation, a supposition, a condition or a near miss is no fact, and what it
denies or takes back is none at all.

Kto kupił młyn?         Podobno młyn kupił Jan Kot.                     perhaps Jan Kot
Kto wygrał mecz?        Gdyby nie deszcz, mecz wygrałby Jan Kot.        perhaps Jan Kot
Kto kupił młyn?         Błędnie podaliśmy, że młyn kupił Jan Kot.       nobody

A question that says so itself, *kto podobno kupił młyn*, asks for nothing else.
"""

from __future__ import annotations

import re
from enum import Enum

from probierz.systems.questions.doubting.doubts import STRONG_SEAM, own_clause, sentence_around
from probierz.systems.questions.wording.words import without_marks

_STEM = 5
"""Letters by which a question is known to have a word; shorter words tell nothing."""


class _Standing(Enum):
    """Where a word stands that makes a clause no fact."""

    IN_HALF = "anywhere in the half of a sentence that an answer is in"
    IN_SENTENCE = "anywhere in its sentence"
    BEFORE_THAT = "before *że*, which the answer stands behind"
    BEFORE_WISH = "before *żeby*, which the answer stands behind"
    BEHIND = "behind the answer, in its sentence or at the beginning of the next"


_DONE = r"(?:ł|ła|ło|li|ły|l|la|lo|ly)"
_UNSURE = {
    _Standing.IN_HALF: r"podobno|rzekom\w+|ponoć|jakoby|prý|údajn\w+|domniem\w+|domněl\w+|plot(?:k|ek)\w*"
    r"|pogłos(?:k|ek)\w*|pomluv\w*|oskarż\w+|podejrz(?:ew|an|en)\w+|obwini\w+|pomówi\w+|obvin\w+|podezř\w+"
    r"|przypuszczaln\w+|(?<!, )prawdopodobnie|(?<!, )pravděpodobně"
    r"|być może|zapewne|snad|málem|małem|omal|nieomal|niemal nie|o mało"
    rf"|o vlásek|o (?:mały )?włos|(?:prawie|niemal) (?:nie )?[^\W\d_]+(?:{_DONE}|no|to)"
    rf"|(?!volby|malby|kolby|chvalby)[^\W\d_]{{2,}}{_DONE}by"
    rf"|[^\W\d_]{{2,}}{_DONE}(?: se| si)? by|(?<!, )by (?:[^\W\d_]+ ){{0,3}}?[^\W\d_]{{2,}}{_DONE}",
    _Standing.IN_SENTENCE: r"gdyby|kdyby|jeśli|jeżeli|jestli|jestliže|pokud",
    _Standing.BEFORE_THAT: r"zezna\w+|twierdz\w+|utrzymyw\w+|uważa\w*|sądz(?:i|ą|ił\w*|ono)|myśl(?:i|ą|ał\w*|eli|ano)"
    r"|przypuszcz\w+|wierz(?:y|ą|ył\w*|ono)|spodziew\w+|(?:wydaj|wydawa|zdaj|zdawa)\w+ się|mówi(?:ono|ą|ło się| się)"
    r"|opowiadano|słysz(?:ał\w*|ano|eli)|przewid\w+|planowa\w+|zakłada(?:no|ł\w*)|zarzuc\w+"
    r"|(?:poda|napisa|pisa|informowa|poinformowa|ogłosi)liśmy|domníva\w+|tvrd(?:í|il\w*)|myslel\w*|předpoklád\w+"
    r"|vypověd\w+|říká se|říkalo se|povíd\w+ se|zdá se|zdálo se|(?:uvedl|psal|napsal|oznámil)i jsme"
    r"|jsme (?:uvedl|psal|napsal|oznámil)i|plánova\w+|očekáv\w+|doufa\w*",
    _Standing.BEFORE_WISH: r"wnios\w+|(?:za)?propon\w+|propoz\w+|postul\w+|(?:za)?suger\w+|projekt\w*|żąda\w+|apel\w+"
    r"|návrh\w*|navrh\w+|žád\w+",
    _Standing.BEHIND: r"(?:ale|lecz|jednak|ostatecznie|však|nakonec)\b[^.;]{0,40}?\b"
    r"(?:odwoła|anulowa|zrušen|zrušil|zrezygnowa)\w+",
}
"""Words, by where they stand, with which an answer is likely at most."""
_UNTRUE = {
    _Standing.BEFORE_THAT: r"nieprawd\w+|nie jest prawdą|nie było prawdą|nepravd\w+|není pravda|nebyla pravda|s?kłam\w+"
    r"|(?:przy)?śni\w+ się|sen|zmyśl\w+|fałsz\w+|błędn\w+|omyłkow\w+|pomyłkow\w+|mylnie|niesłuszn\w+|mylně|chybně"
    r"|omylem|lhal\w*|zalhal\w*|zaprzecz\w+|popřel\w*|(?:z)?dement\w+|vylouč\w+|wyklucz\w+",
    _Standing.BEFORE_WISH: r"odrzuc\w+|zamítl\w*|zamítnut\w+",
    _Standing.BEHIND: r"(?:co|ale|lecz|jednak) (?:\w+ ){0,2}(?:nieprawd|kłamstw|plotk)\w*|což (?:není pravda|byla lež)"
    r"|(?<=[.!?] )(?:jest to|to jest|to|byla to|to byla|je to|byl to) "
    r"(?:nieprawda|kłamstwo|plotka|błąd|nepravda|lež|omyl)"
    r"|(?<=[.!?] )(?:to není pravda|to nie jest prawda)",
}
"""Words with which an answer is none."""
_LINKS = {_Standing.BEFORE_THAT: "(?:że|iż|jakoby|že)", _Standing.BEFORE_WISH: "(?:żeby|by|aby|ażeby)"}
_Patterns = dict[_Standing, re.Pattern[str]]


def _compiled(table: dict[_Standing, str]) -> _Patterns:
    """The patterns of a table; what stands before a link is followed by it in the same sentence."""
    behind = {where: rf"\b[^.;!?]*?,? \b{link}\b" for where, link in _LINKS.items()}
    return {where: re.compile(rf"\b(?P<mark>{words})\b{behind.get(where, '')}") for where, words in table.items()}


_OF_UNSURE, _OF_UNTRUE = _compiled(_UNSURE), _compiled(_UNTRUE)


def is_hearsay(question: str, text: str, begin: int, end: int) -> bool:
    """Whether an answer is told as a rumour, a supposition, a condition or as what only nearly was.

    >>> text = "Podobno młyn kupił Jan Kot, a tartak Adam Bem."
    >>> [is_hearsay("Kto kupił?", text, *one) for one in ((19, 26), (37, 45))]
    [True, False]
    """
    return _is_marked(_OF_UNSURE, question, text, begin, end)


def is_told_as_untrue(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a text denies or corrects what an answer tells, or calls it a lie or a dream.

    >>> text = "Nieprawdą jest, że młyn kupił Jan Kot."
    >>> is_told_as_untrue("Kto kupił młyn?", text, 30, 37)
    True
    """
    return _is_marked(_OF_UNTRUE, question, text, begin, end)


def _is_marked(patterns: _Patterns, question: str, text: str, begin: int, end: int) -> bool:
    asked = without_marks(question.lower())
    low, high = sentence_around(text, begin, end)
    parts = {
        _Standing.IN_HALF: own_clause(text, begin, end, STRONG_SEAM),
        _Standing.IN_SENTENCE: text[low:high],
        _Standing.BEHIND: text[begin : high + 40],
    }
    found = (
        one["mark"]
        for where, pattern in patterns.items()
        for one in pattern.finditer(parts.get(where, text[low:begin]).lower())
    )
    return any(not _says_so_itself(asked, without_marks(mark)) for mark in found)


def _says_so_itself(asked: str, mark: str) -> bool:
    """Whether a question has the word of a mark, in any form; of several words, all that are long enough to tell."""
    stems = [word[:_STEM] for word in mark.split() if len(word) >= _STEM]
    return bool(stems) and all(re.search(rf"\b{re.escape(stem)}", asked) for stem in stems)
