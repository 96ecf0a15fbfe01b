"""Whether the clause of an answer tells of one doer or thing, and a question asks about one of another clause.

Gdzie biegacze zdobyli puchar?      Siatkarki zdobyły puchar w Kole, biegacze byli piąci.
Kogo zatrudniła Sum?                Dyrektor zatrudnił Jana Lisa, którego poleciła Maria Sum.
W którym roku rozebrano kościół?    Kościół wzniesiono w 1650 roku, a dzwonnicę rozebrano w 1802 roku.

No dictionary tells a subject: it is a noun without a preposition whose ending agrees with that of the verb, right
before the verb, or right behind it where the clause has another noun of the question. What it is done to stands beside
the verb as well, and does not agree, or the verb has no subject.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from probierz.systems.questions.doubting.doubts import clauses_of
from probierz.systems.questions.doubting.relative_clauses import RELATIVE_OBJECT
from probierz.systems.questions.wanted.kinds import Wanted, noun_asked_for, wanted_by
from probierz.systems.questions.wording.agreement import CONSONANT, agrees
from probierz.systems.questions.wording.field_words import OF_ASKING, forms
from probierz.systems.questions.wording.verbs import BEING, is_form_of, is_participle, is_past, past_of, verb_of
from probierz.systems.questions.wording.word_flags import ALL_PREPOSITIONS
from probierz.systems.questions.wording.words import ASKS_WHOM, SMALL, WORDS, without_asking

_NOT_ASKED = (Wanted.BOOLEAN, Wanted.CHOICE)
_NO_SUBJECT = frozenset(
    "a i oraz ale že se si ho ji je go ją mu im się nie ne też także również jednak tylko już potem później"
    " wcześniej wtedy pół raz rok dzień miesiąc tydzień jego jej ich její jejich jeho však pak také jen už tehdy"
    " den měsíc týden znovu ponownie on ona ono oni one oba obaj gdzie kde gdy kiedy když bo gdyż ponieważ protože"
    " że iż jak więc dlatego choć".split()
)
_GOVERNING = ALL_PREPOSITIONS | {"podczas", "během"}
_PRESENT = re.compile(r"m[aá]|mają|\w+(?:uj[eąí]|[aeě]j[ąí]|ę|ą)")
_OBJECT = re.compile(
    rf"(?!\w*(?:ych|ich|ym|im|em|ami|ach|om|tce|miast|pierw)$)[{SMALL}]*(?:[ęąyi]|{CONSONANT}|[^i\W]e|(?<=[^i])a)"
)
"""How a noun ends to which something is done, and no adverb."""
_PRONOUN_FIRST = re.compile(r"któr|kter|jenž|již|jež", re.IGNORECASE)
"""How a clause begins whose doer, or what it is done to, stands before it."""
_SHORTEST = 3


def is_done_by_another(question: str, text: str, begin: int, end: int) -> bool:
    """Whether the clause of an answer has the verb of a question and its own doer, and who is asked about does
    something else in another clause.

    >>> text = "Siatkarki zdobyły puchar w Kole, biegacze byli piąci."
    >>> [is_done_by_another(f"Gdzie {one} puchar?", text, 25, 31) for one in ("biegacze zdobyli", "siatkarki zdobyły")]
    [True, False]
    >>> text = "Gol Bąka sprawił, że został on nominowany do Złotego Buta."
    >>> is_done_by_another("Do czego został nominowany Bąk?", text, 45, 57)
    False
    """
    return any(_has_verb(clause) for clause in _clauses_of_asked(question, text, begin, end))


def may_be_done_by_another(question: str, text: str, begin: int, end: int) -> bool:
    """Whether the same holds for another clause without a verb, which may go on with what the first one tells.

    >>> text = "Siatkarki zdobyły puchar w Kole, biegacze w Pile."
    >>> may_be_done_by_another("Gdzie biegacze zdobyli puchar?", text, 25, 31)
    True
    """
    return any(_clauses_of_asked(question, text, begin, end))


def _clauses_of_asked(question: str, text: str, begin: int, end: int) -> Iterator[str]:
    """The clauses beside that of an answer that have who or what is asked about; none where that one has no other."""
    verb, wanted = verb_of(question), wanted_by(question)
    if (
        wanted in _NOT_ASKED
        or not (is_past(verb) or is_participle(verb))
        or (wanted is Wanted.PERSON and not ASKS_WHOM.match(question))
    ):
        return
    clauses = clauses_of(text, begin, end)
    at = _clause_of_verb(question, verb, [text[slice(*one)] for one in clauses], begin - clauses[0][0])
    own = text[slice(*clauses[at])]
    noun = "" if wanted_by(question) is Wanted.NUMBER else noun_asked_for(question)
    told = set(WORDS.findall(without_asking(question)))
    bare = [one for one in _bare(question) if one in told and len(one) >= _SHORTEST and one.lower() not in (verb, noun)]
    doers = _agreeing(verb, bare)
    is_doer_told = any(forms(one) & forms(own) for one in doers)
    objects = [one for one in bare if one not in doers or is_doer_told]
    asked = _only_asked(doers, own) if _has_other_doer(question, verb, own) else set()
    if _has_other_object(question, verb, own, text[begin:end]):
        asked |= _only_asked(objects, own)
    yield from (text[low:high] for low, high in clauses[:at] + clauses[at + 1 :] if asked & forms(text[low:high]))


def _clause_of_verb(question: str, verb: str, clauses: Sequence[str], begin: int) -> int:
    """Which clause of a sentence tells of an answer what is asked: its own, or to *kogo* the relative one behind it."""
    ends = accumulate(map(len, clauses))
    own = next(at for at, end in enumerate(ends) if end > begin)
    behind = clauses[own + 1] if own + 1 < len(clauses) else ""
    is_behind = ASKS_WHOM.match(question) and RELATIVE_OBJECT.match(behind) and _tells(verb, behind)
    return own + 1 if is_behind and not _tells(verb, clauses[own]) else own


def _tells(verb: str, clause: str) -> bool:
    return any(is_form_of(verb, word.lower()) for word in WORDS.findall(clause))


def _only_asked(words: Sequence[str], own: str) -> set[str]:
    """Words of a question, as they are compared, but for those that a clause has."""
    return set().union(*map(forms, words)) - forms(own) - OF_ASKING


def _has_other_object(question: str, verb: str, own: str, answer: str) -> bool:
    """Whether a clause has the verb of a question, and right beside it what it is done to: no word of the question nor
    of an answer, and no doer.
    """
    if _PRONOUN_FIRST.match(own):
        return False
    words, known = _bare(own), forms(f"{question} {answer}")
    at = next((at for at, word in enumerate(words) if is_form_of(verb, word.lower())), None)
    if at is None or not _run(words[at:]):
        return False
    beside = [*_first_told(words[:at][::-1]), *_first_told(words[at + 1 :])]
    doers = _agreeing(words[at].lower(), beside)
    return any(_OBJECT.fullmatch(one) and one not in doers and not forms(one) & known for one in beside)


def _first_told(words: Sequence[str]) -> list[str]:
    """The word beside a verb, over forms of *być*; none where it is empty."""
    return [one for one in _run(words) if not forms(one) & BEING][:1]


def _has_other_doer(question: str, verb: str, own: str) -> bool:
    """Whether a clause has a verb, and a doer beside it that is no word of the question."""
    words, asked = _bare(own), forms(question)
    at = next((at for at, word in enumerate(words) if is_form_of(verb, word.lower())), None)
    if at is None:
        return False
    is_relative = bool(RELATIVE_OBJECT.match(own))
    if not is_relative and _PRONOUN_FIRST.match(own):
        return False
    before, behind = _run(words[:at][::-1]), _run(words[at + 1 :])
    is_object_told = is_relative or any(forms(word) & asked for word in (*words[:at], *words[at + 1 :]) if word)
    candidates = [_agreeing(words[at].lower(), before), _agreeing(words[at].lower(), behind) if is_object_told else []]
    return any(run and not any(forms(word) & asked for word in run) for run in candidates)


def _bare(text: str) -> list[str]:
    """The words of a text, empty where one stands behind a preposition or a number, is one, or can be no doer."""
    words = WORDS.findall(text)
    before = ["", *words[:-1]]
    return ["" if _is_behind(one, word) else word for one, word in zip(before, words, strict=True)]


def _is_behind(before: str, word: str) -> bool:
    is_no_noun = word.lower() in _GOVERNING | _NO_SUBJECT or not word.isalpha()
    return is_no_noun or before.lower() in _GOVERNING or before.isdigit()


def _run(words: Sequence[str]) -> list[str]:
    """The words up to the first that is empty."""
    return list(words[: words.index("")] if "" in words else words)


def _agreeing(verb: str, words: Sequence[str]) -> list[str]:
    """The words whose endings agree with that of a verb of the past."""
    past = past_of(verb)
    return [one for one in words if len(one) >= _SHORTEST and agrees(one, past)]


def _has_verb(clause: str) -> bool:
    words = WORDS.findall(clause.lower())
    return any(is_past(one) or _PRESENT.fullmatch(one) or forms(one) & BEING for one in words)
