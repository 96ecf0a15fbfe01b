"""What ratings of translations do not see: another meaning, a copy of the source, words in an order nobody wrote."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from probierz.systems.punctuation.sentences import hangs
from probierz.systems.quality.belonging import are_strangers
from probierz.systems.quality.residue import markup_of_one_side, misread_letters, untranslated_word
from probierz.systems.quality.told_answers import other_answer
from probierz.systems.quality.told_hours import other_half_of_day
from probierz.systems.quality.told_names import other_names
from probierz.systems.quality.told_negation import other_negation
from probierz.systems.quality.told_numbers import other_numbers
from probierz.systems.quality.told_opposites import other_side
from probierz.systems.quality.told_places import other_places
from probierz.systems.quality.told_roles import swapped_roles
from probierz.systems.quality.told_units import other_units

_WORD = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile(r"\w+")
SCRAP = "much shorter than it should be"
"""The note of what is no translation of a whole sentence, and may be rated well all the same."""

_AGAIN, _BREAKS_OFF = "the same sentence over and over", "ends amid a sentence"
_STRANGE = "nothing in common"
_OVER, _TWICE_SAID, _MISREAD = "one word over and over", "a word twice", "letters of another encoding"
NOT_GOOD = (
    _AGAIN, _BREAKS_OFF, _OVER, _TWICE_SAID, _MISREAD, "other numbers", "numbers changed", "another ", "a negation",
    "the opposite", "who and whom", "partly not translated", _STRANGE,
)  # fmt: skip
"""How notes begin of what nobody would call good: what reads badly, and what says something else than its source."""
_TWICE = re.compile(r"\b([^\W\d_]{3,}) \1\b", re.IGNORECASE)
_TWICE_NEAR = re.compile(r"\b([^\W\d_]{2,})(?:\W+\w+){0,3}\W+\1\b", re.IGNORECASE)
"""A word that a source says twice in a few words, and its translation perhaps side by side."""

_REPEATED, _LONG = 5, 2.5  # words from which length tells, and how many times as long or as short as both others is odd
_SAME_WORDS, _SAME_PAIRS = 0.8, 0.2  # shares of a translation's words, and of its pairs of words, in the human one


class TranslatedLine(NamedTuple):
    """A line of each file; reference: None without a file of human translations."""

    translation: str
    source: str
    reference: str | None = None


def words_of(text: str) -> list[str]:
    """The words of a text, in small letters."""
    return _WORD.findall(text.lower())


def is_copy(row: TranslatedLine) -> bool:
    """Whether a translation is its source, marks and capital letters aside.

    A single word, and what has no word in small letters but the first, are perhaps the same in both languages: OK,
    Stop, Jan Kowalski.
    """
    tokens = _TOKEN.findall(row.source)
    is_telling = any(word.islower() for word in tokens[1:]) or (len(tokens) > _NAMES and row.source.isupper())
    return is_telling and _TOKEN.findall(row.translation.casefold()) == [word.casefold() for word in tokens]


_NAMES = 3  # words in capitals that may be a name


def is_english(row: TranslatedLine) -> bool:
    """Whether a translation is English: most of its words are so, or stand in its source, and no letter is Polish."""
    words, given = words_of(row.translation), set(words_of(row.source))
    small = sum(word in _ENGLISH for word in words)
    known = sum(word in _ENGLISH or word in given for word in words)
    return small > 1 and 2 * known > len(words) and not _POLISH_LETTER.search(row.translation)


_POLISH_LETTER = re.compile("[ąćęłńóśźż]", re.IGNORECASE)
_ENGLISH = frozenset(
    """
    the of and is was were be been may can could would should will shall must for with only under not you he she it
    they this that these those there have has had from at his her their our your its who what when where which into
    about here than then more most all any some but if or as him them us very just also out
    """.split()
)
"""Small words of English that are hardly any of Polish."""


def is_of_names(text: str) -> bool:
    """Whether a text may be names alone: few words, each with a capital letter."""
    words = _WORD.findall(text)
    return len(words) <= 2 * _NAMES and all(word[0].isupper() for word in words) and not text.isupper()


def unrated_faults(row: TranslatedLine) -> tuple[str, ...]:
    """What is odd about a translation that its rating does not tell."""
    found = [other_numbers(row.source, row.translation)]
    told = (find(row.source, row.translation) for find in (other_places, other_units, other_names, other_half_of_day))
    found.append(next(filter(None, told), ""))
    found += [_of_length(row), _of_order(row), _of_other_words(row)]
    if letters := misread_letters(row.translation):
        found.append(f"{_MISREAD}: {letters}")
    found.append(markup_of_one_side(row.source, row.translation))
    if (word := untranslated_word(row.source, row.translation)) and not (is_copy(row) or is_english(row)):
        found.append(f"partly not translated: {word}")
    if are_strangers(row.source, row.translation, row.reference or ""):
        found.append(f"{_STRANGE} with the source; it may be of another line")
    else:
        told = (find(row.source, row.translation) for find in (other_answer, other_negation, other_side))
        found.append(next(filter(None, told), ""))
        found.append(swapped_roles(row.source, row.translation))
    if sum(map(str.isalpha, row.translation)) > _REPEATED and row.translation.isupper() and not row.source.isupper():
        found.append("in capitals")
    return tuple(filter(None, found))


def _is_said_again(row: TranslatedLine) -> bool:
    """Whether a sentence stands three times, and not so in the source."""
    return _most_said(row.translation) >= _OFTEN > _most_said(row.source)


def _most_said(text: str) -> int:
    """How often the sentence stands in a text that it has most often."""
    said = Counter(" ".join(words) for part in _SENTENCE_END.split(text) if (words := words_of(part)))
    return max(said.values(), default=0)


def _breaks_off(row: TranslatedLine) -> bool:
    """Whether a translation ends with a word that wants another one behind it, as only a source that is cut does."""
    last = _LAST_WORD.search(row.translation)
    is_whole = row.source.rstrip()[-1:] in (".", "!", "?") and len(words_of(row.source)) >= _REPEATED
    return last is not None and is_whole and hangs(last[1]) and last[1] not in _PERHAPS_LAST


_SENTENCE_END = re.compile(r"[.!?…]+(?:\s|$)")
_LAST_WORD = re.compile(r"(?<!\S)(\w+)\.?\s*$")
_PERHAPS_LAST = frozenset(["po", "przed", "za", "ale"])  # sława przed i po
_OFTEN = 3


def _of_length(row: TranslatedLine) -> str:
    twice = None if _TWICE_NEAR.search(row.source) else _TWICE.search(row.translation)
    found = _of_words(row) or (f"{_TWICE_SAID}: {twice.group()}" if twice else "")
    return found or (_BREAKS_OFF if _breaks_off(row) else "")


def _of_words(row: TranslatedLine) -> str:
    words = words_of(row.translation)
    shortest = min(len(words_of(text)) for text in (row.source, row.reference or row.source))
    if shortest >= _REPEATED and _LONG * len(words) < shortest and _is_scant(row):
        return SCRAP
    if row.reference is None and _tells_little(row):
        return SCRAP
    if _is_said_again(row):
        return _AGAIN
    if len(words) < _REPEATED:
        return ""
    word, count = Counter(words).most_common(1)[0]
    if 2 * count > len(words):
        return f"{_OVER}: {word}"
    longest = max(len(words_of(text)) for text in (row.source, row.reference or ""))
    return "much longer than it should be" if longest and len(words) > _LONG * longest else ""


def _tells_little(row: TranslatedLine) -> bool:
    """Whether a translation has next to none of the words that tell something, beside those of its source."""
    given = sum(len(word) >= _TELLING and word not in _SMALL_WORDS for word in words_of(row.source))
    made = sum(len(word) >= _TELLING - 1 and not hangs(word) for word in words_of(row.translation))
    return given >= _MUCH and _LONG * made < given


_TELLING, _MUCH = 4, 5  # letters of words that tell something, and how many such words are much
_SMALL_WORDS = frozenset(
    """
    that this these those there their them they then than with from into onto over under about have been being were
    will would could should must does your what when where which while whom whose very just also such some only even
    much more most ever here each both because before after until
    """.split()
)


def _is_scant(row: TranslatedLine) -> bool:
    """Whether a translation has few letters, too: what is polite in many words of English needs few of Polish."""
    letters = min(sum(map(str.isalpha, text)) for text in (row.source, row.reference or row.source))
    return _SCANT * sum(map(str.isalpha, row.translation)) < letters


_SCANT = 3.5


def _of_order(row: TranslatedLine) -> str:
    """Whether a translation has the words of the human one, and next to none of its pairs of words."""
    made, human = words_of(row.translation), words_of(row.reference or "")
    if min(len(made), len(human)) < _REPEATED:
        return ""
    same = (Counter(made) & Counter(human)).total() / len(made)
    pairs = (Counter(pairwise(made)) & Counter(pairwise(human))).total() / (len(made) - 1)
    return "other order of words" if same >= _SAME_WORDS and pairs <= _SAME_PAIRS else ""


def _of_other_words(row: TranslatedLine) -> str:
    """Whether a translation of a few words has none of the human one or of the source, whatever their endings.

    A stock phrase such as "nie wiem" has none; nor have 5 of the 37 sources of two to four words in dev-0 and test-A of
    PolEval's task, which were rated 4.2 of 5 in the mean: there the human one has other words.
    """
    if row.reference is None or not 1 < len(words_of(row.source)) < _REPEATED:
        return ""
    made, human = words_of(row.translation), words_of(row.reference)
    beginnings = {word[:_ENDLESS] for word in (*words_of(row.source), *human)}
    is_shared = any(word[:_ENDLESS] in beginnings for word in made if word != "nie")
    return "" if is_shared or not made or not human else "no word of the human translation"


_ENDLESS = 3  # letters of a word that its endings leave as they are
