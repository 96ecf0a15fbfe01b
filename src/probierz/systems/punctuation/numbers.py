"""Marks of numbers that are said in several words: they stand behind the last, and never within.

    czy pociąg odjeżdża o 7? 45    →  czy pociąg odjeżdża o 7:45?     a time of day
    czy mieszka pod nr 5 7         →  czy mieszka pod nr 5 7?         a score, a date, a telephone number
    wzrosło o 10 20 procent        →  wzrosło o 10 20 procent         from the one to the other: they count what follows

What follows may be what the last number counts, as in `o 7. 45 osób czeka`: then a mark stays where the network set it.
It is moved at the end of a text, before a word that nobody counts, and if it asks, behind a time wherever that stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from probierz.systems.punctuation.marks import MARKS
from probierz.systems.punctuation.texts import TITLE

__all__ = ["is_time", "with_numbers"]

_NONE, _STOP, _COMMA, _COLON, _ASKS = (MARKS.index(mark) for mark in ("", ".", ",", ":", "?"))
_ENDS = frozenset(MARKS.index(mark) for mark in (".", "?", "!", "..."))

_HOUR, _MINUTES = re.compile("[01]?[0-9]|2[0-3]"), re.compile("[0-5][0-9]")
_BEFORE_RANGES = frozenset(["o", "od", "do", "po", "przed", "około"])
_BEFORE_TIMES = _BEFORE_RANGES | {"godz", "godzina", "godzinie", "godziny", "godziną"}
_ASKING = frozenset(["czy", "kto", "kiedy", "gdzie", "dlaczego", "skąd", "dokąd", "ile"])
_EARLY = 5
_WHICH = re.compile("któr(?:y|a|e|ej|ego|ym|ą)|jak(?:i|a|ie|iej|iego|im|ą)?|co|czym|kogo|kim")
_UNCOUNTED = frozenset(
    """
    czy bo a i ale lecz albo lub oraz że żeby aby gdy kiedy gdzie jak jeśli to tak nie się już jeszcze też także więc
    proszę w we z ze na do od po za przed przez przy pod nad bez dla u o ja ty on ona my wy oni one mnie cię mi ci
    kto co który która które dlaczego jutro dziś dzisiaj wczoraj rano wieczorem tam tu tutaj muszę wiem
    """.split()  # noqa: SIM905 - a table is read more easily than a list of quoted words
)
"""Words that a number does not count."""
_MEASURES = re.compile(
    r"%|proc(ent\w*)?|punkt\w*|pkt|tys|mln|mld|zł\w*|gr|euro|dolar\w*|k?g|[ckm]?m|metr\w*|sekund\w*|l|litr\w*"
    r"|raz\w*|stop\w*"
)


class _Text(NamedTuple):
    """Words and their labels, which change. adjoins, cases: None where nobody knows them."""

    words: Sequence[str]
    marks: list[int]
    adjoins: list[int] | None
    cases: Sequence[int] | None
    is_verb: Callable[[str], bool]
    is_counted: Callable[[str, str], bool]

    def after(self, end: int) -> str:
        """The word behind; "" at the end of the text."""
        return self.words[end] if end < len(self.words) else ""

    def is_uncounted(self, end: int) -> bool:
        """Whether a word is there that no number counts."""
        return self.after(end) in _UNCOUNTED or self.is_verb(self.after(end))

    def is_range(self, begin: int, end: int) -> bool:
        """Whether numbers count the word behind them: o 10 20 procent, not o godzinie 10 20."""
        if not begin or self.words[begin - 1] not in _BEFORE_RANGES:
            return False
        return _MEASURES.fullmatch(self.after(end)) is not None or self.is_counted(self.words[end - 1], self.after(end))

    def asks(self, at: int) -> bool:
        """Whether the sentence of a word begins as a question."""
        begin = at
        while begin and self.marks[begin - 1] not in _ENDS:
            begin -= 1
        return self.words[begin] in _ASKING or any(map(_WHICH.fullmatch, self.words[begin : begin + 2]))

    def next_end(self, at: int) -> int:
        """The next mark that ends a sentence; none at the end of the text."""
        return next((mark for mark in self.marks[at:] if mark in _ENDS), _NONE)


def is_time(before: str, hour: str, minutes: str, after: str) -> bool:
    """Whether two words are a time of day: o 10 45. before, after: the words around, "" where there is none."""
    return (
        before.lower() in _BEFORE_TIMES
        and _HOUR.fullmatch(hour) is not None
        and _MINUTES.fullmatch(minutes) is not None
        and not after[:1].isdigit()
    )


def with_numbers(
    words: Sequence[str],
    marks: list[int],
    adjoins: list[int] | None = None,
    cases: Sequence[int] | None = None,
    is_verb: Callable[[str], bool] = lambda _: False,
    is_counted: Callable[[str, str], bool] = lambda _number, _word: False,
) -> None:
    """Move marks out of numbers of several words, in place, and give times their colon.

    adjoins: whether the next word adjoins, cases: of words, None where nobody knows. is_verb: whether a word is a verb.
    is_counted: whether a number may count a word: 20 osób.
    """
    text = _Text(words, marks, adjoins, cases, is_verb, is_counted)
    begin = 0
    while begin < len(words):
        end = begin
        while end < len(words) and words[end].isdigit():
            end += 1
        if end - begin > 1:
            _take_marks_out(text, begin, end)
            _end_sentence(text, begin, end)
        begin = max(end, begin + 1)


def _take_marks_out(text: _Text, begin: int, end: int) -> None:
    """Move the marks between the words from begin to end, which are numbers, behind the last."""
    marks, after = text.marks, text.after(end)
    before = text.words[begin - 1] if begin else ""
    is_pair = end - begin == 2 and not text.is_range(begin, end)
    is_of_day = is_pair and is_time(before, text.words[begin], text.words[begin + 1], after)
    is_last = not after or marks[end - 1] != _NONE or text.is_uncounted(end)
    for at in range(begin, end - 1):
        mark = marks[at]
        is_joined = mark in (_STOP, _COMMA) and text.adjoins is not None and bool(text.adjoins[at])
        if is_of_day and is_joined and mark == _COMMA and _is_round(text.words[at], text.words[at + 1], after):
            marks[at] = _COLON
        elif mark == _COLON and end - begin == 2 and text.is_range(begin, end):
            marks[at] = _NONE
        moves = not is_joined and (mark in _ENDS or (mark == _COMMA and is_of_day))
        if not moves or not (is_last or (is_of_day and mark == _ASKS)):
            continue
        marks[at] = _COLON if is_of_day else _NONE
        if text.adjoins is not None and is_of_day:
            text.adjoins[at] = 1
        if marks[end - 1] not in _ENDS and not (mark == _ASKS and text.next_end(end) == _ASKS):
            marks[end - 1] = mark


def _is_round(hour: str, minutes: str, after: str) -> bool:
    """Whether two numbers are rather a time than a decimal fraction: od 8,30, not od 1,51 or o 6,15 procent."""
    return int(hour) >= _EARLY and int(minutes) % 5 == 0 and not _MEASURES.fullmatch(after)


def _end_sentence(text: _Text, begin: int, end: int) -> None:
    """Set the mark behind numbers that the network forgot: of a question, or before a word that begins a sentence."""
    if text.marks[end - 1] != _NONE:
        return
    if end == len(text.words):
        text.marks[end - 1] = _ASKS if text.asks(begin) else _NONE
    elif text.cases is not None and text.cases[end] == TITLE and text.is_uncounted(end):
        text.marks[end - 1] = _ASKS if text.asks(begin) else _STOP
