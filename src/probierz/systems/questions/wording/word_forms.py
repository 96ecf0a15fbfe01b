"""Whether two words are forms of one word, without a dictionary: *kronika*, *kronikę*; not *kronikarz*.

Words are compared by their first letters elsewhere, which finds more texts; a fact is told by the word itself.
"""

from __future__ import annotations

import re
from functools import lru_cache

from probierz.systems.questions.wording.words import without_marks

_OF_NOUNS = (
    "a e i o u y ie ia iu io em iem om iom ow ami iami ach iach owi iowi owie ej iej ego iego emu iemu ym im ymi imi"
    " ych ich mi eme ech um ou ovi ove eho"
)
_OF_VERBS = (
    "c ac ec ic yc l la lo li ly al ala alo ali aly il ila ilo ili ily yl yla ylo yli yly el ela elo eli ely aja eja ja"
    " je uje uja ujemy owac owal owala owali owano any ana ane anych ano ony ona one ono acy aca ace acych acego"
    " anie ania aniu enie enia eniu am asz amy ecie"
)
_ENDINGS = sorted({"", *_OF_NOUNS.split(), *_OF_VERBS.split()})
_SHORTEST = 2
_SOFT = (
    (re.compile(r"(?<=\w{2})c[ey]$"), "k"),
    (re.compile(r"(?<=\w{2})dz[ey]$"), "g"),
    (re.compile(r"(?<=\w{2})(?:rz|ř)(?:a|e|y|i|u|em|ami|ach|om|owi)?$"), "r"),
    (re.compile(r"(?<=\w{2})(?:ci|t)(?:e|ach)?$"), "t"),
    (re.compile(r"(?<=\w{2})dzi(?:e|ach)?$"), "d"),
    (re.compile(r"(?<=\w{2})(?:sze|ch|si|sie)$"), "ch"),
)
"""Ends of cases whose consonant is another one in the others: *ręce*, *ręka*."""
_FLEETING = re.compile(r"(?<=[^aeiouy])i?e(?=[^aeiouy]{1,2}$)")
_SOFTENED_VOWEL = re.compile(r"i[aeo](?=[^aeiouy]{1,3}$)")
_OF_WOMEN = re.compile(r"(?:(?<=\w{4}[nt]i)cz|(?<=\w{5}))k$")
_OF_MEN = {"cz": "k"}
_OF_NOUN_ALONE = re.compile(r"[^aeiouyl]$")
_OF_VERB_ALONE = re.compile(r"uj[ea]|ujemy|owac|owal[aoiy]?|owan[aeoy]|ia|iaja|iac|ial[aoiy]?|ic|il[aoiy]?")


def are_forms_of_one_word(one: str, other: str) -> bool:
    """Whether two words are forms of one, or of the names of a man and a woman who do the same.

    >>> [are_forms_of_one_word("kronikę", told) for told in ("kronika", "kronikarz")]
    [True, False]
    >>> are_forms_of_one_word("skarbnikiem", "skarbniczka"), are_forms_of_one_word("raków", "rakiety")
    (True, False)
    >>> [are_forms_of_one_word("staw", told) for told in ("stawów", "stawia")]
    [True, False]
    """
    if _is_noun_beside_verb(*sorted((without_marks(one.lower()), without_marks(other.lower())), key=len)):
        return False
    return not _stems(one.lower()).isdisjoint(_stems(other.lower()))


def _is_noun_beside_verb(short: str, long: str) -> bool:
    """Whether one is a bare noun and the other a verb made of it: *staw*, *stawia*; *kurs*, *kursuje*."""
    return long.startswith(short) and bool(_OF_NOUN_ALONE.search(short) and _OF_VERB_ALONE.fullmatch(long, len(short)))


@lru_cache(1 << 14)
def _stems(word: str) -> frozenset[str]:
    """What is left of a word without an ending, in all ways there are."""
    plain = without_marks(word)
    bare = {plain[: len(plain) - len(end)] for end in _ENDINGS if plain.endswith(end)}
    soft = {without_marks(pattern.sub("", word)) + hard for pattern, hard in _SOFT if pattern.search(word)}
    stems = {one for one in bare | soft if len(one) >= _SHORTEST} | {plain}
    of_men = {_OF_WOMEN.sub(lambda end: _OF_MEN.get(end[0][:-1], ""), one) for one in stems}
    varied = stems | of_men
    varied |= {_FLEETING.sub("", one).replace("rzc", "rc") for one in varied if len(one) > _SHORTEST + 1}
    return frozenset(varied | {_SOFTENED_VOWEL.sub("i", one) for one in varied})
