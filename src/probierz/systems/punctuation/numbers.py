"""Marks of numbers that are said in several words: they stand behind the last, and never within.

    czy pociąg odjeżdża o 7? 45    →  czy pociąg odjeżdża o 7:45?     a time of day
    wygrali z nami 3 1             →  wygrali z nami 3:1             the result of a match
    czy mieszka pod nr 5 7         →  czy mieszka pod nr 5 7?         a score, a date, a telephone number
    wzrosło o 10 20 procent        →  wzrosło o 10 20 procent         from the one to the other: they count what follows

What follows may be what the last number counts, as in `o 7. 45 osób czeka`: then a mark stays where the network set it.
It is moved at the end of a text, before a word that nobody counts, and if it asks, behind a time wherever that stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.texts import TITLE

_NONE, _STOP, _COMMA, _COLON, _ASKS = (MARKS.index(mark) for mark in ("", ".", ",", ":", "?"))

_HOUR, _MINUTES = re.compile("[01]?[0-9]|2[0-3]"), re.compile("[0-5][0-9]")
_BEFORE_RANGES = frozenset(["o", "od", "do", "po", "przed", "około"])
_BEFORE_TIMES = _BEFORE_RANGES | {"godz", "godzina", "godzinie", "godziny", "godziną"}
_BETWEEN_TIMES = frozenset(["i", "a", "lub", "albo", "oraz", "do"])
_COUNTED_SPANS = re.compile("(?:stron|dni|dnia|rozdzia|punkt|numer|wiersz|klas)")
_LAST_HOUR = 24
_NEXT_TIME = 3  # words: hour, minutes, and one between
_EARLY = 5
_SHORT_LINE, _LINE, _LONG_TITLE = 15, 40, 5  # words; longer texts may be cut anywhere
_GOALS = re.compile("0|[1-9][0-9]?")
_MATCH = re.compile(
    "(?:wygr|przegr|ograł|zremis|remis|pokona|rozgrom|wynik|prowadz|zwycię|ulega|ulegl|uległ|dogryw|set)"
)
_NEAR_RESULT = 8  # words between what tells of a match and its result
_YEAR = re.compile("1[0-9]{3}|20[0-9]{2}")
_ASKING = frozenset(["czy", "kto", "kiedy", "gdzie", "dlaczego", "skąd", "dokąd", "ile"])
_WHICH = re.compile("któr(?:y|a|e|ej|ego|ym|ą)|jak(?:i|a|ie|iej|iego|im|ą)?|co|czym|kogo|kim")
_UNCOUNTED = frozenset(
    """
    czy bo a i ale lecz albo lub oraz że żeby aby gdy kiedy gdzie jak jeśli to tak nie się już jeszcze też także więc
    proszę w we z ze na do od po za przed przez przy pod nad bez dla u o ja ty on ona my wy oni one mnie cię mi ci
    kto co który która które dlaczego jutro dziś dzisiaj wczoraj rano wieczorem tam tu tutaj muszę wiem
    """.split()
)
"""Words that a number does not count."""
_MEASURES = re.compile(
    r"%|proc(ent\w*)?|punkt\w*|pkt|tys|mln|mld|zł\w*|gr|euro|dolar\w*|k?g|[ckm]?m|metr\w*|sekund\w*|l|litr\w*"
    r"|raz\w*|stop\w*|letni\w*"
)


def is_no_name(word: str, is_verb: Callable[[str], bool]) -> bool:
    """Whether a word is a verb, or one of the small words that are neither names nor counted."""
    return word in _UNCOUNTED or is_verb(word)


class _WordsAndLabels(NamedTuple):
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
        return is_no_name(self.after(end), self.is_verb)

    def is_range(self, begin: int, end: int) -> bool:
        """Whether numbers count the word behind them: o 10 20 procent, not o godzinie 10 20."""
        if _is_span(self.words, begin, end):
            return True
        if not begin or self.words[begin - 1] not in _BEFORE_RANGES:
            return False
        return _is_measure(self.after(end)) or self.is_counted(self.words[end - 1], self.after(end))

    def asks(self, at: int) -> bool:
        """Whether the sentence of a word begins as a question."""
        begin = at
        while begin and self.marks[begin - 1] not in SENTENCE_ENDS:
            begin -= 1
        return self.words[begin] in _ASKING or any(map(_WHICH.fullmatch, self.words[begin : begin + 2]))

    def next_end(self, at: int) -> int:
        """The next mark that ends a sentence; none at the end of the text."""
        return next((mark for mark in self.marks[at:] if mark in SENTENCE_ENDS), _NONE)


def times_of(words: Sequence[str], is_counted: Callable[[str, str], bool] = lambda _number, _word: False) -> list[int]:
    """Where times of day begin that are said in two words each: o 10 45, od 8 00 do 16 00, o 7 00 9 00 i 11 00.

    is_counted: whether a number may count a word; those are no times: po 10 15 minutach.
    """
    found: list[int] = []
    for begin, end in _runs(words):
        before, last = words[begin - 1] if begin else "", found[-1] + 2 if found else 0
        goes_on = last > 0 and begin - last == 1 and before in _BETWEEN_TIMES
        pairs = range(begin, end, 2)
        may_be = (before in _BEFORE_TIMES or goes_on) and not _is_span(words, begin, end)
        if may_be and _are_times(words[begin:end]):
            after = words[end] if end < len(words) else ""
            is_range = before in _BEFORE_RANGES and (_is_measure(after) or is_counted(words[end - 1], after))
            found += [] if is_range else pairs
    return found


def results_of(
    words: Sequence[str], is_counted: Callable[[str, str], bool] = lambda _number, _word: False
) -> list[int]:
    """Where the results of matches begin, in two words each: wygrali 3 1, remis 2 2, przegrała 4 6 5 7.

    is_counted: as for times: w 3 2 osoby is none.
    """
    found: list[int] = []
    for begin, end in _runs(words):
        are_goals = (end - begin) % 2 == 0 and all(map(_GOALS.fullmatch, words[begin:end]))
        is_told = (
            begin > 0
            and words[begin - 1] not in ("w", "o")
            and any(map(_MATCH.match, words[max(0, begin - _NEAR_RESULT) : begin]))
        )
        after = words[end] if end < len(words) else ""
        is_count = _is_measure(after) or after.startswith("głos") or is_counted(words[end - 1], after)
        if are_goals and is_told and not is_count:
            found += range(begin, end, 2)
    return found


def _is_span(words: Sequence[str], begin: int, end: int) -> bool:
    """Whether two numbers are the first and the last of what is counted: od 8 16, w godz 9 17, stron od 20 45.

    The second is a later hour then, or pages, days and the like stand before; od 8 10 do 9 15 are times.
    """
    if end - begin != 2 or not begin or int(words[begin]) >= int(words[begin + 1]):
        return False
    before = " ".join(words[max(0, begin - 2) : begin])
    is_from, after = words[begin - 1] == "od", words[end] if end < len(words) else ""
    if is_from and begin > 1 and _COUNTED_SPANS.match(words[begin - 2]):
        return True
    return (is_from or before == "w godz") and after != "do" and int(words[begin + 1]) <= _LAST_HOUR


def odd_times(
    words: Sequence[str],
    marks: Sequence[int],
    cases: Sequence[int],
    adjoins: Sequence[int],
    is_counted: Callable[[str, str], bool],
) -> list[int]:
    """Where times begin that labels make no sense of: a capital letter without a full stop, or no end of a short line.

    A network that knows few such numbers takes the minutes for the beginning of something.
    """
    is_open = len(words) <= _SHORT_LINE and marks[-1] not in SENTENCE_ENDS
    times = _times_as_labelled(words, marks, adjoins, is_counted)
    return [
        at for at in times if is_open or (marks[at + 1] == _NONE and at + 2 < len(words) and cases[at + 2] == TITLE)
    ]


def _times_as_labelled(
    words: Sequence[str], marks: Sequence[int], adjoins: Sequence[int] | None, is_counted: Callable[[str, str], bool]
) -> list[int]:
    """Where times begin, but for those that labels take for fractions, and may be ones: od 1,51.

    None is one beside another time: o 8 12 i 8 42.
    """
    times = times_of(words, is_counted)

    def is_fraction(at: int) -> bool:
        is_joined = marks[at] == _COMMA and adjoins is not None and bool(adjoins[at])
        is_beside = not {at - _NEXT_TIME, at + _NEXT_TIME}.isdisjoint(times)
        return is_joined and not is_beside and not _is_round(words[at], words[at + 1])

    return [at for at in times if not is_fraction(at)]


def _is_round(hour: str, minutes: str) -> bool:
    """Whether two numbers are rather a time than a decimal fraction: od 8,30, not od 1,51."""
    return int(hour) >= _EARLY and int(minutes) % 5 == 0


def _runs(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where several numbers beside each other begin and end."""
    begin = end = 0
    for at in [*(at for at, word in enumerate(words) if word.isdigit()), len(words) + 1]:
        if at != end:
            if end - begin > 1:
                yield begin, end
            begin = at
        end = at + 1


def _are_times(numbers: Sequence[str]) -> bool:
    """Whether numbers are hours with their minutes, each later than the one before."""
    hours, minutes = numbers[::2], numbers[1::2]
    are_fit = all(map(_HOUR.fullmatch, hours)) and all(map(_MINUTES.fullmatch, minutes))
    return len(hours) == len(minutes) and are_fit and all(int(one) < int(other) for one, other in pairwise(hours))


def _is_measure(word: str) -> bool:
    return _MEASURES.fullmatch(word) is not None


def with_numbers(
    words: Sequence[str],
    marks: list[int],
    adjoins: list[int] | None = None,
    cases: Sequence[int] | None = None,
    is_verb: Callable[[str], bool] = lambda _: False,
    is_counted: Callable[[str, str], bool] = lambda _number, _word: False,
) -> None:
    """Move marks out of numbers of several words, in place, give times their colon and lines with a number their end.

    adjoins: whether the next word adjoins, cases: of words, None where nobody knows. is_verb: whether a word is a verb.
    is_counted: whether a number may count a word: 20 osób.
    """
    text = _WordsAndLabels(words, marks, adjoins, cases, is_verb, is_counted)
    times = {*_times_as_labelled(words, marks, adjoins, is_counted), *results_of(words, is_counted)}
    for begin, end in _runs(words):
        if begin in times:
            _set_colons(text, begin, end)
        else:
            _take_marks_out(text, begin, end)
        _end_sentence(text, begin, end)
    _set_votes_apart(text)
    if cases is not None:
        _end_line(text)


def _set_votes_apart(text: _WordsAndLabels) -> None:
    """Set commas between the votes of a list, and nothing within: za 12, przeciw 5, wstrzymało się 3."""
    words, marks = text.words, text.marks
    for at in range(len(words) - 4):
        is_list = words[at] == "za" and words[at + 2] == "przeciw" and words[at + 4].startswith("wstrzym")
        if is_list and words[at + 1].isdigit() and words[at + 3].isdigit():
            marks[at : at + 4] = [_NONE, _COMMA, _NONE, _COMMA]
            if text.adjoins is not None:
                text.adjoins[at : at + 4] = [0] * 4


def _end_line(text: _WordsAndLabels) -> None:
    """Set the full stop behind a number that a line ends with: of a sentence, or of what is longer than a title."""
    words, marks = text.words, text.marks
    if not 0 < len(words) <= _LINE or not words[-1].isdigit() or marks[-1] != _NONE:
        return
    begin = max((at + 1 for at in range(len(words) - 1) if marks[at] in SENTENCE_ENDS), default=0)
    is_long = len(words) - begin >= _LONG_TITLE and not _YEAR.fullmatch(words[-1])
    if is_long or any(word in _MAKING_SENTENCES or text.is_verb(word) for word in words[begin:]):
        marks[-1] = _ASKS if text.asks(len(words) - 1) else _STOP


_MAKING_SENTENCES = frozenset("mam masz mamy macie był była było byli były są jest zadzwoń dzwoń dzwońcie".split())
"""Verbs that are other words as well, or that the dictionary has not: mam numer 5."""


def _set_colons(text: _WordsAndLabels, begin: int, end: int) -> None:
    """Give times from begin to end their colons; what ended a sentence within ends it behind the last."""
    for at in range(begin, end - 1):
        mark, is_hour = text.marks[at], (at - begin) % 2 == 0
        if is_hour or mark != _COMMA:
            text.marks[at] = _COLON if is_hour else _COMMA
        if text.adjoins is not None:
            text.adjoins[at] = int(is_hour)
        if mark in SENTENCE_ENDS and text.marks[end - 1] not in SENTENCE_ENDS:
            is_asked_later = mark == _ASKS and text.next_end(end) == _ASKS
            text.marks[end - 1] = text.marks[end - 1] if is_asked_later else mark


def _take_marks_out(text: _WordsAndLabels, begin: int, end: int) -> None:
    """Move the marks between the words from begin to end, which are numbers and no times, behind the last."""
    marks = text.marks
    is_last = not text.after(end) or marks[end - 1] != _NONE or text.is_uncounted(end)
    for at in range(begin, end - 1):
        mark = marks[at]
        is_joined = mark in (_STOP, _COMMA) and text.adjoins is not None and bool(text.adjoins[at])
        if mark == _COLON and end - begin == 2 and text.is_range(begin, end):
            marks[at] = _NONE
        if is_joined or mark not in SENTENCE_ENDS or not is_last:
            continue
        marks[at] = _NONE
        if marks[end - 1] not in SENTENCE_ENDS and not (mark == _ASKS and text.next_end(end) == _ASKS):
            marks[end - 1] = mark


def _end_sentence(text: _WordsAndLabels, begin: int, end: int) -> None:
    """Set the mark behind numbers that the network forgot: of a question, or before a word that begins a sentence."""
    if end == len(text.words) and text.marks[end - 1] in (_NONE, _STOP) and text.asks(begin):
        text.marks[end - 1] = _ASKS
    if end == len(text.words) or text.marks[end - 1] != _NONE:
        return
    if text.cases is not None and text.cases[end] == TITLE and text.is_uncounted(end):
        text.marks[end - 1] = _ASKS if text.asks(begin) else _STOP
