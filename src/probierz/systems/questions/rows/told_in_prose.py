"""What prose tells as lines of fields do: hours of opening in a sentence, and labels with values in a row.

Czytelnia jest czynna od wtorku do piątku w godzinach 9–17, a w soboty do 13.
Zakład szewski. Właściciel: Leon Mysz, adres: ul. Krótka 8, wymiana fleków: 25 zł.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from probierz.systems.questions.wanted.clock_times import TIME
from probierz.systems.questions.wanted.excepted_times import excepted_times
from probierz.systems.questions.wanted.opening_hours import ONCE_A_DAY, OPENED_ONCE, without_excepted
from probierz.systems.questions.wanted.terms import is_before_month
from probierz.systems.questions.wanted.units import kinds_of_word
from probierz.systems.questions.wording.field_words import days_of, every_day, forms
from probierz.systems.questions.wording.span_tokens import SENTENCE_END, sentences_of
from probierz.systems.questions.wording.words import without_marks

NAME_OF_HOURS = "godziny otwarcia"
"""Of what hours of opening that a sentence tells are the value."""
_OPEN = re.compile(
    r"\b(?:czynn\w{1,3}|otwart[aey]|otwiera\w*|pracuje|urzeduje|otevren[aoy]?|otevira\w*|zamyka\w*|zavira\w*)\b"
)
_HOURS = re.compile(
    rf"(?<![\d:.,])(?:(?:od )?{TIME} ?(?:[–—-]|\bdo\b) ?{TIME}|(?:od|do) (?:godz\w*\.? )?{TIME})(?![\w:]|[.,]\d)"
    rf"(?: godz\w*| hod\w*)?|{ONCE_A_DAY}|\b(?:nieczynn|zamkniet|zavren)\w*"
)
_OF_HOURS = re.compile(
    r"(?:[wvzs]e?|a|i|oraz|od|do|az|zas|natomiast|tylko|jen|jedynie|jest|je|godz\w*|hod\w*|dni\w*|powszedni\w*|robocz\w*"
    r"|weekend\w*|swiet\w*|codziennie|denne|pozostal\w*|inn\w*|ostatni|dny|reszt\w*|wyjatkiem|oprocz|procz|poza|krome|mimo"
    r"|kiedy|gdy|kdy|ktor\w*|kter\w*|sie|se|juz|nieczynn\w*|czynn\w*|otwart\w*|zamkniet\w*|zavren\w*|otevren\w*|\d+)"
)
"""Words that sentences of hours have beside days; another one tells the hours of something else."""
_SPECIAL = re.compile(r"\b(?:pierwsz|drug|trzeci|ostatni|wielk|prvni|druh|treti|posledni|velk)\w* [^\W\d_]+")
_WORD = re.compile(r"\w+")
_EXCEPTED = re.compile(r",? (?:oprocz|procz|poza|z wyjatkiem|krome|mimo) [^\W\d_]+(?:(?:, | i | a | oraz )[^\W\d_]+)*")
_GENERIC = re.compile(r"obiekt|placowk|lokal|calosc|zaklad|instytuc|budyn|objekt|zarizen|godzin|hodin|otevirac|provozn")
_WORD_BEHIND = re.compile(r" (?!h\b)([^\W\d_]+)")
_LABEL = r"[^\W\d_][^\n:;.,!?–—]{1,40}?"
_IN_A_ROW = re.compile(rf"(?:^|(?<=[.;,] ))(?P<label>{_LABEL})(?::| [–—]) (?=\S)", re.MULTILINE)
_VERB_LAST = re.compile(r"\w{2}(?:[aiy]ł|[ao]no|uje)$")
_MOST_WORDS = 4
_SHORTEST = 4
_LONGEST = 80


class ToldValue(NamedTuple):
    """A value, its characters in a passage, what it is of, and what is said before it."""

    name: str
    begin: int
    end: int
    before: str


def hours_in_prose(passage: str) -> Iterator[ToldValue]:
    """Yield the hours of opening that sentences tell, from the first day or hour on; before them all of the sentence.

    >>> text = "Kasa jest czynna od wtorku do piątku 9–17, a w soboty do 13."
    >>> [text[one.begin : one.end] for one in hours_in_prose(text)]
    ['od wtorku do piątku 9–17, a w soboty do 13']
    """
    plain = without_marks(passage.lower())
    for low, high in sentences_of(passage):
        is_told = _OPEN.search(plain, low, high) and not OPENED_ONCE.search(plain, low, high)
        told = _HOURS.finditer(plain, low, high) if is_told and ":\n" not in passage[low:high] else ()
        excepted = [(low + one.begin, low + one.end) for one in excepted_times(passage[low:high])]
        regular = (one for one in told if not any(begin <= one.start() < end for begin, end in excepted))
        hours = [one for one in regular if not _is_counted(plain, one.end())]
        if hours and not re.search(r"[^\W\d]: ", passage[low:high]):
            begin = min(hours[0].start(), _first_day(passage, low, hours[0].start()))
            end = _with_excepted(passage, _end_of_hours(plain, hours), high)
            yield ToldValue(NAME_OF_HOURS, begin, end, passage[low:high])


def is_of_subject(asked: set[str], sentence: str) -> bool | None:
    """Whether what a sentence of hours names before its verb as open is asked about; None where it names nothing.

    asked: words as `forms`.

    >>> [is_of_subject(forms("kino"), f"{one} czynne do 20.") for one in ("Kino jest", "Biuro jest", "W soboty")]
    [True, False, None]
    """
    plain = without_marks(sentence.lower())
    verb = _OPEN.search(plain)
    before = _WORD.findall(plain[: verb.start()]) if verb else []
    said = [one for one in before if len(one) >= _SHORTEST and not _OF_HOURS.fullmatch(one) and not days_of(one)]
    named = [one for one in said if not _GENERIC.match(one)]
    return any(forms(one) & asked for one in named) if named else None


def is_of_special_day(asked: set[str], sentence: str) -> bool | None:
    """Whether the hours of a sentence are those of a special day that is asked about; None where they are of no such.

    asked: words as `forms`.

    >>> text = "W pierwszą sobotę miesiąca kasa jest czynna do 12."
    >>> [is_of_special_day(forms(f"Do której czynna kasa w {one}?"), text) for one in ("sobotę", "pierwszą sobotę")]
    [False, True]
    """
    sentence = without_excepted(sentence)
    special = [one[0] for one in _SPECIAL.finditer(without_marks(sentence.lower())) if days_of(one[0])]
    is_all = days_of(sentence) == days_of(" ".join(special)) and not every_day(sentence)
    return all(forms(one.split()[0]) & asked for one in special) if special and is_all else None


def _is_counted(plain: str, end: int) -> bool:
    """Whether a number that ends here is no hour but a day of a month, or has a unit: `od 15 minut przed seansem`."""
    behind = _WORD_BEHIND.match(plain, end)
    return is_before_month(plain, end) or bool(behind and kinds_of_word(behind[1]))


def _first_day(passage: str, low: int, high: int) -> int:
    """Where the first day of the week begins before some hours, with its preposition."""
    words = [one for one in _WORD.finditer(passage, low, high) if days_of(one.group()) or one[0].lower() in _ALL_DAYS]
    if not words:
        return high
    before = re.search(r"\b(?:[Oo]d|[WwVv]e?)\s+$", passage[low : words[0].start()])
    return low + before.start() if before else words[0].start()


_ALL_DAYS = frozenset(("codziennie", "dni", "denně", "weekendy"))


def _end_of_hours(plain: str, hours: list[re.Match[str]]) -> int:
    """Where the last hours end before which nothing but days stands behind the first."""
    end = hours[0].end()
    for one in hours[1:]:
        between = _WORD.findall(plain[end : one.start()])
        if not all(_OF_HOURS.fullmatch(word) or days_of(word) for word in between):
            break
        end = one.end()
    excepted = _EXCEPTED.match(plain, end)
    return excepted.end() if excepted and days_of(excepted[0]) else end


def _with_excepted(passage: str, end: int, high: int) -> int:
    """Where hours end with the times right behind them that are excepted: `od 10 do 17, w Wigilię nieczynne`."""
    behind = passage[end:high]
    for one in excepted_times(behind):
        if _WORD.search(without_excepted(behind[: one.end])):
            break
        end = max(end, high - len(behind) + one.end)
    return end


def labels_in_prose(passage: str) -> Iterator[list[ToldValue]]:
    """Yield the labels with values of each line that has two or more, with what stands before the first of them.

    What ends with a verb, *uchwałę odrzucono: …*, is no label.
    """
    begin = 0
    for line in passage.splitlines(keepends=True):
        end = begin + len(line)
        labels = [one for one in _IN_A_ROW.finditer(passage, begin, end) if _is_label(one["label"])]
        before = passage[begin : labels[0].start()] if labels else ""
        told = [
            ToldValue(one["label"], one.end(), one.end() + _length(passage[one.end() : until]), before)
            for one, until in zip(labels, [*(one.start() for one in labels), end][1:], strict=False)
        ]
        if len(told) > 1 and all(one.end - one.begin <= _LONGEST for one in told):
            yield told
        begin = end


def _is_label(told: str) -> bool:
    return len(told.split()) <= _MOST_WORDS and not _VERB_LAST.search(told)


def _length(value: str) -> int:
    """The characters of a value of one sentence, without the sign that ends it."""
    stop = SENTENCE_END.search(value)
    return len(value[: stop.start() if stop else len(value)].rstrip(" \n,;."))
