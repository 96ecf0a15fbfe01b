"""Other texts made to look like those of the challenge, so that systems can learn from them (Wróbel and Zhylko 2021).

    „Saryusz-Wolski”, powiedział o 10:45 …   →   " saryusz wolski ", powiedział o 10: 45...

Small letters; quotation marks and plus signs are words; brackets, hyphens inside words and marks without a word before
them are left out; a space stands behind every other mark.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from probierz.suites.poleval2021.punctuation.documents import MarkedText, MarkedWord
from probierz.suites.poleval2021.punctuation.folders import TextEntry, Texts, folders_of_splits, read_texts, write_texts


class Prepared(NamedTuple):
    """How many texts were written, left out as they are in a challenge, and left out as nothing of them is left."""

    written: int
    held_out: int
    empty: int


def prepare(source: Path, target: Path, *, without: Path | None = None) -> Prepared:
    """Write the texts of a folder as in.tsv and expected.tsv, as the challenge has them.

    without: a challenge, or one split of it: texts of its IDs are left out.
    Raises ChallengeError or DataError; what is not complete is not there.
    """
    known = _ids(without) if without else set()
    texts = read_texts(source)
    others = [entry.document for entry in texts.entries if entry.document.name not in known]
    alike = [document for one in others if (document := made_alike(one)).words]
    entries = tuple(TextEntry(document, target) for document in alike)
    write_texts(Texts(target, "tsv", entries), target, "tsv")
    return Prepared(len(alike), len(texts.entries) - len(others), len(others) - len(alike))


def _ids(folder: Path) -> set[str]:
    parts = folders_of_splits(folder).values()
    return {entry.document.name for part in parts for entry in read_texts(part, punctuated=None).entries}


_MARKS = ".,?!:;…-"
_ENTITIES = {"&quot;": '"', "&apos;": "'", "&#39;": "'", "&#91;": "", "&#93;": "", "[": "", "]": ""}
_QUOTES = re.compile('[„”“«»"]')


def made_alike(document: MarkedText) -> MarkedText:
    """Return the document as the challenge would have it."""
    text = " ".join(_token(word) for word in document.words).lower()
    for entity, character in _ENTITIES.items():
        text = text.replace(entity, character)
    text = _QUOTES.sub('"', text).replace("...", "…")
    text = re.sub(r'["+]', r" \g<0> ", text)
    text = re.sub(rf'(?<=["+]) (?=[{_MARKS}])', "", text)  # a mark stays with the quotation mark before it
    text = re.sub(rf"(?<!\S)[{_MARKS}]+", "", text)  # glued to the next word, or alone
    words = (_word(token) for token in text.replace("…", "...").split())
    return replace(document, words=tuple(words))


def _token(word: MarkedWord) -> str:
    """The word with its marks; a hyphen with no space behind it stands inside a word, and is none."""
    return word.word if word.punctuation == "-" and not word.space_after else word.token


def _word(token: str) -> MarkedWord:
    bare = token.rstrip(_MARKS)
    return MarkedWord(bare, token[len(bare) :])
