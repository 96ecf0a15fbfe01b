"""What a question takes for granted and its passage does not tell: a death, a fourth of something, a name.

On 1,998 questions of PoQuAD in five folds, 410 of which nothing answers, a rare word of a question that the passage
lacks says too little to refuse an answer: what is sure with it is right nearly as often. But where all that were found
have no word of it beside its verb, nothing sure is right: of 2,002 questions, asked of the five articles that theirs is
among, and of five others, these were 8 and 673.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from probierz.systems.questions.doubting.life_subjects import is_same_name
from probierz.systems.questions.doubting.lives import events_of_others
from probierz.systems.questions.wanted.kinds import Wanted, asks_where, event_of_life, ordinals_of, wanted_by
from probierz.systems.questions.wording.cut_words import cut_form
from probierz.systems.questions.wording.field_words import OF_ASKING, PRICE, forms
from probierz.systems.questions.wording.span_tokens import TOKEN
from probierz.systems.questions.wording.words import STEM, WORDS, without_asking, without_marks

if TYPE_CHECKING:
    from probierz.systems.questions.finding.index import FoundPassage
from probierz.systems.questions.wording.years import DAYS_OF_LIFE, YEARS_OF_LIFE

_DEATH_WORDS = "zmarl zgina zgine poleg smier zgon zamor rozst strac zabit pocho utona zahyn umrti"
_BIRTH_WORDS = "urodz przys swiat pocho syn corka"
_EVENTS = {"death": frozenset(_DEATH_WORDS.split()), "birth": frozenset(_BIRTH_WORDS.split())}
"""Cut words that tell a death or a birth."""
_LIFE_MARKS = re.compile(r"[†*](?=\s?\d)")
_SHORTEST = 3  # shorter words are mostly prepositions
_LEAST = 2  # names of one letter, as of a street or a form, are none


def that_name_what_costs(question: str, found: Sequence[FoundPassage]) -> Sequence[FoundPassage]:
    """The passages that have all words for what a question asks the price of; all where none has, or it asks no price.

    Prices stand beside each other in one text, and what a price is of is seldom told in other words.
    """
    priced = _priced(question)
    return [one for one in found if priced <= forms(f"{one.title} {one.text}")] or found if priced else found


def lacks_premise(question: str, passage: str) -> bool:
    """Whether a passage, with its title, tells no such event, none of the names, or others but not the one asked for.

    Nor may a word for that be missing which the price is asked of.

    >>> lacks_premise("Kto był szóstym burmistrzem?", "Drugim burmistrzem był Jan Gaj, trzecim Ewa Lis.")
    True
    """
    known = {cut_form(word) for word in WORDS.findall(passage)}
    if _priced(question) - forms(passage):
        return True
    return _lacks_event(question, passage, known) or _lacks_order(question, passage) or _lacks_names(question, known)


def lacks_subject(question: str, passages: Iterable[str]) -> bool:
    """Whether passages have no word of a question but the first behind what asks, mostly its verb.

    >>> lacks_subject("Kto prowadzi kawiarnię?", ["Koncert prowadzi Ewa Lis."]), lacks_subject("Kto wygrał?", ["Nikt."])
    (True, False)
    """
    words = WORDS.findall(without_asking(question))
    others = words[1:] if words and words[0][0].islower() else words
    subject = {form for word in others if len(word) >= _SHORTEST for form in forms(word) - OF_ASKING}
    return bool(subject) and not any(subject & forms(passage) for passage in passages)


def _priced(question: str) -> set[str]:
    """The words for what a question asks the price of; none where it asks no price."""
    known = forms(without_asking(question))
    if PRICE not in known or wanted_by(question) is not Wanted.NUMBER:
        return set()
    return {form for form in known - OF_ASKING - {PRICE} if len(form) >= _SHORTEST}


def _lacks_event(question: str, passage: str, known: set[str]) -> bool:
    """Whether a question asks for a birth or death that is not told; years of a life tell when, and not where."""
    event = event_of_life(question)
    is_dated = YEARS_OF_LIFE.search(passage) or DAYS_OF_LIFE.search(passage) or _LIFE_MARKS.search(passage)
    if not event:
        return False
    if not known & _EVENTS[event]:
        return asks_where(question) or not is_dated
    return not is_dated and _tells_of_others(question, passage, _EVENTS[event])


def _tells_of_others(question: str, passage: str, words: frozenset[str]) -> bool:
    """Whether each word of a passage that tells the event stands right beside another person's name."""
    tokens = [one.group() for one in TOKEN.finditer(passage)]
    stems = [cut_form(one) for one in tokens]
    events = {at for at, stem in enumerate(stems) if stem in words}
    return bool(events) and events <= events_of_others(question, tokens, stems)


def _lacks_order(question: str, passage: str) -> bool:
    """Whether other ones are counted by the noun behind the ordinal number of a question, and this one is not."""
    told = set(ordinals_of(passage).values())
    for word, number in ordinals_of(question).items():
        noun = _behind(word, question)
        if number in told or not noun or re.search(rf"\b{number}\.", passage):
            continue
        if any(_behind(other, passage)[:5] == noun[:5] for other in ordinals_of(passage)):
            return True
    return False


def _behind(word: str, text: str) -> str:
    """The word behind one, both without marks and in lower case; empty for none."""
    found = re.search(rf"\b{word}\s+(\w+)", without_marks(text.lower()))
    return found.group(1) if found else ""


def _lacks_names(question: str, known: set[str]) -> bool:
    """Whether a question has names, behind its first word, and the passage has none of them."""
    names = [word for word in WORDS.findall(question)[1:] if word[0].isupper() and len(word) >= _LEAST]
    return bool(names) and not any(cut_form(name) in known or _is_short_in(name, known) for name in names)


def _is_short_in(name: str, known: set[str]) -> bool:
    """Whether a short name stands there in another form: *Bąka*, *Jana*; longer ones are cut before their endings."""
    return len(name) <= STEM and any(is_same_name(name, form) for form in known if form[:2] == cut_form(name)[:2])
