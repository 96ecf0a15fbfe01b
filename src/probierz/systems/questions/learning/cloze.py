"""Questions made of a text itself: a sentence without some of its words, which are to be found in the text.

    Kopernik zmarł w 1543 roku we Fromborku.   ->   Kiedy zmarł we Fromborku Kopernik?   1543 roku

The word that asks fits what was taken out: a date, another number, a name, or any other words. Of the rest those that
stand near are kept, some are dropped, and their two halves may change places (after the noisy cloze questions of Lewis
et al. 2019). They teach an encoder to look for what a question leaves open before it sees real questions.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from probierz.systems.questions.wording.words import CAPITAL


class MarkedPassage(NamedTuple):
    """A question with the passage that answers it, from character `begin` to before `end`."""

    question: str
    title: str
    text: str
    begin: int
    end: int


class _ClozeKind(Enum):
    DATE = ("Kiedy", "Kiedy", "W którym roku", "Od kiedy")
    NUMBER = ("Ile", "Ile", "Jak wiele", "Który")
    NAME = ("Kto", "Gdzie", "Kogo", "Co", "Jak nazywa się", "W jakim mieście", "Kim był", "Który")
    OTHER = (
        "Co", "Jaki", "Jak", "Jakie", "Czym", "W jaki sposób", "Dlaczego", "Jaka", "Z jakiego powodu", "Czego", "Gdzie",
    )  # fmt: skip


class _Word(NamedTuple):
    text: str
    begin: int
    end: int


class _Gap(NamedTuple):
    """Words that are taken out: the sentence, the numbers of the first and the last of them, and what they are."""

    words: list[_Word]
    first: int
    last: int
    kind: _ClozeKind


# Stricter than in `finding/passages.py`: what is no plain beginning of a sentence gives no good question.
_SENTENCE_END = re.compile(rf"(?<=[.!?…])\s+(?=[„\"]|{CAPITAL})")
_TOKEN = re.compile(r"\w+(?:[-–’'./,]\w+)*|[^\w\s]")
# Not those of `shared.months`: other gaps would be other questions, and readers learn from these.
_MONTHS = ("stycz", "luteg", "marc", "kwie", "maja", "czerw", "lipc", "sierp", "wrześ", "paźdz", "listop", "grudn")
_UNITS = frozenset(["r", "roku", "tys", "mln", "proc", "km", "m", "%", "lat"])
_SMALL_WORDS = (
    "i a we ze o u na oraz lub ale że to jest są był była było były się nie ten ta te jak jako który która które"
    " których ich jego jej by"
)
_SMALL = frozenset(_SMALL_WORDS.split())
_BEGINS = frozenset(["w", "z", "do", "od", "po", "przez", "dla", "za"])
_SIZES = (1, 1, 2, 2, 3, 4, 5, 6, 8)  # of other words
_OTHERS = 3  # a sentence
_SHORTEST = 7  # words of a sentence
_DROPPED, _TURNED = 0.3, 0.4


def cloze_questions(title: str, text: str, most: int, chance: random.Random) -> Iterator[MarkedPassage]:
    """Yield at most so many questions on a text, at most half of them, rounded up, of one kind."""
    gaps = [gap for words in _sentences(text) for gap in _gaps(words, chance)]
    chance.shuffle(gaps)
    made: list[_ClozeKind] = []
    for gap in gaps:
        if len(made) == most:
            return
        if made.count(gap.kind) < (most + 1) // 2 and (question := _question(gap, chance)):
            made.append(gap.kind)
            yield MarkedPassage(question, title, text, gap.words[gap.first].begin, gap.words[gap.last].end)


def _sentences(text: str) -> Iterator[list[_Word]]:
    begin = 0
    for end in [*(gap.start() for gap in _SENTENCE_END.finditer(text)), len(text)]:
        words = [_Word(one.group(), one.start(), one.end()) for one in _TOKEN.finditer(text, begin, end)]
        if len(words) >= _SHORTEST:
            yield words
        begin = end


def _gaps(words: list[_Word], chance: random.Random) -> Iterator[_Gap]:
    """All numbers and names of a sentence, and some other words of it."""
    at = 0
    while at < len(words):
        last = at
        if any(map(str.isdigit, words[at].text)):
            last = _run(words, at, _goes_on_as_number)
            yield _Gap(words, at, last, _ClozeKind.DATE if _is_date(words[at : last + 1]) else _ClozeKind.NUMBER)
        elif at and words[at].text[0].isupper():
            last = _run(words, at, lambda word: word[0].isupper())
            yield _Gap(words, at, last, _ClozeKind.NAME)
        at = last + 1
    for _ in range(_OTHERS):
        yield from _other(words, chance)


def _run(words: Sequence[_Word], at: int, goes_on: Callable[[str], bool]) -> int:
    while at + 1 < len(words) and goes_on(words[at + 1].text):
        at += 1
    return at


def _goes_on_as_number(word: str) -> bool:
    return word.lower() in _UNITS or word.lower().startswith(_MONTHS) or word[0].isdigit()


def _is_date(words: Sequence[_Word]) -> bool:
    return len(words[0].text) == 4 or any(one.text == "roku" or one.text.startswith(_MONTHS) for one in words)


def _other(words: list[_Word], chance: random.Random) -> Iterator[_Gap]:
    """Some words in a row, without a sign among them, that do not begin or end with a small word; or nothing."""
    first, size = chance.randrange(1, len(words) - 1), chance.choice(_SIZES)
    before, begin = words[first - 1].text, words[first].text
    follows = before.lower() in _SMALL | _BEGINS or not before[0].isalnum() or chance.random() < 0.3
    if not follows or not begin[0].isalnum() or begin.lower() in _SMALL:
        return
    last = first
    while last - first + 1 < size and last + 2 < len(words) and words[last + 1].text[0].isalnum():
        last += 1
    while last > first and words[last].text.lower() in _SMALL | _BEGINS:
        last -= 1
    if last > first or begin.lower() not in _BEGINS:
        yield _Gap(words, first, last, _ClozeKind.OTHER)


def _question(gap: _Gap, chance: random.Random) -> str:
    """A question; empty where too few words are left."""
    around = chance.randint(5, 12)
    near = [*gap.words[max(0, gap.first - around) : gap.first], *gap.words[gap.last + 1 : gap.last + 1 + around]]
    rest = [one.text for one in near if one.text[0].isalnum() and chance.random() > _DROPPED]
    if len(rest) < 3:
        return ""
    if chance.random() < _TURNED:
        turn = chance.randrange(len(rest))
        rest = rest[turn:] + rest[:turn]
    return f"{chance.choice(gap.kind.value)} {' '.join(rest)}?"
