"""Lemmas and tags of Czech sentences by MorphoDiTa, with a model that its user has; tags as records of SQAD write them.

A model is a file such as czech-morfflex2.0-pdtc1.0-220710.tagger of https://ufal.mff.cuni.cz/morphodita, CC BY-NC-SA.
Its tags have a letter at each of fifteen places; those of SQAD are attributes with values:

    NNFS1-----A----  →  k1gFnSc1
    AAIP4----2A----  →  k2eAgInPc4d2

Straková, Straka, Hajič, Open-Source Tools for Morphology (ACL 2014).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from probierz.errors import MissingExtra, Refused

_KINDS = {"N": "1", "A": "2", "P": "3", "C": "4", "V": "5", "D": "6", "R": "7", "J": "8", "T": "9", "I": "0"}
_MODES = {"VB": "mI", "Vf": "mF", "Vi": "mR", "Vp": "mA", "Vs": "mN", "Ve": "mS", "Vm": "mD"}
_BEFORE_MODE = (("e", 10, "AN"), ("a", 12, "PIB"))
_BEHIND_MODE = (("p", 7, "123"), ("g", 2, "MIFN"), ("n", 3, "SP"), ("c", 4, "1234567"), ("d", 9, "123"))
"""Attribute, its place, and the values that mean the same in both."""


def attributes(tag: str) -> str:
    """Return a tag of fifteen places as attributes; "-" for a word of no known kind.

    >>> attributes("VB-S---3P-AAI--")
    'k5eAaImIp3nS'
    """
    if tag[0] not in _KINDS:
        return "-"
    padded = tag.ljust(15, "-")
    first = "" if tag[0] == "N" else _values(padded, _BEFORE_MODE)  # nouns are not said to be affirmative
    return f"k{_KINDS[tag[0]]}{first}{_MODES.get(tag[:2], '')}{_values(padded, _BEHIND_MODE)}"


def _values(tag: str, places: Sequence[tuple[str, int, str]]) -> str:
    return "".join(name + tag[at] for name, at, values in places if tag[at] in values)


@cache
def morphodita(model: str) -> Callable[[Sequence[str]], list[tuple[str, str]]]:
    """Return the function from the words of a sentence to the lemma and the tag of each.

    Raises MissingExtra without the library, and Refused for a file that is no model.
    """
    try:
        from ufal.morphodita import Forms, TaggedLemmas, Tagger
    except ImportError as error:
        raise MissingExtra("MorphoDiTa", "morphodita", "tagging by a model of MorphoDiTa") from error
    tagger = Tagger.load(model)
    if tagger is None:
        raise Refused(
            f"{model}: this is no model of a tagger for MorphoDiTa; give a file such as "
            "czech-morfflex2.0-pdtc1.0-220710.tagger, see https://ufal.mff.cuni.cz/morphodita"
        )
    raw = tagger.getMorpho().rawLemma  # Praha_;G is Praha, stát-2 is stát

    def tagged(words: Sequence[str]) -> list[tuple[str, str]]:
        forms, found = Forms(), TaggedLemmas()
        for word in words:
            forms.append(word)
        tagger.tag(forms, found)
        return [(raw(one.lemma), attributes(one.tag)) for one in found]

    return tagged
