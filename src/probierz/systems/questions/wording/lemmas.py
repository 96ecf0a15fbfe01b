"""Whether a question and a text have a word in common, by lemmas: *psi* and *pes*, *kůň* and *koni* share no stem.

Lemmas are those of simplemma, and of Morfeusz for Polish (extras `annotation`, `morfeusz`), of what is installed;
without both a word is its own lemma alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.util import find_spec

_WORD = re.compile(r"[^\W\d_]+")
_POLISH, _CZECH = frozenset("ąęłśżźćńó"), frozenset("áéěíúůýčďřšťž")

_CZECH_WORDS = """
a aby ale ani až bez by byl být co či do ho i já je jej jen jež ji jí jim již k kde kdo kdy ke ku li má mezi mi mít mu
na nad ne než ni o od on ona oni ono pak po pod pro při s se si ta tak tam te ten ti to tu tuto ty u už v ve více však
vy z za ze že
"""
_POLISH_WORDS = """
a ale aż bo był być byli czy da dla do go i ich ile im ja ją jak je jego jej już kim kto ku ma mi mieć mu na nad nam nas
nie niż no o od on ona po pod przy są się ta tak tam tą te tej ten tę to tu ty tym u w we wy z za ze zaś że
"""
_FUNCTION_WORDS = frozenset(f"{_CZECH_WORDS} {_POLISH_WORDS}".split())
"""Forms and lemmas that stand in any text; other words tell what a question is about, however short they are."""


def shares_word(question: Iterable[str], text: str) -> bool:
    """Whether a text has a form of one of the words of a question, but for those that stand in any text."""
    language = _language(text)
    asked = _all_lemmas(question, language) - _FUNCTION_WORDS
    return not asked.isdisjoint(_all_lemmas(set(_WORD.findall(text)), language))


def _all_lemmas(words: Iterable[str], language: str) -> set[str]:
    return {lemma for word in words if word.lower() not in _FUNCTION_WORDS for lemma in lemmas(word, language)}


def _language(text: str) -> str:
    """Czech or Polish, by the letters that only one of them has."""
    letters = text.lower()
    polish, czech = (sum(letters.count(one) for one in known) for known in (_POLISH, _CZECH))
    return "pl" if polish > czech else "cs"


def lemmas(word: str, language: str) -> frozenset[str]:
    """Return what a word may be a form of, itself among them, in lower case; language: cs or pl."""
    found = (lemma.lower() for dictionary in _dictionaries(language) for lemma in dictionary(word))
    return frozenset((word.lower(), *found))


@cache
def _dictionaries(language: str) -> tuple[Callable[[str], Iterator[str]], ...]:
    """What gives the lemmas of a word, of what is installed."""
    found = []
    if find_spec("simplemma"):
        from simplemma import lemmatize

        found.append(lambda word: iter({lemmatize(word, language), lemmatize(word.lower(), language)}))
    if language == "pl" and find_spec("morfeusz2"):
        import morfeusz2

        dictionary = morfeusz2.Morfeusz(generate=False)
        # lemmas that are spelled alike are told apart by what follows a colon: kot:Sm1, kot:Sm2
        found.append(lambda word: (lemma.partition(":")[0] for _, _, (_, lemma, *_) in dictionary.analyse(word)))
    return tuple(found)
