"""Texts without what was joined to most of their words: `Ala/subst ma/fin`, `0:Ala 1:ma`, `<w>Ala</w> <w>ma</w>`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from probierz.suites.checks.copies import FEWEST_WORDS_OF_NEAR_COPIES

__all__ = ["without_annotations"]

FEWEST_WORDS, MOST_OF_WORDS = 4, 0.8
"""How many words a text has, and which part of them has something joined to it, where that is an annotation."""

_SIGNS = "/_|:"
_TAG = re.compile(r"</?\w[^<>]*>")


def without_annotations(texts: Sequence[str]) -> list[str]:
    """Return the texts of a split, those with annotations without them; what tells two of them apart is left."""
    found = _stripped([*texts], _is_tagged, lambda some: [_TAG.sub(" ", one) for one in some])
    for sign in _SIGNS:
        found = _stripped(found, partial(_is_joined, sign), partial(_words, sign))
    return found


def _stripped(
    texts: list[str], is_annotated: Callable[[str], bool], strip: Callable[[list[str]], list[str]]
) -> list[str]:
    places = [at for at, text in enumerate(texts) if is_annotated(text)]
    annotated = [texts[at] for at in places]
    plain = strip(annotated) if annotated else []
    if len({*plain}) < len({*annotated}):
        return texts
    for at, text in zip(places, plain, strict=True):
        texts[at] = text
    return texts


def _is_tagged(text: str) -> bool:
    """Whether what is left is a text, which is found with another word in it; on few words, tags say the more."""
    if text.count("<") < FEWEST_WORDS:
        return False
    words = len(_TAG.sub(" ", text).split())
    return words >= FEWEST_WORDS_OF_NEAR_COPIES and len(_TAG.findall(text)) >= MOST_OF_WORDS * words


def _is_joined(sign: str, text: str) -> bool:
    if text.count(sign) < FEWEST_WORDS:
        return False
    words = text.split()
    return len(words) >= FEWEST_WORDS and sum(sign in word[1:-1] for word in words) >= MOST_OF_WORDS * len(words)


def _words(sign: str, texts: list[str]) -> list[str]:
    """The side of each word that is the text, which has far more different values than its annotation."""
    words = {word for text in texts for word in text.split() if sign in word}
    ends = {word: word.rpartition(sign) for word in words}
    if len({end for _, _, end in ends.values()}) * 2 <= len({begin for begin, _, _ in ends.values()}):
        return [" ".join(ends[word][0] if word in ends else word for word in text.split()) for text in texts]
    begins = {word: word.partition(sign) for word in words}
    if len({begin for begin, _, _ in begins.values()}) * 2 <= len({end for _, _, end in begins.values()}):
        return [" ".join(begins[word][2] if word in begins else word for word in text.split()) for text in texts]
    return texts
