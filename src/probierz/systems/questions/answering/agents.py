"""Who did something, told in the passive: behind *przez*, in Czech in the instrumental right behind the participle.

Kto ufundował kościół?      Kościół został ufundowany przez hrabinę Annę Morską w 1784 roku.
Kým byla navržena budova?   Budova byla navržena architektem Aloisem Dryákem a postavena firmou bratří Nových.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from probierz.systems.questions.reading.reader import PassageReading
from probierz.systems.questions.wording.field_words import OF_ASKING, forms
from probierz.systems.questions.wording.span_tokens import sentences_of
from probierz.systems.questions.wording.verbs import BEING, is_form_of, verb_of
from probierz.systems.questions.wording.words import NAME_WORD, SMALL, without_asking
from probierz.systems.questions.wording.years import years_between

if TYPE_CHECKING:
    from probierz.systems.questions.finding.index import FoundPassage

_DOER_ASKED = re.compile(r"\W*(?:k[td]o|przez kogo|kým)\b", re.IGNORECASE)
_NO_NOUN = (
    r"(?:w|we|z|ze|na|do|od|po|za|przy|dla|pod|nad|i|a|oraz|jako|wraz|podczas|v|ve|s|se|k|ke|o|pro|při|už|nie|około|tak"
    r"|cał\w+|kilka\w*|wiele|dwa|dwie|trzy|cztery|pięć|lata?|rok|dni|dzień|godzin\w*|miesi\w+|tydzie\w+|tygodni\w*)\b"
)
_WORD = rf"(?!{_NO_NOUN})[{SMALL}]{{2,}}"
_NAMES = rf"{NAME_WORD}(?: (?:& )?{NAME_WORD})*"
_QUOTED = r"[„\"][^”\"\n]{1,60}[”\"]"
_PHRASE = rf"(?:{_WORD} ){{0,3}}(?:{_NAMES}|{_QUOTED})(?: {_QUOTED})?|{_WORD}(?: {_WORD})?"
_BEHIND_BY = re.compile(
    rf"\b(?P<verb>[{SMALL}]{{3,}}(?:[nt][yaeo]|eni|ęci|ani))\b(?P<between>[^.;,:]*?)\bprzez (?P<agent>{_PHRASE})"
)
_TIME = r"(?: (?:v roce|v letech|roku|až v roce) [12]\d{3}(?:\s?[–—-]\s?[12]\d{3})?)?"
_INSTRUMENTAL = rf"(?!{_NO_NOUN})[^\W\d_]{{2,}}(?:em|ou|ím|ým|ami|emi|ími|ými)"
_IN_INSTRUMENTAL = re.compile(
    rf"\b(?P<verb>[{SMALL}]{{2,}}(?:án|en|at|ut|yt|it)[aoiy]?)\b{_TIME} "
    rf"(?P<agent>{_INSTRUMENTAL}(?: {_WORD})?(?: {_NAMES}| {_QUOTED})|{_INSTRUMENTAL})(?!\w)"
)
_OF_ANOTHER = re.compile(rf",? a (?P<of>{_WORD}(?: {_WORD})?) przez (?P<agent>{_PHRASE})")
"""A half without a verb, which says of what else who did it: *remont dachu przez gminę, a ganku przez parafię*."""
_SURE = 0.55
"""What stands behind a participle may be a way or a tool as well, so it is told with *perhaps*."""


def told_as_agents(question: str, found: Sequence[FoundPassage]) -> Iterator[PassageReading]:
    """Yield who did by the passive what a question asks the doer of; its sentence, the one before it and the title have
    all words of the question.
    """
    verb = verb_of(question) if _DOER_ASKED.match(question) else ""
    asked = forms(without_asking(question)) - OF_ASKING - BEING - forms(verb)
    for passage in found if verb and asked else ():
        sentences = sentences_of(passage.text)
        for (before, _), (low, high) in zip([sentences[0], *sentences], sentences, strict=False):
            told = f"{passage.title} {passage.text[before:high]}"
            if asked <= forms(told) | years_between(question, told):
                yield from _agents(verb, asked, passage, low, high)


def _agents(verb: str, asked: set[str], passage: FoundPassage, low: int, high: int) -> Iterator[PassageReading]:
    for pattern in (_BEHIND_BY, _IN_INSTRUMENTAL):
        for one in pattern.finditer(passage.text, low, high):
            if is_form_of(verb, one["verb"]):
                other = _OF_ANOTHER.match(passage.text, one.end(), high)
                told = other if other and forms(other["of"]) & asked - forms(passage.text[low : one.end()]) else one
                yield PassageReading(told["agent"], passage, *told.span("agent"), _SURE)
