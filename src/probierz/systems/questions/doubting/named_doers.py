"""Who is named right before the verb of a question, in the nominative: *Jan Kowalski naprawił rower Ewy Nowak.*

Of a man it is known by the end of the first name, of a woman by that of the surname; what may be a genitive as well,
*Anna Kania kupiła dom*, *sklep Jana Marca kupiła*, only where it begins the clause and behind the verb stands what is
asked about.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from probierz.systems.questions.wording.agreement import CONSONANT, is_name_of_subject
from probierz.systems.questions.wording.case_borders import second_name
from probierz.systems.questions.wording.verbs import past_of
from probierz.systems.questions.wording.word_flags import ALL_PREPOSITIONS
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import NAME_WORD, WORDS

LIGHT = frozenset(["się", "se", "si", "już", "už", "też", "także", "również", "nie", "go", "ją", "je", "ho", "ji"])
"""What may stand between who does something and the verb."""
NO_DOER = re.compile(
    r"\w+(?:em|ów|ch|aj|ego|ik?rát)|\w{2,}(?:[iyeo]czn|enn|ln)ie|pierwsz[yai]|drug[ia]|drudzy|ostatni[a]?|sam[ai]?|první|druhá"
    r"|raz|znów|już|też|zaraz|wtedy|nagle|dziś|dnes|včera|wkrótce|najpierw|teraz|rano|ráno|dawno|szybko|rychle|krátce|później"
    r"|wcześniej|wreszcie|potom|pak|brzy|loni|często|długo|wspólnie|społem|společně|dnia|dne|lata|potajemnie|również|także",
    re.IGNORECASE,
)
"""When and how it was done: *latem*, *wczoraj*, *jako pierwsza*."""
_NAME = re.compile(NAME_WORD)
_NAMES_LAST = re.compile(
    rf"(?P<before>\w+ )?(?P<names>{NAME_WORD}(?: {NAME_WORD})+)(?: (?:{'|'.join(sorted(LIGHT))}))* $"
)
_LONGEST_NAME = 3
_LAST = re.compile(rf"\w+(?:a|á|{CONSONANT})")


class NamedDoer(NamedTuple):
    """The characters of a name, where the verb behind it ends, and the ending of that as `Past` has it."""

    begin: int
    end: int
    end_of_verb: int
    ending: str


def named_doer(asked: Collection[str], text: str, low: int, high: int) -> NamedDoer | None:
    """Return who stands before the verb that is asked about in a clause, from `low` to before `high`, and is not asked
    about; None where nobody is named so.

    >>> named_doer({"naprawił", "rower"}, "W maju Jan Kos naprawił rower Ewy.", 0, 34)
    NamedDoer(begin=7, end=14, end_of_verb=23, ending='l')
    >>> named_doer({"naprawił", "rower"}, "Rower Ewy Nowak naprawił Jan Kos.", 0, 33)
    """
    roots = {past.root for one in asked if (past := past_of(one))}
    for verb in WORDS.finditer(text, low, high):
        past = past_of(verb[0])
        run = _NAMES_LAST.search(text[low : verb.start()]) if past and past.root in roots else None
        if not past or not run:
            continue
        begin = _begin(run, asked, past.ending)
        following = WORDS.search(text, verb.end(), high)
        if begin is None and following and following[0].lower() in asked and _begins_clause(run, asked):
            begin = run.start("names")
        if begin is not None:
            return NamedDoer(low + begin, low + run.end("names"), verb.end(), past.ending)
    return None


def _begin(run: re.Match[str], asked: Collection[str], ending: str) -> int | None:
    """Where a name in the nominative begins that ends a run of words with capitals: the longest one, but the shortest
    where more than a name stands there, or a name behind a preposition: *w Zakopanem Jan Kos*.
    """
    names = [*_NAME.finditer(run.string, *run.span("names"))]
    if second := _second(run, names, ending):
        return None if _is_asked([one[0] for one in names[second:]], asked) else names[second].start()
    is_governed = (run["before"] or "").strip().lower() in ALL_PREPOSITIONS or bool(NO_DOER.fullmatch(names[0][0]))
    order = -1 if is_governed or len(names) > _LONGEST_NAME else 1
    for at in range(is_governed, len(names) - 1)[::order]:
        words = [one[0] for one in names[at:]]
        if is_name_of_subject(words, ending) and not _is_asked(words, asked):
            return names[at].start()
    return None


def _second(run: re.Match[str], names: Sequence[re.Match[str]], ending: str) -> int | None:
    """Which of some words begins the last of two names, the first of which stands behind a preposition."""
    is_in = names[0][0].lower() in ALL_PREPOSITIONS  # as the first word of a sentence
    preposition = names[0][0] if is_in else (run["before"] or "").strip()
    if preposition.lower() not in ALL_PREPOSITIONS:
        return None
    second = second_name([one[0] for one in names[is_in:]], preposition, ending)
    return second and second + is_in


def _begins_clause(run: re.Match[str], asked: Collection[str]) -> bool:
    """Whether a run is all of what stands before a verb, and ends as names in the nominative do."""
    words = run["names"].split()
    is_first = not run.string[: run.start("names")].strip()
    return is_first and words[0].endswith("a") and bool(_LAST.fullmatch(words[-1])) and not _is_asked(words, asked)


def _is_asked(words: Collection[str], asked: Collection[str]) -> bool:
    return any(are_forms_of_one_word(word, one) for word in words for one in asked)
